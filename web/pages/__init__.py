"""The pages: plain HTML that works on a phone without script.

They call the same functions of ``events`` as the API does, and nothing of a hand is
judged in a template.
"""

from flask import Flask

from web.errors import set_page_maker
from web.pages import (
    amend,
    assets,
    game,
    home,
    irregular,
    look,
    past,
    rulebook,
    rules_again,
    rulings,
    scripts,
    share,
    statistics,
    track,
)
from web.pages.door import error_page, furnish, pages
from web.pages.packed import packed

__all__ = [
    "amend",
    "assets",
    "game",
    "home",
    "irregular",
    "look",
    "pages",
    "past",
    "register",
    "rulebook",
    "rules_again",
    "rulings",
    "scripts",
    "share",
    "statistics",
    "track",
]


def register(app: Flask) -> None:
    """Add the pages to an application; errors outside of ``/api/`` become pages."""
    app.register_blueprint(pages)
    furnish(app)
    set_page_maker(app, error_page)
    app.after_request(packed)
