"""What the registry holds, as frozen values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

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
    """A player of a book; the name may change, the id never.

    ``renamed`` counts the changes: use it in tags of what shows this player's name.
    """

    id: str
    name: str
    renamed: int = 0


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
    """A game as the registry knows it; ``players`` maps seats to player ids.

    ``archived`` is when it was put away from the lists, ``None`` where it was not.
    """

    uid: str
    book: str
    players: Mapping[Player, str]
    created: str
    imported: bool
    archived: str | None = None


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
class GameFilter:
    """Which games of a book to list; what is ``None`` does not matter.

    ``player`` and ``winner`` are ids; ``since`` and ``until`` times (ISO 8601, UTC) at
    which a game was begun, the first included, the second not.
    """

    status: str | None = None
    player: str | None = None
    winner: str | None = None
    preset: str | None = None
    since: str | None = None
    until: str | None = None
    archived: bool | None = None

    def wanted(self) -> dict[str, str]:
        """Return what has to be equal, or before, or after, by name."""
        names = ("status", "player", "winner", "preset", "since", "until")
        facts = {name: getattr(self, name) for name in names}
        return {name: fact for name, fact in facts.items() if fact is not None}


NO_FILTER = GameFilter()


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a book's games, newest first; ``next`` is the cursor of the next."""

    games: tuple[ListedGame, ...]
    next: str | None
