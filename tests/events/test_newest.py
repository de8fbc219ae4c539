"""What is answered from memory is what the record says."""

import json
from pathlib import Path

import pytest

from events import registry
from events.projections import appended, events_for, newest_of, sheet_of, state_of
from events.projections.tables import TABLES, put, tables_of
from events.registry import lately
from events.replayed import newest, remember, standing
from events.store import Store
from tests.events.room import AT, EYES, KNOCK, SHOW, Room, dump, swapped, whole_hands


@pytest.fixture
def room(store: Store) -> Room:
    store.lock("the test")
    return Room(store)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("number", [0, 3, 7])
def test_what_was_appended_is_what_will_be_read(
    room: Room, eyes: registry.Role, number: int
) -> None:
    for play in whole_hands()[number]:
        made = room.play(play)
        assert made.after is not None
        events, state = appended(made.after, made.rows, eyes)  # type: ignore[arg-type]
        after = made.first - 1
        read = events_for(room.store, room.uid, eyes, after=after)  # type: ignore[arg-type]
        assert (json.loads(events), json.loads(state)) == (
            [*read.events],
            room.state(eyes),  # type: ignore[arg-type]
        )


@pytest.mark.parametrize("number", [1, 4])
def test_what_turns_leave_alone_is_what_it_would_be_made_anew(
    room: Room, number: int
) -> None:
    for play in [*whole_hands()[number], *swapped(whole_hands()[number + 1])]:
        made = room.play(play)
        assert made.after is not None
        assert made.after.made is not None
        assert made.after.made == tables_of(made.after)


def test_the_newest_sheet_is_the_stored_one(room: Room) -> None:
    room.play(KNOCK, SHOW)
    now = newest_of(room.store, room.uid)
    assert now is not None
    assert json.loads(now.sheet) == sheet_of(room.store, room.uid)
    assert now.version == state_of(room.store, room.uid, "watch")["version"]


def test_after_a_new_start_it_is_read_once(room: Room, path: Path) -> None:
    room.play(KNOCK, SHOW)
    before = newest_of(room.store, room.uid)
    room.store.close()
    again = Store(path)
    again.lock("the test")
    assert newest(again, room.uid) is None
    assert newest_of(again, room.uid) == before
    assert newest(again, room.uid) is not None
    again.close()


def test_where_others_may_write_nothing_is_answered_from_memory(store: Store) -> None:
    room = Room(store)
    room.play(KNOCK, SHOW)
    assert newest_of(store, room.uid) is None
    assert newest(store, room.uid) is None


def test_an_older_game_never_takes_the_place_of_a_newer_one(room: Room) -> None:
    with room.store.reading() as conn:
        old = standing(room.store, conn, room.uid)
    room.play(KNOCK)
    remember(room.store, old)
    now = newest_of(room.store, room.uid)
    assert now is not None
    assert now.version == 3


def test_rows_are_remembered_until_the_registry_changes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lately, "MOST", 1)
    tried = (f"secret{n}" for n in range(1, 20))
    one, two, *_ = (s for s in tried if registry.find_key(room.store, s))
    for secret in (one, two, one):
        first = registry.find_key(room.store, secret)
        assert first is not None
        assert registry.find_key(room.store, secret) is first
        assert len(room.store.lately) == 1
    registry.revoke_key(room.store, room.book, first.id, at=AT)
    assert registry.find_key(room.store, one) is None
    assert registry.find_key(room.store, "nobody's") is None


def test_a_play_changes_nothing_that_is_remembered(room: Room) -> None:
    first = registry.find_game(room.store, room.uid)
    room.play(KNOCK, SHOW)
    assert registry.find_game(room.store, room.uid) is first


def test_a_hand_taken_back_leaves_the_table(room: Room) -> None:
    room.play(KNOCK, SHOW)
    room.play({**KNOCK, "count": 1}, {**SHOW, "count": 2})
    room.play({"type": "retract", "hand": 2})
    rows = dump(room.store, *TABLES)
    assert [row[1] for row in rows["game_hands"]] == [1]
    with room.store.reading() as conn:
        now = standing(room.store, conn, room.uid)
    with room.store.writing() as conn:
        put(conn, now.number, tables_of(now))
    assert dump(room.store, *TABLES) == rows
