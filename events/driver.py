"""The one module that imports the SQLite driver.

Two SQLite libraries in one process drop each other's file locks when one of them
closes a file, so this is the very module that sqlite-utils picks (``pysqlite3`` where
it is installed, else ``sqlite3``), and a test refuses any other import of a driver.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlite_utils.utils import sqlite3 as _driver  # type: ignore[attr-defined]

if TYPE_CHECKING:
    from sqlite3 import Connection, DatabaseError, Error, IntegrityError
else:
    Connection = _driver.Connection
    DatabaseError = _driver.DatabaseError
    Error = _driver.Error
    IntegrityError = _driver.IntegrityError

__all__ = [
    "Connection",
    "DatabaseError",
    "Error",
    "IntegrityError",
    "connect",
    "name",
    "transaction",
    "version",
]


def version() -> str:
    """Return the version of the SQLite library in use, such as ``3.53.0``."""
    return str(_driver.sqlite_version)


def name() -> str:
    """Return the name of the driver module, ``pysqlite3`` or ``sqlite3``."""
    return str(_driver.__name__)


def connect(uri: str, *, timeout: float) -> Connection:
    """Open a connection for any thread, in autocommit mode: we say BEGIN ourselves.

    ``uri`` is a ``file:`` address; ``timeout`` in seconds is how long to wait for
    another process's lock.
    """
    return _driver.connect(
        uri, uri=True, timeout=timeout, isolation_level=None, check_same_thread=False
    )


@contextmanager
def transaction(conn: Connection) -> Iterator[None]:
    """Write in one transaction that begins by taking the write lock.

    A deferred BEGIN that reads before it writes is refused at once when another has
    written in between; this waits instead. Any exception rolls everything back.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield
        conn.execute("COMMIT")
    except BaseException:
        # A full or failing disk has rolled back by itself.
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
