"""Ratios that mean something on a noisy machine.

Ours and what it is held against take turns, a few calls each, and what counts is the
median of the rounds' ratios: a slow moment slows both. Work that stays in this process
is timed by the processor, so that other work on the machine is not counted; what
crosses a socket or waits for the disk is timed by the clock, and a round is then the
median of its calls.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from statistics import median
from time import perf_counter, thread_time
from typing import Any

ROUNDS = 10
CHUNK = 400
SLICE = 20
"""So many calls of ours, then as many of theirs; fewer where a call takes long."""

NOBODY = "-"
"""The peer of a row that is held against nothing."""

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One line of the table; times in microseconds a call."""

    what: str
    peer: str
    ours: float | None = None
    theirs: float | None = None
    ratio: float | None = None
    goal: float | None = None
    stretch: float | None = None
    rounds: int = ROUNDS
    chunk: int = CHUNK
    note: str = ""

    @property
    def verdict(self) -> str:
        """``ok``, ``MISS``, or nothing where there is no limit or no peer."""
        if self.goal is None or self.ratio is None:
            return ""
        if self.stretch is not None and self.ratio <= self.stretch:
            return "ok+"
        return "ok" if self.ratio <= self.goal else "MISS"

    def __str__(self) -> str:
        return (
            f"{self.what:<46}{_cell(self.ours, 1, 'missing'):>10}  {self.peer:<34}"
            f"{_cell(self.theirs, 1, self._no_peer):>10}{_cell(self.ratio, 3):>8}"
            f"{_cell(self.goal, 2):>7}  {self.verdict:<5}"
            f"{self.rounds} x {self.chunk}{'; ' if self.note else ''}{self.note}"
        )

    @property
    def _no_peer(self) -> str:
        return "" if self.peer == NOBODY else "missing"

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "verdict": self.verdict}


HEAD = (
    f"{'what':<46}{'us':>10}  {'against':<34}{'us':>10}{'ratio':>8}{'limit':>7}"
    f"  {'':<5}median of"
)


def _cell(value: float | None, digits: int, missing: str = "") -> str:
    return missing if value is None else f"{value:.{digits}f}"


def compared(
    what: str,
    ours: Callable[[Any], object],
    our_hands: Sequence[Any],
    peer: str,
    theirs: Callable[[Any], object] | None,
    their_hands: Sequence[Any],
    *,
    goal: float | None = None,
    stretch: float | None = None,
    rounds: int = ROUNDS,
    chunk: int = CHUNK,
    at_once: int = SLICE,
) -> Row:
    """Time ours and the peer's on the same hands in turns; no peer, no ratio."""
    mine, other = [], []
    order = list(range(len(our_hands)))
    Random(0).shuffle(order)
    for turn in range(rounds):
        places = [order[(turn * chunk + n) % len(order)] for n in range(chunk)]
        spent = [0.0, 0.0]
        for begin in range(0, chunk, at_once):
            part = places[begin : begin + at_once]
            spent[0] += timed(ours, [our_hands[n] for n in part])
            if theirs is not None:
                spent[1] += timed(theirs, [their_hands[n] for n in part])
        mine.append(spent[0] / chunk)
        other.append(spent[1] / chunk)
    shape: dict[str, Any] = {
        "goal": goal, "stretch": stretch, "rounds": rounds, "chunk": chunk,
    }  # fmt: skip
    if theirs is None:
        return Row(what, peer, median(mine), **shape)
    ratios = [a / b for a, b in zip(mine, other, strict=True)]
    return Row(what, peer, median(mine), median(other), median(ratios), **shape)


def timed(call: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Return the microseconds that the calls took together."""
    began = thread_time()
    for hand in hands:
        call(hand)
    return (thread_time() - began) * 1e6


@dataclass(frozen=True)
class Race:
    """What several pieces of work took in one interleaved loop, by name and round."""

    took: Mapping[str, Sequence[float]]
    rounds: int
    chunk: int
    note: str = ""

    def row(
        self,
        what: str,
        ours: str,
        *against: str,
        goal: float | None = None,
        stretch: float | None = None,
        note: str = "",
    ) -> Row:
        """Make a row; several pieces of work in ``against`` count together."""
        mine = self.took[ours]
        parts = [self.took[part] for part in against]
        theirs = [sum(each) for each in zip(*parts, strict=True)]
        ratios = [a / b for a, b in zip(mine, theirs, strict=True)]
        return Row(
            what, " + ".join(against), median(mine), median(theirs), median(ratios),
            goal, stretch, self.rounds, self.chunk, note or self.note,
        )  # fmt: skip


def raced(
    work: Mapping[str, Work],
    *,
    rounds: int = 5,
    chunk: int = CHUNK,
    at_once: int = 5,
    note: str = "",
) -> Race:
    """Run each piece of work ``chunk`` times a round, ``at_once`` in turn, by clock."""
    took: dict[str, list[float]] = {name: [] for name in work}
    for call in work.values():
        call()
    for _ in range(rounds):
        calls: dict[str, list[float]] = {name: [] for name in work}
        for _ in range(0, chunk, at_once):
            for name, call in work.items():
                calls[name] += _each(call, at_once)
        for name, times in calls.items():
            took[name].append(median(times))
    return Race(took, rounds, chunk, note)


def _each(call: Work, times: int) -> Iterator[float]:
    for _ in range(times):
        began = perf_counter()
        call()
        yield (perf_counter() - began) * 1e6
