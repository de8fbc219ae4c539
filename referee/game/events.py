"""What has happened: one frozen class for each event, without behaviour.

An event of a hand says which ``hand`` it belongs to. Facts stand as they were
given; what was worked out from them stands beside them (``deadwood``, ``limit``)
or in ``HandScored``, so that replay never decides anything again.
Stored names live in ``events.codec`` and do not follow these Python names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from referee.cards import Card
from referee.plays import Call, Cards, Chooser, LayOff, Melds, Play, Source
from referee.rules import Player, Rules

Judged = Literal["knock", "gin", "big_gin", "undercut", "illegal_knock"]
Result = Literal[Judged, "adjusted"]
VoidCause = Literal["wall", "declined", "agreed", "ruling"]
"""Two cards left; the last discard declined; a ``void`` play; a ruling."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game began. ``preset`` names where the rules came from, if anywhere."""

    rules: Rules
    preset: str | None
    engine: int
    players: Mapping[Player, str]
    first_dealer: Player


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A hand began; ``implied`` when nothing of the deal was recorded."""

    hand: int
    dealer: Player
    implied: bool = False
    upcard: Card | None = None
    hands: Mapping[Player, Cards] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UpcardPassed:
    """A player refused the upcard, or declined the last discard."""

    hand: int
    player: Player


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A player drew; ``card`` where it was named, or seen in the pile."""

    hand: int
    player: Player
    source: Source
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A player discarded."""

    hand: int
    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Knocked:
    """A player knocked; all but ``hand``, ``deadwood`` and ``limit`` as given.

    ``deadwood`` is that of the spread as laid, of the best spread where none was
    laid, or the count; ``limit`` is what it was held against.
    """

    hand: int
    player: Player
    deadwood: int
    limit: int | None
    discard: Card | None = None
    cards: Cards | None = None
    melds: Melds | None = None
    count: int | None = None
    call: Call | None = None
    upcard: Card | None = None


@dataclass(frozen=True, slots=True)
class HandShown:
    """The defender showed; all as given."""

    hand: int
    player: Player
    cards: Cards | None = None
    melds: Melds | None = None
    layoffs: tuple[LayOff, ...] | None = None
    count: int | None = None
    held: int | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """How one side's cards lay when the hand was scored.

    ``melds``, ``layoffs`` and ``loose`` are empty where only a count is known.
    """

    deadwood: int
    melds: Melds = ()
    layoffs: tuple[LayOff, ...] = ()
    loose: Cards = ()


@dataclass(frozen=True, slots=True)
class HandScored:
    """The verdict of a hand.

    ``points`` is what the hand counts toward the target, in all: ``(difference +
    bonus) * multiplier + box_points``. ``boxes`` counts the line box and the extra
    ones. ``conflicts`` are entries whose named card the shown hands disproved.
    """

    hand: int
    result: Result
    winner: Player
    points: int
    boxes: int
    difference: int
    bonus: int
    multiplier: int
    box_points: int
    limit: int | None
    knocker: Player
    knock: Laid
    defence: Laid
    conflicts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HandVoided:
    """The hand ended without a score."""

    hand: int
    cause: VoidCause
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TrackingEnded:
    """The table lost track; from here play order is not checked in this hand."""

    hand: int


@dataclass(frozen=True, slots=True)
class IrregularityRuled:
    """An irregularity and what the table did about it; ``play`` was taken back."""

    hand: int
    code: str
    offender: Player
    option: str
    chosen_by: Chooser
    cards: Cards | None = None
    count: int | None = None
    note: str | None = None
    play: "Play | None" = None


@dataclass(frozen=True, slots=True)
class HandAccepted:
    """A player accepted a hand's result."""

    hand: int
    player: Player
    note: str | None = None


@dataclass(frozen=True, slots=True)
class HandDisputed:
    """A player disputed a hand's result."""

    hand: int
    player: Player
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """Points and boxes entered by hand; ``after`` is the number of the last hand."""

    player: Player
    points: int
    reason: str
    after: int
    boxes: int = 0


@dataclass(frozen=True, slots=True)
class CorrectionProposed:
    """A player asks for a correction that needs the other's acceptance."""

    hand: int
    player: Player
    play: "Play"


@dataclass(frozen=True, slots=True)
class EntryRetracted:
    """Entries taken back: one, or all of a hand (``hand``)."""

    entries: tuple[int, ...]
    hand: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class EntryAmended:
    """What an entry says instead: a play, or for entry 1 the rules."""

    target: int
    play: "Play | None" = None
    rules: Rules | None = None
    preset: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game ended with a winner. ``hand`` is the last hand that counts.

    ``line`` is the entry of the adjustment that reached the target, if one did.
    """

    winner: Player
    by: Literal["score", "resignation"]
    hand: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ended without a winner; ``hand`` is the last hand that counts."""

    hand: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GameReopened:
    """A correction took the end of the game back."""


HandEvent = (
    HandDealt
    | UpcardPassed
    | CardDrawn
    | CardDiscarded
    | Knocked
    | HandShown
    | HandScored
    | HandVoided
    | TrackingEnded
    | IrregularityRuled
)
"""Events of one hand's play; a correction of the hand decides them again."""
HAND_EVENTS = frozenset(get_args(HandEvent))
"""To be asked by type: ``isinstance`` goes through them one by one."""

SaidEvent = (
    HandAccepted
    | HandDisputed
    | ScoreAdjusted
    | CorrectionProposed
    | EntryRetracted
    | EntryAmended
    | GameWon
    | GameAbandoned
    | GameReopened
)
"""What is said of hands and games once they are on record."""

Event = GameStarted | HandEvent | SaidEvent


class Recorded(NamedTuple):
    """An event with its place in the log. ``seq`` is the version after it.

    ``entry`` is the seq of the first event of the entry it belongs to; ``by`` is
    ``"referee"``, ``"A"`` or ``"B"``: whose key recorded it.
    """

    seq: int
    entry: int
    by: str
    event: Event
