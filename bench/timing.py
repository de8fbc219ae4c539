"""Ratios that mean something on a noisy machine.

Ours and the peer take turns on the same hands, a few each, and what counts is the
median of the rounds' ratios: a slow moment slows both. Time is that of the processor,
so that other work on the machine is not counted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import thread_time
from typing import Any

ROUNDS = 10
CHUNK = 400
SLICE = 20
"""So many calls of ours, then as many of theirs."""


@dataclass(frozen=True)
class Row:
    """One line of the table; times in microseconds a call."""

    what: str
    peer: str
    ours: float
    theirs: float | None = None
    ratio: float | None = None
    goal: float | None = None

    def __str__(self) -> str:
        theirs = "missing" if self.theirs is None else f"{self.theirs:.2f}"
        ratio = "" if self.ratio is None else f"{self.ratio:.3f}"
        goal = "" if self.goal is None else f"{self.goal:.2f}"
        return (
            f"{self.what:<44}{self.ours:>9.2f}  {self.peer:<26}{theirs:>9}"
            f"{ratio:>9}{goal:>7}"
        )


HEAD = f"{'what':<44}{'us':>9}  {'beside':<26}{'us':>9}{'ratio':>9}{'goal':>7}"


def compared(
    what: str,
    ours: Callable[[Any], object],
    our_hands: Sequence[Any],
    peer: str,
    theirs: Callable[[Any], object] | None,
    their_hands: Sequence[Any],
    *,
    goal: float | None = None,
    rounds: int = ROUNDS,
    chunk: int = CHUNK,
) -> Row:
    """Time ours and the peer's on the same hands in turns; no peer, no ratio."""
    mine, other = [], []
    order = list(range(len(our_hands)))
    Random(0).shuffle(order)
    for turn in range(rounds):
        places = [order[(turn * chunk + n) % len(order)] for n in range(chunk)]
        spent = [0.0, 0.0]
        for begin in range(0, chunk, SLICE):
            part = places[begin : begin + SLICE]
            spent[0] += timed(ours, [our_hands[n] for n in part])
            if theirs is not None:
                spent[1] += timed(theirs, [their_hands[n] for n in part])
        mine.append(spent[0] / chunk)
        other.append(spent[1] / chunk)
    if theirs is None:
        return Row(what, peer, median(mine), goal=goal)
    ratios = [a / b for a, b in zip(mine, other, strict=True)]
    return Row(what, peer, median(mine), median(other), median(ratios), goal)


def timed(call: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Return the microseconds that the calls took together."""
    began = thread_time()
    for hand in hands:
        call(hand)
    return (thread_time() - began) * 1e6
