"""A hand that a correction touches, decided again from its standing plays."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from referee.changed import changed
from referee.decide.hands import decide_hand
from referee.decide.log import Log
from referee.decide.table import Proof, Table
from referee.errors import Refusal, Violation
from referee.game.entries import standing_plays
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    HandDealt,
    HandEvent,
    Recorded,
    UpcardPassed,
)
from referee.game.state import Game, Hand
from referee.game.turns import evolve_own
from referee.knowledge import conflicts, unexplained
from referee.plays import HandPlay

_TURNS = (HandDealt, UpcardPassed, CardDrawn, CardDiscarded)


def hand_again(
    log: Log, before: Game, number: int, *, about: set[int], own: frozenset[int]
) -> list[Violation]:
    """Decide a hand again; return a violation for each entry that no longer fits.

    ``before`` is the game before the corrections, which are ``about`` these entries;
    ``own`` as in ``Table``.
    """
    hand = before.hand(number) or Hand(number, before.first_dealer)
    again = _Again(number, own, _untouched(hand, min(about)))
    if _all_at_once(log, again):
        return []
    apart = frozenset(conflicts(before.rules, hand, log.asker)) - about
    again = replace(again, apart=apart)
    if apart and _all_at_once(log, again):
        return []
    return _one_by_one(log, again)


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


def _one_by_one(log: Log, again: _Again) -> list[Violation]:
    """Decide a hand again entry by entry; name each that no longer fits."""
    violations = []
    for seq, play in again.entries(log):
        table = again.table(log, _hand(log, again.number), log.seq, seq, "here")
        try:
            for event in decide_hand(table, play):
                log.add(seq, event)
        except Refusal as refusal:
            violations.append(_unfit(seq, refusal))
    return violations


def _hand(log: Log, number: int) -> Hand:
    return log.game.hand(number) or Hand(number, log.game.first_dealer)


def _unfit(seq: int, refusal: Refusal) -> Violation:
    reason = refusal.violations[0]
    entries = (seq, *(other for other in reason.entries if other != seq))
    detail = f"Entry {seq} no longer fits: {reason.detail}"
    return Violation("no_longer_fits", detail, reason.rule, entries)
