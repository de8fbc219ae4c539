"""One play of one hand -> its events."""

from typing import assert_never

from referee.decide import ruled, showing, turns
from referee.decide.table import Table
from referee.decide.turns import discards_plainly, draws_plainly, passes_plainly
from referee.errors import Unreadable
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
    HandEvent,
    IrregularityRuled,
    UpcardPassed,
)
from referee.game.state import Hand
from referee.plays import (
    Deal,
    Discard,
    Draw,
    HandPlay,
    Knock,
    Pass,
    RuleOn,
    Show,
    Untrack,
    Void,
)
from referee.rules import Rules

_NOT_RULED_ON = (Void, Untrack, RuleOn)
"""Plays that carry no ``ruling``."""


def decide_hand(table: Table, play: HandPlay) -> list[HandEvent]:
    """Decide one play from its hand alone.

    Raises any ``Refusal``; ``Unreadable`` (``nothing_to_rule``) where a ``ruling`` is
    sent with a play that is not irregular.
    """
    events = _decide(table, play)
    chosen = None if isinstance(play, _NOT_RULED_ON) else play.ruling
    if chosen and not any(isinstance(event, IrregularityRuled) for event in events):
        raise Unreadable(
            "nothing_to_rule",
            "This play is legal: there is nothing to rule on",
            rule="irregularities",
            field="ruling",
        )
    return events


def is_plain_turn(rules: Rules, hand: Hand, event: Event) -> bool:
    """Whether an event is a plain draw, discard or pass of a hand.

    Then it is all that ``decide_hand`` makes of its play, if some deal explains it.
    """
    if isinstance(event, CardDrawn):
        return draws_plainly(hand, event)
    if isinstance(event, CardDiscarded):
        return discards_plainly(rules, hand, event)
    return isinstance(event, UpcardPassed) and passes_plainly(hand, event)


def _decide(table: Table, play: HandPlay) -> list[HandEvent]:
    match play:
        case Deal():
            return turns.deal(table, play)
        case Pass():
            return turns.pass_(table, play)
        case Draw():
            return turns.draw(table, play)
        case Discard():
            return turns.discard(table, play)
        case Knock():
            return showing.knock(table, play)
        case Show():
            return showing.show(table, play)
        case Void():
            return turns.void(table, play)
        case Untrack():
            return turns.untrack(table, play)
        case RuleOn():
            return ruled.rule(table, play)
        case _:
            assert_never(play)
