"""A ruling as a value: the verdict and everything that it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from referee.errors import Option
from referee.game.events import Laid
from referee.rules import Player
from referee.scoring import HandPoints

Role = Literal["knocker", "defender"]
Data = dict[str, Any]
"""Plain JSON data: cards as names."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What somebody said the hand is; at least one of the three was said.

    ``points`` alone are what ``by`` says to have won; beside a ``result`` they are
    what that result is worth. ``deadwood`` is that of ``by``.
    """

    by: Role
    result: str | None = None
    deadwood: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One fact of a ruling.

    ``rule`` is a heading of ``docs/rules.md``, in lower case; ``fact`` says which
    sentence it is; ``facts`` is what the sentence is made from, as JSON data.
    """

    rule: str
    fact: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Other:
    """Another way in which one side's cards could lie, and how that would end.

    ``answer`` is the defender's best answer where the knocker would spread
    differently. ``better`` says that it would have been better for ``who`` than how
    the cards lie.
    """

    who: Role
    laid: Laid
    answer: Laid | None
    points: HandPoints
    better: bool

    @property
    def for_knocker(self) -> tuple[int, int]:
        """Return points and boxes, negative where the defender wins."""
        sign = 1 if self.points.winner == "knocker" else -1
        return sign * self.points.points, sign * self.points.boxes


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why a hand is scored so.

    ``winner`` is ``None`` where nobody scores. ``seats`` says who is knocker and
    defender of a recorded hand, ``names`` what they are called in its sentences.
    ``considered`` are other ways that are no better, or that were not laid;
    ``missed`` is what a better spread or lay-off would have made.
    """

    legal: bool
    result: str
    winner: Role | None
    points: int
    boxes: int
    limit: int | None
    knocker: Laid | None
    defender: Laid | None
    steps: tuple[Step, ...]
    considered: tuple[Other, ...] = ()
    missed: tuple[Other, ...] = ()
    claim: Claim | None = None
    options: Sequence[Option] = ()
    violations: tuple[str, ...] = ()
    seats: Mapping[Role, Player] | None = None
    names: Mapping[str, str] | None = None
