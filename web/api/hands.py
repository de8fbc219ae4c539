"""The sheet, and one hand: step by step, why it was scored so, as text."""

from flask import Response, request
from flask_smorest import Blueprint

from events.projections import hand_of, sheet_of
from events.replayed import standing
from referee.game import Game, Hand
from referee.notation import write_hands
from referee.rules import Player
from referee.ruling import ruling_data
from web.api.answers import (
    Body,
    answer,
    book_of,
    text_tag,
    unless_known,
    view_tag,
)
from web.api.spec import BASE
from web.api.written import ruling_of, written
from web.auth import GameCaller, game_caller
from web.errors import not_found
from web.server import server

blp = Blueprint(
    "hands", __name__, url_prefix=BASE, description="The sheet and its hands"
)

FORMS = ["text/plain", "application/json"]
HAND = "/games/<game>/hands/<int(max=1000000):number>"


@blp.route("/games/<game>/sheet")
@blp.response(200, "Sheet")
def get_sheet(game: str) -> Response:
    """Show the score sheet."""
    caller = game_caller(game)
    return unless_known(view_tag(caller), lambda: sheet_of(server().store, game))


@blp.route(HAND)
@blp.response(200, "HandSteps")
def get_hand(game: str, number: int) -> Response:
    """Show one hand step by step, and what is known after each step."""
    caller = game_caller(game)
    return unless_known(view_tag(caller), lambda: hand_body(caller, number))


def hand_body(caller: GameCaller, number: int) -> Body:
    """Return a hand as the caller may see it; raises 404."""
    hand = hand_of(server().store, caller.game.uid, number, caller.eyes)
    if hand is None:
        raise not_found("hand")
    return hand


@blp.route(f"{HAND}/notation")
@blp.response(200, {"type": "string"}, content_type="text/plain")
def get_notation(game: str, number: int) -> Response:
    """Write one hand as text; as JSON, ``{text}``, where ``Accept`` asks for it."""
    caller = game_caller(game)
    text = notation(caller, number)
    if request.accept_mimetypes.best_match(FORMS) == "application/json":
        return answer({"text": text}, tag=text_tag(caller))
    response = answer(None, tag=text_tag(caller))
    response.mimetype = "text/plain"
    response.set_data(text)
    return response


def notation(caller: GameCaller, number: int) -> str:
    """Return a hand as text, as the caller may see it; raises 404."""
    game, hand = begun(caller, number)
    names = names_of(caller)
    date = hand_body(caller, number)["steps"][0]["events"][0]["at"][:10]
    return write_hands([written(game, hand, caller.eyes, names=names, date=date)])


@blp.route(f"{HAND}/ruling")
@blp.response(200, "Ruling")
def get_ruling(game: str, number: int) -> Response:
    """Say why a hand was scored so, or is void; 404 while it has no result."""
    caller = game_caller(game)
    return unless_known(text_tag(caller), lambda: ruling_body(caller, number))


def ruling_body(caller: GameCaller, number: int) -> Body:
    """Return the ruling of a hand that has ended; raises 404."""
    game, hand = begun(caller, number)
    ruling = ruling_of(game, hand, caller.eyes, names_of(caller))
    if ruling is None:
        raise not_found("ruling: the hand has no result yet")
    return ruling_data(ruling)


def names_of(caller: GameCaller) -> dict[Player, str]:
    """Return the names of both seats."""
    book = book_of(caller)
    return {seat: book.name_of(player) for seat, player in caller.game.players.items()}


def begun(caller: GameCaller, number: int) -> tuple[Game, Hand]:
    """Return the game and one of its hands that have begun; raises 404."""
    with server().store.reading() as conn:
        game = standing(server().store, conn, caller.game.uid).game
    for hand in game.begun:
        if hand.number == number:
            return game, hand
    raise not_found("hand")
