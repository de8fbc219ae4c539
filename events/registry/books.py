"""Books and their players."""

import unicodedata
from collections.abc import Sequence

from events.driver import Connection
from events.registry import keys, requests
from events.registry.lately import lately
from events.registry.values import (
    Answered,
    Book,
    BookPlayer,
    Key,
    MadePlayer,
    Make,
    OpenedBook,
    Request,
    Role,
)
from events.store import Store
from referee.errors import Unreadable

_INSERT_PLAYER = """INSERT INTO book_players (book, place, id, name, folded, added)
  VALUES (?, (SELECT count(*) FROM book_players WHERE book = ?), ?, ?, ?, ?)"""


def open_book(
    store: Store,
    *,
    name: str,
    players: Sequence[str],
    at: str,
    ids: Make,
    secrets: Make,
    request: Request | None = None,
) -> OpenedBook:
    """Open a book with its players and a key for the referee, each player and watch.

    Raises ``RequestReused``, ``Unreadable`` (``same_name``) for a name given twice.
    """
    with store.writing() as conn:
        answered = requests.find(conn, request)
        if answered is not None:
            made = str(answered.made)
            return OpenedBook(
                _stored(conn, made), keys.load_all(conn, made), None, True
            )
        book = ids()
        conn.execute("INSERT INTO books VALUES (?, ?, ?, 0)", (book, name, at))
        added = [insert_player(conn, book, each, at=at, new=ids) for each in players]
        made_keys = _first_keys(book, added, at=at, ids=ids)
        opened = {key.id: secrets() for key in made_keys}
        for key in made_keys:
            keys.insert(conn, key, opened[key.id])
        requests.keep(conn, request, Answered(None, None, book))
        return OpenedBook(_stored(conn, book), made_keys, opened, False)


def _first_keys(
    book: str, players: Sequence[BookPlayer], *, at: str, ids: Make
) -> tuple[Key, ...]:
    roles: list[tuple[Role, str | None]] = [("referee", None)]
    roles += [("player", player.id) for player in players]
    roles.append(("watch", None))
    return tuple(
        Key(ids(), book, role, player, None, at, None, None) for role, player in roles
    )


def find_book(store: Store, book: str) -> Book | None:
    """Return the book with this id, players in the order they were added."""
    return lately(store, "book", book, lambda: _find_book(store, book))


def _find_book(store: Store, book: str) -> Book | None:
    with store.reading() as conn:
        return load(conn, book)


def load(conn: Connection, book: str) -> Book | None:
    """Return the book with this id, or ``None``."""
    row = conn.execute("SELECT * FROM books WHERE id = ?", (book,)).fetchone()
    if row is None:
        return None
    found = conn.execute(
        "SELECT id, name, renamed FROM book_players WHERE book = ? ORDER BY place",
        (book,),
    )
    _, name, created, revision = row
    players = tuple(BookPlayer(*each) for each in found)
    return Book(book, name, created, revision, players)


def _stored(conn: Connection, book: str) -> Book:
    found = load(conn, book)
    assert found is not None, "its id comes from the same transaction"
    return found


def add_player(
    store: Store,
    book: str,
    name: str,
    *,
    at: str,
    ids: Make,
    request: Request | None = None,
) -> MadePlayer:
    """Add a player to a book. No key is made.

    Raises ``Unreadable`` (``same_name``) for a name the book has, whatever its case;
    ``RequestReused``.
    """
    with store.writing() as conn:
        answered = requests.find(conn, request)
        if answered is not None:
            made = str(answered.made)
            query = "SELECT id, name FROM book_players WHERE id = ?"
            return MadePlayer(
                BookPlayer(*conn.execute(query, (made,)).fetchone()), True
            )
        player = insert_player(conn, book, name, at=at, new=ids)
        raise_revision(conn, book)
        requests.keep(conn, request, Answered(None, None, player.id))
        return MadePlayer(player, False)


def insert_player(
    conn: Connection, book: str, name: str, *, at: str, new: Make
) -> BookPlayer:
    """Add a player; raises ``Unreadable`` (``same_name``)."""
    _refuse_same(conn, book, name)
    player = BookPlayer(new(), name)
    conn.execute(_INSERT_PLAYER, (book, book, player.id, name, folded(name), at))
    return player


def _refuse_same(conn: Connection, book: str, name: str, *, but: str = "") -> None:
    found = find_named(conn, book, name)
    if found is not None and found != but:
        raise Unreadable(
            "same_name", f"the book has a player called {name} already", field="name"
        )


def find_named(conn: Connection, book: str, name: str) -> str | None:
    """Return the id of the book's player with this name, whatever its case."""
    row = conn.execute(
        "SELECT id FROM book_players WHERE book = ? AND folded = ?",
        (book, folded(name)),
    ).fetchone()
    return None if row is None else str(row[0])


def rename_player(store: Store, book: str, player: str, name: str) -> BookPlayer | None:
    """Rename a player; ``None`` if the book has no such player.

    Raises ``Unreadable`` (``same_name``) for a name another player of the book has.
    """
    with store.writing() as conn:
        _refuse_same(conn, book, name, but=player)
        changed = conn.execute(
            "UPDATE book_players SET name = ?, folded = ?, renamed = renamed + 1"
            " WHERE book = ? AND id = ?",
            (name, folded(name), book, player),
        )
        if changed.rowcount == 0:
            return None
        raise_revision(conn, book)
        return BookPlayer(player, name)


def raise_revision(conn: Connection, book: str) -> None:
    """Note that what the book's pages show has changed."""
    conn.execute("UPDATE books SET revision = revision + 1 WHERE id = ?", (book,))


def folded(name: str) -> str:
    """Return what two names have in common that people would call the same."""
    return unicodedata.normalize("NFKC", name).casefold()
