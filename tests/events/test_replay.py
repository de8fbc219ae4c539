import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from events import chain, log
from events.audit import audit, verify
from events.projections import events_for, rebuild, sheet_of, state_at
from events.projections.sheet import sheet_for
from events.projections.tables import TABLES
from events.replayed import recorded
from events.store import Store
from referee.game import replay
from referee.scoring import sheet_data
from tests.events.games import RULES, digest, record
from tests.events.room import EYES, Room, dump

number = st.integers(0, 9999)
moves = st.lists(st.tuples(number, number, number), min_size=5, max_size=25)
ROOT = Path(__file__).parents[2]


@settings(max_examples=25)
@given(st.sampled_from(RULES), moves)
def test_what_is_stored_is_what_the_log_says(rules: object, given: list) -> None:
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "record.db")
        room = Room(store, rules=rules)
        record(room, given)
        stored = sheet_of(store, room.uid)
        with store.reading() as conn:
            rows = log.read(conn, 1)
        assert stored.pop("version") == len(rows)
        assert stored == sheet_data(sheet_for(replay(recorded(rows))))
        before = dump(store, *TABLES)
        assert list(rebuild(store, skip=print)) == [(1, 1)]
        assert dump(store, *TABLES) == before
        for eyes in EYES:
            now = room.state(eyes)
            assert state_at(store, room.uid, len(rows), eyes) == now
            assert now["score"] == room.state()["score"]
            seen = events_for(store, room.uid, eyes, limit=len(rows)).events
            assert [event["hash"] for event in seen] == [row.hash for row in rows]
        assert chain.check(room.uid, rows) == []
        assert [each.damage for each in verify(store)] == [()]
        assert [each.drift for each in audit(store)] == [()]
        store.close()


def test_a_game_is_the_same_on_every_hash_seed(store: Store, tmp_path: Path) -> None:
    given = {
        "rules": 1,
        "moves": [[n * 7 % 9, n * 131, n * 17 + n // 3] for n in range(40)],
    }
    legal = record(Room(store, rules=RULES[1]), [tuple(m) for m in given["moves"]])
    assert legal >= 15
    expected = f"{digest(store)} {legal}"
    for seed in ("0", "1", "4242"):
        command = [sys.executable, "-m", "tests.events.games"]
        told = subprocess.run(
            [*command, str(tmp_path / f"{seed}.db"), json.dumps(given)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout == expected
