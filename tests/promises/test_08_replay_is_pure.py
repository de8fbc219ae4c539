"""Promise 8: the log alone makes the sheet: on any process, clock and hash seed."""

import json
import os
import subprocess
import sys
from random import Random

import pytest

from events import log
from events.projections import sheet_of
from events.projections.sheet import sheet_for
from events.registry import games
from events.replayed import recorded
from events.store import Store
from referee.game import replay
from referee.scoring import sheet_data
from tests.events.games import RULES, record
from tests.events.room import Room
from tests.promises.record import lengths
from tests.promises.running import ROOT

REPLAY = """
import hashlib, json, sys
from events import log
from events.projections.sheet import sheet_for
from events.projections.state import state_body
from events.replayed import replayed
from events.registry import games
from events.store import Store
from referee.scoring import sheet_data
store = Store(sys.argv[1], create=False)
told = hashlib.sha256()
with store.reading() as conn:
    for number, row in games.load_all(conn):
        standing = replayed(number, row, log.read(conn, number))
        told.update(json.dumps(sheet_data(sheet_for(standing.game))).encode())
        for eyes in ("referee", "A", "B", "watch"):
            told.update(json.dumps(state_body(standing, eyes), sort_keys=True).encode())
store.close()
print(told.hexdigest())
"""
PLACES = [
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns", "PYTHONOPTIMIZE": "0"},
]


def play_games(db, count, seed):
    """Record random legal games under every kind of rules."""
    chance = Random(seed)
    store = Store(db)
    room = Room(store, rules=RULES[0])
    for number in range(count):
        if number:
            room.uid = room.start(rules=RULES[number % len(RULES)]).uid
        moves = [tuple(chance.randrange(10_000) for _ in range(3)) for _ in range(30)]
        record(room, moves)
    store.close()


def replays(db):
    """Replay everything in processes that differ in what must not matter."""
    told = []
    for place in PLACES:
        done = subprocess.run(
            [sys.executable, "-c", REPLAY, str(db)],
            cwd=ROOT,
            env=os.environ | place,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        told.append(done.stdout.strip())
    return told


def differing_sheets(db):
    store = Store(db, create=False)
    wrong = 0
    with store.reading() as conn:
        for number, row in games.load_all(conn):
            stored = sheet_of(store, row.uid)
            del stored["version"]
            again = sheet_data(sheet_for(replay(recorded(log.read(conn, number)))))
            wrong += json.dumps(stored, sort_keys=True) != json.dumps(
                again, sort_keys=True
            )
    store.close()
    return wrong


@pytest.mark.parametrize(
    "count", [6, pytest.param(120, marks=pytest.mark.slow)], ids=str
)
def test_stored_replayed_and_rebuilt_sheets_are_one(db, show, count):
    play_games(db, count, seed=count)

    wrong = differing_sheets(db)
    # ``lengths`` rebuilds every read model and compares.
    lengths(db)
    told = replays(db)

    show("random legal games, stored = replayed = rebuilt", count, wrong=wrong)
    show("the same replayed elsewhere", f"{count}x3", wrong=len(set(told)) - 1)
