"""Numbers to draw: how hands are won, with how much, and how long they last."""

from collections.abc import Iterator
from dataclasses import dataclass

from events.driver import Connection
from events.replayed import standing
from events.store import Store
from referee.game.events import CardDrawn
from referee.game.lines import lines_of
from referee.rules import Player

LATELY = 30
"""Games whose play by play is looked at, the newest that have any."""

_RESULTS = """SELECT result, count(*) FROM game_hands JOIN book_games ON number = game
  WHERE book = ? AND counted AND result IS NOT NULL GROUP BY result
  ORDER BY count(*) DESC, result"""
_KNOCKS = """SELECT knocker_deadwood, count(*) FROM game_hands
  JOIN book_games ON number = game
  WHERE book = ? AND counted AND knocker_deadwood <= 10 GROUP BY knocker_deadwood"""
_PLAYED = """SELECT DISTINCT uid FROM game_hands JOIN book_games ON number = game
  WHERE book = ? AND depth = 3 AND counted AND points IS NOT NULL
  ORDER BY number DESC LIMIT ?"""
_LATEST = """SELECT uid FROM book_games JOIN game_summaries ON game = number
  WHERE book = ? AND hands > 0 ORDER BY number DESC LIMIT 1"""


@dataclass(frozen=True, slots=True)
class Statistics:
    """A book's hands that count.

    ``results`` counts hands by result, the most frequent first; ``knocks`` by the
    deadwood of the knock, 0 to 10; ``lengths`` gives for hands recorded play by play
    how many cards were drawn, how many such hands there were, and their points on
    average. ``latest`` is the newest game with a hand.
    """

    results: tuple[tuple[str, int], ...]
    knocks: tuple[tuple[int, int], ...]
    lengths: tuple[tuple[int, int, float], ...]
    latest: str | None


def statistics(store: Store, book: str) -> Statistics:
    """Return the numbers of a book."""
    with store.reading() as conn:
        results = tuple(conn.execute(_RESULTS, (book,)).fetchall())
        found = dict(conn.execute(_KNOCKS, (book,)).fetchall())
        lengths = tuple(_by_length(_lengths(store, conn, book)))
        latest = conn.execute(_LATEST, (book,)).fetchone()
    knocks = tuple((count, found.get(count, 0)) for count in range(11) if found)
    return Statistics(results, knocks, lengths, latest[0] if latest else None)


def _lengths(store: Store, conn: Connection, book: str) -> Iterator[tuple[int, int]]:
    """Yield draws and points of every hand lately recorded play by play."""
    for (uid,) in conn.execute(_PLAYED, (book, LATELY)).fetchall():
        game = standing(store, conn, uid).game
        for hand in game.begun:
            counted = game.end is None or hand.number <= game.end.hand
            drawn = sum(isinstance(each.event, CardDrawn) for each in hand.happened)
            if hand.score is not None and counted and drawn:
                yield drawn, hand.score.points


def _by_length(hands: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int, float]]:
    points: dict[int, list[int]] = {}
    for drawn, worth in hands:
        points.setdefault(drawn, []).append(worth)
    for drawn, each in sorted(points.items()):
        yield drawn, len(each), sum(each) / len(each)


def race_of(store: Store, uid: str) -> dict[Player, list[int]]:
    """Return each side's points after every line that counts, from 0.

    Raises ``NoSuchGame``.
    """
    with store.reading() as conn:
        game = standing(store, conn, uid).game
    scores: dict[Player, list[int]] = {"A": [0], "B": [0]}
    for line in lines_of(game):
        for player, running in scores.items() if line.counted else ():
            won = line.points if player == line.winner else 0
            running.append(running[-1] + won)
    return scores
