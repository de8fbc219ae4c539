"""Links: opening one on a phone, keeping the referee's, sharing and revoking."""

from typing import Any

import segno
from flask import Response, request

from events import registry
from events.chance import new_id, new_secret
from events.registry import Book, Key
from web import clock
from web.auth import (
    current_key,
    from_our_origin,
    game_caller,
    key_of,
    set_cookie,
    stronger,
)
from web.errors import Problem, docs_base, forbidden
from web.pages.door import given, go, page, pages, secret, untold
from web.pages.entries import when
from web.pages.facts import Shown, shown
from web.pages.home import KEEP, KEEP_BETWEEN
from web.pages.write import once
from web.schemas.base import load
from web.schemas.bodies import NEW_KEY
from web.server import server
from web.strings import say


def link_of(key: str) -> str:
    """Return the link that opens a key on another phone."""
    return f"{docs_base()}/k/{key}"


def qr_of(link: str) -> str:
    """Return a link as a QR picture in a data address; the mask is fixed for speed."""
    code = segno.make(link, micro=False, mask=3)
    return str(code.svg_data_uri(scale=4, border=3, dark="#000", light="#fff"))


def _who(key: Key, book: Book) -> str:
    if key.role == "player" and key.player:
        return book.name_of(key.player)
    return say(f"role.{key.role}")


def _book(book: str) -> Book:
    found = registry.find_book(server().store, book)
    assert found is not None, "a key opens a book that exists"
    return found


@pages.get("/k/<text>")
def open_key(text: str) -> Response:
    """Say what a link opens; changes nothing."""
    key = key_of(text)
    return _lost() if key is None else _opening(key)


@pages.post("/k/<text>")
def use_key(text: str) -> Response:
    """Let this browser hold the key; a stronger one is replaced only when asked."""
    _same_site()
    key = key_of(text)
    if key is None:
        return _lost()
    weaker = stronger(current_key(key.book), key)
    if weaker and given().get("replace") != "yes":
        return _opening(key, status=409)
    games = registry.games_of(server().store, key.book, limit=1).games
    response = go(f"/g/{games[0].game.uid}" if games else "/")
    set_cookie(response, key.book, text)
    return untold(response)


def _same_site() -> None:
    """Refuse a post that another site sent.

    The page is ``no-referrer``, so that browsers send ``Origin: null`` with its form;
    that is let through: who posts here knows the key.
    """
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if site not in ("same-origin", "none") or not from_our_origin():
        raise forbidden("cross_site", "this link must be opened from its own page")


def _opening(key: Key, *, status: int = 200) -> Response:
    book, held = _book(key.book), current_key(key.book)
    return untold(
        page(
            "key.html",
            status=status,
            book=book.name,
            who=_who(key, book),
            weaker=stronger(held, key),
            held=_who(held, book) if held else "",
        )
    )


def _lost() -> Response:
    return untold(
        page("error.html", status=404, heading=say("key.lost"), why=say("key.lost_why"))
    )


@pages.get("/g/<uid>/keep")
def keep(uid: str) -> Response:
    """Show the referee's link, once, after its book was opened on this phone.

    Beside it the other player's, where the phone is one player's.
    """
    caller = game_caller(uid)
    book = _book(caller.key.book)
    shown_now = [
        {"who": _who(key, book), "link": link_of(text), "qr": qr_of(link_of(text))}
        for text in request.cookies.get(KEEP, "").split(KEEP_BETWEEN)[:2]
        if text and (key := key_of(text)) is not None and key.book == book.id
    ]
    holder = _who(caller.key, book) if caller.key.player else None
    return secret(page("keep.html", game=uid, links=shown_now, holder=holder))


@pages.post("/g/<uid>/keep")
def kept(uid: str) -> Response:
    """Forget the referee's link on this phone, and go to the game."""
    game_caller(uid)
    response = go(f"/g/{uid}")
    response.delete_cookie(KEEP, path=f"/g/{uid}/keep", httponly=True, samesite="Lax")
    return response


@pages.get("/g/<uid>/share")
def share(uid: str) -> Response:
    """Show the links in use, and the form of a new one."""
    return _share(shown(game_caller(uid)), {}, {})


def _share(
    it: Shown, form: dict[str, str], errors: dict[str, str], **facts: Any
) -> Response:
    choices = _choices(it)
    form = {"role": choices[0][0] if choices else ""} | form
    return page(
        "share.html",
        status=facts.pop("status", 200),
        game=it.caller.game.uid,
        title=say("game.title", a=it.names["A"], b=it.names["B"]),
        choices=choices,
        all=it.caller.key.role == "referee",
        links=_links(it),
        form=form,
        errors=errors,
        **facts,
    )


def _choices(it: Shown) -> list[tuple[str, str]]:
    """Return the kinds of link that the caller may make."""
    key = it.caller.key
    found = [
        (player.id, say("share.play", name=player.name))
        for player in it.book.players
        if key.role == "referee" or player.id == key.player
    ]
    if key.role == "referee":
        found.append(("referee", say("share.score")))
    if key.role != "watch":
        found.append(("watch", say("share.watch")))
    return found


def _within(key: Key, other: Key) -> bool:
    """Whether a key may list and revoke another."""
    if key.role == "watch":
        return False
    same = other.role == "player" and other.player == key.player
    return key.role == "referee" or other.role == "watch" or same


def _links(it: Shown) -> list[dict[str, Any]]:
    mine = it.caller.key
    keys = registry.keys_of(server().store, it.book.id)
    last = sum(key.role == "referee" for key in keys) == 1
    return [
        {
            "id": key.id,
            "what": say("share.link", number=number, who=_who(key, it.book)),
            "since": when(key.created),
            "label": key.label,
            "this": key.id == mine.id,
            "used": key.last_used and key.last_used[:10],
            "revocable": key.id != mine.id and not (key.role == "referee" and last),
        }
        for number, key in enumerate((key for key in keys if _within(mine, key)), 1)
    ]


@pages.post("/g/<uid>/share")
def make_link(uid: str) -> Response:
    """Make a link and show it once, as text and as a QR."""
    caller = game_caller(uid)
    it, form = shown(caller), given()
    if form.get("role") not in dict(_choices(it)):
        return _share(it, form, {"role": say("field.choose")}, status=422)
    try:
        made = registry.make_key(
            server().store,
            it.book.id,
            **_wanted(form),
            at=clock.now(),
            ids=new_id,
            secrets=new_secret,
            request=once(f"book:{it.book.id}", caller.key, form),
        )
    except Problem as problem:
        return _share(it, form, _beside(problem), status=problem.status)
    if made.secret is None:
        return go(f"{it.url}/share")
    link, role = link_of(made.secret), {"role": form["role"]}
    return secret(_share(it, role, {}, link=link, qr=qr_of(link), made=made.key.id))


def _wanted(form: dict[str, str]) -> dict[str, Any]:
    role = form["role"]
    body = {"role": role if role in ("referee", "watch") else "player"}
    if body["role"] == "player":
        body["player"] = role
    if form.get("label"):
        body["label"] = form["label"]
    found: dict[str, Any] = load(NEW_KEY, body)
    return found


def _beside(problem: Problem) -> dict[str, str]:
    return {each["field"]: each["detail"] for each in problem.more.get("errors", ())}


@pages.post("/g/<uid>/share/revoke")
def revoke(uid: str) -> Response:
    """Revoke a link for ever."""
    it = shown(game_caller(uid))
    wanted = given().get("link", "")
    if any(each["id"] == wanted and each["revocable"] for each in _links(it)):
        registry.revoke_key(server().store, it.book.id, wanted, at=clock.now())
    return go(f"{it.url}/share")


__all__ = ["link_of", "qr_of"]
