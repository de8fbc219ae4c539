"""One line for each request, without keys: in text, or JSON for machines."""

import json
import logging
import re
import secrets
import sys
import time
from typing import Any

from flask import Flask, Response, g, request

from web import clock
from web.config import LogForm

log = logging.getLogger("upcard")
_KEY_PATH = re.compile(r"^/k/[^/]+")
_SECRET = re.compile(r"\b[a-z2-7]{32}\b")
_ID = re.compile(r"[A-Za-z0-9-]{1,36}")


def cut(text: str) -> str:
    """Return text without anything that could be a key."""
    if text.startswith("/k/"):
        text = _KEY_PATH.sub("/k/KEY", text)
    return _SECRET.sub("KEY", text)


class TextForm(logging.Formatter):
    """Lines for people: time, level, what happened."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, keys cut out."""
        line = f"{clock.now()} {record.levelname.lower()} {record.getMessage()}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return cut(line)


class JsonForm(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, keys cut out."""
        facts: dict[str, Any] = {
            "at": clock.now(),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            facts["error"] = self.formatException(record.exc_info)
        return cut(json.dumps(facts, ensure_ascii=False))


def register(app: Flask, form: LogForm) -> None:
    """Log each request of ``app`` to stderr in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonForm() if form == "json" else TextForm())
    log.handlers[:] = [handler]
    log.setLevel(logging.INFO)
    log.propagate = False
    app.before_request(_start)
    app.after_request(_end)


def _start() -> None:
    g.began = time.perf_counter()
    # A proxy that numbers requests keeps its number; anything else gets one of ours.
    g.request_id = number_of(request.headers.get("X-Request-Id", ""))


def number_of(given: str) -> str:
    """Return the number of a request: the one given, if it can be one, or a new one."""
    return cut(given) if _ID.fullmatch(given) else secrets.token_hex(6)


def _end(response: Response) -> Response:
    began = g.get("began", time.perf_counter())
    number = g.get("request_id", "")
    status = response.status_code
    told(request.method, request.path, status, began, number, g.get("refused"))
    response.headers["X-Request-Id"] = number
    return response


def told(
    method: str,
    path: str,
    status: int,
    began: float,
    number: str,
    refused: str | None = None,
) -> None:
    """Log one answered request that ``began`` then, by ``time.perf_counter``."""
    if not log.isEnabledFor(logging.INFO):
        return
    facts = {
        "method": method,
        "path": cut(path),
        "status": status,
        "ms": round((time.perf_counter() - began) * 1000, 1),
        "request": number,
    }
    line = "{method} {path} {status} {ms} ms {request}".format(**facts)
    if refused is not None:
        facts["code"] = refused
        line += f" {refused}"
    # log.info would walk the stack, to say in which line of this file it stands.
    record = log.makeRecord(log.name, logging.INFO, "", 0, line, (), None)
    record.facts = facts
    log.handle(record)
