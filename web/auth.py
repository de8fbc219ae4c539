"""Who is asking: keys by header or cookie, and what each may do.

A key opens one book. ``Authorization: Bearer KEY`` comes before the cookie; a wrong
``Authorization`` is never made good by a cookie.

Promised, in this order: without a good key 401, whether what is asked for exists or
not; with a key of another book 404; with a key too weak 403.
"""

from collections.abc import Set
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

from flask import Response, g, request

from events import registry
from events.projections import Eyes
from events.registry import GameRow, Key, Role
from referee.rules import PLAYERS, Player
from web import clock
from web.errors import Problem, docs_base, forbidden, not_found
from web.server import server

__all__ = [
    "GameCaller",
    "Key",
    "Role",
    "book_key",
    "caller_of",
    "check_same_origin",
    "cookie_secret",
    "current_key",
    "from_our_origin",
    "game_caller",
    "is_https",
    "is_same_origin",
    "key_of",
    "playing_caller",
    "renew_cookie",
    "set_cookie",
    "stronger",
]

COOKIE = "upcard_"
COOKIE_DAYS = 400
LONGEST_SECRET = 200
_STRENGTH: dict[Role, int] = {"watch": 1, "player": 2, "referee": 3}
_SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class GameCaller:
    """Who asks about one game. ``seat`` is the key's own, if its player has one."""

    key: Key
    game: GameRow
    seat: Player | None

    @property
    def eyes(self) -> Eyes:
        """What this caller may see."""
        if self.key.role == "referee":
            return "referee"
        return self.seat or "watch"

    @property
    def may_play(self) -> bool:
        """Whether this caller may record plays."""
        return self.eyes != "watch"


def current_key(book: str) -> Key | None:
    """Return the key presented for ``book`` (public id), or None.

    The Bearer key where there is one, else this book's cookie. None too for a good
    key of another book. A wrong Bearer key is counted against the caller's address.
    """
    if "Authorization" in request.headers:
        key = _bearer()
    else:
        key = _quiet(cookie_secret(book))
    if key is None or key.book != book:
        return None
    _note(key)
    return key


def key_of(secret: str) -> Key | None:
    """Find a key by its text (of ``/k/KEY``), or None; a wrong one is counted.

    Raises ``Problem`` 429 after too many wrong ones; a good key is never held up by
    the wrong ones of a neighbour.
    """
    key = _quiet(secret)
    if key is None:
        limits = server().limits
        limits.count(limits.wrong_keys)
    return key


def book_key(book: str, *, what: str = "book") -> Key:
    """Return the key presented for ``book``; raises 401 or 404."""
    key = current_key(book)
    if key is None:
        raise not_found(what) if _any_key() else _unauthorized()
    _check_write(key)
    return key


def game_caller(uid: str) -> GameCaller:
    """Return who asks about game ``uid``; raises 401 or 404."""
    game = registry.find_game(server().store, uid)
    if game is None:
        raise not_found("game") if _any_key() else _unauthorized()
    return caller_of(game, book_key(game.book, what="game"))


def caller_of(game: GameRow, key: Key) -> GameCaller:
    """Return who asks with a key of the game's book."""
    return GameCaller(key, game, _seat(game, key))


def playing_caller(uid: str) -> GameCaller:
    """Return who records in game ``uid``; raises 401, 404, or 403 who may only look."""
    caller = game_caller(uid)
    if caller.key.role == "watch":
        raise forbidden("watch_only", "a watch key looks on; it records nothing")
    if not caller.may_play:
        raise forbidden("not_in_game", "this key's player has no seat in this game")
    return caller


def cookie_secret(book: str) -> str | None:
    """Return the key text in this book's cookie as it came, or None."""
    return request.cookies.get(COOKIE + book)


def set_cookie(response: Response, book: str, secret: str) -> None:
    """Set or renew a book's cookie: HttpOnly, Lax, 400 days, Secure under https."""
    response.set_cookie(
        COOKIE + book,
        secret,
        max_age=COOKIE_DAYS * 86400,
        secure=is_https(),
        httponly=True,
        samesite="Lax",
        path="/",
    )


def renew_cookie(response: Response, book: str) -> None:
    """Renew the book's cookie where the caller came with a good one."""
    secret = cookie_secret(book)
    key = _quiet(secret)
    if secret is not None and key is not None and key.book == book:
        set_cookie(response, book, secret)


def check_same_origin() -> None:
    """Refuse (403 ``cross_site``) a write that another site could have sent.

    Passes with ``Sec-Fetch-Site: same-origin``, or an ``Origin`` that is this host or
    ``UPCARD_BASE_URL``; a request with neither header is refused.
    """
    site, origin = (request.headers.get(n) for n in ("Sec-Fetch-Site", "Origin"))
    same = is_same_origin(site, origin, _ours())
    if not same:
        detail = "a write by cookie must come from this site's own pages"
        raise forbidden("cross_site", detail)


def is_same_origin(site: str | None, origin: str | None, ours: Set[str]) -> bool:
    """Whether a write comes from a page of ours; ``site`` is ``Sec-Fetch-Site``, and
    ``ours`` are our hosts, in lower case. See ``check_same_origin``.
    """
    host = _host(origin or "")
    if site in (None, "same-origin") and host and host in ours:
        return True
    # A page that tells no referrer sends its own forms with "Origin: null".
    return origin in (None, "null") and site == "same-origin"


def from_our_origin() -> bool:
    """Whether a request says that it comes from this site, or says nothing of it."""
    origin = request.headers.get("Origin", "null")
    return origin == "null" or (_host(origin) or None) in _ours()


def _ours() -> set[str]:
    return {_host(docs_base()), request.host.lower()}


def stronger(one: Key | None, two: Key | None) -> bool:
    """Whether ``one`` is a stronger key than ``two``: referee, player, watch, none."""
    return _rank(one) > _rank(two)


def _rank(key: Key | None) -> int:
    return 0 if key is None else _STRENGTH[key.role]


def _host(address: str) -> str:
    """Return the host of an address, in lower case; "" of what is none."""
    try:
        return urlsplit(address).netloc.lower()
    except ValueError:
        return ""


def is_https() -> bool:
    """Whether the browser came over HTTPS, to us or to a proxy before us."""
    return request.is_secure or docs_base().startswith("https:")


def _seat(game: GameRow, key: Key) -> Player | None:
    if key.role != "player":
        return None
    seats = (seat for seat in PLAYERS if game.players[seat] == key.player)
    return next(seats, None)


def _bearer() -> Key | None:
    """Return the key of the Authorization header, found once a request."""
    if "bearer" not in g:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        g.bearer = key_of(secret.strip() if scheme.lower() == "bearer" else "")
    return cast("Key | None", g.bearer)


def _quiet(secret: str | None) -> Key | None:
    if not secret or len(secret) > LONGEST_SECRET:
        return None
    return registry.find_key(server().store, secret)


def _any_key() -> bool:
    """Whether the caller holds any good key, of whatever book."""
    if "Authorization" in request.headers:
        return _bearer() is not None
    names = [name for name in request.cookies if name.startswith(COOKIE)]
    return any(_quiet(request.cookies[name]) is not None for name in names[:50])


def _check_write(key: Key) -> None:
    """Hold a write by cookie to its own site."""
    by_cookie = "Authorization" not in request.headers
    if by_cookie and request.method not in _SAFE:
        check_same_origin()
    g.key = key


def _note(key: Key) -> None:
    if "noted" not in g:
        g.noted = True
        registry.note_use(server().store, key, at=clock.now())


def _unauthorized() -> Problem:
    return Problem(
        401,
        "key_needed",
        "this needs a key: Authorization: Bearer KEY",
        headers={"WWW-Authenticate": 'Bearer realm="Upcard"'},
    )
