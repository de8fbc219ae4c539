"""Games as they stand, from memory: what a poll asks for, every two seconds."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from events.log import Row
from events.projections.seen import event_texts
from events.projections.tables import TABLES
from events.readmodels import Tables
from events.replayed import Standing, newest, remember, standing
from events.store import Store
from referee.eyes import Eyes


@dataclass(frozen=True, slots=True)
class Newest:
    """A game's version and its sheet as JSON text, ``version`` beside it."""

    version: int
    sheet: str


def appended(after: Standing, rows: Iterable[Row], eyes: Eyes) -> tuple[str, str]:
    """Return the events just appended, and the ``game`` shape after them, for ``eyes``.

    As JSON text; the same as ``events_for`` and ``state_of`` would read from the
    record. ``after`` has its read models.
    """
    assert after.made is not None
    texts = {row[1]: str(row[3]) for row in after.made.rows["game_states"]}
    return f"[{','.join(event_texts(after.game, rows, eyes))}]", texts[eyes]


def newest_of(store: Store, uid: str) -> Newest | None:
    """Return a game as it stands.

    ``None`` where others may write to the record: ask the record itself. Raises
    ``NoSuchGame``, ``codec.Undecodable``, ``StoreUnavailable``.
    """
    if not store.alone:
        return None
    now = newest(store, uid) or _from_record(store, uid)
    assert now.made is not None
    ((_, version, body),) = now.made.rows["game_sheets"]
    return Newest(now.game.version, f'{{"version":{version},{str(body)[1:]}')


def _from_record(store: Store, uid: str) -> Standing:
    """Read the rows of a game's read models, and keep them."""
    with store.reading() as conn:
        now = standing(store, conn, uid)
        rows = {
            table: conn.execute(
                f"SELECT * FROM {table} WHERE game = ?", (now.number,)
            ).fetchall()
            for table in TABLES
        }
    now = replace(now, made=Tables(rows))
    remember(store, now)
    return now
