"""Promise 9: what was changed in the file is named; a cut tail shows against a head."""

from random import Random

import pytest

from events import chain, log
from events.audit import verify
from events.migrations import TRIGGERS
from events.store import Store
from tests.events.room import Room, whole_hands
from tests.promises.record import lengths
from tests.promises.running import upcard

KINDS = ("data", "at", "by", "type", "entry", "salt", "hash", "gone", "swapped")


@pytest.fixture
def record(db):
    """A record with one game of 60 events and more."""
    store = Store(db)
    room = Room(store)
    for number in (0, 7):
        room.play(*whole_hands()[number])
    yield store, room.uid
    store.close()


def tamper(row_of, kind, seq, chance):
    """Return the rows of a log in which one thing was done at ``seq``."""
    rows = list(row_of)
    place = seq - 1
    row = rows[place]
    match kind:
        case "data":
            rows[place] = row._replace(data=row.data.replace("}", ',"x":1}', 1))
        case "at" | "by" | "type" | "salt" | "hash":
            rows[place] = row._replace(**{kind: f"{getattr(row, kind)}x"})
        case "entry":
            rows[place] = row._replace(entry=row.entry + 1)
        case "gone":
            del rows[place]
        case _:
            other = chance.choice([n for n in range(len(rows)) if n != place])
            rows[place] = rows[other]._replace(seq=seq)
            rows[other] = row._replace(seq=other + 1)
    return rows


@pytest.mark.parametrize(
    "tries", [90, pytest.param(2000, marks=pytest.mark.slow)], ids=str
)
def test_whatever_is_done_to_an_event_is_named(record, show, tries):
    store, uid = record
    with store.reading() as conn:
        whole = log.read(conn, 1)
    assert chain.check(uid, whole) == []
    chance = Random(tries)
    unseen = elsewhere = 0
    for number in range(tries):
        kind = KINDS[number % len(KINDS)]
        # The last event's loss is a cut tail: shown by the head, below.
        seq = chance.randrange(1, len(whole))
        found = chain.check(uid, tamper(whole, kind, seq, chance))
        unseen += not found
        near = (seq, seq + 1)
        named = any(each.seq in near for each in found)
        elsewhere += bool(found) and not named
    show("one event edited, removed or moved", tries, lost=unseen, wrong=elsewhere)


def in_file(store, statement):
    with store.writing() as conn:
        for name in TRIGGERS:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute(statement)
        for trigger in TRIGGERS.values():
            conn.execute(trigger)


def test_an_edit_in_the_file_is_named_by_verify(record, db, show):
    store, uid = record
    in_file(store, "UPDATE events SET at = '2020' WHERE seq = 9")
    found = upcard("verify", db=db)

    wrong = found.returncode != 1 or f"{uid} seq 9: edited" not in found.stdout
    show("an event edited in the file: `upcard verify`", 1, wrong=int(wrong))


def test_a_cut_tail_shows_against_a_head_kept_elsewhere(record, db, tmp_path, show):
    store, uid = record
    heads = tmp_path / "heads.txt"
    heads.write_text(upcard("verify", "--head", db=db).stdout)
    in_file(store, "DELETE FROM events WHERE seq > 20")
    for table in ("game_states", "game_sheets", "game_summaries", "game_hands"):
        with store.writing() as conn:
            conn.execute(f"DELETE FROM {table}")

    alone = upcard("verify", db=db)
    against = upcard("verify", "--against", str(heads), db=db)

    assert alone.returncode == 0, "a chain that was cut cleanly is whole"
    wrong = against.returncode != 1 or f"{uid} seq" not in against.stdout
    show("a tail cut off cleanly: `verify --against`", 1, wrong=int(wrong))
    assert "was cut off" in against.stdout


def test_a_record_that_nobody_touched_is_whole(record, db, show):
    store, uid = record
    assert [each.damage for each in verify(store)] == [()]
    store.close()
    assert upcard("verify", db=db).returncode == 0
    show("a record left alone", 1, wrong=0)
    assert lengths(db)[uid] > 60
