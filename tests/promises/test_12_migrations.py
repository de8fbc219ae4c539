"""Promise 12: a record of any released schema comes up whole, whoever starts first."""

import subprocess
import sys
from pathlib import Path

import pytest
from sqlite_utils import Database

from events import driver
from events.migrations import APPLICATION_ID, LATEST, TRIGGERS, migrations
from events.store import Store
from tests.events.room import KNOCK, SHOW, Room
from tests.promises.record import lengths, rows
from tests.promises.running import ROOT

NAMES = [each.name for each in migrations._migrations]
OPEN = "import sys; from events.store import Store; Store(sys.argv[1]).close()"
KILLED = """
import os, sys
import sqlite_utils
from events.store import Store
left = int(sys.argv[2])
execute = sqlite_utils.Database.execute
def dying(self, *args, **kwargs):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), 9)
    return execute(self, *args, **kwargs)
sqlite_utils.Database.execute = dying
Store(sys.argv[1]).close()
"""


def old_record(folder: Path, schema: int) -> Path:
    """Make a record as the release with this schema left it, with a game in it."""
    new = folder / "new.db"
    store = Store(new)
    room = Room(store)
    room.play(KNOCK, SHOW)
    store.close()
    old = folder / "upcard.db"
    conn = driver.connect(old.as_uri(), timeout=5)
    stop = NAMES[schema] if schema < len(NAMES) else None
    migrations.apply(Database(conn), stop_before=stop)
    conn.execute("ATTACH ? AS new", (str(new),))
    for (table,) in conn.execute(
        "SELECT name FROM main.sqlite_master WHERE type = 'table'"
        " AND name NOT LIKE '%sqlite_%' AND name <> 'book_feed'"
        " ORDER BY name = 'events'"
    ).fetchall():
        columns = ", ".join(
            f'"{row[1]}"' for row in conn.execute(f"PRAGMA main.table_info({table})")
        )
        conn.execute(
            f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}"
        )
    conn.execute(f"PRAGMA main.application_id = {APPLICATION_ID}")
    conn.execute(f"PRAGMA main.user_version = {schema}")
    conn.execute("PRAGMA main.journal_mode = WAL")
    conn.close()
    return old


def sound(path: Path) -> int:
    """Return how much is wrong with a migrated record."""
    wrong = list(lengths(path).values()) != [5]
    guards = dict(
        rows(path, "SELECT name, sql FROM sqlite_master WHERE type='trigger'")
    )
    wrong += guards != TRIGGERS
    wrong += rows(path, "SELECT count(*) FROM book_feed") != [(5,)]
    return wrong + (rows(path, "PRAGMA user_version") != [(LATEST,)])


@pytest.mark.parametrize("schema", range(1, LATEST + 1))
def test_six_processes_migrate_at_once(tmp_path, show, schema):
    path = old_record(tmp_path, schema)
    processes = [
        subprocess.Popen([sys.executable, "-c", OPEN, str(path)], cwd=ROOT)
        for _ in range(6)
    ]
    failed = sum(process.wait(120) != 0 for process in processes)

    show(f"schema {schema} opened by six processes", 6, wrong=failed + sound(path))


@pytest.mark.parametrize("schema", range(1, LATEST))
def test_a_kill_inside_a_migration_is_made_good_by_the_next_start(
    tmp_path, show, schema
):
    path = old_record(tmp_path, schema)
    killed = wrong = 0
    for left in (1, 2, 3, 5, 8):
        command = [sys.executable, "-c", KILLED, str(path), str(left)]
        killed += subprocess.run(command, cwd=ROOT, check=False).returncode == -9
        there = driver.connect(path.as_uri(), timeout=5)
        (version,) = there.execute("PRAGMA user_version").fetchone()
        (events,) = there.execute("SELECT count(*) FROM events").fetchone()
        there.close()
        wrong += (events, version in (schema, LATEST)) != (5, True)

    wrong += sound(path)
    show(f"kill -9 inside the migration of schema {schema}", killed, wrong=wrong)
    assert killed >= 1


def test_there_is_a_migration_for_every_schema():
    assert len(NAMES) == LATEST
