"""A look at the hash chains before a record is served: bounded, so that a big record
starts as fast as an empty one.
"""

from events import chain, log
from events.driver import Connection
from events.errors import StoreError
from events.store import Store

__all__ = ["AT_START", "check_newest"]

AT_START = 5_000
"""Events checked before serving: some thirty milliseconds."""

_NEWEST = """SELECT g.number, g.uid, coalesce(s.version, 0)
  FROM book_games AS g LEFT JOIN game_summaries AS s ON s.game = g.number
  ORDER BY g.number DESC"""


def check_newest(store: Store, *, most: int = AT_START) -> bool:
    """Check the chains of the newest games, ``most`` events in all.

    Returns whether that was all there is; a longer record is for ``audit.verify``.
    Raises ``StoreError`` for a chain that does not hold, and for a game that has lost
    its end, which shows against the version its sheet was made at.
    """
    left = most
    with store.reading() as conn:
        for number, uid, made_at in conn.execute(_NEWEST):
            version = log.version(conn, number)
            broken = _broken(conn, number, uid, most=left)
            if broken is None and (version < made_at or not version):
                broken = version + 1
            if broken is not None:
                raise _refusal(store, uid, broken)
            left -= version
            if left < 0:
                return False
    return True


def _broken(conn: Connection, number: int, uid: str, *, most: int) -> int | None:
    """Return where a game's last events do not hold, or ``None``."""
    begin = max(log.version(conn, number) - most - 1, 0)
    rows = log.read(conn, number, after=begin)
    if begin == 0:
        return chain.first_broken(uid, rows)
    return chain.first_broken(uid, rows[1:], after=rows[0])


def _refusal(store: Store, uid: str, seq: int) -> StoreError:
    return StoreError(
        f"{store.path} was changed by something other than Upcard (game {uid}, at "
        f"event {seq}): run `upcard verify` to see what, then restore a backup"
    )
