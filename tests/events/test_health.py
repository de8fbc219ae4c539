import pytest

from events import driver
from events.health import health_of
from events.store import Store


def test_a_good_record_is_well(store: Store) -> None:
    health = health_of(store)
    assert health.well
    assert (health.sqlite, health.driver) == (driver.version(), driver.name())


def test_a_read_only_record_is_not_well(store: Store) -> None:
    store._writer.execute("PRAGMA query_only = ON")
    health = health_of(store)
    assert (health.readable, health.writable, health.triggers) == (True, False, True)
    assert not health.well


def test_a_record_without_its_triggers_is_not_well(store: Store) -> None:
    with store.writing() as conn:
        conn.execute("DROP TRIGGER events_never_go")
    health = health_of(store)
    assert (health.readable, health.triggers) == (True, False)
    assert not health.well


def test_a_record_that_cannot_be_read_is_not_well(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = store.path.parent / "gone" / "record.db"
    monkeypatch.setattr(store, "path", missing)
    health = health_of(store)
    assert (health.readable, health.triggers) == (False, False)
