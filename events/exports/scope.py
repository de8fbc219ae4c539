"""What an export is of: one game, or every game of a book."""

from collections.abc import Callable
from dataclasses import dataclass

from events.errors import NoSuchGame
from events.registry import Book, BookPlayer, GameRow, books, games
from events.store import Store
from referee.eyes import Eyes

EyesOn = Callable[[GameRow], Eyes]
"""What may be seen of a game."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A book, the players to name, and the uids of the games, oldest first."""

    book: Book
    players: tuple[BookPlayer, ...]
    games: tuple[str, ...]


def of_book(store: Store, book: str) -> Scope:
    """Return all of a book; raises ``LookupError`` where there is none."""
    with store.reading() as conn:
        found = books.load(conn, book)
        if found is None:
            raise LookupError(book)
        query = "SELECT uid FROM book_games WHERE book = ? ORDER BY number"
        uids = tuple(row[0] for row in conn.execute(query, (book,)))
    return Scope(found, found.players, uids)


def of_game(store: Store, uid: str) -> Scope:
    """Return one game and its two players; raises ``NoSuchGame``."""
    with store.reading() as conn:
        _, row = games.load(conn, uid)
        found = books.load(conn, row.book)
    if found is None:
        raise NoSuchGame(uid)
    seated = row.players.values()
    players = tuple(player for player in found.players if player.id in seated)
    return Scope(found, players, (uid,))


def all_books(store: Store) -> list[tuple[str, str]]:
    """Return id and name of every book of the record, the oldest first."""
    with store.reading() as conn:
        return conn.execute(
            "SELECT id, name FROM books ORDER BY created, id"
        ).fetchall()
