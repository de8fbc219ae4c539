"""A game as it stands: frozen values that ``evolve`` makes from events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from referee.cards import Card, card_points, suit_of
from referee.game.entry import Entry, hand_of
from referee.game.events import (
    GameStarted,
    HandScored,
    HandShown,
    HandVoided,
    Knocked,
    Recorded,
    ScoreAdjusted,
)
from referee.rules import Player, Rules, other

Phase = Literal["deal", "upcard", "draw", "discard", "open", "show", "over"]
STOCK_AFTER_DEAL = 31
WALL = 2
"""A discard without a knock that leaves this many cards in the stock ends the hand."""


@dataclass(frozen=True)
class Hand:
    """One deal, from before its cards are dealt to its verdict.

    ``happened`` holds its events in order. ``pile`` is the discard pile, newest
    last, ``None`` for a card that is not known; ``stock`` the number of cards left.
    ``taken`` is the card taken from the pile this turn. ``passes`` counts refusals
    of the upcard; ``last_chance`` marks the turn after a wall of two.
    ``held`` is how many cards each player holds: who begins a turn with eleven only
    discards, who has ten after drawing is done. ``barred`` players may not knock
    until their turn is over; the value says whether gin is still allowed. ``settled``:
    both have accepted the result, and it has not been changed since, whatever one of
    them says of it now.
    """

    number: int
    dealer: Player
    phase: Phase = "deal"
    to_act: Player | None = None
    happened: tuple[Recorded, ...] = ()
    implied: bool = False
    tracked: bool = False
    upcard: Card | None = None
    stock: int | None = None
    pile: tuple[Card | None, ...] = ()
    taken: Card | None = None
    passes: int = 0
    last_chance: bool = False
    held: Mapping[Player, int] = field(default_factory=lambda: {"A": 10, "B": 10})
    knock: Knocked | None = None
    shown: HandShown | None = None
    score: HandScored | None = None
    void: HandVoided | None = None
    barred: Mapping[Player, bool] = field(default_factory=dict)
    exposed: frozenset[Player] = frozenset()
    irregular: tuple[Recorded, ...] = ()
    accepted: frozenset[Player] = frozenset()
    disputed: frozenset[Player] = frozenset()
    settled: bool = False
    amended: bool = False
    proposals: tuple[Recorded, ...] = ()

    @property
    def non_dealer(self) -> Player:
        """The player who acts first."""
        return other(self.dealer)

    @property
    def begun(self) -> bool:
        """Whether anything of the hand is on record."""
        return self.phase != "deal"

    @property
    def ended(self) -> bool:
        """Whether the hand has its verdict, or is void."""
        return self.phase == "over"


def knock_limit(rules: Rules, upcard: Card | None) -> int | None:
    """Return the most deadwood a knock may leave, or ``None`` while not known.

    Oklahoma: the upcard's value is the limit, never above ``rules.knock_limit``;
    an ace is gin only (0) or one, as ``oklahoma_ace`` says.
    """
    if not rules.oklahoma:
        return rules.knock_limit
    if upcard is None:
        return None
    value = card_points(upcard)
    if value == 1 and rules.oklahoma_ace == "gin_only":
        value = 0
    return min(value, rules.knock_limit)


def is_doubled(rules: Rules, upcard: Card | None) -> bool:
    """Whether a spade upcard doubles this hand."""
    return rules.spades_double != "off" and upcard is not None and suit_of(upcard) == 3


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended. ``hand`` is the last hand that counts.

    ``line`` is the entry of the adjustment that reached the target, else ``None``.
    """

    status: Literal["over", "abandoned"]
    winner: Player | None
    hand: int
    by: Literal["score", "resignation", "abandoned"]
    line: int | None = None


@dataclass(frozen=True)
class Game:
    """A game as it stands after ``version`` events.

    ``hands`` are in order of their numbers; one retracted whole is back in phase
    ``deal``. ``entries`` holds every entry by its seq as it was first given,
    ``corrections`` the retractions and amendments in order: what an entry says now
    is told by ``referee.game.entries``.
    """

    rules: Rules
    preset: str | None
    engine: int
    players: Mapping[Player, str]
    first_dealer: Player
    version: int
    started: GameStarted
    hands: tuple[Hand, ...] = ()
    entries: Mapping[int, Entry] = field(default_factory=dict)
    corrections: tuple[Recorded, ...] = ()
    corrected: frozenset[int] = frozenset()
    adjustments: Mapping[int, ScoreAdjusted] = field(default_factory=dict)
    end: End | None = None

    @property
    def begun(self) -> tuple[Hand, ...]:
        """The hands of which anything is on record."""
        return tuple(hand for hand in self.hands if hand.begun)

    def entries_of(self, number: int | None) -> list[int]:
        """Return the entries of a hand, or those of the game as a whole."""
        entries = self.entries.items()
        return [seq for seq, entry in entries if hand_of(entry[0].event) == number]

    @property
    def last_entry(self) -> int:
        """The seq of the newest entry, else 0: entries are kept in their order."""
        return next(reversed(cast("dict[int, Entry]", self.entries)), 0)

    @property
    def current(self) -> Hand:
        """The running hand, or the next one with its dealer, in phase ``deal``."""
        last = self.hands[-1] if self.hands else None
        if last is None:
            return Hand(1, self.first_dealer)
        if not last.ended:
            return last
        return Hand(last.number + 1, next_dealer(self.rules, last))

    def hand(self, number: int) -> Hand | None:
        """Return the hand of that number, begun or current, if there is one."""
        for hand in reversed(self.hands):
            if hand.number == number:
                return hand
        current = self.current
        return current if current.number == number else None


def next_dealer(rules: Rules, hand: Hand) -> Player:
    """Return who deals after ``hand``, which has ended.

    A new deal by ruling keeps its dealer; other void hands go by ``void_dealer``.
    """
    if hand.score is None:
        ruled = hand.void is not None and hand.void.cause == "ruling"
        same = ruled or rules.void_dealer == "same"
        return hand.dealer if same else other(hand.dealer)
    if rules.next_dealer == "alternate":
        return other(hand.dealer)
    winner = hand.score.winner
    return winner if rules.next_dealer == "winner" else other(winner)
