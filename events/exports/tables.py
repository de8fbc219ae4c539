"""Games and hands as CSV (RFC 4180), for a spreadsheet.

Only what every key of the book may see: hands that have ended, with what was counted.
A text that a spreadsheet would take for a formula is led by an apostrophe.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from events.exports.scope import Scope
from events.store import Store

Cell = str | int | None

_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")
GAME_COLUMNS = (
    "id", "started", "status", "preset", "target", "hands", "player_a", "player_b",
    "winner", "points_a", "boxes_a", "total_a", "points_b", "boxes_b", "total_b",
    "margin", "stake", "settlement", "imported",
)  # fmt: skip
"""Columns of the games, as in the view ``games``."""
HAND_COLUMNS = (
    "game", "started", "hand", "dealer", "result", "winner", "loser", "points", "boxes",
    "knocker", "knocker_deadwood", "defender_deadwood", "upcard", "counted", "amended",
    "irregular", "accepted",
)  # fmt: skip
"""Columns of the hands, as in the view ``hands``."""
_GAMES = f"SELECT {', '.join(GAME_COLUMNS)} FROM games WHERE id = ?"
_HANDS = f"""SELECT {", ".join(HAND_COLUMNS)} FROM hands
  WHERE game = ? AND result IS NOT NULL ORDER BY hand"""


def games_csv(store: Store, scope: Scope) -> Iterator[str]:
    """Yield one line a game, after a line of column names."""
    return _table(store, scope, GAME_COLUMNS, _GAMES)


def hands_csv(store: Store, scope: Scope) -> Iterator[str]:
    """Yield one line a hand that has ended, after a line of column names."""
    return _table(store, scope, HAND_COLUMNS, _HANDS)


def _table(
    store: Store, scope: Scope, columns: Sequence[str], query: str
) -> Iterator[str]:
    yield _lines([columns])
    for uid in scope.games:
        with store.reading() as conn:
            rows = conn.execute(query, (uid,)).fetchall()
        yield _lines(rows)


def _lines(rows: Iterable[Sequence[Cell]]) -> str:
    text = StringIO()
    csv.writer(text).writerows([harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def harmless(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet runs as a formula; numbers stay numbers."""
    if isinstance(cell, str) and cell.startswith(_RISKY):
        return f"'{cell}"
    return cell
