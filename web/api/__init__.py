"""The HTTP API under ``/api/v1``."""

from flask import Flask

from web.api import about, books, documents, games, hands, keys, metrics, rulings
from web.api.spec import make_api

__all__ = ["register"]


def register(app: Flask) -> None:
    """Add every route of the API to ``app``, and the pages that explain it."""
    api = make_api(app)
    for part in (books, keys, games, hands, rulings, about):
        api.register_blueprint(part.blp)
    app.register_blueprint(metrics.blp)
    app.register_blueprint(documents.blp)
    app.extensions["upcard_api"] = api
