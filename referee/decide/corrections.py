"""Corrections: they erase nothing, and the hands they touch are decided again."""

from collections.abc import Sequence

from referee.decide.again import hand_again
from referee.decide.ending import end_events
from referee.decide.log import Log
from referee.errors import Illegal, Impossible, Refusal, Unreadable, Violation
from referee.game.entries import is_undone, standing_plays, subjects
from referee.game.events import (
    EntryAmended,
    EntryRetracted,
    HandAccepted,
    HandDisputed,
    ScoreAdjusted,
)
from referee.game.rewind import touched_hands
from referee.game.state import Game
from referee.plays import (
    Accept,
    Adjust,
    Amend,
    Correction,
    Dispute,
    HandPlay,
    Play,
    Retract,
)


def correct(
    log: Log, plays: Sequence[tuple[int, Correction]], *, proposed: bool = False
) -> None:
    """Apply corrections that stand in a row, judged together after the last of them.

    Each comes with its index in the batch, which a refusal names. ``proposed``: the
    other player wrote them, and the asker sees of them what he may see.

    Raises ``Unreadable``, ``Illegal`` or ``Impossible`` for a correction that cannot
    be one, and ``Impossible`` (``no_longer_fits``, ``hand_unfinished``) naming, one
    violation each, the entries that no longer fit.
    """
    before = log.game
    about: set[int] = set()
    written = {play.seq for _, play in plays if isinstance(play, Amend)}
    own = frozenset() if proposed else frozenset(written)
    for index, play in plays:
        try:
            about |= _append(log, play)
        except Refusal as refusal:
            raise refusal.at_play(index) from None
    numbers = touched_hands(log.game, about) | touched_hands(before, about)
    try:
        _decide_again(log, before, about, numbers, own)
    except Refusal as refusal:
        raise refusal.at_play(plays[-1][0]) from None
    for entry, event in end_events(log.game, log.events[-1][0]):
        log.add(entry, event)


def _append(log: Log, play: Correction) -> set[int]:
    """Append one correction; return the entries it is about."""
    if isinstance(play, Retract):
        event = _retracted(log.game, play)
        targets: tuple[int, ...] = event.entries
        log.add(log.seq, event)
    else:
        amended = _amended(log.game, play)
        targets = (amended.target,)
        log.add(log.seq, amended)
    return subjects(log.game, targets)


def _retracted(game: Game, play: Retract) -> EntryRetracted:
    if (play.seq is None) == (play.hand is None):
        raise Unreadable(
            "seq_or_hand",
            "Name either the entry (seq) or the whole hand to take back",
            rule="corrections",
            field="seq",
        )
    if play.hand is not None:
        return EntryRetracted(_whole_hand(game, play.hand), play.hand, play.reason)
    seq = play.seq or 0
    if seq == 1:
        raise Illegal(
            "cannot_retract_start",
            "The start of the game cannot be taken back: abandon the game instead",
            rule="corrections",
            entries=[1],
        )
    _check_entry(game, seq)
    return EntryRetracted((seq,), None, play.reason)


def _whole_hand(game: Game, number: int) -> tuple[int, ...]:
    standing = standing_plays(game, game.entries_of(number))
    entries = tuple(seq for seq, play in standing.items() if isinstance(play, HandPlay))
    if not entries:
        raise Impossible(
            "no_such_hand", f"Hand {number} has no entries", rule="corrections"
        )
    return entries


def _check_entry(game: Game, seq: int) -> None:
    if seq not in game.entries:
        raise Impossible(
            "no_such_entry",
            f"{seq} is not the first event of an entry",
            rule="corrections",
        )
    if is_undone(game, seq):
        raise Illegal(
            "already_retracted",
            f"Entry {seq} is taken back already",
            rule="corrections",
            entries=[seq],
        )


def _amended(game: Game, play: Amend) -> EntryAmended:
    if play.seq == 1 or play.rules is not None:
        if play.seq != 1 or play.rules is None or play.play is not None:
            raise Unreadable(
                "rules_are_entry_1",
                "Entry 1 takes rules, every other entry a play",
                rule="corrections",
                field="rules" if play.seq == 1 else "seq",
            )
        return EntryAmended(1, None, play.rules, play.preset, play.reason)
    if play.play is None:
        raise Unreadable(
            "play_needed",
            "Say what the entry should have said",
            rule="corrections",
            field="play",
        )
    _check_entry(game, play.seq)
    if not _same_kind(game.entries[play.seq].play, play.play):
        raise Illegal(
            "not_amendable",
            f"Entry {play.seq} cannot say that instead: take it back",
            rule="corrections",
            entries=[play.seq],
        )
    return EntryAmended(play.seq, play.play, None, None, play.reason)


def _same_kind(old: Play, new: Play) -> bool:
    if isinstance(old, HandPlay):
        return isinstance(new, HandPlay)
    return isinstance(old, Adjust) and isinstance(new, Adjust)


def _decide_again(
    log: Log,
    before: Game,
    about: set[int],
    numbers: frozenset[int],
    own: frozenset[int],
) -> None:
    violations: list[Violation] = []
    for number in sorted(numbers):
        violations += hand_again(log, before, number, about=about, own=own)
    _say_again(log, about)
    violations += _unfinished(log.game, numbers)
    if violations:
        first = violations[0]
        raise Impossible(
            first.code,
            first.detail,
            rule=first.rule,
            entries=first.entries,
            also=violations[1:],
        )


def _say_again(log: Log, about: set[int]) -> None:
    """Append again what a restored entry said of the game as a whole."""
    standing = standing_plays(log.game, about - {1})
    for seq in sorted(about - {1}):
        play = standing.get(seq)
        if isinstance(play, Adjust):
            after = log.game.entries[seq].after
            adjusted = ScoreAdjusted(
                play.player, play.points, play.reason, after, play.boxes
            )
            log.add(seq, adjusted)
        elif isinstance(play, Accept):
            log.add(seq, HandAccepted(play.hand, play.player, play.note))
        elif isinstance(play, Dispute):
            log.add(seq, HandDisputed(play.hand, play.player, play.note))


def _unfinished(game: Game, numbers: frozenset[int]) -> list[Violation]:
    """Name the hands that a correction would leave without an end among later ones."""
    last = game.begun[-1].number if game.begun else 0
    return [
        Violation(
            "hand_unfinished",
            f"Hand {hand.number} would have no end, and later hands are on record",
            "corrections",
            tuple(sorted({r.entry for r in hand.happened})),
        )
        for hand in game.begun
        if hand.number in numbers and not hand.ended and hand.number < last
    ]
