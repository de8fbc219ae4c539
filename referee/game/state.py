"""A game as it stands: frozen values that ``evolve`` makes from events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from referee.cards import Card, card_points, suit_of
from referee.game.events import (
    CorrectionProposed,
    HandScored,
    HandShown,
    HandVoided,
    Knocked,
    Recorded,
    ScoreAdjusted,
)
from referee.plays import Play
from referee.rules import Player, Rules, other

Phase = Literal["deal", "upcard", "draw", "discard", "open", "show", "over"]
STOCK_AFTER_DEAL = 31
WALL = 2
"""A discard without a knock that leaves this many cards in the stock ends the hand."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal, from before its cards are dealt to its verdict.

    ``happened`` holds its events in order. ``pile`` is the discard pile, newest
    last, ``None`` for a card that is not known; ``stock`` the number of cards left.
    ``taken`` is the card taken from the pile this turn. ``passes`` counts refusals
    of the upcard; ``last_chance`` marks the turn after a wall of two.
    ``barred`` players may not knock (gin excepted) until their next turn is over;
    ``early`` has drawn before its turn and keeps that draw.
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
    took_pile: bool = False
    passes: int = 0
    last_chance: bool = False
    held: Mapping[Player, int] = field(default_factory=lambda: {"A": 10, "B": 10})
    knock: Knocked | None = None
    shown: HandShown | None = None
    score: HandScored | None = None
    void: HandVoided | None = None
    barred: frozenset[Player] = frozenset()
    early: Player | None = None
    exposed: frozenset[Player] = frozenset()
    irregular: tuple[Recorded, ...] = ()
    accepted: frozenset[Player] = frozenset()
    disputed: frozenset[Player] = frozenset()
    amended: bool = False
    proposals: tuple[CorrectionProposed, ...] = ()

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
class Entry:
    """What somebody entered: the play as first given, and where it belongs.

    ``hand`` is ``None`` for what belongs to the game as a whole; ``after`` is then
    the number of the last hand begun.
    """

    seq: int
    by: str
    play: Play
    hand: int | None = None
    after: int = 0


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended. ``hand`` is the last hand that counts."""

    status: Literal["over", "abandoned"]
    winner: Player | None
    hand: int
    entry: int
    by: Literal["score", "resignation", "abandoned"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands after ``version`` events.

    ``hands`` are those that have begun, in order of their numbers; a hand retracted
    whole is not among them. ``log`` holds every recorded event of corrections and of
    the game as a whole (adjustments included), ``entries`` every entry by its seq.
    """

    rules: Rules
    preset: str | None
    engine: int
    players: Mapping[Player, str]
    first_dealer: Player
    version: int
    hands: tuple[Hand, ...] = ()
    entries: Mapping[int, Entry] = field(default_factory=dict)
    corrections: tuple[Recorded, ...] = ()
    adjustments: Mapping[int, ScoreAdjusted] = field(default_factory=dict)
    end: End | None = None
    next_number: int = 1
    reopened: Hand | None = None
    """A hand retracted whole that was the newest: its number and dealer are next."""
