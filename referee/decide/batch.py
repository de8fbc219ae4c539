"""A batch of plays -> events: all of them, or a refusal and none."""

from collections.abc import Sequence
from typing import assert_never

from referee.decide.corrections import correct
from referee.decide.ending import end_events
from referee.decide.games import check_running, decide_game
from referee.decide.hands import decide_hand
from referee.decide.log import Log
from referee.decide.rights import (
    check_speaker,
    needs_other,
    proposal_hand,
    ruled_hand,
)
from referee.decide.table import Table
from referee.errors import Illegal, Refusal
from referee.game.entries import is_undone
from referee.game.events import CorrectionProposed, HandAccepted, HandScored
from referee.game.state import Game, Hand
from referee.plays import (
    Abandon,
    Accept,
    Adjust,
    Amend,
    Correction,
    Deal,
    Discard,
    Dispute,
    Draw,
    HandPlay,
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
from referee.rules import Player


def run(log: Log, plays: Sequence[Play]) -> None:
    """Decide plays in order; corrections in a row are judged together.

    A refusal says which play of the batch it is about.
    """
    waiting: list[tuple[int, Correction]] = []
    for index, play in enumerate(plays):
        if isinstance(play, Retract | Amend) and not _proposes(log, index, play):
            waiting.append((index, play))
            continue
        _correct(log, waiting)
        proposes = _proposes(log, index, play)
        try:
            _one(log, play, proposes=proposes)
        except Refusal as refusal:
            raise refusal.at_play(index) from None
    _correct(log, waiting)


def _proposes(log: Log, index: int, play: Play) -> bool:
    try:
        check_speaker(play, log.asker)
        return needs_other(log.game, play, log.asker)
    except Refusal as refusal:
        raise refusal.at_play(index) from None


def _correct(log: Log, waiting: list[tuple[int, Correction]]) -> None:
    if waiting:
        correct(log, waiting)
        waiting.clear()


def _one(
    log: Log,
    play: Play,
    *,
    proposes: bool = False,
    own: frozenset[int] | None = None,
) -> None:
    if proposes:
        player: Player = "A" if log.asker == "A" else "B"
        number = proposal_hand(log.game, play)
        log.add(log.seq, CorrectionProposed(number, player, play))
        return
    match play:
        case Retract() | Amend():
            correct(log, [(0, play)], proposed=True)
        case Accept():
            _accept(log, play)
        case Dispute() | Adjust() | Abandon() | Resign():
            decide_game(log, play)
        case Deal() | Pass() | Draw() | Discard() | Knock() | Show():
            _of_hand(log, play, log.game.current, own)
        case Void() | Untrack():
            _of_hand(log, play, log.game.current, own)
        case RuleOn():
            _of_hand(log, play, _ruled_hand(log.game, play), own)
        case Propose():
            raise TypeError("a proposal is made of a play, never sent")
        case _:
            assert_never(play)


def _accept(log: Log, play: Accept) -> None:
    """Accept a hand's result, and with it what the other player proposed for it."""
    hand = log.game.hand(play.hand)
    asked = [
        (proposal.seq, proposal.event)
        for proposal in (hand.proposals if hand is not None else ())
        if isinstance(proposal.event, CorrectionProposed)
        and proposal.event.player != play.player
    ]
    if not asked:
        decide_game(log, play)
        return
    log.add(log.seq, HandAccepted(play.hand, play.player, play.note))
    for seq, proposed in asked:
        if not _has_lapsed(log.game, seq, proposed):
            _one(log, proposed.play, own=frozenset())


def _has_lapsed(game: Game, seq: int, proposed: CorrectionProposed) -> bool:
    """Whether a proposal has been done, or its moment is past."""
    play, hand = proposed.play, game.hand(proposed.hand)
    if isinstance(play, Retract):
        gone = play.hand is not None and (hand is None or not hand.begun)
        return gone or (play.seq is not None and is_undone(game, play.seq))
    if isinstance(play, Amend) or hand is None:
        return False
    later = game.current.begun and game.current.number > hand.number
    return later or any(recorded.seq > seq for recorded in hand.happened)


def _ruled_hand(game: Game, play: RuleOn) -> Hand:
    """Return the hand a ``rule`` play is about, if it does not come too late."""
    current, hand = game.current, ruled_hand(game, play)
    if hand.ended and current.begun and play.option == "lay_off":
        raise Illegal(
            "too_late",
            f"Hand {current.number} is dealt: the lay-offs of the last hand stand",
            rule="irregularities",
            entries=[current.happened[0].entry],
        )
    return hand


def _of_hand(log: Log, play: HandPlay, hand: Hand, own: frozenset[int] | None) -> None:
    if not hand.ended:
        check_running(log.game)
    entry = log.seq
    table = Table(log.game.rules, hand, entry, entry, log.asker, own=own)
    events = decide_hand(table, play)
    for event in events:
        log.add(entry, event)
    if any(isinstance(event, HandScored) for event in events):
        for said, end in end_events(log.game, entry):
            log.add(said, end)
