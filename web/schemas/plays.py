"""One schema for each play: JSON as it comes in -> the frozen class of the referee.

What needs the game to be judged (turns, cards elsewhere, limits) is not judged here.
"""

from collections.abc import Mapping
from typing import Any

from marshmallow import post_load, validates_schema

from referee import plays
from referee.plays import Chosen, Play
from web.schemas.base import Strict
from web.schemas.fields import (
    MESSAGES,
    MOST_DEADWOOD,
    CardField,
    CardsField,
    Choice,
    Field,
    MeldsField,
    Said,
    Text,
    Whole,
    note_field,
    player_field,
    refuse,
    refuse_at,
)
from web.schemas.parts import ChosenSchema, HandsSchema, Inner, LayOffsField, RulesField

HIGHEST_SEQ = 10**9
HIGHEST_HAND = 10**6


class PlayField(Field[Play]):
    """Any play, told apart by its ``type``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(doc={"ref": "Play"}, **kwargs)

    def read(self, value: Any) -> Play:
        """Read a play."""
        return read_play(value)


class PlaySchema(Strict):
    """Base of the plays; each keeps its ``type``."""

    @post_load
    def _make(self, data: dict[str, Any], **_: Any) -> Play:
        return plays.PLAY_TYPES[data.pop("type")](**data)


def _type(name: str) -> Choice[str]:
    return Choice(name, required=True, code="unknown_play")


class DealSchema(PlaySchema):
    """The cards were dealt."""

    type = _type("deal")
    dealer = player_field()
    upcard = CardField()
    hands = Inner[Mapping[str, Any]](HandsSchema())
    ruling = Inner[Chosen](ChosenSchema())


class PassSchema(PlaySchema):
    """A player refused the upcard, or declined the last discard."""

    type = _type("pass")
    player = player_field(required=True)
    ruling = Inner[Chosen](ChosenSchema())


class DrawSchema(PlaySchema):
    """A player drew from the stock or took the top of the discard pile."""

    type = _type("draw")
    player = player_field(required=True)
    source = Choice("stock", "discard", required=True)
    card = CardField()
    ruling = Inner[Chosen](ChosenSchema())


class DiscardSchema(PlaySchema):
    """A player discarded."""

    type = _type("discard")
    player = player_field(required=True)
    card = CardField(required=True)
    ruling = Inner[Chosen](ChosenSchema())


class KnockSchema(PlaySchema):
    """A player knocked, went gin or big gin: with cards, a count, or such a call."""

    type = _type("knock")
    player = player_field(required=True)
    discard = CardField()
    cards = CardsField(10, 11)
    melds = MeldsField()
    count = Whole(0, MOST_DEADWOOD)
    call = Choice("knock", "gin", "big_gin")
    upcard = CardField()
    ruling = Inner[Chosen](ChosenSchema())

    @validates_schema
    def _enough(self, data: Mapping[str, Any], **_: Any) -> None:
        known = "cards" in data or "count" in data
        if not known and data.get("call") not in ("gin", "big_gin"):
            text = "a knock needs cards, a count, or a call of gin or big gin"
            raise refuse("knock_needs", text)


class ShowSchema(PlaySchema):
    """The defender showed; ``count`` is the deadwood after lay-offs."""

    type = _type("show")
    player = player_field(required=True)
    cards = CardsField(9, 11)
    melds = MeldsField()
    layoffs = LayOffsField()
    count = Whole(0, MOST_DEADWOOD)
    held = Whole(0, 20)
    ruling = Inner[Chosen](ChosenSchema())


class VoidSchema(PlaySchema):
    """The hand was thrown in; nobody scores."""

    type = _type("void")
    reason = note_field()


class UntrackSchema(PlaySchema):
    """The table lost track of the play; the hand goes on untracked."""

    type = _type("untrack")


class RuleSchema(PlaySchema):
    """An irregularity that has no play of its own."""

    type = _type("rule")
    code = Text(40, shortest=1, required=True)
    offender = player_field(required=True)
    option = Text(40, shortest=1, required=True)
    chosen_by = Choice("A", "B", "both", required=True)
    cards = CardsField(1, 52)
    count = Whole(0, MOST_DEADWOOD)
    note = note_field()


class AcceptSchema(PlaySchema):
    """A player accepts the result of a hand."""

    type = _type("accept")
    player = player_field(required=True)
    hand = Whole(1, HIGHEST_HAND, required=True)
    note = note_field()


class DisputeSchema(PlaySchema):
    """A player disputes the result of a hand."""

    type = _type("dispute")
    player = player_field(required=True)
    hand = Whole(1, HIGHEST_HAND, required=True)
    note = note_field()


class AdjustSchema(PlaySchema):
    """Points and boxes entered by hand: carried over from paper, a penalty."""

    type = _type("adjust")
    player = player_field(required=True)
    points = Whole(-10_000, 10_000, required=True)
    boxes = Whole(-1_000, 1_000)
    reason = note_field(shortest=1, required=True)


class RetractSchema(PlaySchema):
    """Take back one entry, or a whole hand."""

    type = _type("retract")
    seq = Whole(1, HIGHEST_SEQ)
    hand = Whole(1, HIGHEST_HAND)
    reason = note_field()

    @validates_schema
    def _one(self, data: Mapping[str, Any], **_: Any) -> None:
        if ("seq" in data) == ("hand" in data):
            raise refuse(
                "seq_or_hand", "a retraction names a seq or a hand, one of both"
            )


class AmendSchema(PlaySchema):
    """Replace what an entry said; for seq 1, the rules."""

    type = _type("amend")
    seq = Whole(1, HIGHEST_SEQ, required=True)
    play = PlayField()
    rules = RulesField()
    reason = note_field()

    @validates_schema
    def _one(self, data: Mapping[str, Any], **_: Any) -> None:
        if (data.get("seq") == 1) != ("rules" in data) or {"rules", "play"} <= set(
            data
        ):
            text = "entry 1 takes rules, every other entry a play"
            raise refuse("rules_are_entry_1", text)
        if "rules" not in data and "play" not in data:
            raise refuse("play_needed", "say what the entry should have said")

    @post_load
    def _make(self, data: dict[str, Any], **kwargs: Any) -> Play:
        if "rules" in data:
            data["rules"], data["preset"] = data["rules"]
        made: Play = super()._make(data, **kwargs)
        return made


class AbandonSchema(PlaySchema):
    """The game is given up without a winner."""

    type = _type("abandon")
    reason = note_field()


class ResignSchema(PlaySchema):
    """A player gives the game to the other."""

    type = _type("resign")
    player = player_field(required=True)


_ALL = (
    DealSchema, PassSchema, DrawSchema, DiscardSchema, KnockSchema, ShowSchema,
    VoidSchema, UntrackSchema, RuleSchema, AcceptSchema, DisputeSchema, AdjustSchema,
    RetractSchema, AmendSchema, AbandonSchema, ResignSchema,
)  # fmt: skip
PLAY_SCHEMAS: dict[str, PlaySchema] = {
    schema.fields["type"].words[0]: schema  # type: ignore[attr-defined]
    for schema in (each() for each in _ALL)
}
"""Wire name of a play -> its schema; one for each of ``referee.plays.PLAY_TYPES``."""


def read_play(value: Any) -> Play:
    """Read one play, or raise ``ValidationError`` that names every wrong field."""
    if not isinstance(value, dict):
        raise refuse("not_an_object", "a play must be an object")
    if "type" not in value:
        raise refuse_at({"type": [MESSAGES["required"]]})
    name = value["type"]
    schema = PLAY_SCHEMAS.get(name) if isinstance(name, str) else None
    if schema is None:
        text = f"must be one of {', '.join(PLAY_SCHEMAS)}"
        raise refuse_at({"type": [Said("unknown_play", text)]})
    play: Play = schema.load(value)
    return play
