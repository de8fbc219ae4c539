"""Games put aside until all of a file have passed."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, NamedTuple

from events.imports.judge import About, Judged
from events.log import Row
from events.readmodels import Cells

IN_MEMORY = 4000
"""Events of the first games, which are kept in memory; the rest go into a file."""


class Kept(NamedTuple):
    """A game as it is to be written; ``differs`` where today's verdicts do.

    ``line`` is that of its last event in the file.
    """

    about: About
    rows: Sequence[Row]
    tables: Mapping[str, list[Cells]]
    differs: bool
    line: int


class Aside:
    """Games in the order they were put; ``file`` opens one of our own, if need be."""

    def __init__(self, file: Callable[[], IO[str]]) -> None:
        self._open = file
        self._file: IO[str] | None = None
        self._near: list[Kept] = []
        self._room = IN_MEMORY

    def put(self, judged: Judged) -> None:
        """Put a game aside."""
        about, rows, differs = judged.about, judged.rows, bool(judged.differences)
        kept = Kept(about, rows, judged.tables, differs, judged.line)
        self._room -= len(rows)
        if self._room >= 0:
            self._near.append(kept)
            return
        if self._file is None:
            self._file = self._open()
        head = (about.uid, dict(about.players), about.version, about.head)
        self._file.write(json.dumps((head, *kept[1:])) + "\n")

    def games(self) -> Iterator[Kept]:
        """Yield the games; those kept in memory are let go."""
        while self._near:
            yield self._near.pop(0)
        if self._file is None:
            return
        self._file.seek(0)
        for line in self._file:
            head, rows, *rest = json.loads(line)
            yield Kept(About(*head), list(map(Row._make, rows)), *rest)
