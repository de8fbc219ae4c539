"""kill -9 in the middle of things: what was acknowledged is there, nothing is half."""

import subprocess
import sys
from pathlib import Path

import pytest

from events import log
from events.audit import verify
from events.projections import state_of, version_of
from events.projections.tables import TABLES
from events.store import Store
from tests.events.room import KNOCK, SHOW, Room, dump

ROOT = Path(__file__).parents[2]

DIES = """
import os, sys
from events import handler
from events.store import Store
from tests.events.room import KNOCK, SHOW, Room
room = Room(Store(sys.argv[1]))
where, name = sys.argv[2].rsplit(".", 1)
module = __import__(where, fromlist=[name])
kept = getattr(module, name)
def dies(*args, **kwargs):
    if sys.argv[3] == "after":
        kept(*args, **kwargs)
    os.kill(os.getpid(), 9)
print(room.uid, flush=True)
setattr(module, name, dies)
room.play(KNOCK, SHOW)
"""

PLAYS_ON = """
import sys
from events.store import Store
from tests.events.room import KNOCK, SHOW, Room
room = Room(Store(sys.argv[1]), rules={"target": 1000, "gin_bonus": 0})
print(room.uid, flush=True)
while True:
    print(room.play({**KNOCK, "count": 1}, {**SHOW, "count": 2}).last, flush=True)
"""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    "place",
    [
        "events.log.append",
        "events.projections.tables.write",
        "events.registry.requests.keep",
    ],
)
def test_a_batch_killed_half_way_leaves_nothing(
    path: Path, place: str, when: str
) -> None:
    child = subprocess.run(
        [sys.executable, "-c", DIES, str(path), place, when],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == -9, child.stderr
    uid = child.stdout.strip()
    store = Store(path)
    assert version_of(store, uid) == 1
    assert state_of(store, uid, "A")["version"] == 1
    assert [each.damage for each in verify(store)] == [()]
    store.close()


@pytest.mark.parametrize("acknowledged", [1, 2, 7, 12])
def test_what_was_acknowledged_survives_a_kill(path: Path, acknowledged: int) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", PLAYS_ON, str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    uid = child.stdout.readline().strip()
    told = [int(child.stdout.readline()) for _ in range(acknowledged)][-1]
    child.kill()
    child.wait()
    child.stdout.close()
    store = Store(path)
    with store.reading() as conn:
        rows = log.read(conn, 1)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= told
    assert len(rows) % 4 == 1, "each batch makes four events, and all of them"
    assert state_of(store, uid, "watch")["version"] == len(rows)
    assert [each.damage for each in verify(store)] == [()]
    assert all(dump(store, *TABLES).values())
    store.close()


def test_the_killed_batch_is_the_one_that_lives(store: Store) -> None:
    """The same batch, not killed, makes four events: the tests above would see it."""
    assert Room(store).play(KNOCK, SHOW).last == 5
