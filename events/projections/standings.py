"""Who leads: a book's standings and head to head, from its read models.

The sums are those of the views ``standings``, ``seats`` and ``runs``
(``events.views``), which read nothing but read models, and so follow from the log
alone.
"""

from collections.abc import Iterator
from typing import Any

from events.driver import Connection
from events.projections.settlement import settlement
from events.store import Store
from events.views import RUNS, SEATS, STANDINGS, of_book

Body = dict[str, Any]
"""A JSON object."""

COLUMNS = (
    "games", "won", "lost", "hands", "hands_won", "points", "boxes", "total", "knocks",
    "gins", "big_gins", "undercuts_given", "undercuts_suffered", "void_hands",
    "average_deadwood", "longest_run", "longest_run_games",
)  # fmt: skip
"""What the standings say of each player."""

_SUMS = COLUMNS[:-2]
_STANDINGS = f"""WITH seats AS ({of_book(SEATS)}), told AS ({of_book(STANDINGS)})
  SELECT player, name, {", ".join(_SUMS)} FROM told
  ORDER BY won DESC, total DESC, hands_won DESC, name"""
# The view works out the runs player by player; once for the book is quicker.
_RUNS = f"SELECT player, what, longest FROM ({of_book(RUNS)})"
_PAIR = ("games", "won", "lost", "hands", "hands_won", "points", "boxes", "total")
_PAIRS = f"""SELECT player, opponent, count(*),
    {", ".join(f"CAST(total({name}) AS INTEGER)" for name in _PAIR[1:])}
  FROM ({of_book(SEATS)}) GROUP BY player, opponent ORDER BY min(number), seat"""


def standings(store: Store, book: str) -> Body:
    """Return ``{players, head_to_head, settlement}`` of a book.

    ``players`` has one row for each player, the one with most games won first;
    ``head_to_head`` one for each two who have played, with what each made of it.
    Every game counts with its hands, points and boxes, but only one that is over is
    won or lost. ``average_deadwood`` is what a player held at the end of scored
    hands, after lay-offs, or ``None``.
    """
    with store.reading() as conn:
        rows = list(_players(conn, book))
        pairs = _head_to_head(conn, book)
        owed = settlement(conn, book)
    return {"players": rows, "head_to_head": pairs, "settlement": owed}


def _players(conn: Connection, book: str) -> Iterator[Body]:
    runs = {(row[0], row[1]): row[2] for row in conn.execute(_RUNS, {"book": book})}
    for player, name, *sums in conn.execute(_STANDINGS, {"book": book}):
        yield {
            "id": player,
            "name": name,
            **dict(zip(_SUMS, sums, strict=True)),
            "longest_run": runs.get((player, "hands"), 0),
            "longest_run_games": runs.get((player, "games"), 0),
        }


def _head_to_head(conn: Connection, book: str) -> list[Body]:
    """Put the two sides of each pair into one row, who sat in A first."""
    pairs: dict[frozenset[str], list[Body]] = {}
    for player, opponent, *numbers in conn.execute(_PAIRS, {"book": book}):
        side = {"id": player, **dict(zip(_PAIR, numbers, strict=True))}
        pairs.setdefault(frozenset((player, opponent)), []).append(side)
    return [{"players": sides} for sides in pairs.values()]
