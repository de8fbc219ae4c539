import pytest

from events import starting
from events.chain import first_broken
from events.errors import StoreError
from events.starting import check_newest
from events.store import Store
from tests.events.room import KNOCK, SHOW, Room
from tests.events.test_audit import tamper
from tests.events.test_chain import UID, chained


@pytest.fixture
def room(store: Store) -> Room:
    """Two games of five and one events."""
    room = Room(store)
    room.play(KNOCK, SHOW)
    room.start()
    return room


@pytest.mark.usefixtures("room")
def test_a_sound_record_may_be_served(store: Store) -> None:
    assert check_newest(store) is True
    assert check_newest(store, most=6) is True


def test_an_empty_record_may_be_served(store: Store) -> None:
    assert check_newest(store) is True


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("most", [1, 3, 5])
def test_a_long_record_is_not_checked_to_its_beginning(store: Store, most: int) -> None:
    assert check_newest(store, most=most) is False


@pytest.mark.parametrize("seq", [1, 3, 5])
def test_an_edited_event_is_refused(room: Room, store: Store, seq: int) -> None:
    tamper(store, f"UPDATE events SET data = '[]' WHERE game = 1 AND seq = {seq}")
    with pytest.raises(StoreError, match=f"game {room.uid}, at event {seq}") as caught:
        check_newest(store)
    assert caught.value.status == 65
    assert "restore a backup" in str(caught.value)


@pytest.mark.parametrize(
    ("gone", "at"), [("seq = 1", 1), ("seq = 3", 3), ("seq = 5", 5), ("seq > 0", 1)]
)
@pytest.mark.usefixtures("room")
def test_a_lost_event_is_refused_the_last_too(store: Store, gone: str, at: int) -> None:
    tamper(store, f"DELETE FROM events WHERE game = 1 AND {gone}")
    with pytest.raises(StoreError, match=f"at event {at}"):
        check_newest(store)


@pytest.mark.usefixtures("room")
def test_the_end_of_a_game_is_checked_where_not_all_of_it_is(store: Store) -> None:
    tamper(store, "UPDATE events SET data = '[]' WHERE game = 1 AND seq = 2")
    assert check_newest(store, most=3) is False
    tamper(store, "UPDATE events SET data = '[]' WHERE game = 1 AND seq = 4")
    with pytest.raises(StoreError, match="at event 4"):
        check_newest(store, most=3)
    assert starting.AT_START > 1000


def test_a_stretch_follows_from_the_row_before_it() -> None:
    rows = chained(9)
    assert first_broken(UID, rows) is None
    assert first_broken(UID, rows[4:], after=rows[3]) is None
    assert first_broken(UID, rows[4:], after=rows[2]) == 4
    assert first_broken(UID, rows[1:]) == 1
