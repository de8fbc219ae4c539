"""Whether a running record can do its work."""

from dataclasses import dataclass

from events import driver
from events.errors import StoreUnavailable
from events.migrations import TRIGGERS
from events.store import Store

__all__ = ["Health", "health_of"]


@dataclass(frozen=True, slots=True)
class Health:
    """What a look at the record found. ``sqlite`` is the library's version."""

    sqlite: str
    driver: str
    readable: bool
    writable: bool
    triggers: bool

    @property
    def well(self) -> bool:
        """Whether everything works."""
        return self.readable and self.writable and self.triggers


def health_of(store: Store) -> Health:
    """Look at the record: read it, begin a write and leave it. Changes nothing.

    Never raises for a record in trouble. A full disk shows only when there is
    something to write.
    """
    found = _triggers(store)
    return Health(
        sqlite=driver.version(),
        driver=driver.name(),
        readable=found is not None,
        writable=_writable(store),
        triggers=found is True,
    )


def _triggers(store: Store) -> bool | None:
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    try:
        with store.reading() as conn:
            found = dict(conn.execute(query).fetchall())
    except StoreUnavailable:
        return None
    return all(found.get(name) == sql for name, sql in TRIGGERS.items())


def _writable(store: Store) -> bool:
    try:
        with store.writing() as conn:
            conn.execute("PRAGMA user_version")
    except StoreUnavailable:
        return False
    return True
