"""The only way an event gets into the record."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from events import chain, log
from events.codec import encode
from events.driver import Connection
from events.errors import StoreUnavailable, VersionConflict
from events.log import Row
from events.projections import tables
from events.registry import Answered, GameRow, Make, Request, books, games, requests
from events.replayed import (
    Standing,
    forget,
    newest,
    remember,
    replayed,
    standing,
)
from events.store import Store
from referee.decide import Decision, decision, start
from referee.errors import Forbidden, Refusal, Unreadable
from referee.eyes import Eyes
from referee.game.events import Event
from referee.plays import Play
from referee.rules import PLAYERS, Player, Rules

__all__ = ["Outcome", "handle", "start_game"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write appended: events ``first`` to ``last`` of game ``uid``.

    ``last`` is the version after it. ``repeated``: the request had been answered
    before and nothing was appended now; rebuild the answer from ``events_for`` and
    ``state_at(…, last, …)``. Else ``rows`` are what was appended and ``after`` is the
    game after it: ``projections.appended`` makes the answer of them.
    """

    uid: str
    first: int
    last: int
    repeated: bool
    rows: tuple[Row, ...] = field(default=(), compare=False, repr=False)
    after: Standing | None = field(default=None, compare=False, repr=False)


def handle(
    store: Store,
    uid: str,
    plays: Sequence[Play],
    *,
    asker: Eyes,
    expected: int | None,
    at: str,
    salts: Make,
    request: Request | None = None,
) -> Outcome:
    """Decide plays on a game and append what they make, all or none.

    ``asker`` is ``"referee"``, ``"A"`` or ``"B"``; ``expected`` the version the
    writer saw, ``None`` for any. In this order: a repeat of ``request`` gets its
    first answer; then the version; then the rules. Durable before it returns.

    Raises ``NoSuchGame``, ``RequestReused``, ``VersionConflict``, ``Refusal`` of the
    referee, ``StoreUnavailable``. After any of them nothing is appended.
    """
    if not plays:
        raise Unreadable("list_length", "must be 1 play or more", field="plays")
    try:
        before = newest(store, uid)
        while True:
            if before is None or expected not in (None, before.game.version):
                before = _from_record(store, uid)
            version = before.game.version
            if expected not in (None, version):
                raise VersionConflict(version)
            made = decision(before.game, plays, asker=asker)
            rows = _rows(uid, before.head, version, made.events, asker, at, salts)
            try:
                return _append(store, before, rows, made, request)
            except VersionConflict:
                # Who names no version is judged on what somebody faster has made.
                if expected is not None:
                    raise
                before = None
    except (Refusal, VersionConflict, StoreUnavailable):
        # What this request made the first time may be why it is refused now; and it
        # is told also where nothing can be written just now.
        if request is None:
            raise
        with store.reading() as conn:
            repeat = _repeat(conn, uid, request)
        if repeat is None:
            raise
        return repeat


def _from_record(store: Store, uid: str) -> Standing:
    with store.reading() as conn:
        return standing(store, conn, uid)


def _append(
    store: Store,
    before: Standing,
    rows: Sequence[Row],
    decided: Decision,
    request: Request | None,
) -> Outcome:
    """Append rows with what follows from them, in one transaction."""
    uid, game = before.row.uid, decided.game
    after = Standing(before.number, before.row, game, rows[-1].hash, rows[-1].at)
    events = (event for _, event in decided.events)
    made = tables.tables_after(after, events, before.made)
    began = time.perf_counter()
    with store.writing(registry=False) as conn:
        # Asked where it is written, and again only after a refusal: see ``handle``.
        repeat = _repeat(conn, uid, request)
        if repeat is not None:
            return repeat
        log.append(conn, before.number, rows)
        tables.write(conn, before.number, made, before=before.made)
        first, last = before.game.version + 1, game.version
        requests.keep(conn, request, Answered(first, last, uid))
    after = replace(after, made=made)
    try:
        store.timed(time.perf_counter() - began)
        remember(store, after)
    except BaseException:
        # It is recorded all the same: what is kept of it would be behind for ever.
        forget(store, uid)
        raise
    return Outcome(uid, first, last, False, tuple(rows), after)


def _repeat(conn: Connection, uid: str, request: Request | None) -> Outcome | None:
    answered = requests.find(conn, request)
    if answered is None or answered.first is None or answered.last is None:
        return None
    return Outcome(answered.made or uid, answered.first, answered.last, True)


def _rows(
    uid: str,
    head: str,
    version: int,
    decided: Sequence[tuple[int, Event]],
    by: str,
    at: str,
    salts: Make,
) -> list[Row]:
    """Number, encode and chain events that follow ``version``."""
    rows = []
    for seq, (entry, event) in enumerate(decided, version + 1):
        stored = encode(event)
        salt = salts()
        digest = chain.digest_of(salt, stored.text)
        head = chain.hash_of(
            head,
            uid,
            seq=seq,
            entry=entry,
            type_=stored.type,
            schema=stored.schema,
            at=at,
            by=by,
            digest=digest,
        )
        kind = (stored.type, stored.schema)
        rows.append(Row(seq, entry, *kind, at, by, stored.text, digest, salt, head))
    return rows


def start_game(
    store: Store,
    book: str,
    *,
    rules: Rules,
    preset: str | None,
    players: Mapping[Player, str],
    first_dealer: Player,
    starter: str | None,
    at: str,
    ids: Make,
    salts: Make,
    request: Request | None = None,
) -> Outcome:
    """Start a game in a book and append its first event.

    ``players`` maps each seat to a player's id or name; an unknown name joins the
    book. ``starter`` is the id of the player whose key asks, ``None`` for the
    referee's.

    Raises ``RequestReused``; ``Unreadable`` (``same_player``) where both seats are
    one player; ``Forbidden`` (``not_in_game``) where the starter has no seat;
    ``StoreUnavailable``.
    """
    with store.writing() as conn:
        repeat = _repeat(conn, "", request)
        if repeat is not None:
            return repeat
        seated = _seated(conn, book, players, at=at, ids=ids)
        by = _seat_of(seated, starter)
        started = start(rules, preset, seated, first_dealer)
        uid = ids()
        number = games.insert(conn, uid, book, seated, at=at)
        rows = _rows(uid, chain.FIRST, 0, [(1, started)], by, at, salts)
        log.append(conn, number, rows)
        after = replayed(number, GameRow(uid, book, seated, at, False), rows)
        made = tables.tables_of(after)
        tables.enter(conn, made)
        books.raise_revision(conn, book)
        requests.keep(conn, request, Answered(1, 1, uid))
    remember(store, replace(after, made=made))
    return Outcome(uid, 1, 1, False)


def _seated(
    conn: Connection, book: str, players: Mapping[Player, str], *, at: str, ids: Make
) -> dict[Player, str]:
    """Find who sits where; new names join the book."""
    seated = {
        seat: _find_player(conn, book, players[seat], at=at, ids=ids)
        for seat in PLAYERS
    }
    if seated["A"] == seated["B"]:
        raise Unreadable(
            "same_player",
            "A and B are the same player",
            field="players",
            rule="players",
        )
    return seated


def _find_player(conn: Connection, book: str, named: str, *, at: str, ids: Make) -> str:
    found = conn.execute(
        "SELECT id FROM book_players WHERE book = ? AND id = ?", (book, named)
    ).fetchone()
    if found is not None:
        return named
    known = books.find_named(conn, book, named)
    if known is not None:
        return known
    return books.insert_player(conn, book, named, at=at, new=ids).id


def _seat_of(seated: Mapping[Player, str], starter: str | None) -> str:
    """Return the seat that the first event is recorded by."""
    if starter is None:
        return "referee"
    for seat, player in seated.items():
        if player == starter:
            return seat
    raise Forbidden("not_in_game", "a player's key starts games that player plays in")
