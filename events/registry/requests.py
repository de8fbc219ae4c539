"""Requests already answered: what makes a retry safe."""

from events.driver import Connection
from events.errors import RequestReused
from events.registry.values import Answered, Request
from events.store import Store

_FIND = """SELECT fingerprint, first_seq, last_seq, made FROM requests
  WHERE scope = ? AND caller = ? AND key = ?"""
_KEEP = """INSERT INTO requests
  (scope, caller, key, fingerprint, first_seq, last_seq, made)
  VALUES (?, ?, ?, ?, ?, ?, ?)"""


def find_answer(store: Store, request: Request) -> Answered | None:
    """Return what this request made the first time, or ``None``.

    Raises ``RequestReused`` if path or body differ from the first time. ``handle``
    and the functions here look it up themselves; a door that must answer a repeat
    before it reads ``If-Match`` calls this first.
    """
    with store.reading() as conn:
        return find(conn, request)


def find(conn: Connection, request: Request | None) -> Answered | None:
    """Return what this request made the first time; see ``find_answer``."""
    if request is None:
        return None
    key = (request.scope, request.caller, request.key)
    row = conn.execute(_FIND, key).fetchone()
    if row is None:
        return None
    fingerprint, *answer = row
    if fingerprint != request.fingerprint:
        raise RequestReused("this Idempotency-Key came before with another request")
    return Answered(*answer)


def keep(conn: Connection, request: Request | None, answer: Answered) -> None:
    """Remember what a request made, in the transaction that made it."""
    if request is not None:
        key = (request.scope, request.caller, request.key, request.fingerprint)
        conn.execute(_KEEP, (*key, answer.first, answer.last, answer.made))
