"""What a record file holds, looked at from outside."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from events import log
from events.audit import verify
from events.projections import rebuild
from events.projections.tables import TABLES
from events.registry import games
from events.store import Store
from tests.events.room import dump

CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")


def not_run(why: str) -> None:
    """Say what could not be shown here; under ``CI=true`` that is a failure."""
    if CI:
        pytest.fail(f"not run: {why}")
    pytest.skip(f"not run: {why}")


def strace() -> str:
    """Return the tool that watches system calls, or leave the test."""
    found = shutil.which("strace")
    if found is None:
        not_run("needs strace (apt-get install strace)")
    return str(found)


def lengths(path: Path) -> dict[str, int]:
    """Return each game's number of events, after holding the whole record: chains,
    sequences without a gap, and views that are what the log says.
    """
    store = Store(path, create=False)
    try:
        assert [each.damage for each in verify(store) if each.damage] == []
        found = {}
        with store.reading() as conn:
            for number, row in games.load_all(conn):
                seqs = [each.seq for each in log.read(conn, number)]
                assert seqs == list(range(1, len(seqs) + 1)), row.uid
                found[row.uid] = len(seqs)
        stored = dump(store, *TABLES)
        skipped: list[str] = []
        list(rebuild(store, skip=lambda uid, _: skipped.append(uid)))
        assert dump(store, *TABLES) == stored
        assert skipped == []
        return found
    finally:
        store.close()


def rows(path: Path, query: str) -> list[tuple]:
    store = Store(path, create=False)
    try:
        with store.reading() as conn:
            return conn.execute(query).fetchall()
    finally:
        store.close()


Show = Callable[..., None]
