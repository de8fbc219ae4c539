"""Whether a file is a record that this Upcard can open, and making it so."""

import os
import time
from pathlib import Path

from sqlite_utils import Database

from events import driver
from events.errors import StoreError
from events.migrations import APPLICATION_ID, LATEST, TRIGGERS, migrate
from events.trouble import is_busy, unavailable

WAIT = 10.0
"""Seconds to wait for another process's transaction before giving up."""

_PAUSE = 0.05
_HEADER = b"SQLite format 3\x00"


def check_path(path: Path, *, create: bool) -> None:
    """Refuse what can be seen to be no record before it is opened.

    Raises ``StoreError``.
    """
    if path.is_dir():
        raise StoreError(
            f"{path} is a folder: set UPCARD_DB to a file in it", status=73
        )
    there = path.exists()
    if there:
        _check_header(path)
    elif not create:
        raise StoreError(f"{path} is not there: check UPCARD_DB", status=66)
    elif not path.parent.is_dir():
        raise StoreError(
            f"{path.parent} is not a folder: make it, or set UPCARD_DB to another file",
            status=73,
        )
    if not all(os.access(each, os.W_OK) for each in (path.parent, path)[: 1 + there]):
        raise StoreError(
            f"{path} cannot be written: give the user who runs Upcard write access to "
            "it and to its folder, or set UPCARD_DB to another file",
            status=73,
        )


def _check_header(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(len(_HEADER))
    except OSError as error:
        raise StoreError(
            f"{path} cannot be read ({error.strerror}): check who owns it", status=66
        ) from error
    if header not in (b"", _HEADER):
        raise _not_ours(path, "is not a database")


def _not_ours(path: Path, what: str) -> StoreError:
    return StoreError(
        f"{path} {what}: set UPCARD_DB to an Upcard record, or to a new file"
    )


def open_writer(path: Path) -> driver.Connection:
    """Open the connection that writes, its file checked and migrated.

    Raises ``StoreError``.
    """
    try:
        conn = driver.connect(_uri(path), timeout=WAIT)
        try:
            _prepare(conn, path)
        except BaseException:
            conn.close()
            raise
    except driver.DatabaseError as error:
        raise _refusal(path, error) from error
    return conn


def _refusal(path: Path, error: driver.DatabaseError) -> StoreError:
    kind = unavailable(error).kind
    if kind == "busy":
        return StoreError(
            f"{path} is kept locked by another process: end it, then try again",
            status=75,
        )
    return StoreError(
        f"{path} cannot be opened ({error}): check the disk and who owns the file, or "
        "restore a backup",
        status=65 if kind == "failing" else 73,
    )


def open_reader(path: Path) -> driver.Connection:
    """Open a connection that only reads, to a file that ``open_writer`` has passed."""
    conn = driver.connect(_uri(path), timeout=WAIT)
    conn.execute("PRAGMA query_only = ON")
    return conn


def _uri(path: Path) -> str:
    return path.absolute().as_uri()


def _prepare(conn: driver.Connection, path: Path) -> None:
    # One snapshot: another process may be making the file between two looks.
    conn.execute("BEGIN")
    try:
        version = _check_schema(conn, path)
    finally:
        conn.rollback()
    # Also where nothing is to migrate: a backup is a plain file, and comes back so.
    _use_wal(conn)
    if version < LATEST:
        _migrate(conn, path)
    _check_triggers(conn, path)
    # FULL makes COMMIT wait for the disk in WAL mode; NORMAL would not.
    conn.execute("PRAGMA synchronous = FULL")


def _number(conn: driver.Connection, statement: str) -> int:
    return int(conn.execute(statement).fetchone()[0])


def _check_schema(conn: driver.Connection, path: Path) -> int:
    """Return the schema's version, 0 for a new file; refuse what is not ours."""
    owner = _number(conn, "PRAGMA application_id")
    version = _number(conn, "PRAGMA user_version")
    if owner != APPLICATION_ID:
        if _number(conn, "SELECT count(*) FROM sqlite_master") or owner or version:
            raise _not_ours(path, "belongs to another program")
        return 0
    if version > LATEST:
        raise StoreError(
            f"{path} was written by a newer Upcard (schema {version}, this one knows "
            f"{LATEST}): start that version, or restore a backup made by this one",
            status=78,
        )
    return version


def _use_wal(conn: driver.Connection) -> None:
    """Switch to WAL; another process doing the same makes this wait its turn.

    SQLite answers busy at once here, whatever the timeout.
    """
    tries = int(WAIT / _PAUSE)
    while True:
        try:
            conn.execute("PRAGMA journal_mode = WAL")
            return
        except driver.DatabaseError as error:
            tries -= 1
            if tries < 0 or not is_busy(error):
                raise
        time.sleep(_PAUSE)


def _migrate(conn: driver.Connection, path: Path) -> None:
    """Migrate, alone: whoever comes second finds the work done."""
    with driver.transaction(conn):
        if _check_schema(conn, path) < LATEST:
            migrate(Database(conn))


def _check_triggers(conn: driver.Connection, path: Path) -> None:
    found = dict(
        conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    )
    wrong = sorted(name for name, sql in TRIGGERS.items() if found.get(name) != sql)
    if wrong:
        raise StoreError(
            f"{path} has lost triggers that keep its log append-only "
            f"({', '.join(wrong)}); another tool may have "
            "transformed the table: restore a backup"
        )
