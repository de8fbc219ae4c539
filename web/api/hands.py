"""The sheet, and one hand: step by step, why it was scored so, as text."""

from flask import Response
from flask_smorest import Blueprint

from events.projections import hand_of, sheet_of
from web.api.answers import Body, unless_known, view_tag
from web.api.spec import BASE
from web.auth import GameCaller, game_caller
from web.errors import not_found
from web.server import server

blp = Blueprint(
    "hands", __name__, url_prefix=BASE, description="The sheet and its hands"
)

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
