"""What stands inside plays and other bodies: rulings chosen, lay-offs, hands, rules."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from marshmallow import post_load, validates_schema

from referee.errors import Unreadable
from referee.plays import Chosen, LayOff
from referee.presets import parse_rules
from referee.rules import Rules
from web.schemas.base import Strict
from web.schemas.fields import (
    CardField,
    CardsField,
    Choice,
    Field,
    Said,
    Text,
    Whole,
    note_field,
    once_each,
    read_each,
    refuse,
    refuse_at,
)

T = TypeVar("T")


class Inner(Field[T], Generic[T]):
    """An object inside a play, read by a schema of its own."""

    def __init__(self, schema: Strict, **kwargs: Any) -> None:
        super().__init__(doc={"schema": schema}, **kwargs)
        self.schema_of_it = schema

    def read(self, value: Any) -> T:
        """Read the object."""
        found: T = self.schema_of_it.load(value)
        return found


class ChosenSchema(Strict):
    """What the table chose about an irregular play that is to stand."""

    option = Text(40, shortest=1, required=True)
    chosen_by = Choice("A", "B", "both", required=True)
    note = note_field()

    @post_load
    def _make(self, data: dict[str, Any], **_: Any) -> Chosen:
        return Chosen(**data)


class LayOffSchema(Strict):
    """A card laid off, and the index of the knocker's meld it goes onto."""

    card = CardField(required=True)
    onto = Whole(0, 10, required=True)

    @post_load
    def _make(self, data: dict[str, Any], **_: Any) -> LayOff:
        return LayOff(**data)


class LayOffsField(Field[tuple[LayOff, ...]]):
    """All lay-offs, in the order laid; ``[]`` says none."""

    def __init__(self, **kwargs: Any) -> None:
        self.inner = LayOffSchema()
        super().__init__(doc={"list_of": self.inner, "maxItems": 11}, **kwargs)

    def read(self, value: Any) -> tuple[LayOff, ...]:
        """Read the lay-offs."""
        found: list[LayOff] = read_each(value, self.inner.load, "lay-offs")
        once_each(layoff.card for layoff in found)
        return tuple(found)


class HandsSchema(Strict):
    """The recorded hands of a deal: either or both."""

    A = CardsField(10, 11)
    B = CardsField(10, 11)

    @validates_schema
    def _either(self, data: Mapping[str, Any], **_: Any) -> None:
        if not data:
            raise refuse("missing_field", "must name the cards of A, of B, or both")


class RulesField(Field[tuple[Rules, str]]):
    """Rules of a game: a preset's name, or ``{preset, …overrides}``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(doc={"ref": "GivenRules"}, **kwargs)

    def read(self, value: Any) -> tuple[Rules, str]:
        """Read the rules whole; every wrong field is named."""
        try:
            return parse_rules(value)
        except Unreadable as refusal:
            wrong: dict[str, Any] = {}
            for v in refusal.violations:
                inner = v.field.removeprefix("rules").lstrip(".") or "_schema"
                wrong.setdefault(inner, []).append(Said(v.code, v.detail))
            raise refuse_at(wrong) from None
