"""Two looks back: is the record whole, and would we judge it so today."""

from collections.abc import Generator
from dataclasses import dataclass

from events.store import Store


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing wrong with a game's log: ``edited``, ``missing``, ``reordered``,
    ``unreadable``, or ``stale`` where a read model is not what the log says.
    """

    uid: str
    seq: int
    kind: str
    detail: str


@dataclass(frozen=True, slots=True)
class Checked:
    """One game checked; ``done`` of ``games``. ``head`` is its last hash."""

    uid: str
    version: int
    head: str
    done: int
    games: int
    damage: tuple[Damage, ...]


def verify(store: Store) -> Generator[Checked, None, None]:
    """Check the hash chain of every game, one at a time.

    A tail cut off cleanly is not seen: keep a head elsewhere and compare.
    """
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Drift:
    """A hand that would come out differently today: what is stored, what is new."""

    uid: str
    hand: int
    entry: int
    stored: str
    today: str


@dataclass(frozen=True, slots=True)
class Audited:
    """One game judged again; ``done`` of ``games``."""

    uid: str
    done: int
    games: int
    drift: tuple[Drift, ...]


def audit(store: Store) -> Generator[Audited, None, None]:
    """Decide every stored hand again under its own rules; nothing is changed."""
    raise NotImplementedError
