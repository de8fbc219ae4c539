"""Counters for a monitoring system, in the text form that Prometheus reads."""

import hmac
import ipaddress
import threading
from collections import Counter

from flask import Flask, Response, current_app, request
from flask_smorest import Blueprint

from web.api.spec import BASE
from web.errors import Problem, not_found
from web.server import server

blp = Blueprint("metrics", __name__, url_prefix=BASE, description="Counters")


class Metrics:
    """How many requests were answered, by method and status."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answered: Counter[tuple[str, int]] = Counter()

    def count(self, method: str, status: int) -> None:
        """Count one answer."""
        with self._lock:
            self._answered[method, status] += 1

    def text(self) -> str:
        """Return the counters, one a line."""
        with self._lock:
            rows = sorted(self._answered.items())
        lines = [
            "# HELP upcard_requests_total Requests answered.",
            "# TYPE upcard_requests_total counter",
        ]
        lines += [
            f'upcard_requests_total{{method="{method}",status="{status}"}} {count}'
            for (method, status), count in rows
        ]
        return "\n".join(lines) + "\n"


def register(app: Flask) -> None:
    """Count what ``app`` answers; the counters are at ``/metrics`` too."""
    metrics = app.extensions["upcard_metrics"] = Metrics()
    app.add_url_rule("/metrics", view_func=get_metrics)

    def count(response: Response) -> Response:
        known = request.method in ("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS")
        metrics.count(request.method if known else "other", response.status_code)
        return response

    app.after_request(count)


@blp.route("/metrics")
@blp.response(200, {"type": "string"}, content_type="text/plain")
@blp.doc(security=[{}])
def get_metrics() -> Response:
    """Show the counters to this machine, or to who has the token."""
    _check_caller()
    metrics: Metrics = current_app.extensions["upcard_metrics"]
    return Response(metrics.text(), mimetype="text/plain; version=0.0.4")


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
