"""The log: append and read. It knows no game and no rule.

Functions take an open connection, so that what belongs together is one transaction
(``Store.writing``) or one snapshot (``Store.reading``).
"""

from collections.abc import Sequence
from typing import NamedTuple

from events.driver import Connection, IntegrityError
from events.errors import VersionConflict


class Row(NamedTuple):
    """One stored event. ``data`` is its text; see ``events.chain`` for the hashes."""

    seq: int
    entry: int
    type: str
    schema: int
    at: str
    by: str
    data: str
    digest: str
    salt: str
    hash: str


_COLUMNS = 'seq, entry, type, schema, at, "by", data, digest, salt, hash'
_APPEND = f"INSERT INTO events (game, {_COLUMNS}) VALUES ({', '.join('?' * 11)})"
_READ = f"""SELECT {_COLUMNS} FROM events
  WHERE game = ? AND seq > ? AND seq <= ? ORDER BY seq"""
_END = 2**62


def append(conn: Connection, game: int, rows: Sequence[Row]) -> None:
    """Append events whose seqs follow the version their writer saw.

    Raises ``VersionConflict`` if the game is no longer at that version: the key
    (game, seq) is the check, whoever wrote in between.
    """
    try:
        conn.executemany(_APPEND, [(game, *row) for row in rows])
    except IntegrityError as error:
        raise VersionConflict(version(conn, game)) from error


def read(
    conn: Connection, game: int, *, after: int = 0, upto: int | None = None
) -> list[Row]:
    """Return a game's events in order, those after seq ``after`` up to ``upto``."""
    found = conn.execute(_READ, (game, after, _END if upto is None else upto))
    return [Row._make(row) for row in found]


def version(conn: Connection, game: int) -> int:
    """Return the seq of a game's last event, 0 where there is none."""
    found = conn.execute("SELECT max(seq) FROM events WHERE game = ?", (game,))
    return found.fetchone()[0] or 0


def games(conn: Connection) -> list[int]:
    """Return the numbers of all games that have events, in order."""
    return [row[0] for row in conn.execute("SELECT DISTINCT game FROM events")]
