"""Events as stored: type, schema and canonical JSON text, both ways.

Canonical text has sorted keys, ``,`` and ``:`` as separators, and UTF-8 not escaped:
the same event is always the same bytes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from events.codec.forms import FORMS, SCHEMAS
from events.codec.plays import play_data, play_from
from events.errors import RecordError
from referee.errors import Unreadable
from referee.game.events import Event

__all__ = [
    "EVENT_TYPES",
    "SCHEMAS",
    "UPCASTERS",
    "Encoded",
    "Undecodable",
    "canonical",
    "decode",
    "encode",
    "event_data",
    "play_data",
    "play_from",
    "readable",
    "type_of",
]

_BY_CLASS = {described.made: described for described in FORMS}
_BY_NAME = {described.name: described for described in FORMS}

EVENT_TYPES: tuple[str, ...] = tuple(_BY_NAME)
"""The stored name of every event."""

UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From an old (type, schema) to the data of the next schema, in memory only."""


class Undecodable(RecordError):
    """A stored event that this Upcard cannot read."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """An event as it is stored: its type, the schema of its data, the text."""

    type: str
    schema: int
    text: str


_FEW = frozenset({"card_drawn", "card_discarded", "upcard_passed"})
_SHORT = 100
_read = json.JSONDecoder().raw_decode
_write = json.JSONEncoder(
    sort_keys=True,
    separators=(",", ":"),
    ensure_ascii=False,
    allow_nan=False,
    check_circular=False,
).encode


def canonical(data: Any) -> str:
    """Return the one text that stands for this JSON value."""
    return _write(data)


def type_of(event: Event) -> str:
    """Return the stored name of an event's class."""
    return _BY_CLASS[type(event)].name


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as JSON data; what is not known is left out."""
    return _BY_CLASS[type(event)].dump(event)


def encode(event: Event) -> Encoded:
    """Return an event as it is stored today."""
    described = _BY_CLASS[type(event)]
    return Encoded(
        described.name, SCHEMAS[described.name], canonical(described.dump(event))
    )


def readable(type_: str, schema: int) -> bool:
    """Whether this Upcard knows how to read events of a type and schema."""
    return 1 <= schema <= SCHEMAS.get(type_, 0)


def decode(type_: str, schema: int, text: str, *, exact: bool = False) -> Event:
    """Return a stored event, brought up from older schemas.

    Raises ``Undecodable`` for a type or schema of a newer Upcard, or damaged data;
    with ``exact`` also for text of today's schema that ``encode`` would not make.
    """
    if type_ in _FEW and len(text) <= _SHORT:
        return _decoded_lately(type_, schema, text, exact)
    return _decoded(type_, schema, text, exact)


@lru_cache(maxsize=8192)
def _decoded_lately(type_: str, schema: int, text: str, exact: bool) -> Event:
    """Turns make most of a log, and few different ones: 104 discards in a hand."""
    return _decoded(type_, schema, text, exact)


def _decoded(type_: str, schema: int, text: str, exact: bool) -> Event:
    described = _BY_NAME.get(type_)
    if described is None:
        raise Undecodable(f"no event has the type {type_}")
    try:
        data = _upcast(type_, schema, _parsed(text))
        event: Event = described.load(data)
        told = exact and schema == SCHEMAS[type_]
        whole = not told or canonical(described.dump(event)) == text
    except (KeyError, TypeError, ValueError, AttributeError, Unreadable) as error:
        raise Undecodable(f"{type_} (schema {schema}): {error}") from error
    if not whole:
        raise Undecodable(f"data holds what no {type_} holds")
    return event


def _parsed(text: str) -> Any:
    """Read JSON text as ``json.loads`` does, without its care for white space."""
    value, end = _read(text)
    return value if end == len(text) else json.loads(text)


def _upcast(type_: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
    today = SCHEMAS[type_]
    if schema == today:
        return data
    for step in range(schema, today):
        data = UPCASTERS[type_, step](data)
    if not 1 <= schema < today:
        raise ValueError("this schema is not known")
    return data
