"""Games: started, listed, shown, played on."""

import secrets
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from events import chance, registry
from events.errors import VersionConflict
from events.handler import Outcome, handle, start_game
from events.projections import events_for, version_of
from events.registry import Answered, Key, ListedGame
from referee.decide import check_readable, check_speakers
from referee.plays import Play
from referee.rules import PLAYERS
from web import clock
from web.api.answers import (
    Body,
    answer,
    book_of,
    game_at,
    game_now,
    game_tag,
    recorded_text,
    unless_known,
    view_tag,
)
from web.api.books import not_watch, stored_book
from web.api.doors import (
    Seen,
    need_version,
    query_number,
    repeatable,
    seen_version,
)
from web.api.filters import PARAMETERS, game_filter
from web.api.spec import BASE, IF_MATCH, REPEAT, asks, takes
from web.auth import GameCaller, book_key, game_caller, playing_caller
from web.errors import Problem, not_found, problem_of, raise_failed
from web.jsonloader import read_json
from web.schemas.base import load
from web.schemas.batches import load_plays
from web.schemas.bodies import NEW_GAME
from web.server import server

blp = Blueprint("games", __name__, url_prefix=BASE, description="Games and plays")

PAGE = 50
MOST_EVENTS = 1000


@blp.route("/books/<book>/games")
@blp.response(200, "Games")
@blp.doc(parameters=PARAMETERS)
def list_games(book: str) -> Response:
    """List a book's games, newest first; ``next`` is the ``after`` of the next page.

    Filters leave out the others: ``status``, ``player`` and ``winner`` (ids),
    ``preset``, ``since`` and ``until`` (days, both included), ``archived``.
    """
    book_key(book)
    limit = min(max(query_number("limit", PAGE), 1), 100)
    page = registry.games_of(
        server().store,
        book,
        after=request.args.get("after"),
        limit=limit,
        only=game_filter(),
    )
    names = {player.id: player.name for player in stored_book(book).players}
    games = [_listed(each, names) for each in page.games]
    return answer({"games": games, "next": page.next})


@blp.route("/books/<book>/games", methods=["POST"])
@blp.response(201, "Game")
@blp.doc(**takes("NewGame", REPEAT))
def post_game(book: str) -> Response:
    """Start a game. An unknown name joins the book."""
    key = not_watch(book_key(book))
    body = read_json(request)
    asked = repeatable(f"book:{book}", key, body)
    if asked is not None:
        registry.find_answer(server().store, asked)
    made = started(book, key, load(NEW_GAME, body), asked)
    caller = game_caller(made.uid)
    return answer(
        game_at(caller, 1),
        status=201,
        tag=game_tag(caller, 1),
        location=f"{BASE}/games/{made.uid}",
    )


def started(
    book: str, key: Key, given: Body, asked: registry.Request | None
) -> Outcome:
    """Start the game that a loaded ``NEW_GAME`` describes."""
    rules, preset = given["rules"]
    given.setdefault("first_dealer", secrets.choice(PLAYERS))
    return start_game(
        server().store,
        book,
        rules=rules,
        preset=preset,
        players=given["players"],
        first_dealer=given["first_dealer"],
        starter=key.player,
        at=clock.now(),
        ids=chance.new_id,
        salts=chance.new_salt,
        request=asked,
    )


@blp.route("/games/<game>")
@blp.response(200, "Game")
@blp.doc(parameters=asks("at"))
def get_game(game: str) -> Response:
    """Show a game as it stands, or as it stood after event ``at``."""
    caller = game_caller(game)
    if "at" in request.args:
        return answer(game_at(caller, query_number("at", 0)))
    tag = game_tag(caller, version_of(server().store, game))
    return unless_known(tag, lambda: game_now(caller))


@blp.route("/games/<game>/events")
@blp.response(200, "Events")
@blp.doc(parameters=asks("after"))
def get_events(game: str) -> Response:
    """Show events after one seq, as the caller may see them."""
    caller = game_caller(game)
    after = query_number("after", 0)
    limit = min(max(query_number("limit", 500), 1), MOST_EVENTS)
    return unless_known(view_tag(caller), lambda: _stretch(caller, after, limit))


@blp.route("/games/<game>/plays", methods=["POST"])
@blp.response(201, "Recorded")
@blp.doc(**takes("PlayOrPlays", IF_MATCH, REPEAT))
def post_plays(game: str) -> Response:
    """Record one play, or several: all or none."""
    raise_failed()
    caller = playing_caller(game)
    body = read_json(request)
    seen = seen_version()
    asked = repeatable(f"game:{game}", caller.key, body)
    before = asked and registry.find_answer(server().store, asked)
    made = before or recorded(caller, body, seen, asked)
    return answer(
        recorded_answer(caller, made),
        status=201,
        tag=game_tag(caller, made.last or 0),
    )


def recorded(
    caller: GameCaller, body: Any, seen: Seen, asked: registry.Request | None
) -> Outcome:
    """Read plays and hand them to the record; 412 comes with the game as it is."""
    expected = need_version(seen)
    plays = load_plays(body)
    check_readable(plays)
    check_speakers(plays, caller.eyes)
    return record(caller, plays, expected, asked)


def record(
    caller: GameCaller,
    plays: list[Play],
    expected: int | None,
    asked: registry.Request | None,
) -> Outcome:
    """Hand plays to the record.

    Raises ``Problem`` 412 with ``version`` and the current ``game``, and whatever
    ``handle`` refuses.
    """
    try:
        return handle(
            server().store,
            caller.game.uid,
            plays,
            asker=caller.eyes,
            expected=expected,
            at=clock.now(),
            salts=chance.new_salt,
            request=asked,
        )
    except VersionConflict as conflict:
        raise stale(caller, conflict) from None


def stale(caller: GameCaller, conflict: VersionConflict) -> Problem:
    """Return the 412 with the game as it is now."""
    problem = problem_of(conflict)
    game = game_now(caller)
    problem.more = {"version": game["version"], "game": game}
    return problem


def recorded_answer(caller: GameCaller, made: Outcome | Answered) -> Body | str:
    """Return what a request recorded, as the caller may see it, now or again."""
    if isinstance(made, Outcome) and made.after is not None:
        return recorded_text(caller, book_of(caller), made)
    if made.first is None or made.last is None:
        raise not_found("event of that request")
    found = events_for(
        server().store,
        caller.game.uid,
        caller.eyes,
        after=made.first - 1,
        limit=made.last - made.first + 1,
    )
    game = game_now(caller) if found.version == made.last else {}
    if game.get("version") != made.last:
        game = game_at(caller, made.last)
    return {"version": made.last, "events": list(found.events), "game": game}


def _stretch(caller: GameCaller, after: int, limit: int) -> Body:
    found = events_for(
        server().store, caller.game.uid, caller.eyes, after=after, limit=limit
    )
    return {
        "events": list(found.events),
        "version": found.version,
        "next": found.next,
    }


def _listed(each: ListedGame, names: dict[str, str]) -> Body:
    game = each.game
    return {
        "id": game.uid,
        "book": game.book,
        "players": {
            seat: {"id": player, "name": names[player]}
            for seat, player in game.players.items()
        },
        "preset": each.preset,
        "target": each.target,
        "version": each.version,
        "status": each.status,
        "winner": each.winner,
        "hands": each.hands,
        "score": {seat: dict(score) for seat, score in each.score.items()},
        "created": game.created,
        "changed": each.changed,
        "imported": game.imported,
        "archived": game.archived is not None,
    }
