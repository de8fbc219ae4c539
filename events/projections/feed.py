"""A book followed from outside: each event once, in the order of commits."""

from dataclasses import dataclass
from itertools import groupby

from events.driver import Connection
from events.log import Row
from events.projections.seen import Body, event_bodies
from events.registry import GameRow, games
from events.replayed import standing
from events.store import Store
from referee.eyes import Eyes
from referee.rules import PLAYERS

_FEED = """SELECT f.place, g.uid, e.seq, e.entry, e.type, e.schema, e.at, e."by",
    e.data, e.digest, e.salt, e.hash
  FROM book_feed AS f
  JOIN events AS e ON e.game = f.game AND e.seq = f.seq
  JOIN book_games AS g ON g.number = f.game
  WHERE f.book = ? AND f.place > ? ORDER BY f.place LIMIT ?"""

_PLACE_ALL = """INSERT INTO book_feed (book, place, game, seq)
  SELECT ?, ? + seq, game, seq FROM events WHERE game = ?"""


@dataclass(frozen=True, slots=True)
class Feed:
    """A stretch of a book's feed.

    ``next`` is the ``after`` to ask with next time, also where nothing was new;
    ``more`` says whether there is more already.
    """

    events: tuple[Body, ...]
    next: int
    more: bool


def feed_of(
    store: Store, book: str, player: str | None, role: str, *, after: int, limit: int
) -> Feed:
    """Return a book's events after place ``after``, as a key of it may see them now.

    Each has ``game`` and ``place`` beside the members of an event. Places of a book
    are 1, 2, 3 and so on, without a gap, in the order of commits. An event comes
    once: one that these eyes may see more of later does not come again.
    """
    with store.reading() as conn:
        found = conn.execute(_FEED, (book, after, limit + 1)).fetchall()
        events: list[Body] = []
        for uid, rows in groupby(found[:limit], key=lambda row: row[1]):
            game = standing(store, conn, uid).game
            eyes = eyes_of(games.load(conn, uid)[1], player, role)
            stretch = list(rows)
            bodies = event_bodies(game, (Row._make(row[2:]) for row in stretch), eyes)
            events += (
                {"place": row[0], "game": uid, **body}
                for row, body in zip(stretch, bodies, strict=True)
            )
    last = events[-1]["place"] if events else after
    return Feed(tuple(events), last, len(found) > limit)


def place_game(conn: Connection, book: str, number: int) -> None:
    """Place all events of a game at the end of its book's feed.

    For a game that is listed after its events; else each is placed as it is appended.
    """
    conn.execute(_PLACE_ALL, (book, _last_place(conn, book), number))


def places_of(store: Store, book: str) -> int:
    """Return how many events a book has: the place of its newest."""
    with store.reading() as conn:
        return _last_place(conn, book)


def _last_place(conn: Connection, book: str) -> int:
    query = "SELECT coalesce(max(place), 0) FROM book_feed WHERE book = ?"
    return int(conn.execute(query, (book,)).fetchone()[0])


def eyes_of(game: GameRow, player: str | None, role: str) -> Eyes:
    """Return what a key of the game's book sees of the game."""
    if role == "referee":
        return "referee"
    seats: list[Eyes] = [seat for seat in PLAYERS if game.players[seat] == player]
    return seats[0] if seats else "watch"
