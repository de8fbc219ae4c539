"""Pages that a browser has already: 304 for who asks again."""

from collections.abc import Callable

from flask import Response, request

from web.api.answers import text_tag
from web.auth import GameCaller
from web.pages.door import secured
from web.pages.look import look


def page_tag(caller: GameCaller) -> str:
    """Return the tag of a game's page.

    It is made of version, eyes, build, names, key, look, and whether it is put away.
    """
    away = "-away" if caller.game.archived else ""
    return f"{text_tag(caller)}-{caller.key.id}-{look().replace(' ', '.')}{away}"


def unless_known(
    caller: GameCaller, make: Callable[[GameCaller], Response]
) -> Response:
    """Answer 304 where the browser has the page as it is now, else with what is made.

    A page with a query has been filled in, and is always made.
    """
    if request.args:
        return make(caller)
    tag = page_tag(caller)
    if request.if_none_match.contains_weak(tag):
        response = secured(Response(status=304))
    else:
        response = make(caller)
    response.set_etag(tag, weak=True)
    return response
