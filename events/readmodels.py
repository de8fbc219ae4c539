"""The rows of a game's read models, and what of them a turn leaves as it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Cells = tuple[str | int | None, ...]
"""A row of a read model."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """What only the end of a hand, or something said of the game, changes.

    ``sheet`` is the text of the sheet. ``state`` is the text of the ``game`` shape in
    pieces, between which the running hand, the proposals and the version belong.
    """

    sheet: str
    state: Sequence[str]


@dataclass(frozen=True, slots=True)
class Tables:
    """All rows of one game, by table; ``lasting`` where they were made here."""

    rows: Mapping[str, Sequence[Cells]]
    lasting: Lasting | None = None
