"""How the doors refuse: ``application/problem+json`` (RFC 9457) for everything.

Refusals of the referee and of the record are turned into problems here, and nowhere
else. Every ``code`` has its section in ``docs/errors.md``.
"""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, g, jsonify, request
from werkzeug.exceptions import HTTPException

from events.codec import Undecodable
from events.errors import NoSuchGame, RequestReused, StoreUnavailable, VersionConflict
from referee.errors import Refusal, Violation

log = logging.getLogger("upcard")

FAILED = "upcard.failed"
"""Where the environment of a request holds what went wrong before Flask was asked."""

PageMaker = Callable[["Problem"], Response]
"""Makes the page a person sees for a problem, outside of ``/api/``."""

_STORAGE = {"full": 507, "failing": 503, "readonly": 503, "busy": 503}
_HTTP = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "not_json_type",
}


class Problem(Exception):
    """A refusal at the door. ``more`` holds the members beside the usual ones."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.more = more

    @property
    def title(self) -> str:
        """The code in words; the same for every problem of that code."""
        return self.code.replace("_", " ").capitalize()

    def document(self) -> dict[str, Any]:
        """Return the problem document; needs a request, for the address of our docs."""
        return {
            "type": f"{docs_base()}/docs/errors#{self.code}",
            "code": self.code,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **self.more,
        }


def docs_base() -> str:
    """Return where our pages are: ``UPCARD_BASE_URL``, else as the request came."""
    base: str | None = current_app.extensions["upcard"].settings.base_url
    return base or request.host_url.rstrip("/")


def not_found(what: str) -> Problem:
    """Return the 404 for something that is not there, or not in the caller's book."""
    return Problem(404, "not_found", f"there is no such {what}")


def forbidden(code: str, detail: str) -> Problem:
    """Return the 403 for a key that is too weak."""
    return Problem(403, code, detail)


def raise_failed() -> None:
    """Raise what went wrong before Flask was asked, if anything did."""
    failed: Exception | None = request.environ.get(FAILED)
    if failed is not None:
        raise failed


def problem_of(error: Exception) -> Problem:
    """Turn whatever was raised into a problem; the unknown becomes a 500."""
    match error:
        case Problem():
            return error
        case Refusal():
            return _of_refusal(error)
        case VersionConflict():
            detail = f"{error}, not at the one named in If-Match"
            return Problem(412, "stale_version", detail, version=error.version)
        case RequestReused():
            detail = "this Idempotency-Key came before, with another path or body"
            return Problem(422, "key_reused", detail)
        case NoSuchGame():
            return not_found("game")
        case Undecodable():
            return Problem(503, "game_unreadable", f"{error}; nothing of it is lost")
        case StoreUnavailable():
            again = {"Retry-After": "5"}
            status = _STORAGE[error.kind]
            return Problem(status, f"storage_{error.kind}", str(error), headers=again)
        case HTTPException():
            return _of_http(error)
    log.error("unexpected error", exc_info=error)
    return Problem(500, "internal_error", "something went wrong here; it was logged")


def _of_refusal(error: Refusal) -> Problem:
    more: dict[str, Any] = {"violations": [_violation(v) for v in error.violations]}
    fields = [v for v in error.violations if v.field]
    if fields:
        more["errors"] = [
            {"field": _field(v), "code": v.code, "detail": v.detail} for v in fields
        ]
    if error.options:
        more["options"] = [
            {"option": o.option, "basis": o.basis} for o in error.options
        ]
    return Problem(error.status, error.code, error.detail, **more)


def _violation(violation: Violation) -> dict[str, Any]:
    return {
        "code": violation.code,
        "rule": violation.rule,
        "detail": violation.detail,
        "play": violation.play,
        "entries": list(violation.entries),
    }


def _field(violation: Violation) -> str:
    """Return the path of a field in the body: inside ``plays`` where it is a batch."""
    if g.get("batch"):
        return f"plays.{violation.play}.{violation.field}"
    return violation.field


def _of_http(error: HTTPException) -> Problem:
    status = error.code or 500
    code = _HTTP.get(status) or HTTPStatus(status).phrase.lower().replace(" ", "_")
    headers = {
        name: value
        for name, value in error.get_headers()
        if name not in ("Content-Type", "Content-Length")
    }
    detail = error.description or HTTPStatus(status).phrase
    return Problem(status, code, detail, headers=headers)


def answer_with(problem: Problem) -> Response:
    """Return a problem as the response of the API."""
    response = jsonify(problem.document())
    response.status_code = problem.status
    response.mimetype = "application/problem+json"
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    return response


def register(app: Flask) -> None:
    """Answer every error of ``app``: API paths with a problem, others with a page."""
    app.register_error_handler(HTTPException, _answer_http)
    app.register_error_handler(Exception, _answer)


def set_page_maker(app: Flask, make: PageMaker) -> None:
    """Let ``make`` answer for errors outside of ``/api/``."""
    app.extensions["upcard_error_page"] = make


def _answer_http(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error
    return _answer(error)


def _answer(error: Exception) -> Response:
    problem = problem_of(error)
    g.refused = problem.code
    make: PageMaker | None = current_app.extensions.get("upcard_error_page")
    if make is None or request.path.startswith(("/api/", "/metrics")):
        return answer_with(problem)
    return make(problem)
