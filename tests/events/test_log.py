import pytest

from events import log
from events.errors import StoreUnavailable, VersionConflict
from events.store import Store
from tests.events.test_chain import chained

GAME, OTHER = 3, 4


def appended(store: Store, game: int, rows: list[log.Row]) -> None:
    with store.writing() as conn:
        log.append(conn, game, rows)


def test_what_is_appended_is_read_in_order(store: Store) -> None:
    rows = chained(5)
    appended(store, GAME, rows[:2])
    appended(store, GAME, rows[2:])
    with store.reading() as conn:
        assert log.read(conn, GAME) == rows
        assert log.read(conn, GAME, after=2) == rows[2:]
        assert log.read(conn, GAME, after=1, upto=4) == rows[1:4]
        assert log.read(conn, GAME, after=5) == []
        assert log.version(conn, GAME) == 5


def test_games_do_not_mix(store: Store) -> None:
    appended(store, OTHER, chained(1))
    appended(store, GAME, chained(3))
    with store.reading() as conn:
        assert log.version(conn, 99) == 0
        assert log.read(conn, 99) == []
        assert log.games(conn) == [GAME, OTHER]
        assert log.read(conn, GAME) == chained(3)
        assert log.read(conn, OTHER) == chained(1)


@pytest.mark.parametrize("seen", [0, 1, 2, 4])
def test_a_writer_who_saw_another_version_loses(store: Store, seen: int) -> None:
    appended(store, GAME, chained(3))
    with pytest.raises(VersionConflict) as caught:
        appended(store, GAME, chained(5)[seen:])
    assert caught.value.version == 3
    with store.reading() as conn:
        assert log.read(conn, GAME) == chained(3)


def test_a_batch_with_a_gap_leaves_nothing(store: Store) -> None:
    rows = chained(4)
    with pytest.raises(VersionConflict):
        appended(store, GAME, [rows[0], rows[1], rows[3]])
    with store.reading() as conn:
        assert log.version(conn, GAME) == 0


def test_a_batch_on_a_full_disk_leaves_nothing(store: Store) -> None:
    appended(store, GAME, chained(1))
    pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
    store._writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreUnavailable) as caught:
        appended(store, GAME, chained(2000)[1:])
    assert caught.value.kind == "full"
    with store.reading() as conn:
        assert log.version(conn, GAME) == 1
    store._writer.execute("PRAGMA max_page_count = 100000")
    appended(store, GAME, chained(2)[1:])
