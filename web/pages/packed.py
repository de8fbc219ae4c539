"""Answers made smaller on their way: gzip, and files that need not be asked for again.

A page that shows a key is never packed (``no-store``), so that its size tells nothing.
"""

import gzip
import re
from functools import lru_cache

from flask import Response, request

from web.server import build_id

SMALLEST = 600
_KINDS = ("text/", "image/svg+xml", "application/manifest+json")
_FOR_EVER = "public, max-age=31536000, immutable"
_REMARK = re.compile(rb"^\s*//.*\n|^\s+|[ \t]+//[^\"'`\n]*$", re.MULTILINE)
_MODULE = re.compile(rb"((?:from |import\()\"\./\w+\.js)")


@lru_cache(maxsize=64)
def lean(script: bytes, build: str) -> bytes:
    """Return a script without remarks and indents; its modules named by build.

    So a phone never joins modules of two builds, and keeps each for good.
    """
    return _MODULE.sub(rb"\1?v=" + build.encode(), _REMARK.sub(b"", script))


@lru_cache(maxsize=64)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def packed(response: Response) -> Response:
    """Pack what a browser can unpack; let it keep the files of this build."""
    if request.path.startswith("/api/v1/") or response.status_code != 200:
        return response
    if request.endpoint == "static" and request.args.get("v") == build_id():
        response.headers["Cache-Control"] = _FOR_EVER
    if response.mimetype == "text/javascript" and request.method == "GET":
        response.direct_passthrough = False
        response.set_data(lean(response.get_data(), build_id()))
    if _worth_it(response):
        _pack(response)
    return response


def _worth_it(response: Response) -> bool:
    wanted = request.accept_encodings.quality("gzip") > 0
    kind = (response.mimetype or "").startswith(_KINDS)
    secret = "no-store" in response.headers.get("Cache-Control", "")
    return wanted and kind and not secret and "Content-Encoding" not in response.headers


def _pack(response: Response) -> None:
    response.vary.add("Accept-Encoding")
    if request.method == "HEAD":
        return
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= SMALLEST:
        tag, _ = response.get_etag()
        response.set_data(_packed(body))
        response.headers["Content-Encoding"] = "gzip"
        if tag is not None:
            response.set_etag(tag, weak=True)
