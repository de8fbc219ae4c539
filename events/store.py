"""The file: opened, checked, migrated; one writer, many readers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from events.driver import Connection


class Store:
    """An open record.

    Safe to share between threads: each thread reads on its own connection, all
    write on one connection, one at a time.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        """Open ``path``; make it if it is missing and ``create``; migrate it.

        Raises ``StoreError`` for a file that is not ours, newer than we are, damaged
        in its triggers or head, or cannot be opened.
        """
        raise NotImplementedError

    path: Path

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read in one snapshot; nested use stays in the outer snapshot.

        Raises ``StoreUnavailable``.
        """
        raise NotImplementedError

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write in one transaction (``BEGIN IMMEDIATE``), durable at the end.

        Any exception rolls everything back. Raises ``StoreUnavailable``.
        """
        raise NotImplementedError

    def lock(self, who: str) -> None:
        """Take the writer's file lock until ``close()``: ``serve`` and CLI writes do.

        ``who`` is written into the lock file, to be named to whoever comes second.
        Raises ``StoreError`` (status 75) if another process, or another ``Store``,
        holds it. Ends with the process, also after kill -9.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Close every connection and give the lock back; twice is no error."""
        raise NotImplementedError
