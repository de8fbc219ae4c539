"""Presets and health: no key needed."""

from flask import Response
from flask_smorest import Blueprint

from referee.presets import presets_data
from web.api.answers import answer, unless_known
from web.api.spec import BASE
from web.health import readiness
from web.server import server

blp = Blueprint("about", __name__, url_prefix=BASE, description="Presets and health")


@blp.route("/presets")
@blp.response(200, "Presets")
@blp.doc(security=[{}])
def get_presets() -> Response:
    """List the presets; each value that its source does not print is marked."""
    return unless_known(server().build, lambda: {"presets": presets_data()})


@blp.route("/health/live")
@blp.response(200, "Live")
@blp.doc(security=[{}])
def get_live() -> Response:
    """Say that the process answers."""
    return answer({"status": "live"})


@blp.route("/health/ready")
@blp.response(200, "Ready")
@blp.doc(security=[{}])
def get_ready() -> Response:
    """Say whether the record can be read and written, and by which SQLite."""
    found = readiness()
    return answer(found, status=200 if found["status"] == "ready" else 503)
