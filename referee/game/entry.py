"""An entry: its events as first recorded, and the play they tell."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never, cast

from referee.game.events import (
    HAND_EVENTS,
    CardDiscarded,
    CardDrawn,
    CorrectionProposed,
    EntryAmended,
    EntryRetracted,
    Event,
    GameAbandoned,
    GameReopened,
    GameStarted,
    GameWon,
    HandAccepted,
    HandDealt,
    HandDisputed,
    HandEvent,
    HandScored,
    HandShown,
    HandVoided,
    IrregularityRuled,
    Knocked,
    Recorded,
    ScoreAdjusted,
    TrackingEnded,
    UpcardPassed,
)
from referee.plays import (
    Abandon,
    Accept,
    Adjust,
    Amend,
    Chosen,
    Deal,
    Discard,
    Dispute,
    Draw,
    Knock,
    Pass,
    Play,
    Propose,
    Resign,
    Retract,
    RuleOn,
    Show,
    Untrack,
    Void,
)
from referee.rules import other

_OF_A_HAND = HAND_EVENTS | {HandAccepted, HandDisputed, CorrectionProposed}


def hand_of(event: Event) -> int | None:
    """Return the hand that an event is of; ``None``: of the game, or a correction."""
    return cast(HandEvent, event).hand if type(event) in _OF_A_HAND else None


class Entry(tuple[Recorded, ...]):
    """What somebody entered: its events as first recorded, one at least."""

    __slots__ = ()

    @property
    def seq(self) -> int:
        """The seq of its first event, by which it is known for ever."""
        return self[0].entry

    @property
    def hand(self) -> int | None:
        """The hand it belongs to; ``None``: the game as a whole, or a correction."""
        return hand_of(self[0].event)

    @property
    def after(self) -> int:
        """Of an adjustment or an end, the number of the last hand begun before it."""
        event = self[0].event
        if isinstance(event, ScoreAdjusted):
            return event.after
        return event.hand if isinstance(event, GameWon | GameAbandoned) else 0

    @property
    def play(self) -> Play:
        """The play as it was first given."""
        return told([each.event for each in self])


def asked(event: Event, before: Play | None) -> Play | None:
    """Tell the play that an entry asked for, from its events one after another.

    ``before`` is what the earlier events of the same entry told. Events that only
    follow from a play (a score, a wall, the end of the game) leave it as it was.
    """
    match event:
        case HandDealt():
            return Deal(event.dealer, event.upcard, event.hands)
        case UpcardPassed():
            return Pass(event.player)
        case CardDrawn():
            return Draw(event.player, event.source, event.card)
        case CardDiscarded():
            return Discard(event.player, event.card)
        case Knocked():
            return _knock(event)
        case HandShown():
            return _show(event)
        case HandVoided():
            return Void(event.reason) if event.cause == "agreed" else before
        case TrackingEnded():
            return Untrack()
        case IrregularityRuled():
            return _ruled(event, before)
        case HandAccepted():
            return Accept(event.player, event.hand, event.note)
        case HandDisputed():
            return Dispute(event.player, event.hand, event.note)
        case ScoreAdjusted():
            return Adjust(event.player, event.points, event.reason, event.boxes)
        case EntryRetracted():
            return _retract(event)
        case EntryAmended():
            return Amend(
                event.target, event.play, event.rules, event.preset, event.reason
            )
        case GameAbandoned():
            return Abandon(event.reason)
        case GameWon():
            return Resign(other(event.winner)) if event.by == "resignation" else before
        case CorrectionProposed():
            return Propose(event.hand, event.player, event.play)
        case HandScored() | GameStarted() | GameReopened():
            return before
        case _:
            assert_never(event)


def _knock(event: Knocked) -> Knock:
    return Knock(
        event.player,
        event.discard,
        event.cards,
        event.melds,
        event.count,
        event.call,
        event.upcard,
    )


def _show(event: HandShown) -> Show:
    return Show(
        event.player,
        event.cards,
        event.melds,
        event.layoffs,
        event.count,
        event.held,
    )


def _retract(event: EntryRetracted) -> Retract:
    if event.hand is not None:
        return Retract(hand=event.hand, reason=event.reason)
    return Retract(seq=event.entries[0], reason=event.reason)


def _ruled(event: IrregularityRuled, before: Play | None) -> Play:
    chosen = Chosen(event.option, event.chosen_by, event.note)
    play = event.play if before is None else before
    # A deal is never irregular: one in the same entry was implied by the ruling.
    if isinstance(play, Pass | Draw | Discard | Knock | Show):
        return replace(play, ruling=chosen)
    return RuleOn(
        event.code,
        event.offender,
        event.option,
        event.chosen_by,
        event.cards,
        event.count,
        event.note,
    )


def told(events: Iterable[Event]) -> Play:
    """Tell the play that the events of one entry, in order, come from."""
    play: Play | None = None
    for event in events:
        play = asked(event, play)
    assert play is not None, "an entry begins with an event that tells its play"
    return play
