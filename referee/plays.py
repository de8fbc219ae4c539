"""What is asked: one frozen class for each play, without behaviour.

A play states facts of the table. A field left out is not known (``None``); nothing
is guessed. ``PLAY_TYPES`` maps the wire name of each play to its class.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from referee.cards import Card
from referee.rules import Player, Rules

Cards = tuple[Card, ...]
Melds = tuple[Cards, ...]
Chooser = Literal["A", "B", "both"]
Call = Literal["knock", "gin", "big_gin"]
Source = Literal["stock", "discard"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The ``ruling`` sent with an irregular play that is to stand."""

    option: str
    chosen_by: Chooser
    note: str | None = None


@dataclass(frozen=True, slots=True)
class LayOff:
    """A card laid off by the defender; ``onto`` is the index of the knocker's meld."""

    card: Card
    onto: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards were dealt. ``hands`` holds the recorded hands, either or both."""

    dealer: Player | None = None
    upcard: Card | None = None
    hands: Mapping[Player, Cards] = field(default_factory=dict)
    ruling: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A player refused the upcard, or declined the last discard."""

    player: Player
    ruling: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A player drew from the stock or took the top of the discard pile."""

    player: Player
    source: Source
    card: Card | None = None
    ruling: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A player discarded."""

    player: Player
    card: Card
    ruling: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Knock:
    """A player knocked, went gin or big gin.

    ``cards`` are the ten left after the discard, or all eleven for big gin;
    ``melds`` the spread as laid (``()`` = none laid, ``None`` = work it out);
    ``count`` the deadwood as counted.
    """

    player: Player
    discard: Card | None = None
    cards: Cards | None = None
    melds: Melds | None = None
    count: int | None = None
    call: Call | None = None
    upcard: Card | None = None
    ruling: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """The defender showed. ``count`` is the deadwood after lay-offs."""

    player: Player
    cards: Cards | None = None
    melds: Melds | None = None
    layoffs: tuple[LayOff, ...] | None = None
    count: int | None = None
    held: int | None = None
    ruling: Chosen | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """The hand was thrown in; nobody scores."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Untrack:
    """The table lost track of the play; the hand goes on untracked."""


@dataclass(frozen=True, slots=True)
class RuleOn:
    """The ``rule`` play: an irregularity that has no play of its own.

    ``count`` is a number of cards held, or what the code's page says it is.
    """

    code: str
    offender: Player
    option: str
    chosen_by: Chooser
    cards: Cards | None = None
    count: int | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """A player accepts the result of a hand."""

    player: Player
    hand: int
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A player disputes the result of a hand."""

    player: Player
    hand: int
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points (and boxes) entered by hand: carried over from paper, a penalty."""

    player: Player
    points: int
    reason: str
    boxes: int = 0


@dataclass(frozen=True, slots=True)
class Retract:
    """Take back one entry (``seq``) or a whole ``hand``; exactly one is given."""

    seq: int | None = None
    hand: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """Replace what entry ``seq`` said by ``play``, or, for seq 1, the rules."""

    seq: int
    play: "Play | None" = None
    rules: Rules | None = None
    preset: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Abandon:
    """The game is given up without a winner."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """A player gives the game to the other."""

    player: Player


@dataclass(frozen=True, slots=True)
class Propose:
    """A play that stands once the other player accepts the hand.

    Never sent as such: it is what becomes of a correction, or of a ruling chosen by
    both, when a player's key alone may not decide it.
    """

    hand: int
    player: Player
    play: "Play"


HandPlay = Deal | Pass | Draw | Discard | Knock | Show | Void | Untrack | RuleOn
"""Plays that belong to one hand and are decided from that hand alone."""

GamePlay = Accept | Dispute | Adjust | Abandon | Resign
Correction = Retract | Amend
Play = HandPlay | GamePlay | Correction | Propose

PLAY_TYPES: dict[str, type[Play]] = {
    "deal": Deal,
    "pass": Pass,
    "draw": Draw,
    "discard": Discard,
    "knock": Knock,
    "show": Show,
    "void": Void,
    "untrack": Untrack,
    "rule": RuleOn,
    "accept": Accept,
    "dispute": Dispute,
    "adjust": Adjust,
    "retract": Retract,
    "amend": Amend,
    "abandon": Abandon,
    "resign": Resign,
}
"""Wire name of a play -> its class."""
