"""Why a hand was scored so, for the pages: its ruling, and whose sides are whose."""

from typing import Any

from referee.game import Game, Hand
from referee.rules import PLAYERS, Player, other
from referee.ruling import ruling_data
from web.api.rulings import judged
from web.api.written import ruling_of
from web.auth import GameCaller
from web.pages.words import play_words
from web.schemas.base import load
from web.schemas.bodies import KNOCK_TO_RULE

Names = dict[str, str]
Body = dict[str, Any]

__all__ = ["people", "rule_typed", "ruling_body"]


def ruling_body(
    caller: GameCaller, game: Game, hand: Hand, names: dict[Player, str]
) -> Body | None:
    """Return the ruling of a hand as JSON, None while it has no result."""
    ruling = ruling_of(game, hand, caller.eyes, names)
    return None if ruling is None else _retold(ruling_data(ruling), names)


def _retold(ruling: Body, names: dict[Player, str]) -> Body:
    """Return a ruling that says what the table chose as the pages say it."""
    known: Names = {seat: names[seat] for seat in PLAYERS}
    return {**ruling, "steps": [_in_words(each, known) for each in ruling["steps"]]}


def _in_words(step: Body, names: Names) -> Body:
    if step["fact"] != "ruled":
        return step
    return {**step, "text": f"{play_words({**step, 'type': 'rule'}, names)}."}


def people(hand: Hand | None, names: dict[Player, str]) -> Names:
    """Return who is who: ``A``, ``B``, and of this hand ``knocker``, ``defender``."""
    known: Names = {seat: names[seat] for seat in PLAYERS}
    if hand is not None and hand.knock is not None:
        known["knocker"] = names[hand.knock.player]
        known["defender"] = names[other(hand.knock.player)]
    return known


def rule_typed(body: Body, players: dict[Player, str] | None = None) -> Body:
    """Judge a knock without a game, from the body of ``/rulings/knock``.

    Raises ``Problem`` 422 and the referee's refusals.
    """
    return ruling_data(judged(load(KNOCK_TO_RULE, body), players=players))
