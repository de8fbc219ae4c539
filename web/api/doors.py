"""What stands in the head and the query of a request: versions, retries, numbers.

Nothing here asks what a game is about.
"""

import hashlib
import json
import re
from typing import Any, Literal

from flask import request

from events.registry import Key, Request
from web.errors import Problem
from web.schemas.base import unreadable
from web.schemas.fields import Said

LONGEST_REPEAT_KEY = 64
_TAG = re.compile(r'"[!#-~]*"')
_VERSION = re.compile(r'"([1-9]\d{0,14})(?:\.\d{1,15})?"')
NEVER = 0
"""No game has this version: what a strong tag of something else stands for."""
_NUMBER = re.compile(r"\d{1,15}", re.ASCII)

Seen = int | Literal["*"] | None
"""The version a writer saw, ``*`` for any, ``None`` where it did not say."""


def seen_version() -> Seen:
    """Read ``If-Match`` of this request; see ``version_in``."""
    return version_in(request.headers.get("If-Match"))


def version_in(text: str | None) -> Seen:
    """Read ``If-Match``: one strong tag or ``*``; raises 400 ``bad_if_match``."""
    if text is None:
        return None
    if text.strip() == "*":
        return "*"
    if not _TAG.fullmatch(text.strip()):
        detail = 'If-Match takes one strong tag such as "12", or *'
        raise Problem(400, "bad_if_match", detail)
    found = _VERSION.fullmatch(text.strip())
    return NEVER if found is None else int(found[1])


def need_version(seen: Seen) -> int | None:
    """Return the version to write on, ``None`` for any; raises 428."""
    if seen is None:
        detail = 'name the version you saw: If-Match: "12", or * for any'
        raise Problem(428, "version_needed", detail)
    return None if seen == "*" else seen


def repeatable(scope: str, key: Key | None, body: Any) -> Request | None:
    """Read ``Idempotency-Key`` of this request; see ``request_of``."""
    text = request.headers.get("Idempotency-Key")
    return request_of(text, scope, key, f"{request.method} {request.path}", body)


def request_of(
    text: str | None, scope: str, key: Key | None, asked: str, body: Any
) -> Request | None:
    """Return what an ``Idempotency-Key`` makes of a request, ``None`` without one.

    ``asked`` is its method and path. Raises 400 ``bad_idempotency_key``.
    """
    if text is None:
        return None
    if not (
        0 < len(text) <= LONGEST_REPEAT_KEY and text.isascii() and text.isprintable()
    ):
        detail = f"Idempotency-Key takes 1 to {LONGEST_REPEAT_KEY} plain characters"
        raise Problem(400, "bad_idempotency_key", detail)
    caller = "" if key is None else key.id
    return Request(scope, caller, text, _fingerprint(asked, body))


def _fingerprint(asked: str, body: Any) -> str:
    return hashlib.sha256(f"{asked}\n{_plain(body)}".encode()).hexdigest()


_plain = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def query_number(name: str, default: int) -> int:
    """Read a whole number of the query; raises 422 ``wrong_type``.

    One of more than 15 digits is as good as endless.
    """
    text = request.args.get(name)
    if text is None:
        return default
    if text.isascii() and text.isdigit():
        return int(text[:15]) if _NUMBER.fullmatch(text) else 10**15
    raise unreadable({name: [Said("wrong_type", "must be a whole number")]})
