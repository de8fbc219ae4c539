"""The whole record of games: every event with its hashes, and who the players are.

The form is described in ``docs/export.md``. One event stands on one line, so that a
reader can name the line of whatever is wrong.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from events import log
from events.codec import canonical, event_data
from events.exports.scope import EyesOn, Scope
from events.log import Row
from events.registry import GameRow, games
from events.replayed import recorded, standing
from events.store import Store
from referee.eyes import Eyes, Sight
from referee.rules import Player

FORMAT = "upcard-export"
SCHEMA = 1
STRETCH = 500
"""Events read at once."""


class Seal:
    """SHA-256 over what the chains of the games do not hold: names, and which games.

    It is the hash of two hashes, a line feed between: that of the names, and that of
    the games. Each value in them is followed by a line feed: format, schema, name of
    the book, then id and name of each player; and id, both player ids, version and
    head of each game.
    """

    def __init__(self) -> None:
        self._names = sha256()
        self._games = sha256()

    def names(self, book: str, players: Iterable[tuple[str, str]]) -> None:
        """Take in a book's name, and ids and names of its players."""
        self._names.update(_lines((FORMAT, SCHEMA, book)))
        for player in players:
            self._names.update(_lines(player))

    def game(
        self, uid: str, players: Mapping[Player, str], version: int, head: str
    ) -> None:
        """Take in the next game."""
        self._games.update(_lines((uid, players["A"], players["B"], version, head)))

    def text(self) -> str:
        """Return the seal of all that was taken in, as hex."""
        both = f"{self._names.hexdigest()}\n{self._games.hexdigest()}"
        return sha256(both.encode()).hexdigest()


def _lines(values: Iterable[str | int]) -> bytes:
    return "".join(f"{value}\n" for value in values).encode()


@dataclass(frozen=True, slots=True)
class _Game:
    """A game as it stood when its export began."""

    number: int
    row: GameRow
    version: int
    head: str

    def body(self) -> dict[str, object]:
        return {
            "id": self.row.uid,
            "players": dict(self.row.players),
            "version": self.version,
            "head": self.head,
        }


def as_json(store: Store, scope: Scope, eyes: EyesOn) -> Iterator[str]:
    """Yield an export as one JSON document."""
    seal = _sealed(scope)
    about = canonical(_about(scope))
    players = ",\n".join(canonical(each) for each in _players(scope))
    yield f'{about[:-1]},\n"players":[\n{players}\n],\n"games":['
    for index, uid in enumerate(scope.games):
        game = _game(store, uid, seal)
        yield f'{"," if index else ""}\n{canonical(game.body())[:-1]},"events":[\n'
        between = ""
        for stretch in _stretches(store, game, eyes(game.row)):
            yield between + ",\n".join(f"{{{line}}}" for line in stretch)
            between = ",\n"
        yield "\n]}"
    yield f'\n],\n"seal":"{seal.text()}"}}\n'


def as_ndjson(store: Store, scope: Scope, eyes: EyesOn) -> Iterator[str]:
    """Yield an export as lines of JSON: the book, each game and its events, the seal.

    An event's line says which ``game`` it is of.
    """
    seal = _sealed(scope)
    yield canonical({**_about(scope), "players": _players(scope)}) + "\n"
    for uid in scope.games:
        game = _game(store, uid, seal)
        yield canonical(game.body()) + "\n"
        named = f'"game":"{uid}"'
        for stretch in _stretches(store, game, eyes(game.row)):
            yield "".join(f"{{{named},{line}}}\n" for line in stretch)
    yield f'{{"seal":"{seal.text()}"}}\n'


def _about(scope: Scope) -> dict[str, object]:
    return {"book": {"name": scope.book.name}, "format": FORMAT, "schema": SCHEMA}


def _players(scope: Scope) -> list[dict[str, str]]:
    return [{"id": each.id, "name": each.name} for each in scope.players]


def _sealed(scope: Scope) -> Seal:
    seal = Seal()
    players = [(each.id, each.name) for each in scope.players]
    seal.names(scope.book.name, players)
    return seal


def _game(store: Store, uid: str, seal: Seal) -> _Game:
    with store.reading() as conn:
        number, row = games.load(conn, uid)
        version = log.version(conn, number)
        (last,) = log.read(conn, number, after=version - 1)
    seal.game(uid, row.players, version, last.hash)
    return _Game(number, row, version, last.hash)


def _stretches(store: Store, game: _Game, eyes: Eyes) -> Iterator[list[str]]:
    """Yield a game's events, a few hundred at a time, each without its braces."""
    for after in range(0, game.version, STRETCH):
        with store.reading() as conn:
            upto = min(after + STRETCH, game.version)
            rows = log.read(conn, game.number, after=after, upto=upto)
            if eyes == "referee":
                lines = [_line(row, row.data, row.salt) for row in rows]
            else:
                sight = Sight(standing(store, conn, game.row.uid).game, eyes)
                lines = [_seen(row, sight) for row in rows]
        yield lines


def _seen(row: Row, sight: Sight) -> str:
    (each,) = recorded([row])
    seen = sight.see(each)
    if seen is each.event:
        return _line(row, row.data, row.salt)
    return _line(row, canonical(event_data(seen)), None)


def _line(row: Row, data: str, salt: str | None) -> str:
    """Return an event's members; the stored text of ``data`` goes out untouched."""
    salted = "" if salt is None else f'"salt":"{salt}",'
    return (
        f'"seq":{row.seq},"entry":{row.entry},"type":"{row.type}",'
        f'"schema":{row.schema},"at":"{row.at}","by":"{row.by}","data":{data},'
        f'"digest":"{row.digest}",{salted}"hash":"{row.hash}"'
    )
