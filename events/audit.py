"""Two looks back: is the record whole, and would we judge it so today."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import cast

from events import chain, log
from events.codec import Undecodable, canonical, event_data, readable, type_of
from events.driver import Connection
from events.projections.rebuilding import from_log
from events.registry import GameRow, games
from events.store import Store
from referee.decide.ending import end_events
from referee.decide.hands import decide_hand
from referee.decide.table import Proof, Table
from referee.errors import Refusal
from referee.eyes import Eyes
from referee.game import Game, Hand
from referee.game.entries import standing_plays
from referee.game.events import Event, HandEvent, Recorded
from referee.game.turns import evolve_own
from referee.knowledge import contradiction
from referee.plays import HandPlay, Play


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
    game = from_log(conn, number, row).game
    for hand, entry, stored, today in judged_again(game):
        yield Drift(row.uid, hand.number, entry, stored, today)
    ends = end_events(game, game.version)
    if ends:
        stored = "the end of the game as stored"
        last = game.begun[-1].number if game.begun else 0
        today = _told([event for _, event in ends])
        yield Drift(row.uid, last, game.version, stored, today)


def judged_again(game: Game) -> Iterator[tuple[Hand, int, str, str]]:
    """Yield each entry that would come out differently today.

    Tells its hand, its seq, what it made, and what it would make today.
    """
    plays = standing_plays(game)
    for hand in game.begun:
        yield from _judged_again(game, hand, plays)


def _judged_again(
    game: Game, hand: Hand, plays: Mapping[int, Play]
) -> Iterator[tuple[Hand, int, str, str]]:
    # A record that some deal explains has no part that none explains: one look at
    # the whole hand is as good as one at each entry.
    stood = Hand(hand.number, hand.dealer)
    sound = contradiction(game.rules, stood, "referee", hand.happened) is None
    for entry, group in groupby(hand.happened, _entry_of):
        happened = list(group)
        made = [each.event for each in happened]
        # What a correction decided again was judged as a whole, and by fewer eyes.
        again: Proof = "here" if happened[0].seq == entry else "later"
        today = _today(
            game, stood, happened[0], plays[entry], "done" if sound else again
        )
        if today != made:
            told = today if isinstance(today, str) else _told(today)
            yield hand, entry, _told(made), told
        for each in happened:
            evolve_own(game, stood, each, cast(HandEvent, each.event))


_entry_of = attrgetter("entry")


def _today(
    game: Game, hand: Hand, first: Recorded, play: Play, proof: Proof
) -> Sequence[Event] | str:
    """Return what a play makes today, or the refusal in words."""
    asker = cast(Eyes, first.by)
    table = Table(game.rules, hand, first.seq, first.entry, asker, proof)
    try:
        return decide_hand(table, cast(HandPlay, play))
    except Refusal as refusal:
        return f"refused: {refusal.code}: {refusal.detail}"


def _told(events: Sequence[Event]) -> str:
    return " ".join(f"{type_of(each)} {canonical(event_data(each))}" for each in events)
