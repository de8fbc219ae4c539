"""Read models made again from the log, and a look whether they are what it says."""

from collections.abc import Callable, Generator

from events import log
from events.codec import Undecodable
from events.driver import Connection
from events.projections import tables
from events.registry import GameRow, games
from events.replayed import Standing, replayed
from events.store import Store

_STRAY = "DELETE FROM {} WHERE game NOT IN (SELECT number FROM book_games)"


def rebuild(
    store: Store, *, skip: Callable[[str, Undecodable], None]
) -> Generator[tuple[int, int], None, None]:
    """Make every read model again from the log: yields ``(games done, games)``.

    In one transaction when exhausted; take ``store.lock`` first. A game with an event
    that only a newer Upcard can read keeps the rows it has; ``skip`` is told its uid
    and why.
    """
    with store.writing() as conn:
        for table in tables.TABLES:
            conn.execute(_STRAY.format(table))
        every = games.load_all(conn)
        for done, (number, row) in enumerate(every, 1):
            try:
                standing = from_log(conn, number, row)
            except Undecodable as error:
                skip(row.uid, error)
            else:
                tables.put(conn, number, tables.tables_of(standing))
            yield done, len(every)


def from_log(conn: Connection, number: int, row: GameRow) -> Standing:
    """Return a game replayed from all its stored events."""
    return replayed(number, row, log.read(conn, number))
