"""Games as replayed lately, so that ordinary play does not read a log twice.

What is kept here is only ever what the log says: a game is brought up to date with
the events appended since, whoever appended them.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from events import log
from events.codec import Undecodable, decode
from events.driver import Connection
from events.readmodels import Tables
from events.registry import GameRow, games
from events.store import Store
from referee.game import Game, evolve_all
from referee.game.events import Recorded

KEPT = 128
"""Games kept for each store."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A game as it stands: its number and row in this store, the hash of its last
    event and when that was recorded.

    ``made`` are its read models, where they were written or read just now.
    """

    number: int
    row: GameRow
    game: Game
    head: str
    changed: str
    made: Tables | None = None


class _Kept:
    """The games lately replayed from one store, the oldest use first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._games: OrderedDict[str, Standing] = OrderedDict()

    def get(self, uid: str) -> Standing | None:
        with self._lock:
            found = self._games.get(uid)
            if found is not None:
                self._games.move_to_end(uid)
            return found

    def drop(self, uid: str) -> None:
        with self._lock:
            self._games.pop(uid, None)

    def put(self, standing: Standing) -> None:
        """Keep a game, unless it is kept as it stood later."""
        with self._lock:
            uid = standing.row.uid
            later = self._games.get(uid)
            if later is None or later.game.version <= standing.game.version:
                self._games[uid] = standing
            self._games.move_to_end(uid)
            if len(self._games) > KEPT:
                self._games.popitem(last=False)


_kept: WeakKeyDictionary[Store, _Kept] = WeakKeyDictionary()
_kept_lock = threading.Lock()


def _kept_for(store: Store) -> _Kept:
    with _kept_lock:
        return _kept.setdefault(store, _Kept())


def remember(store: Store, standing: Standing) -> None:
    """Keep a game whose last events have just been committed."""
    _kept_for(store).put(standing)


def forget(store: Store, uid: str) -> None:
    """Keep a game no longer: it is read from the record when it is asked for."""
    _kept_for(store).drop(uid)


def newest(store: Store, uid: str) -> Standing | None:
    """Return a game as it stands, with its read models, from memory.

    ``None`` where it is not there, or where others may have written since.
    """
    found = _kept_for(store).get(uid) if store.alone else None
    return found if found is not None and found.made is not None else None


def recorded(rows: Iterable[log.Row]) -> Iterator[Recorded]:
    """Read stored events back; raises ``codec.Undecodable``, naming the seq."""
    for seq, entry, type_, schema, _, by, data, _, _, _ in rows:
        try:
            event = decode(type_, schema, data)
        except Undecodable as error:
            raise Undecodable(f"seq {seq}: {error}") from error
        yield Recorded(seq, entry, by, event)


def standing(store: Store, conn: Connection, uid: str) -> Standing:
    """Return a game as it stands in the snapshot of ``conn``.

    Raises ``NoSuchGame``, ``codec.Undecodable``.
    """
    kept = _kept_for(store)
    found = kept.get(uid)
    number, row = (found.number, found.row) if found else games.load(conn, uid)
    version = log.version(conn, number)
    if found and found.game.version == version:
        return found
    # A snapshot older than what is kept is replayed whole.
    before = found.game if found and found.game.version < version else None
    rows = log.read(conn, number, after=before.version if before else 0)
    new = replayed(number, row, rows, before=before)
    kept.put(new)
    return new


def replayed(
    number: int, row: GameRow, rows: list[log.Row], *, before: Game | None = None
) -> Standing:
    """Return the game that these rows (one at least) make, on top of ``before``."""
    game = evolve_all(before, recorded(rows))
    assert game is not None, "a game has its first event from the start"
    return Standing(number, row, game, rows[-1].hash, rows[-1].at)
