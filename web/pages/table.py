"""The table display: the score for a screen that all can see, and a QR to watch."""

from flask import Response, request

from events import registry
from events.chance import new_id, new_secret
from web import clock
from web.auth import GameCaller, cookie_secret, game_caller, key_of
from web.errors import docs_base, forbidden
from web.pages.door import given, go, page, pages, secret
from web.pages.facts import shown
from web.pages.share import link_of, qr_of
from web.pages.write import once
from web.server import server
from web.strings import say

COOKIE = "table_"
DAYS = 400


def table_display(caller: GameCaller) -> Response:
    """Show both totals large, whose deal it is, and the QR of a link that watches."""
    link = _link(caller)
    response = page(
        "table.html",
        it=shown(caller),
        link=link,
        qr=qr_of(link) if link else None,
        may_make=caller.key.role != "watch",
    )
    return secret(response) if link else response


def _link(caller: GameCaller) -> str | None:
    """Return the link to watch that this screen has: its own, or one made for it."""
    text = request.cookies.get(COOKIE + caller.key.book)
    if caller.key.role == "watch" and "Authorization" not in request.headers:
        text = cookie_secret(caller.key.book)
    if not text:
        return None
    key = key_of(text)
    if key is None or key.book != caller.key.book or key.role != "watch":
        return None
    return link_of(text)


@pages.post("/g/<uid>/table")
def make_table_link(uid: str) -> Response:
    """Make the link that the table display's QR opens: it only watches."""
    caller, form = game_caller(uid), given()
    if caller.key.role == "watch":
        raise forbidden("watch_only", "a watch key makes no links")
    made = registry.make_key(
        server().store,
        caller.key.book,
        role="watch",
        label=say("table.label"),
        at=clock.now(),
        ids=new_id,
        secrets=new_secret,
        request=once(f"book:{caller.key.book}", caller.key, form),
    )
    response = go(f"/g/{uid}?view=table")
    if made.secret is not None:
        response.set_cookie(
            COOKIE + caller.key.book,
            made.secret,
            max_age=DAYS * 86400,
            path="/g/",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure or docs_base().startswith("https:"),
        )
    return response
