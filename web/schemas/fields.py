"""Fields that refuse with a stable code.

Each says what it takes; ``null`` is never the same as leaving a field out. Values
come from ``web.jsonloader``, so that ``1.0`` is already a whole number here.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal, TypeVar, cast

from marshmallow import ValidationError, fields

from referee.cards import Card, card_name, parse_card
from referee.errors import Unreadable
from referee.plays import Cards, Melds
from referee.rules import PLAYERS

T = TypeVar("T")
W = TypeVar("W", bound=str)

LONGEST_NAME = 60
LONGEST_NOTE = 500
MOST_DEADWOOD = 110
_BANNED = ("Cc", "Cs", "Zl", "Zp")
_PRINTED = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$"
"""The same for the document; surrogates cannot be sent."""


class Said(str):
    """Words with the stable code they stand for; survives ``str.format``."""

    __slots__ = ("code",)
    code: str

    def __new__(cls, code: str, text: str) -> "Said":
        """Join a code and its words."""
        said = super().__new__(cls, text)
        said.code = code
        return said

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        """Let copies keep the code."""
        return self.code, str(self)

    def format(self, *args: Any, **kwargs: Any) -> "Said":
        """Fill in the words; the code stays."""
        return Said(self.code, str.format(self, *args, **kwargs))


MESSAGES: Mapping[str, Said] = {
    "required": Said("missing_field", "is needed"),
    "null": Said("null_field", "may be left out, but not null"),
    "invalid": Said("wrong_type", "is of the wrong kind"),
    "type": Said("not_an_object", "must be an object"),
    "unknown": Said("unknown_field", "is not a field here"),
}


def refuse(code: str, text: str) -> ValidationError:
    """Return the refusal of one value."""
    return ValidationError([Said(code, text)])


def refuse_at(errors: Mapping[Any, Any]) -> ValidationError:
    """Return the refusal of values inside this one, by name or index."""
    return ValidationError(cast("dict[str, Any]", dict(errors)))


class Field(fields.Field[T], Generic[T]):
    """A field whose refusals carry codes; ``doc`` is its JSON Schema."""

    default_error_messages = {**MESSAGES}  # noqa: RUF012

    def __init__(self, *, doc: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.doc: dict[str, Any] = doc or {}

    def _deserialize(
        self,
        value: Any,
        attr: str | None,  # noqa: ARG002
        data: Mapping[str, Any] | None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ARG002
    ) -> T:
        return self.read(value)

    def read(self, value: Any) -> T:
        """Read one value, or raise ``ValidationError`` with a code."""
        raise NotImplementedError


class Whole(Field[int]):
    """A whole number from ``low`` to ``high``; true and false are none."""

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        doc = {"type": "integer", "minimum": low, "maximum": high}
        super().__init__(doc=doc, **kwargs)
        self.low, self.high = low, high

    def read(self, value: Any) -> int:
        """Read a whole number."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise refuse("wrong_type", "must be a whole number")
        if not self.low <= value <= self.high:
            text = f"must be from {self.low} to {self.high}"
            raise refuse("out_of_range", text)
        return value


class Flag(Field[bool]):
    """True or false."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(doc={"type": "boolean"}, **kwargs)

    def read(self, value: Any) -> bool:
        """Read true or false; a number is neither."""
        if not isinstance(value, bool):
            raise refuse("wrong_type", "must be true or false")
        return value


class Text(Field[str]):
    """Text, trimmed, without control characters, of ``shortest`` to ``longest``."""

    def __init__(self, longest: int, *, shortest: int = 0, **kwargs: Any) -> None:
        doc = {"type": "string", "minLength": shortest, "maxLength": longest}
        super().__init__(doc=doc | {"pattern": _PRINTED}, **kwargs)
        self.longest, self.shortest = longest, shortest

    def read(self, value: Any) -> str:
        """Read text."""
        if not isinstance(value, str):
            raise refuse("wrong_type", "must be text")
        text = value.strip()
        if any(unicodedata.category(char) in _BANNED for char in text):
            raise refuse("control_character", "must not hold control characters")
        if not self.shortest <= len(text) <= self.longest:
            limits = f"{self.shortest} to {self.longest}"
            raise refuse("text_length", f"must have {limits} characters")
        return text


def name_field(**kwargs: Any) -> Text:
    """Return a field for a name: 1 to 60 characters."""
    return Text(LONGEST_NAME, shortest=1, **kwargs)


def note_field(*, shortest: int = 0, **kwargs: Any) -> Text:
    """Return a field for a note or a reason: up to 500 characters."""
    return Text(LONGEST_NOTE, shortest=shortest, **kwargs)


class Choice(Field[W], Generic[W]):
    """One of a few words."""

    def __init__(self, *words: W, code: str = "unknown_choice", **kwargs: Any) -> None:
        super().__init__(doc={"type": "string", "enum": list(words)}, **kwargs)
        self.words, self.code = words, code

    def read(self, value: Any) -> W:
        """Read one of the words, spelled exactly."""
        for word in self.words:
            if value == word and isinstance(value, str):
                return word
        raise refuse(self.code, f"must be one of {', '.join(self.words)}")


def player_field(**kwargs: Any) -> Choice[Literal["A", "B"]]:
    """Return a field for a player, ``A`` or ``B``."""
    return Choice(*PLAYERS, **kwargs)


CARD_DOC = {
    "type": "string",
    "pattern": "^([A2-9TJQKatjqk]|10)([CDHScdhs]|[♣♧♦♢♥♡♠♤][\\ufe0e\\ufe0f]?)$",
    "description": "A card: `TS`, `ts`, `10S`, `10♠` and `T♠` are the ten of spades.",
}


def read_card(value: Any) -> Card:
    """Read one card in any of its forms."""
    if not isinstance(value, str):
        raise refuse("not_a_card", "a card is text, such as TS")
    try:
        return parse_card(value)
    except Unreadable as refusal:
        raise refuse(refusal.code, refusal.detail) from None


class CardField(Field[Card]):
    """One card."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(doc=CARD_DOC, **kwargs)

    def read(self, value: Any) -> Card:
        """Read one card in any of its forms."""
        return read_card(value)


def read_each(values: Any, read: Callable[[Any], T], what: str) -> list[T]:
    """Read each member of a list; every wrong one is named by its index."""
    if not isinstance(values, list):
        raise refuse("wrong_type", f"must be a list of {what}")
    found: list[T] = []
    wrong: dict[int, Any] = {}
    for index, value in enumerate(values):
        try:
            found.append(read(value))
        except ValidationError as error:
            wrong[index] = error.messages
    if wrong:
        raise refuse_at(wrong)
    return found


def once_each(cards: Iterable[Card]) -> Cards:
    """Return the cards, or refuse one that is there twice."""
    seen: dict[Card, None] = {}
    for card in cards:
        if card in seen:
            raise refuse("card_twice", f"{card_name(card)} is there twice")
        seen[card] = None
    return tuple(seen)


class CardsField(Field[Cards]):
    """From ``low`` to ``high`` different cards; the order is kept."""

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        doc = {"type": "array", "items": CARD_DOC, "uniqueItems": True}
        super().__init__(doc=doc | {"minItems": low, "maxItems": high}, **kwargs)
        self.low, self.high = low, high

    def read(self, value: Any) -> Cards:
        """Read the cards."""
        cards = read_each(value, read_card, "cards")
        if not self.low <= len(cards) <= self.high:
            wanted = " or ".join(str(n) for n in range(self.low, self.high + 1))
            if self.high - self.low > 2:
                wanted = f"{self.low} to {self.high}"
            raise refuse("hand_size", f"must be {wanted} cards, not {len(cards)}")
        return once_each(cards)


class MeldsField(Field[Melds]):
    """A spread: a list of melds. ``[]`` says that none were laid."""

    MOST = 11

    def __init__(self, **kwargs: Any) -> None:
        self.meld = CardsField(1, self.MOST)
        doc = {"type": "array", "items": self.meld.doc, "maxItems": self.MOST}
        super().__init__(doc=doc, **kwargs)

    def read(self, value: Any) -> Melds:
        """Read the melds."""
        melds = read_each(value, self.meld.read, "melds")
        if len(melds) > self.MOST:
            raise refuse("list_length", f"must be at most {self.MOST} melds")
        return tuple(melds)
