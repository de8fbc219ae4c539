"""A whole file brought in: checked first, then written in one transaction."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO

from events.exports.record import Seal
from events.imports.aside import Aside
from events.imports.enter import (
    Opening,
    enter_book,
    enter_game,
    enter_keys,
    enter_players,
    is_known,
)
from events.imports.found import FoundExport, FoundGame
from events.imports.judge import about_game, checked_rows, judge
from events.imports.names import Names, check_format, names_of
from events.imports.refused import Difference, ImportRefused, bad
from events.imports.text import JsonText, Read
from events.registry import BookPlayer, Key, books
from events.store import Store

MOST_NAMED = 100
"""Differences that are named one by one."""
_WEIGHT = 4
"""Reading and judging takes about four times as long as writing."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a file: games imported, games that were here already, and players.

    ``differ`` verdicts, which today's engine would not give, were kept;
    ``differences`` names the first hundred. ``keys`` are those of a book that was
    opened for the import, each with its secret.
    """

    games: tuple[str, ...]
    unchanged: tuple[str, ...]
    players: tuple[BookPlayer, ...]
    differ: int
    differences: tuple[Difference, ...]
    keys: tuple[tuple[Key, str], ...] = ()


def _own_file() -> IO[str]:
    return TemporaryFile("w+", encoding="utf-8")


@dataclass(slots=True)
class _Passed:
    """What has been found good so far; the games themselves are ``aside``."""

    aside: Aside
    games: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    seated: set[str] = field(default_factory=set)
    differ: int = 0
    differences: list[Difference] = field(default_factory=list)

    def differs(self, differences: tuple[Difference, ...]) -> None:
        room = MOST_NAMED - len(self.differences)
        self.differ += len(differences)
        self.differences += differences[:room]


class Import:
    """One import into a book. Go through ``steps()``; then ``result`` is there.

    Games that pass are put aside until all have passed, so that the record is locked
    only while they are written. Holds one game at a time, beside the first few.
    """

    result: Imported

    def __init__(
        self,
        store: Store,
        book: str,
        read: Read,
        *,
        at: str,
        size: int = 0,
        accept_differences: bool = False,
        opening: Opening | None = None,
    ) -> None:
        """``size`` is how many bytes ``read`` will give, to show progress by.

        With ``opening``, ``book`` is an id that nobody has: the import opens a book,
        named as in the file.
        """
        self._store = store
        self._book = book
        self._read = read
        self._at = at
        self._size = max(size, 1)
        self._accept = accept_differences
        self._opening = opening
        self._done = 0

    def steps(self) -> Iterator[tuple[int, int]]:
        """Import, telling ``(done, of)`` after each game; all or nothing.

        Raises ``ImportRefused``, ``StoreUnavailable``; then nothing was written.
        """
        of = self._size * (_WEIGHT + 1)
        with ExitStack() as ended:
            passed = _Passed(Aside(lambda: ended.enter_context(_own_file())))
            export = FoundExport(JsonText(self._counted))
            seal = Seal()
            for found in export.games():
                check_format(export.about)
                self._check(found, seal, passed)
                yield min(self._done, self._size) * _WEIGHT, of
            names = names_of(export.about, seal)
            self._check_all(names, passed)
            for written in self._write(names, passed):
                share = self._size * written // len(passed.games)
                yield self._size * _WEIGHT + share, of

    def _counted(self, size: int) -> bytes:
        piece = self._read(size)
        self._done += len(piece)
        return piece

    def _check(self, found: FoundGame, seal: Seal, passed: _Passed) -> None:
        """Check one game, and keep it aside unless the book has it."""
        about = about_game(found)
        rows = checked_rows(about, found)
        seal.game(about.uid, about.players, about.version, about.head)
        passed.seated.update(about.players.values())
        with self._store.reading() as conn:
            known = is_known(conn, self._book, about)
        if known:
            passed.unchanged.append(about.uid)
            return
        judged = judge(about, rows, found, self._book)
        passed.games.append(about.uid)
        passed.differs(judged.differences)
        passed.aside.put(judged)

    def _check_all(self, names: Names, passed: _Passed) -> None:
        """Hold the games against what the file says of the whole."""
        if len({*passed.games, *passed.unchanged}) != len(
            [*passed.games, *passed.unchanged]
        ):
            raise bad(None, "a game is there twice")
        unnamed = passed.seated - {each.id for each in names.players}
        if unnamed:
            raise bad(None, f"player {min(unnamed)} has no name")
        if passed.differ and not self._accept:
            raise ImportRefused(
                "verdicts_differ",
                f"{passed.differ} verdicts would come out differently today",
                line=passed.differences[0].line,
                differences=passed.differences,
            )

    def _write(self, names: Names, passed: _Passed) -> Iterator[int]:
        """Write what passed, in one transaction; tells how many games are written."""
        with self._store.writing() as conn:
            if self._opening:
                enter_book(conn, self._book, names.book, at=self._at)
            players = enter_players(conn, self._book, names.players, at=self._at)
            for done, kept in enumerate(passed.aside.games(), 1):
                # Another import may have brought it in meanwhile.
                if not is_known(conn, self._book, kept.about):
                    enter_game(conn, self._book, kept)
                yield done
            made_keys: tuple[tuple[Key, str], ...] = ()
            if self._opening:
                opening = self._opening
                made_keys = enter_keys(conn, self._book, players, opening, at=self._at)
            books.raise_revision(conn, self._book)
        self.result = Imported(
            tuple(passed.games),
            tuple(passed.unchanged),
            players,
            passed.differ,
            tuple(passed.differences),
            made_keys,
        )
