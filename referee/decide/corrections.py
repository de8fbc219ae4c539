"""Corrections: they erase nothing, and the hands they touch are decided again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from referee.changed import changed
from referee.decide.ending import end_events
from referee.decide.hands import decide_hand
from referee.decide.log import Log
from referee.decide.table import Proof, Table
from referee.errors import Illegal, Impossible, Refusal, Unreadable, Violation
from referee.game.entries import is_undone, standing_plays, subjects
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    EntryAmended,
    EntryRetracted,
    HandAccepted,
    HandDealt,
    HandDisputed,
    HandEvent,
    Recorded,
    ScoreAdjusted,
    UpcardPassed,
)
from referee.game.rewind import touched_hands
from referee.game.state import Game, Hand
from referee.game.turns import evolve_own
from referee.knowledge import conflicts, unexplained
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

_TURNS = (HandDealt, UpcardPassed, CardDrawn, CardDiscarded)


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
        hand = before.hand(number) or Hand(number, before.first_dealer)
        again = _Again(number, own, _untouched(hand, min(about)))
        if _all_at_once(log, again):
            continue
        apart = frozenset(conflicts(before.rules, hand, log.asker)) - about
        again = replace(again, apart=apart)
        if not (apart and _all_at_once(log, again)):
            _one_by_one(log, again, violations)
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


@dataclass(frozen=True, slots=True)
class _Again:
    """A hand to be decided again; ``own`` and ``apart`` as in ``Table``.

    ``kept`` are its first events, which would be the same.
    """

    number: int
    own: frozenset[int]
    kept: Sequence[Recorded]
    apart: frozenset[int] = frozenset()

    def entries(self, log: Log, *, after: int = 0) -> list[tuple[int, HandPlay]]:
        """Return what the hand's entries after one say now, in order."""
        seqs = [seq for seq in log.game.entries_of(self.number) if seq > after]
        plays = standing_plays(log.game, seqs)
        return [(n, play) for n, play in plays.items() if isinstance(play, HandPlay)]

    def table(self, log: Log, hand: Hand, seq: int, entry: int, proof: Proof) -> Table:
        """Return the table at which an entry is decided, as event ``seq``."""
        return Table(
            log.game.rules, hand, seq, entry, log.asker, proof, self.own, self.apart
        )


def _untouched(hand: Hand, first: int) -> Sequence[Recorded]:
    """Return the events of a hand before entry ``first``, as long as they are turns.

    Deals, refusals, draws and discards hold no verdict: decided again on the same
    turns they would be the same. An entry with another event ends them.
    """
    happened = hand.happened
    size = 0
    while size < len(happened) and happened[size].entry < first:
        if not isinstance(happened[size].event, _TURNS):
            break
        size += 1
    while 0 < size < len(happened) and happened[size].entry == happened[size - 1].entry:
        size -= 1
    return happened[:size]


def _all_at_once(log: Log, again: _Again) -> bool:
    """Decide a hand again, if nothing is refused and some deal explains it all.

    All but what is ``apart``: where nothing is, entries that were in conflict are then
    no longer. Returns whether it did; else nothing is appended.
    """
    rules, asker = log.game.rules, log.asker
    # The referee sees every card: who explains all that leaves no conflict.
    done = asker == "referee" and not again.apart
    proof: Proof = "done" if done else "later"
    hand = changed(_hand(log, again.number))
    decided: list[tuple[int, HandEvent]] = []

    def append(entry: int, event: HandEvent) -> None:
        recorded = Recorded(log.seq + len(decided), entry, asker, event)
        evolve_own(log.game, hand, recorded, event)
        decided.append((entry, event))

    for kept in again.kept:
        append(kept.entry, cast(HandEvent, kept.event))
    after = again.kept[-1].entry if again.kept else 0
    try:
        for entry, play in again.entries(log, after=after):
            seq = log.seq + len(decided)
            for event in decide_hand(again.table(log, hand, seq, entry, proof), play):
                append(entry, event)
    except Refusal:
        return False
    if unexplained(rules, hand, asker, own=again.own, apart=again.apart):
        return False
    if decided:
        log.add_hand(hand, decided)
    return True


def _one_by_one(log: Log, again: _Again, violations: list[Violation]) -> None:
    """Decide a hand again entry by entry; name each that no longer fits."""
    for seq, play in again.entries(log):
        table = again.table(log, _hand(log, again.number), log.seq, seq, "here")
        try:
            for event in decide_hand(table, play):
                log.add(seq, event)
        except Refusal as refusal:
            violations.append(_unfit(seq, refusal))


def _hand(log: Log, number: int) -> Hand:
    return log.game.hand(number) or Hand(number, log.game.first_dealer)


def _unfit(seq: int, refusal: Refusal) -> Violation:
    reason = refusal.violations[0]
    entries = (seq, *(other for other in reason.entries if other != seq))
    detail = f"Entry {seq} no longer fits: {reason.detail}"
    return Violation("no_longer_fits", detail, reason.rule, entries)


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
