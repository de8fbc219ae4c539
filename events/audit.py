"""Two looks back: is the record whole, and would we judge it so today."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from events import chain, log
from events.codec import Undecodable, readable
from events.driver import Connection
from events.judging import judged, told
from events.registry import GameRow, games
from events.replayed import recorded
from events.store import Store
from referee.decide.ending import end_events


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing wrong with a game's log: ``edited``, ``missing``, ``reordered``;
    ``unreadable`` for an event of a kind that only another Upcard knows; ``unlisted``
    where the registry does not know the game.
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
    with store.reading() as conn:
        every = games.load_all(conn)
        known = {number for number, _ in every}
        unlisted = [number for number in log.games(conn) if number not in known]
    total = len(every) + len(unlisted)
    for done, (number, row) in enumerate(every, 1):
        with store.reading() as conn:
            rows = log.read(conn, number)
        damage = tuple(_damage(row.uid, rows))
        head = rows[-1].hash if rows else chain.FIRST
        version = rows[-1].seq if rows else 0
        yield Checked(row.uid, version, head, done, total, damage)
    for done, number in enumerate(unlisted, len(every) + 1):
        uid = f"number {number}"
        detail = "these events belong to no game in the list of games"
        damage = (Damage(uid, 1, "unlisted", detail),)
        yield Checked(uid, 0, chain.FIRST, done, total, damage)


def _damage(uid: str, rows: list[log.Row]) -> Iterator[Damage]:
    if not rows:
        yield Damage(uid, 1, "missing", "every event of this game is gone")
    for each in chain.check(uid, rows):
        yield Damage(uid, each.seq, each.kind, each.detail)
    for row in rows:
        if not readable(row.type, row.schema):
            detail = f"seq {row.seq}: {row.type} (schema {row.schema}) is not known"
            yield Damage(uid, row.seq, "unreadable", detail)


@dataclass(frozen=True, slots=True)
class Drift:
    """An entry that would come out differently today: what is stored, what is new.

    Both are what the entry made: event types with their data, or the refusal.
    """

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
    """Decide every stored hand again under its own rules; nothing is changed.

    Each entry is decided on the hand as it is stored up to there, so that one change
    of a ruling is listed where it bites and nowhere else. A game with an event that
    only a newer Upcard can read is one drift, of hand 0; the others are judged.
    """
    with store.reading() as conn:
        every = games.load_all(conn)
    for done, (number, row) in enumerate(every, 1):
        with store.reading() as conn:
            drift = _drifts(conn, number, row)
        yield Audited(row.uid, done, len(every), drift)


def _drifts(conn: Connection, number: int, row: GameRow) -> tuple[Drift, ...]:
    try:
        return tuple(_drift(conn, number, row))
    except Undecodable as error:
        return (Drift(row.uid, 0, 1, "the log as stored", f"unreadable: {error}"),)


def _drift(conn: Connection, number: int, row: GameRow) -> Iterator[Drift]:
    happened = list(recorded(log.read(conn, number)))
    game, found = judged(happened)
    for hand, entry, stored, today in found:
        yield Drift(row.uid, hand, entry, stored, today)
    ends = end_events(game, game.version)
    if ends:
        last = game.begun[-1].number if game.begun else 0
        today = told([event for _, event in ends])
        stored = "the end of the game as stored"
        yield Drift(row.uid, last, game.version, stored, today)
