"""Read models read, and the few answers that replay a game first."""

import json
from dataclasses import dataclass
from typing import Any

from events import log
from events.errors import NoSuchGame
from events.projections.hands import hand_body
from events.projections.seen import event_bodies
from events.projections.state import state_body
from events.replayed import replayed, standing
from events.store import Store
from referee.eyes import Eyes

Body = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class Events:
    """A stretch of a game's log; ``next`` is the ``after`` of the next, if any."""

    events: tuple[Body, ...]
    version: int
    next: int | None


def version_of(store: Store, uid: str) -> int:
    """Return a game's version, by one look into an index."""
    (version,) = _one(
        store,
        """SELECT max(seq) FROM events
        WHERE game = (SELECT number FROM book_games WHERE uid = ?)""",
        uid,
    )
    if version is None:
        raise NoSuchGame(uid)
    return int(version)


def state_of(store: Store, uid: str, eyes: Eyes) -> Body:
    """Return the stored ``game`` shape; players are ``{"A": {"id": …}, "B": …}``."""
    (body,) = _one(
        store,
        """SELECT body FROM game_states JOIN book_games ON number = game
        WHERE uid = ? AND eyes = ?""",
        uid,
        eyes,
    )
    return _object(body)


def sheet_of(store: Store, uid: str) -> Body:
    """Return the stored ``sheet`` shape, with ``version`` beside it."""
    version, body = _one(
        store,
        """SELECT version, body FROM game_sheets JOIN book_games ON number = game
        WHERE uid = ?""",
        uid,
    )
    return {"version": version, **_object(body)}


def _one(store: Store, query: str, *values: str) -> tuple[Any, ...]:
    with store.reading() as conn:
        row: tuple[Any, ...] | None = conn.execute(query, values).fetchone()
    if row is None:
        raise NoSuchGame(values[0])
    return row


def _object(body: str) -> Body:
    read: Body = json.loads(body)
    return read


def state_at(store: Store, uid: str, seq: int, eyes: Eyes) -> Body | None:
    """Return the ``game`` shape as it stood after event ``seq``, by replay.

    ``None`` where there is no such event yet.
    """
    with store.reading() as conn:
        now = standing(store, conn, uid)
        if not 1 <= seq <= now.game.version:
            return None
        then = replayed(now.number, now.row, log.read(conn, now.number, upto=seq))
    return state_body(then, eyes, now=now.game)


def hand_of(store: Store, uid: str, number: int, eyes: Eyes) -> Body | None:
    """Return a hand step by step, or ``None`` where the game has no such hand.

    ``{number, dealer, phase, depth, knock_limit, steps: [{entry, events: [event],
    known: {A, B}}], score: data of the verdict or null, void: likewise, accepted,
    disputed, amended, irregular, proposals}``. ``known`` is what these eyes knew to
    be in each hand after the step.
    """
    with store.reading() as conn:
        now = standing(store, conn, uid)
        hand = now.game.hand(number)
        if hand is None or not hand.begun:
            return None
        first = min(each.seq for each in hand.happened)
        last = max(each.seq for each in hand.happened)
        rows = log.read(conn, now.number, after=first - 1, upto=last)
    return hand_body(now.game, hand, rows, eyes)


def events_for(
    store: Store, uid: str, eyes: Eyes, *, after: int = 0, limit: int = 500
) -> Events:
    """Return events after seq ``after`` as ``eyes`` may see them.

    Each is ``{seq, entry, type, schema, at, by, data, digest, [salt], hash}``; one
    with a card that these eyes may not see has it taken out of ``data`` and no
    ``salt``. ``data`` is an object; the text that ``digest`` is of is that object
    with sorted keys, ``,`` and ``:`` as separators, UTF-8 not escaped.
    """
    with store.reading() as conn:
        now = standing(store, conn, uid)
        rows = log.read(conn, now.number, after=after, upto=after + limit)
    version = now.game.version
    bodies = tuple(event_bodies(now.game, rows, eyes))
    more = bool(rows) and rows[-1].seq < version
    return Events(bodies, version, rows[-1].seq if more else None)
