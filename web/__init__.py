"""The doors: HTTP API, pages and the ``upcard`` command."""

from flask import Flask, Response, request

from events.starting import check_newest
from events.store import Store
from web import api, errors, logs, pages, watching
from web.config import BadSetting, Settings
from web.jsonloader import LARGEST
from web.limits import Limits
from web.quick import Quick
from web.server import Server, build_id

__all__ = ["BadSetting", "Settings", "create_app"]


def create_app(settings: Settings | None = None) -> Flask:
    """Make the application; it opens the record at ``settings.db`` once.

    The store is ``app.extensions["upcard"].store``; whoever makes the application
    closes it. Raises ``StoreError`` for a file that cannot be used, or whose newest
    games were changed by something else; ``watching`` checks the older ones.
    """
    chosen = settings or Settings.from_env()
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.extensions["upcard"] = Server(
        settings=chosen,
        store=_checked(Store(chosen.db), app),
        limits=Limits(on=chosen.rate_limit),
        build=build_id(),
    )
    logs.register(app, chosen.log)
    errors.register(app)
    api.register(app)
    pages.register(app)
    app.after_request(_guard)
    app.wsgi_app = Quick(app)  # type: ignore[method-assign]
    return app


def _checked(store: Store, app: Flask) -> Store:
    """Check the newest chains before anything is served; note whether that was all."""
    try:
        watching.register(app, whole=check_newest(store))
    except BaseException:
        store.close()
        raise
    return store


def _guard(response: Response) -> Response:
    """Add what keeps browsers from guessing, framing and telling."""
    headers = response.headers
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    if request.path.startswith("/api/"):
        headers.setdefault("Content-Security-Policy", "default-src 'none'")
        headers.setdefault("Vary", "Authorization, Cookie")
    return response
