"""Bodies of everything but plays."""

from typing import Any

from marshmallow import validates_schema

from referee.rules import Player
from web.schemas.base import Strict
from web.schemas.fields import (
    MOST_DEADWOOD,
    CardField,
    CardsField,
    Choice,
    Field,
    Flag,
    MeldsField,
    Text,
    Whole,
    name_field,
    player_field,
    read_each,
    refuse,
)
from web.schemas.parts import Inner, LayOffsField, RulesField

MOST_PLAYERS = 50
LONGEST_ID = 60


class NamesField(Field[list[str]]):
    """Names of players, from one to fifty."""

    def __init__(self, **kwargs: Any) -> None:
        self.name_in_it = name_field()
        doc = {"type": "array", "items": self.name_in_it.doc, "minItems": 1}
        super().__init__(doc=doc | {"maxItems": MOST_PLAYERS}, **kwargs)

    def read(self, value: Any) -> list[str]:
        """Read the names, trimmed."""
        names = read_each(value, self.name_in_it.read, "names")
        if not 1 <= len(names) <= MOST_PLAYERS:
            raise refuse("list_length", f"must be 1 to {MOST_PLAYERS} names")
        return names


class NewBookSchema(Strict):
    """A book to open, with the people who play together."""

    name = name_field(required=True)
    players = NamesField(required=True)


class NewPlayerSchema(Strict):
    """A player to add to a book."""

    name = name_field(required=True)


class RenamedPlayerSchema(Strict):
    """A player's new name."""

    id = Text(LONGEST_ID, shortest=1, required=True)
    name = name_field(required=True)


class NewKeySchema(Strict):
    """A key to make. ``player`` goes with role ``player`` only."""

    role = Choice("referee", "player", "watch", required=True)
    player = Text(LONGEST_ID, shortest=1)
    label = name_field()

    @validates_schema
    def _player(self, data: dict[str, Any], **_: Any) -> None:
        if "player" in data and data.get("role") != "player":
            raise refuse("unknown_field", "player goes with role player only")


class SeatsSchema(Strict):
    """Who sits where: a player's id, or a name; an unknown name joins the book."""

    A = name_field(required=True)
    B = name_field(required=True)


class NewGameSchema(Strict):
    """A game to start. Without ``first_dealer`` the first dealer is drawn."""

    rules = RulesField(required=True)
    players = Inner[dict[Player, str]](SeatsSchema(), required=True)
    first_dealer = player_field()


class ArchiveSchema(Strict):
    """Whether a game is put away from its book's lists."""

    archived = Flag(required=True)


class HandToRuleSchema(Strict):
    """Ten or eleven cards to be judged; ``taken`` came from the pile just now."""

    cards = CardsField(10, 11, required=True)
    taken = CardField()
    upcard = CardField()
    rules = RulesField()


class KnockerSchema(Strict):
    """The knocker's side of a knock to be judged."""

    cards = CardsField(10, 11, required=True)
    melds = MeldsField()
    discard = CardField()
    call = Choice("knock", "gin", "big_gin")


class DefenderSchema(Strict):
    """The defender's side of a knock to be judged."""

    cards = CardsField(10, 10, required=True)
    melds = MeldsField()
    layoffs = LayOffsField()


class ClaimSchema(Strict):
    """What somebody says the hand is."""

    by = Choice("knocker", "defender", required=True)
    result = Choice("knock", "gin", "big_gin", "undercut", "illegal_knock")
    deadwood = Whole(0, MOST_DEADWOOD)
    points = Whole(0, 10_000)

    @validates_schema
    def _something(self, data: dict[str, Any], **_: Any) -> None:
        if set(data) == {"by"}:
            raise refuse("missing_field", "must say a result, deadwood or points")


class KnockToRuleSchema(Strict):
    """A knock to be judged without a game."""

    rules = RulesField()
    upcard = CardField()
    knocker = Inner[dict[str, Any]](KnockerSchema(), required=True)
    defender = Inner[dict[str, Any]](DefenderSchema(), required=True)
    claim = Inner[dict[str, Any]](ClaimSchema())


NEW_BOOK = NewBookSchema()
NEW_PLAYER = NewPlayerSchema()
RENAMED_PLAYER = RenamedPlayerSchema()
NEW_KEY = NewKeySchema()
NEW_GAME = NewGameSchema()
ARCHIVE = ArchiveSchema()
HAND_TO_RULE = HandToRuleSchema()
KNOCK_TO_RULE = KnockToRuleSchema()
BODIES: tuple[Strict, ...] = (
    NEW_BOOK,
    NEW_PLAYER,
    RENAMED_PLAYER,
    NEW_KEY,
    NEW_GAME,
    ARCHIVE,
    HAND_TO_RULE,
    KNOCK_TO_RULE,
)
"""All of them, for the OpenAPI document."""
