"""Which games a book has. The games themselves are in the log."""

from collections.abc import Mapping

from events.driver import Connection
from events.errors import NoSuchGame
from events.registry.lately import lately
from events.registry.values import (
    NO_FILTER,
    GameFilter,
    GameRow,
    ListedGame,
    Page,
)
from events.store import Store
from referee.rules import Player

_COLUMNS = "uid, book, player_a, player_b, created, imported, archived"
_LIST = f"""SELECT {_COLUMNS}, version, status, winner, target, preset, hands,
    points_a, boxes_a, total_a, points_b, boxes_b, total_b, changed
  FROM book_games JOIN game_summaries ON game = number
  WHERE book = ? AND number < ?"""
_CONDITIONS = {
    "status": "status = ?",
    "player": "? IN (player_a, player_b)",
    "winner": "CASE winner WHEN 'A' THEN player_a WHEN 'B' THEN player_b END = ?",
    "preset": "preset = ?",
    "since": "created >= ?",
    "until": "created < ?",
}
_END = 2**62


def find_game(store: Store, uid: str) -> GameRow | None:
    """Return what the registry knows of a game, or ``None``."""
    return lately(store, "game", uid, lambda: _find_row(store, uid))


def _find_row(store: Store, uid: str) -> GameRow | None:
    with store.reading() as conn:
        found = _find(conn, uid)
    return None if found is None else found[1]


def _find(conn: Connection, uid: str) -> tuple[int, GameRow] | None:
    query = f"SELECT number, {_COLUMNS} FROM book_games WHERE uid = ?"
    row = conn.execute(query, (uid,)).fetchone()
    return None if row is None else (row[0], _game_row(*row[1:]))


def _game_row(
    uid: str,
    book: str,
    a: str,
    b: str,
    created: str,
    imported: int,
    archived: str | None,
) -> GameRow:
    return GameRow(uid, book, {"A": a, "B": b}, created, bool(imported), archived)


def load(conn: Connection, uid: str) -> tuple[int, GameRow]:
    """Return a game's number in this store and its row; raises ``NoSuchGame``."""
    found = _find(conn, uid)
    if found is None:
        raise NoSuchGame(uid)
    return found


def load_all(conn: Connection) -> list[tuple[int, GameRow]]:
    """Return every game's number and row, oldest first."""
    query = f"SELECT number, {_COLUMNS} FROM book_games ORDER BY number"
    return [(row[0], _game_row(*row[1:])) for row in conn.execute(query)]


def insert(
    conn: Connection,
    uid: str,
    book: str,
    players: Mapping[Player, str],
    *,
    at: str,
    number: int | None = None,
    imported: int = 0,
) -> int:
    """Enter a new game and return its number in this store.

    ``number`` is of ``free_number``, where it is wanted before.
    """
    made = conn.execute(
        """INSERT INTO book_games
          (number, uid, book, player_a, player_b, created, imported)
        VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING number""",
        (number, uid, book, players["A"], players["B"], at, imported),
    )
    return int(made.fetchone()[0])


def free_number(conn: Connection) -> int:
    """Return the number of the next game."""
    found = conn.execute("SELECT coalesce(max(number), 0) + 1 FROM book_games")
    return int(found.fetchone()[0])


def games_of(
    store: Store,
    book: str,
    *,
    after: str | None = None,
    limit: int = 50,
    only: GameFilter = NO_FILTER,
) -> Page:
    """List a book's games, newest first. ``after`` is a ``Page.next``; a cursor that
    is no game of this book gives an empty page. ``only`` leaves out the others.
    """
    wanted = only.wanted()
    conditions = [_CONDITIONS[name] for name in wanted]
    if only.archived is not None:
        conditions.append(f"archived IS {'NOT ' if only.archived else ''}NULL")
    query = " AND ".join([_LIST, *conditions]) + " ORDER BY number DESC LIMIT ?"
    with store.reading() as conn:
        before = _END if after is None else _number(conn, book, after)
        facts = (book, before, *wanted.values(), limit + 1)
        rows = conn.execute(query, facts).fetchall()
    games = tuple(_listed(*row) for row in rows[:limit])
    return Page(games, games[-1].game.uid if len(rows) > limit else None)


def archive_game(store: Store, uid: str, *, at: str | None) -> bool:
    """Put a game away from the lists at a time, or with ``None`` back into them.

    Nothing of the game itself changes; its pages stay where they are. ``False`` if
    there is no such game.
    """
    with store.writing() as conn:
        changed = conn.execute(
            "UPDATE book_games SET archived = ? WHERE uid = ?", (at, uid)
        )
        return changed.rowcount == 1


def _number(conn: Connection, book: str, uid: str) -> int:
    row = conn.execute(
        "SELECT number FROM book_games WHERE uid = ? AND book = ?", (uid, book)
    ).fetchone()
    return 0 if row is None else int(row[0])


def _listed(
    uid: str,
    book: str,
    a: str,
    b: str,
    created: str,
    imported: int,
    archived: str | None,
    version: int,
    status: str,
    winner: Player | None,
    target: int,
    preset: str | None,
    hands: int,
    *rest: int | str,
) -> ListedGame:
    *numbers, changed = rest
    kinds = ("points", "boxes", "total")
    score: dict[Player, dict[str, int]] = {
        "A": dict(zip(kinds, map(int, numbers[:3]), strict=True)),
        "B": dict(zip(kinds, map(int, numbers[3:]), strict=True)),
    }
    game = _game_row(uid, book, a, b, created, imported, archived)
    return ListedGame(
        game, version, status, winner, target, preset, hands, score, str(changed)
    )
