"""The doors: HTTP API, pages and the ``upcard`` command."""

from flask import Flask

from web.config import BadSetting, Settings

__all__ = ["BadSetting", "Settings", "create_app"]


def create_app(settings: Settings | None = None) -> Flask:
    """Make the application; it opens the record at ``settings.db`` once.

    The store is ``app.extensions["upcard"].store``. Raises what the store raises
    where the file cannot be used.
    """
    app = Flask(__name__)
    app.extensions["upcard"] = settings or Settings.from_env()
    return app
