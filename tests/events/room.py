"""A book with one game in a record, and plays as a client would send them."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from events import registry
from events.codec import play_from
from events.handler import Outcome, handle, start_game
from events.projections import Body, Eyes, state_of
from events.registry import Request
from events.store import Store
from referee.plays import Play
from referee.presets import parse_rules

AT = "2026-03-14T20:00:00Z"
EYES: tuple[Eyes, ...] = ("referee", "A", "B", "watch")
DATA = Path(__file__).parents[1] / "data"
KNOCK = {"type": "knock", "player": "A", "count": 8}
SHOW = {"type": "show", "player": "B", "count": 15}
GIN = {"type": "knock", "player": "A", "count": 0}


@cache
def whole_hands() -> list[list[dict[str, Any]]]:
    """The plays of hands recorded with every card, dealt by B."""
    lines = (DATA / "whole_hands.jsonl").read_text().splitlines()
    return [json.loads(line)["plays"] for line in lines]


def swapped(plays: Any) -> Any:
    """The same plays with A and B in each other's seat."""
    text = json.dumps(plays)
    for old, new in (('"A"', '"?"'), ('"B"', '"A"'), ('"?"', '"B"')):
        text = text.replace(old, new)
    return json.loads(text)


def plays_of(plays: Sequence[dict[str, Any]]) -> list[Play]:
    return [play_from(play) for play in plays]


def salts() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"{next(numbers):032x}"


class Room:
    """Where a game is recorded. Everything in it is the same every time."""

    def __init__(
        self,
        store: Store,
        *,
        rules: Any = "jpgames",
        dealer: Any = "B",
        prefix: str = "",
    ) -> None:
        numbers = count(1)
        self.store = store
        self.ids = lambda: f"{prefix}id{next(numbers):02}"
        self.salts = salts()
        opened = registry.open_book(
            store,
            name="Home",
            players=["Ann", "Bob"],
            at=AT,
            ids=self.ids,
            secrets=lambda: f"{prefix}secret{next(numbers)}",
        )
        self.book = opened.book.id
        self.ann, self.bob = (player.id for player in opened.book.players)
        self.uid = self.start(rules=rules, dealer=dealer).uid

    def start(
        self,
        *,
        rules: Any = "jpgames",
        a: str = "Ann",
        b: str = "Bob",
        dealer: Any = "B",
        starter: str | None = None,
        request: Request | None = None,
    ) -> Outcome:
        chosen, preset = parse_rules(rules)
        return start_game(
            self.store,
            self.book,
            rules=chosen,
            preset=preset,
            players={"A": a, "B": b},
            first_dealer=dealer,
            starter=starter,
            at=AT,
            ids=self.ids,
            salts=self.salts,
            request=request,
        )

    def play(
        self,
        *plays: dict[str, Any],
        asker: Eyes = "referee",
        expected: int | None = None,
        request: Request | None = None,
        at: str = AT,
    ) -> Outcome:
        return handle(
            self.store,
            self.uid,
            plays_of(plays),
            asker=asker,
            expected=expected,
            at=at,
            salts=self.salts,
            request=request,
        )

    def state(self, eyes: Eyes = "referee") -> Body:
        return state_of(self.store, self.uid, eyes)


def dump(store: Store, *tables: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of these tables, in order of their keys."""
    with store.reading() as conn:
        return {
            table: sorted(conn.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
            for table in tables
        }


def two_hands(store: Store) -> Room:
    """A game of two hands: one by counts, one with every card."""
    room = Room(store)
    room.play(KNOCK, SHOW)
    room.play(*whole_hands()[0])
    return room
