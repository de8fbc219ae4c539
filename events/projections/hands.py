"""One hand, step by step: what happened, and what was known after it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from events.codec import event_data
from events.log import Row
from events.projections.seen import event_bodies
from events.projections.state import (
    depth_of,
    hides_past,
    known_body,
    proposals_body,
)
from referee.eyes import Eyes, Sight
from referee.game import Game, Hand, evolve, knock_limit
from referee.game.events import Event, HandScored, HandVoided, Recorded
from referee.rules import Player

Body = dict[str, Any]
"""A JSON object."""


def hand_body(game: Game, hand: Hand, rows: Sequence[Row], eyes: Eyes) -> Body:
    """Return a hand that has begun, as it stands after corrections.

    ``rows`` are the stored events of the game, or at least those of this hand.
    """
    wanted = {each.seq for each in hand.happened}
    own = [row for row in rows if row.seq in wanted]
    bodies = {body["seq"]: body for body in event_bodies(game, own, eyes)}
    sight = Sight(game, eyes)
    irregular = [(each.entry, sight.see(each)) for each in hand.irregular]
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "phase": hand.phase,
        "depth": depth_of(hand),
        "knock_limit": knock_limit(game.rules, hand.upcard),
        "steps": [
            {
                "entry": entry,
                "events": [bodies[each.seq] for each in events],
                "known": known,
            }
            for entry, events, known in _steps(game, hand, eyes)
        ],
        "score": _said(sight, hand, HandScored),
        "void": _said(sight, hand, HandVoided),
        "accepted": sorted(hand.accepted),
        "disputed": sorted(hand.disputed),
        "amended": hand.amended,
        "irregular": [{"entry": seq, **event_data(event)} for seq, event in irregular],
        "proposals": proposals_body(game, eyes, hand.number),
    }


def _said(sight: Sight, hand: Hand, kind: type[Event]) -> Body | None:
    """Return the data of the hand's event of this kind, if it has one."""
    for each in hand.happened:
        if isinstance(each.event, kind):
            return event_data(sight.see(each))
    return None


def _steps(
    game: Game, hand: Hand, eyes: Eyes
) -> Iterator[tuple[int, list[Recorded], dict[Player, list[str]]]]:
    """Walk the hand entry by entry, playing it again to know what was known."""
    shows = hides_past(game, hand.number, eyes)
    before = tuple(each for each in game.hands if each.number < hand.number)
    then = replace(game, hands=(*before, Hand(hand.number, hand.dealer)), end=None)
    for entry, happened in groupby(hand.happened, lambda each: each.entry):
        events = list(happened)
        for each in events:
            then = evolve(then, each)
        stood = then.hand(hand.number) or hand
        yield entry, events, known_body(game, stood, eyes, shows)
