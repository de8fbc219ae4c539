"""JSON Schemas of the rules of a game, as sent and as given."""

from dataclasses import fields
from typing import Any

from referee.presets import PRESETS
from referee.rules import (
    CHOICES,
    FLAGS,
    MOST_EXTRA_BOXES,
    RANGES,
    ExtraBoxes,
    Rules,
)

PRESET: dict[str, Any] = {
    "type": "string",
    "enum": [name for preset in PRESETS for name in (preset.id, *preset.aliases)],
}
_STAKE = {
    "type": ["string", "null"],
    "pattern": r"^[0-9]{1,7}(\.[0-9]{1,4})?$",
    "description": "A decimal above zero.",
}
EXTRA_BOXES: dict[str, Any] = {
    "type": "object",
    "properties": {
        each.name: {"type": "integer", "minimum": 0, "maximum": MOST_EXTRA_BOXES}
        for each in fields(ExtraBoxes)
    },
    "additionalProperties": False,
}

_BOXES = {"$ref": "#/components/schemas/ExtraBoxes"}


def _field(name: str) -> dict[str, Any]:
    """Return what one field of the rules may be."""
    if name in RANGES:
        low, high = RANGES[name]
        kind = ["integer", "null"] if name == "big_gin_bonus" else "integer"
        return {"type": kind, "minimum": low, "maximum": high}
    if name in CHOICES:
        return {"enum": list(CHOICES[name])}
    if name in FLAGS:
        return {"type": "boolean"}
    return _BOXES if name == "extra_boxes" else _STAKE


_FIELDS = {each.name: _field(each.name) for each in fields(Rules)}

RULES: dict[str, Any] = {
    "type": "object",
    "description": "Every field of the rules.",
    "required": [*_FIELDS],
    "properties": _FIELDS,
}
GIVEN_RULES: dict[str, Any] = {
    "description": "A preset's name, or an object of fields that differ from it.",
    "oneOf": [
        PRESET,
        {
            "type": "object",
            "properties": {"preset": PRESET, **_FIELDS},
            "additionalProperties": False,
        },
    ],
}
