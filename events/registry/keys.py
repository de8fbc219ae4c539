"""Access keys: made, found, listed, revoked. Secrets are kept as SHA-256 only."""

from hashlib import sha256

from events.driver import Connection
from events.errors import StoreUnavailable
from events.registry import requests
from events.registry.lately import lately
from events.registry.values import Answered, Key, MadeKey, Make, Request, Role
from events.store import Store

_COLUMNS = "id, book, role, player, label, created, last_used, revoked"
_INSERT = """INSERT INTO book_keys
  (id, book, place, sha256, role, player, label, created) VALUES (?, ?,
   (SELECT count(*) FROM book_keys WHERE book = ?), ?, ?, ?, ?, ?)"""
_HOUR = len("2026-01-31T12")


def make_key(
    store: Store,
    book: str,
    *,
    role: Role,
    player: str | None = None,
    label: str | None = None,
    at: str,
    ids: Make,
    secrets: Make,
    request: Request | None = None,
) -> MadeKey:
    """Make one more key for a book. Who may do so is the caller's business.

    ``player`` is the id of a player of the book for role ``player``, else ``None``.
    Raises ``RequestReused``.
    """
    with store.writing() as conn:
        answered = requests.find(conn, request)
        if answered is not None:
            return MadeKey(_load(conn, str(answered.made)), None, True)
        key = Key(ids(), book, role, player, label, at, None, None)
        secret = secrets()
        insert(conn, key, secret)
        requests.keep(conn, request, Answered(None, None, key.id))
        return MadeKey(key, secret, False)


def insert(conn: Connection, key: Key, secret: str) -> None:
    """Keep a new key."""
    given = (key.role, key.player, key.label, key.created)
    conn.execute(_INSERT, (key.id, key.book, key.book, _hashed(secret), *given))


def keys_of(store: Store, book: str) -> tuple[Key, ...]:
    """List a book's keys that are not revoked, oldest first."""
    with store.reading() as conn:
        return load_all(conn, book)


def load_all(conn: Connection, book: str) -> tuple[Key, ...]:
    """List a book's keys that are not revoked, oldest first."""
    found = conn.execute(
        f"""SELECT {_COLUMNS} FROM book_keys
        WHERE book = ? AND revoked IS NULL ORDER BY place""",
        (book,),
    )
    return tuple(Key(*row) for row in found)


def _load(conn: Connection, key: str) -> Key:
    query = f"SELECT {_COLUMNS} FROM book_keys WHERE id = ?"
    return Key(*conn.execute(query, (key,)).fetchone())


def find_key(store: Store, secret: str) -> Key | None:
    """Find the key that has this secret, unless it was revoked.

    Looked up by SHA-256, so that the time taken says nothing about any secret.
    """
    hashed = _hashed(secret)
    return lately(store, "key", hashed, lambda: _find_hashed(store, hashed))


def _find_hashed(store: Store, hashed: str) -> Key | None:
    query = f"SELECT {_COLUMNS} FROM book_keys WHERE sha256 = ? AND revoked IS NULL"
    with store.reading() as conn:
        row = conn.execute(query, (hashed,)).fetchone()
    return None if row is None else Key(*row)


def note_use(store: Store, key: Key, *, at: str) -> None:
    """Note that a key was used: written once an hour at most, and never worth an
    error: a store that cannot write just now leaves the old time.
    """
    if used_lately(key, at=at):
        return
    try:
        with store.writing() as conn:
            conn.execute(
                "UPDATE book_keys SET last_used = ? WHERE id = ?", (at, key.id)
            )
    except StoreUnavailable:
        return


def used_lately(key: Key, *, at: str) -> bool:
    """Whether the use of a key has been noted in this hour."""
    return key.last_used is not None and key.last_used[:_HOUR] == at[:_HOUR]


def revoke_key(store: Store, book: str, key: str, *, at: str) -> bool:
    """Revoke a key for ever; ``False`` if the book has no such key in use."""
    with store.writing() as conn:
        changed = conn.execute(
            """UPDATE book_keys SET revoked = ?
            WHERE id = ? AND book = ? AND revoked IS NULL""",
            (at, key, book),
        )
        return changed.rowcount == 1


def _hashed(secret: str) -> str:
    return sha256(secret.encode(errors="surrogatepass")).hexdigest()
