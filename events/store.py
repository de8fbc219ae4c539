"""The file: opened, checked, migrated; one writer, many readers."""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from events import driver
from events.errors import StoreError
from events.opening import check_path, open_reader, open_writer
from events.trouble import unavailable

__all__ = ["Store", "take_lock"]


class _Reader(threading.local):
    """The reading connection of one thread, and whether it is in a snapshot."""

    conn: driver.Connection | None = None
    inside = False


class Store:
    """An open record.

    Safe to share between threads: each thread reads on its own connection, all
    write on one connection, one at a time. Not to be used across a fork.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        """Open ``path``; make it if it is missing and ``create``; migrate it.

        Raises ``StoreError`` for a file that is not ours, newer than we are, damaged
        in its triggers, or cannot be opened. Does not verify the hash chains.
        """
        self.path = Path(path)
        check_path(self.path, create=create)
        self._writer = open_writer(self.path)
        self._turn = threading.Lock()
        self._own = _Reader()
        self._readers: list[driver.Connection] = []
        self._lock_file: int | None = None
        self.timed: Callable[[float], None] = lambda _: None
        """Told, for a monitor, how many seconds each append took."""
        self.changes = 0
        """How often the registry (all but the log) may have changed by this store."""
        self.lately: dict[tuple[str, str], tuple[int, object]] = {}
        """See ``events.registry.lately``."""

    @property
    def alone(self) -> bool:
        """Whether no other process, and no other store, may write: the lock is ours."""
        return self._lock_file is not None

    @contextmanager
    def reading(self) -> Iterator[driver.Connection]:
        """Read in one snapshot; nested use stays in the outer snapshot.

        Raises ``StoreUnavailable``.
        """
        own = self._own
        try:
            if own.conn is None:
                own.conn = open_reader(self.path)
                self._readers.append(own.conn)
            if own.inside:
                yield own.conn
                return
            own.conn.execute("BEGIN")
            own.inside = True
            try:
                yield own.conn
            finally:
                own.inside = False
                own.conn.execute("COMMIT")
        except driver.Error as error:
            raise unavailable(error) from error

    @contextmanager
    def writing(self, *, registry: bool = True) -> Iterator[driver.Connection]:
        """Write in one transaction (``BEGIN IMMEDIATE``), durable at the end.

        ``registry=False`` promises that no book, player, key or game is changed. Any
        exception rolls everything back. Raises ``StoreUnavailable``. Not nested.
        """
        with self._turn:
            try:
                with driver.transaction(self._writer):
                    yield self._writer
            except driver.Error as error:
                raise unavailable(error) from error
            finally:
                self.changes += registry

    def lock(self, who: str) -> None:
        """Take the writer's file lock until ``close()``: ``serve`` and CLI writes do.

        ``who`` is written into the lock file, to be named to whoever comes second.
        Raises ``StoreError`` (status 75) if another process, or another ``Store``,
        holds it. Ends with the process, also after kill -9.
        """
        self._lock_file = take_lock(self.path, who)

    def close(self) -> None:
        """Close every connection and give the lock back; twice is no error."""
        with self._turn:
            while self._readers:
                self._readers.pop().close()
            self._writer.close()
            if self._lock_file is not None:
                os.close(self._lock_file)
                self._lock_file = None


def take_lock(path: Path, who: str) -> int:
    """Take the writer's lock of the record at ``path``; it goes when this is closed.

    Needs no record there. Raises ``StoreError``; see ``Store.lock``.
    """
    name = f"{path}.lock"
    try:
        file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise StoreError(
            f"{name} cannot be written ({error.strerror}): check its owner",
            status=73,
        ) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.read(file, 200).decode(errors="replace").strip()
        os.close(file)
        raise StoreError(
            f"{path} is being written by {holder or 'another process'}: "
            "stop it first, then try again",
            status=75,
        ) from error
    os.ftruncate(file, 0)
    os.pwrite(file, f"{who} (process {os.getpid()})\n".encode(), 0)
    return file
