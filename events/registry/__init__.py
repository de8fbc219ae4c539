"""Books, players, keys, the list of games, and requests already answered.

Plain tables beside the log, untouched by ``rebuild``. Times (``at``: UTC, ISO 8601
with a trailing ``Z``) and ids are given by the caller.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from events.store import Store
from referee.rules import Player

Role = Literal["referee", "player", "watch"]
"""What a key may do: everything; play as one player; look on."""

Make = Callable[[], str]
"""Gives a new id, secret or salt each time it is called."""


@dataclass(frozen=True, slots=True)
class Request:
    """A write that may come again with the same ``Idempotency-Key``.

    ``scope`` is ``"server"``, ``"book:ID"`` or ``"game:UID"``; ``caller`` the id of
    the key that asks, or ``""`` without one; ``fingerprint`` a hash of path and body.
    """

    scope: str
    caller: str
    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Answered:
    """What a request made the first time: events ``first`` to ``last`` of a game, or
    the thing with id ``made``.
    """

    first: int | None
    last: int | None
    made: str | None


@dataclass(frozen=True, slots=True)
class BookPlayer:
    """A player of a book; the name may change, the id never."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Book:
    """A score book. ``revision`` rises when a player is added or renamed, or a game
    begins: use it in tags of whatever shows names.
    """

    id: str
    name: str
    created: str
    revision: int
    players: tuple[BookPlayer, ...]

    def name_of(self, player: str) -> str:
        """Return the name of the player with this id."""
        return next(each.name for each in self.players if each.id == player)


@dataclass(frozen=True, slots=True)
class Key:
    """An access key without its secret, of which only the SHA-256 is kept.

    ``player`` is a player's id for role ``player``, else ``None``; ``last_used`` is
    right to the hour.
    """

    id: str
    book: str
    role: Role
    player: str | None
    label: str | None
    created: str
    last_used: str | None
    revoked: str | None


@dataclass(frozen=True, slots=True)
class OpenedBook:
    """A book just opened. ``secrets`` maps each key's id to its secret, to be shown
    once; it is ``None`` when the request was answered before.
    """

    book: Book
    keys: tuple[Key, ...]
    secrets: Mapping[str, str] | None
    repeated: bool


@dataclass(frozen=True, slots=True)
class MadeKey:
    """A key just made; ``secret`` is ``None`` when the request was answered before."""

    key: Key
    secret: str | None
    repeated: bool


@dataclass(frozen=True, slots=True)
class MadePlayer:
    """A player just added to a book."""

    player: BookPlayer
    repeated: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as the registry knows it; ``players`` maps seats to player ids."""

    uid: str
    book: str
    players: Mapping[Player, str]
    created: str
    imported: bool


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in its book's list; ``version`` and the rest as in the game shape.

    ``score`` maps each seat to ``{points, boxes, total}``; ``changed`` is when its
    last event was recorded.
    """

    game: GameRow
    version: int
    status: str
    winner: Player | None
    target: int
    preset: str | None
    hands: int
    score: Mapping[Player, Mapping[str, int]]
    changed: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a book's games, newest first; ``next`` is the cursor of the next."""

    games: tuple[ListedGame, ...]
    next: str | None


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
    raise NotImplementedError


def find_book(store: Store, book: str) -> Book | None:
    """Return the book with this id, players in the order they were added."""
    raise NotImplementedError


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

    Raises ``Unreadable`` (``same_name``) for a name the book has, whatever its case.
    """
    raise NotImplementedError


def rename_player(store: Store, book: str, player: str, name: str) -> BookPlayer | None:
    """Rename a player; ``None`` if the book has no such player.

    Raises ``Unreadable`` (``same_name``) for a name another player of the book has.
    """
    raise NotImplementedError


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
    """Make one more key for a book. Who may do so is the caller's business."""
    raise NotImplementedError


def keys_of(store: Store, book: str) -> tuple[Key, ...]:
    """List a book's keys that are not revoked, oldest first."""
    raise NotImplementedError


def find_key(store: Store, secret: str) -> Key | None:
    """Find the key that has this secret, unless it was revoked.

    Looked up by SHA-256, so that the time taken says nothing about any secret.
    """
    raise NotImplementedError


def note_use(store: Store, key: Key, *, at: str) -> None:
    """Note that a key was used: written once an hour at most, and never worth an
    error: a store that cannot write just now leaves the old time.
    """
    raise NotImplementedError


def revoke_key(store: Store, book: str, key: str, *, at: str) -> bool:
    """Revoke a key for ever; ``False`` if the book has no such key in use."""
    raise NotImplementedError


def find_game(store: Store, uid: str) -> GameRow | None:
    """Return what the registry knows of a game, or ``None``."""
    raise NotImplementedError


def games_of(
    store: Store, book: str, *, after: str | None = None, limit: int = 50
) -> Page:
    """List a book's games, newest first. ``after`` is a ``Page.next``; a cursor that
    is no game of this book gives an empty page.
    """
    raise NotImplementedError


def find_answer(store: Store, request: Request) -> Answered | None:
    """Return what this request made the first time, or ``None``.

    Raises ``RequestReused`` if path or body differ from the first time. ``handle``
    and the functions here look it up themselves; a door that must answer a repeat
    before it reads ``If-Match`` calls this first.
    """
    raise NotImplementedError
