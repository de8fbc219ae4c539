"""How the API answers: JSON, tags, 304, and names added to games at the door."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from flask import Response, jsonify, request

from events import registry
from events.codec import canonical
from events.handler import Outcome
from events.projections import appended, state_at, state_of, version_of
from events.registry import Book, GameRow
from referee.rules import PLAYERS
from web.auth import GameCaller
from web.errors import not_found
from web.server import server

Body = dict[str, Any]


def answer(
    body: Mapping[str, Any] | str | None,
    *,
    status: int = 200,
    tag: str | None = None,
    location: str | None = None,
) -> Response:
    """Return ``body`` as JSON, private to its caller; ``None`` is an empty body.

    A string is JSON text already.
    """
    if isinstance(body, str):
        response = Response(f"{body}\n", mimetype="application/json")
    else:
        response = Response() if body is None else jsonify(body)
    response.status_code = status
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization, Cookie"
    if tag is not None:
        response.set_etag(tag)
    if location is not None:
        response.headers["Location"] = location
    return response


def secret_answer(body: Mapping[str, Any], location: str | None = None) -> Response:
    """Return a 201 that holds a key: to be kept by nobody on its way."""
    response = answer(body, status=201, location=location)
    response.headers["Cache-Control"] = "no-store"
    return response


def unless_known(tag: str, make: Callable[[], Mapping[str, Any]]) -> Response:
    """Answer 304 where the caller has what ``tag`` names, else with what is made."""
    if request.if_none_match.contains_weak(tag):
        return answer(None, status=304, tag=tag)
    return answer(make(), tag=tag)


def book_of(caller: GameCaller) -> Book:
    """Return the book of the caller's game."""
    book = registry.find_book(server().store, caller.game.book)
    if book is None:
        raise not_found("book")
    return book


def game_tag(caller: GameCaller, version: int) -> str:
    """Return the tag of a game: its version, and how often its players' names changed.

    A writer sends it back in ``If-Match``, where only the version counts.
    """
    return version_tag(caller.game, book_of(caller), version)


def version_tag(game: GameRow, book: Book, version: int) -> str:
    """Return the tag of a game; see ``game_tag``."""
    renamed = _renamed(game, book)
    return f"{version}.{renamed}" if renamed else str(version)


def _renamed(game: GameRow, book: Book) -> int:
    seats = set(game.players.values())
    return sum(p.renamed for p in book.players if p.id in seats)


def view_tag(caller: GameCaller) -> str:
    """Return the tag of anything else about a game: version, eyes and build."""
    version = version_of(server().store, caller.game.uid)
    return f"{version}-{caller.eyes}-{server().build}"


def text_tag(caller: GameCaller) -> str:
    """Return the tag of a text that names the players."""
    return f"{view_tag(caller)}-{_renamed(caller.game, book_of(caller))}"


def named(caller: GameCaller, game: Body) -> Body:
    """Return a ``game`` with its players' names; the record holds ids only."""
    book = book_of(caller)
    players = {
        seat: {**player, "name": book.name_of(player["id"])}
        for seat, player in game["players"].items()
    }
    return {**game, "players": players}


def recorded_text(caller: GameCaller, book: Book, made: Outcome) -> str:
    """Return what was appended just now and the game after it, as JSON text.

    ``made`` is not a repeat.
    """
    assert made.after is not None
    events, game = appended(made.after, made.rows, caller.eyes)
    seats = made.after.game.players
    bare, named = _seats(
        *((seats[seat], book.name_of(seats[seat])) for seat in PLAYERS)
    )
    # Text with bare quotes stands where it belongs, and in no string before it.
    game = game.replace(bare, named, 1)
    return f'{{"version":{made.last},"events":{events},"game":{game}}}'


@lru_cache(maxsize=256)
def _seats(a: tuple[str, str], b: tuple[str, str]) -> tuple[str, str]:
    """Return the member ``players`` of a game as text, without names and with them.

    ``a`` and ``b`` are the id and the name of who sits there.
    """
    ids = {"A": {"id": a[0]}, "B": {"id": b[0]}}
    told = {"A": {**ids["A"], "name": a[1]}, "B": {**ids["B"], "name": b[1]}}
    return canonical({"players": ids})[1:-1], canonical({"players": told})[1:-1]


def game_now(caller: GameCaller) -> Body:
    """Return the game as it stands, as this caller may see it."""
    return named(caller, state_of(server().store, caller.game.uid, caller.eyes))


def game_at(caller: GameCaller, seq: int) -> Body:
    """Return the game as it stood after event ``seq``; raises 404 beyond the end."""
    game = state_at(server().store, caller.game.uid, seq, caller.eyes)
    if game is None:
        raise not_found("version of this game")
    return named(caller, game)
