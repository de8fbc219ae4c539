"""The HTTP API under ``/api/v1``."""

from contextlib import ExitStack

from flask import Flask, g, request

from web.api import (
    about,
    archive,
    books,
    documents,
    games,
    hands,
    history,
    keys,
    metrics,
    rulings,
)
from web.api.spec import make_api
from web.server import server

__all__ = ["register"]

OF_A_BOOK = (books.blp, keys.blp, games.blp, hands.blp, archive.blp)


def register(app: Flask) -> None:
    """Add every route of the API to ``app``, and the pages that explain it."""
    api = make_api(app)
    for blp in (*OF_A_BOOK, history.blp, rulings.blp, about.blp, metrics.blp):
        api.register_blueprint(blp)
    metrics.register(app)
    app.register_blueprint(documents.blp)
    app.extensions["upcard_api"] = api


def _open_snapshot() -> None:
    """Let a GET read everything from one moment: its tag and its body agree."""
    if request.method in ("GET", "HEAD"):
        g.snapshot = ExitStack()
        g.snapshot.enter_context(server().store.reading())


def _close_snapshot(_error: BaseException | None) -> None:
    if "snapshot" in g:
        g.pop("snapshot").close()


for _blp in OF_A_BOOK:
    _blp.before_request(_open_snapshot)
    _blp.teardown_request(_close_snapshot)
