"""Counters for a monitoring system, in the text form that Prometheus reads."""

import hmac
import ipaddress
import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from flask import Flask, Response, current_app, g, request
from flask_smorest import Blueprint

from events import driver
from referee.plays import PLAY_TYPES
from web.api.spec import BASE
from web.errors import Problem, not_found
from web.server import server

blp = Blueprint("metrics", __name__, url_prefix=BASE, description="Counters")


_METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS")
_RECORDED = (201, 303)
"""How the API and the pages answer a play that was recorded."""
_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)
"""Upper ends of the steps in which the time of an append is counted."""
_NAMES: dict[type, str] = {made: name for name, made in PLAY_TYPES.items()}


class Metrics:
    """What this process has done since it started; safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answered: Counter[tuple[str, int]] = Counter()
        self._plays: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._steps = [0] * (len(_SECONDS) + 1)
        self._seconds = 0.0

    def count(
        self, method: str, status: int, *, plays: Iterable[object], refused: str | None
    ) -> None:
        """Count one answer, the plays it recorded, and the code it refused with."""
        with self._lock:
            self._answered[method, status] += 1
            self._plays.update(_NAMES[type(play)] for play in plays)
            if refused is not None:
                self._refused[refused] += 1

    def appended(self, seconds: float) -> None:
        """Count one write made durable, and how long it took."""
        with self._lock:
            self._steps[bisect_left(_SECONDS, seconds)] += 1
            self._seconds += seconds

    def text(self, db: Path) -> str:
        """Return everything, one a line, with the size of the record now."""
        with self._lock:
            lines = [*self._counters(), *self._times()]
        lines += _table("gauge", "database_bytes", "Size of the record.", _sizes(db))
        about = {f'sqlite="{driver.version()}"': 1}
        lines += _table("gauge", "info", "What it runs on.", about)
        return "\n".join(lines) + "\n"

    def _counters(self) -> Iterator[str]:
        answered = {
            f'method="{method}",status="{status}"': count
            for (method, status), count in sorted(self._answered.items())
        }
        plays = {f'type="{name}"': n for name, n in sorted(self._plays.items())}
        codes = {f'code="{code}"': n for code, n in sorted(self._refused.items())}
        yield from _table("counter", "requests_total", "Requests answered.", answered)
        yield from _table("counter", "plays_total", "Plays recorded.", plays)
        yield from _table("counter", "refusals_total", "Refusals by code.", codes)

    def _times(self) -> Iterator[str]:
        name = "upcard_append_seconds"
        yield f"# HELP {name} Time of a write, until it was durable."
        yield f"# TYPE {name} histogram"
        total = 0
        for end, count in zip((*_SECONDS, "+Inf"), self._steps, strict=True):
            total += count
            yield f'{name}_bucket{{le="{end}"}} {total}'
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {total}"


def _table(kind: str, name: str, about: str, rows: Mapping[str, int]) -> list[str]:
    head = [f"# HELP upcard_{name} {about}", f"# TYPE upcard_{name} {kind}"]
    return head + [
        f"upcard_{name}{{{labels}}} {count}" for labels, count in rows.items()
    ]


def _sizes(db: Path) -> dict[str, int]:
    parts = {"main": db, "wal": Path(f"{db}-wal")}
    return {
        f'part="{name}"': path.stat().st_size if path.exists() else 0
        for name, path in parts.items()
    }


def register(app: Flask) -> None:
    """Count what ``app`` answers; the counters are at ``/metrics`` too."""
    metrics = app.extensions["upcard_metrics"] = Metrics()
    app.extensions["upcard"].store.timed = metrics.appended
    app.add_url_rule("/metrics", view_func=get_metrics)

    def count(response: Response) -> Response:
        status = response.status_code
        metrics.count(
            request.method if request.method in _METHODS else "other",
            status,
            plays=g.get("plays", ()) if status in _RECORDED else (),
            refused=g.get("refused"),
        )
        return response

    app.after_request(count)


@blp.route("/metrics")
@blp.response(200, {"type": "string"}, content_type="text/plain")
@blp.doc(security=[{}])
def get_metrics() -> Response:
    """Show the counters to this machine, or to who has the token."""
    _check_caller()
    metrics: Metrics = current_app.extensions["upcard_metrics"]
    text = metrics.text(server().settings.db)
    return Response(text, mimetype="text/plain; version=0.0.4")


def _check_caller() -> None:
    token = server().settings.metrics_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token is not None and hmac.compare_digest(given.encode(), token.encode()):
        return
    if _is_loopback(request.remote_addr or ""):
        return
    if "Authorization" in request.headers:
        raise Problem(401, "key_needed", "this is not the token for the metrics")
    raise not_found("page")


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
