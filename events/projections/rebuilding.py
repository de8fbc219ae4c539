"""Read models made again from the log, and a look whether they are what it says."""

from collections.abc import Generator

from events import log
from events.driver import Connection
from events.projections import tables
from events.registry import GameRow, games
from events.replayed import Standing, replayed
from events.store import Store


def rebuild(store: Store) -> Generator[tuple[int, int], None, None]:
    """Make every read model again from the log: yields ``(games done, games)``.

    In one transaction when exhausted; take ``store.lock`` first. Raises
    ``codec.Undecodable`` for a log of a newer Upcard.
    """
    with store.writing() as conn:
        for table in tables.TABLES:
            conn.execute(f"DELETE FROM {table}")
        every = games.load_all(conn)
        for done, (number, row) in enumerate(every, 1):
            standing = from_log(conn, number, row)
            tables.write(conn, standing, tables.tables_of(standing))
            yield done, len(every)


def from_log(conn: Connection, number: int, row: GameRow) -> Standing:
    """Return a game replayed from all its stored events."""
    return replayed(number, row, log.read(conn, number))
