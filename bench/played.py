"""Games recorded without HTTP, for what is measured below the doors."""

from collections.abc import Sequence
from itertools import count

from bench.dealt import Play, swapped, whole_hands
from events import registry
from events.codec import play_from
from events.handler import handle, start_game
from events.projections import state_of
from events.registry import Make
from events.store import Store
from referee.presets import parse_rules

AT = "2026-03-14T20:00:00.000Z"


def numbered(prefix: str) -> Make:
    numbers = count(1)
    return lambda: f"{prefix}{next(numbers):08x}"


class Kept:
    """A book of Ann and Bob in a store, and games in it."""

    def __init__(self, store: Store, prefix: str = "") -> None:
        self.store = store
        self.ids = numbered(f"{prefix}id")
        salts = count(1)
        self.salts: Make = lambda: f"{next(salts):032x}"
        self.book = registry.open_book(
            store, name="Sundays", players=["Ann", "Bob"], at=AT,
            ids=self.ids, secrets=numbered(f"{prefix}secret"),
        ).book.id  # fmt: skip

    def start(self, target: int = 1000) -> str:
        rules, preset = parse_rules({"preset": "standard", "target": target})
        return start_game(
            self.store, self.book, rules=rules, preset=preset,
            players={"A": "Ann", "B": "Bob"}, first_dealer="B", starter=None,
            at=AT, ids=self.ids, salts=self.salts,
        ).uid  # fmt: skip

    def play(self, game: str, plays: Sequence[Play]) -> int:
        """Record plays; return the version after them."""
        return handle(
            self.store, game, [play_from(play) for play in plays],
            asker="referee", expected=None, at=AT, salts=self.salts,
        ).last  # fmt: skip

    def hand(self, game: str, hand: list[Play]) -> int:
        dealer = state_of(self.store, game, "referee")["hand"]["dealer"]
        return self.play(game, hand if dealer == "B" else swapped(hand))

    def filled(self, events: int, first: int = 0) -> str:
        """Return a game of whole hands with at least so many events."""
        game, version = self.start(), 1
        hands = whole_hands()
        while version < events:
            version = self.hand(game, hands[first % len(hands)])
            first += 1
        return game
