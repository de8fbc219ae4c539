"""One hand, step by step: what happened, and what was known after it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from events.codec import event_data
from events.log import Row
from events.projections.seen import event_bodies
from events.projections.state import depth_of, proposals_body
from referee.cards import card_names
from referee.eyes import Eyes, Sight
from referee.game import Game, Hand, knock_limit
from referee.game.events import Event, HandScored, HandVoided
from referee.knowledge import Place, knowledge
from referee.rules import PLAYERS

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
        "steps": list(_steps(game, hand, eyes, bodies)),
        "score": _said(sight, hand, HandScored),
        "void": _said(sight, hand, HandVoided),
        "accepted": sorted(hand.accepted),
        "disputed": sorted(hand.disputed),
        "amended": hand.amended,
        "irregular": [{"entry": seq, **event_data(event)} for seq, event in irregular],
        "proposals": proposals_body(game, eyes, hand.number),
    }


def _said(sight: Sight, hand: Hand, kind: type[Event]) -> Body | None:
    """Return the data of the hand's last event of this kind, if it has one."""
    for each in reversed(hand.happened):
        if isinstance(each.event, kind):
            return event_data(sight.see(each))
    return None


def _steps(
    game: Game, hand: Hand, eyes: Eyes, bodies: Mapping[int, Body]
) -> Iterator[Body]:
    """Walk the hand entry by entry, with what these eyes can prove after each."""
    for entry, happened in groupby(hand.happened, lambda each: each.entry):
        proven = knowledge(game.rules, hand, eyes, upto=entry)
        yield {
            "entry": entry,
            "events": [bodies[each.seq] for each in happened],
            "known": {seat: card_names(proven.hands[seat].must) for seat in PLAYERS},
            "knowledge": {
                **{seat: _place(proven.hands[seat]) for seat in PLAYERS},
                "stock": _place(proven.stock),
                "pile": _place(proven.pile),
            },
        }


def _place(place: Place) -> Body:
    return {
        "must": card_names(place.must),
        # Where nothing is unknown this would name every other card of the pack.
        "cannot": card_names(place.cannot) if place.unknown else [],
        "unknown": place.unknown,
    }
