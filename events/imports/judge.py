"""A game of a file played through, judged again, and made ready to be stored."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events.errors import RecordError
from events.imports.found import FoundGame
from events.imports.refused import Difference, ImportRefused, bad
from events.imports.rows import recorded, rows_of
from events.judging import Differing, judged_again, judged_replay
from events.log import Row
from events.projections.tables import tables_of
from events.readmodels import Cells
from events.registry import GameRow
from events.replayed import Standing
from referee.decide.ending import end_events
from referee.errors import Refusal
from referee.game import Game, replay
from referee.game.events import GameStarted, Recorded
from referee.presets import parse_rules
from referee.rules import PLAYERS, Player, Rules, rules_as_dict

_ID = re.compile(r"[A-Za-z0-9_-]{1,60}")
_MISFITS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecordError,
    Refusal,
    TypeError,
    ValueError,
)
"""What replaying or judging raises where events do not make a game."""
_MOST = 2**53


@dataclass(frozen=True, slots=True)
class About:
    """What the file says of a game beside its events; checked against these."""

    uid: str
    players: Mapping[Player, str]
    version: int
    head: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A game that is sound; ``tables`` holds its read models, as for game 0.

    ``line`` is that of its last event.
    """

    line: int
    about: About
    rows: tuple[Row, ...]
    tables: Mapping[str, list[Cells]]
    differences: tuple[Difference, ...]


def about_game(found: FoundGame) -> About:
    """Return what the file says of a game; raises ``ImportRefused``."""
    said = found.about
    if set(said) != {"id", "players", "version", "head"}:
        raise bad(found.line, "a game has id, players, version, head and its events")
    players = said["players"]
    if not isinstance(players, dict) or set(players) != set(PLAYERS):
        raise bad(found.line, "players of a game are A and B")
    for each in (said["id"], *players.values()):
        if not is_id(each):
            raise bad(found.line, "an id is letters, digits, - and _")
    if players["A"] == players["B"]:
        raise bad(found.line, "A and B are the same player")
    return About(said["id"], players, said["version"], said["head"])


def is_id(value: object) -> bool:
    """Whether this can be the id of a game or player."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def checked_rows(about: About, found: FoundGame) -> tuple[Row, ...]:
    """Return the events as rows whose chain holds, up to the head that is named."""
    rows = rows_of(about.uid, found.events)
    if not rows or (rows[-1].seq, rows[-1].hash) != (about.version, about.head):
        line = found.events[-1][0] if rows else found.line
        raise bad(line, f"game {about.uid} ends at seq {len(rows)}, not at its head")
    return tuple(rows)


def judge(about: About, rows: tuple[Row, ...], found: FoundGame, book: str) -> Judged:
    """Play a game through and decide every hand again under its own rules.

    Raises ``ImportRefused`` where the events do not make a game; a verdict that
    would come out differently is no reason to, and is listed.
    """
    lines = [line for line, _ in found.events]
    game, differing = _judged(about, rows, found)
    row = GameRow(about.uid, book, about.players, rows[0].at, True)
    try:
        if game.rules is not game.started.rules:
            _check_rules(game.rules)
        differences = tuple(_differences(about.uid, game, differing, lines))
        standing = Standing(0, row, game, about.head, rows[-1].at)
        tables = {name: list(made) for name, made in tables_of(standing).rows.items()}
        _check_cells(tables)
    except _MISFITS as error:
        raise bad(lines[-1], f"these events do not make a game: {error}") from None
    return Judged(lines[-1], about, rows, tables, differences)


def _judged(
    about: About, rows: Sequence[Row], found: FoundGame
) -> tuple[Game, Iterable[Differing]]:
    """Play a game through and judge it, in one walk where nothing stands against it.

    Whatever does is found again on the long way, and refused in the order of events.
    """
    with suppress(*_MISFITS):
        if judged := judged_replay(list(_Events(about, rows, found))):
            return judged
    game = _played(_Events(about, rows, found))
    return game, judged_again(game)


def _played(events: "_Events") -> Game:
    try:
        return replay(events)
    except ImportRefused:
        raise
    except _MISFITS as error:
        reason = f"seq {events.at + 1} does not fit what went before: {error!r}"
        raise bad(events.line, reason) from None


class _Events:
    """The events of a game, read back one by one; ``at`` is the last, from 0."""

    def __init__(self, about: About, rows: Sequence[Row], found: FoundGame) -> None:
        self.at = 0
        self._about = about
        self._rows = rows
        self._found = found.events

    @property
    def line(self) -> int:
        """The line of the last event."""
        return self._found[self.at][0]

    def __iter__(self) -> Iterator[Recorded]:
        for at, (row, (line, value)) in enumerate(
            zip(self._rows, self._found, strict=True)
        ):
            self.at = at
            each = value[1] if isinstance(value, tuple) else recorded(row, line)
            if isinstance(each.event, GameStarted) != (at == 0):
                raise bad(line, "a game begins with game_started, once")
            if isinstance(each.event, GameStarted):
                _check_start(self._about, each.event, line)
            datetime.fromisoformat(row.at)
            yield each


def _check_start(about: About, started: GameStarted, line: int) -> None:
    if dict(started.players) != dict(about.players):
        raise bad(line, "the game began with other players")
    try:
        _check_rules(started.rules)
    except _MISFITS as error:
        raise bad(line, f"rules that cannot be: {error}") from None


def _check_rules(rules: Rules) -> None:
    """Raise ``Unreadable`` for rules that no game could be started with."""
    parse_rules(rules_as_dict(rules))


def _differences(
    uid: str, game: Game, differing: Iterable[Differing], lines: list[int]
) -> Iterator[Difference]:
    last_line = {hand.number: lines[hand.happened[-1].seq - 1] for hand in game.begun}
    for hand, entry, stored, today in differing:
        yield Difference(uid, hand, entry, last_line[hand], stored, today)
    for _, event in end_events(game, game.version):
        last = game.begun[-1].number if game.begun else 0
        end = f"{game.end.status}, {game.end.winner}" if game.end else "playing"
        yield Difference(uid, last, game.version, lines[-1], end, repr(event))


def _check_cells(tables: Mapping[str, Any]) -> None:
    """Refuse numbers and kinds that the tables cannot hold."""
    for rows in tables.values():
        for cells in rows:
            for cell in cells:
                if type(cell) not in (int, str, type(None)):
                    raise TypeError(f"{cell!r} where a whole number belongs")
                if isinstance(cell, int) and abs(cell) > _MOST:
                    raise ValueError(f"{cell} is too much")
