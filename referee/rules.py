"""The rules of a game: every field, its default and what it may be.

The default of each field is its first value in ``docs/rules.md``. A difference
between two houses is a field here, never a code path of its own.
"""

from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Any, Literal

from referee.errors import Unreadable, Violation

Player = Literal["A", "B"]
PLAYERS: tuple[Player, Player] = ("A", "B")


def other(player: Player) -> Player:
    """Return the other player."""
    return "B" if player == "A" else "A"


@dataclass(frozen=True, slots=True)
class ExtraBoxes:
    """Boxes beside the line box; ``gin_off`` replaces ``undercut`` (club play)."""

    gin: int = 0
    undercut: int = 0
    gin_off: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """What one game is played by. Values are checked by ``presets.parse_rules``."""

    target: int = 100
    knock_limit: int = 10
    knock_bonus: int = 0
    gin_bonus: int = 25
    undercut_bonus: int = 25
    tie: Literal["defender", "knocker"] = "defender"
    big_gin_bonus: int | None = None
    box_bonus: int = 25
    boxes_at_once: bool = False
    extra_boxes: ExtraBoxes = field(default_factory=ExtraBoxes)
    game_bonus: int = 100
    shutout: Literal[
        "none", "bonus", "double_points", "double_points_and_game", "double_all"
    ] = "none"
    shutout_bonus: int = 100
    shutout_when: Literal["no_points", "no_hand"] = "no_points"
    winner: Literal["first_to_target", "grand_total"] = "first_to_target"
    oklahoma: bool = False
    oklahoma_ace: Literal["gin_only", "one"] = "gin_only"
    spades_double: Literal["off", "points", "points_and_extra_boxes"] = "off"
    hollywood: bool = False
    third_column: Literal[1, 2] = 1
    next_dealer: Literal["alternate", "winner", "loser"] = "alternate"
    void_dealer: Literal["same", "alternate"] = "same"
    deal: Literal["upcard", "eleven"] = "upcard"
    stock_end: Literal["void", "last_discard"] = "void"
    throw_back: Literal["forbidden", "allowed"] = "forbidden"
    look_back: Literal["allowed", "forbidden"] = "allowed"
    melds: Literal["best", "declared"] = "best"
    layoffs: Literal["best", "declared"] = "best"
    stake: str | None = None

    @property
    def upcard_matters(self) -> bool:
        """Whether a hand cannot be settled without its upcard."""
        return self.oklahoma or self.spades_double != "off"


RANGES: dict[str, tuple[int, int]] = {
    "target": (10, 1000),
    "knock_limit": (0, 50),
    "knock_bonus": (0, 100),
    "gin_bonus": (0, 100),
    "undercut_bonus": (0, 100),
    "big_gin_bonus": (0, 100),
    "box_bonus": (0, 100),
    "game_bonus": (0, 1000),
    "shutout_bonus": (0, 1000),
}
"""Whole-number fields and what they may be; ``big_gin_bonus`` may also be null."""

CHOICES: dict[str, tuple[str | int, ...]] = {
    "tie": ("defender", "knocker"),
    "shutout": (
        "none",
        "bonus",
        "double_points",
        "double_points_and_game",
        "double_all",
    ),
    "shutout_when": ("no_points", "no_hand"),
    "winner": ("first_to_target", "grand_total"),
    "oklahoma_ace": ("gin_only", "one"),
    "spades_double": ("off", "points", "points_and_extra_boxes"),
    "third_column": (1, 2),
    "next_dealer": ("alternate", "winner", "loser"),
    "void_dealer": ("same", "alternate"),
    "deal": ("upcard", "eleven"),
    "stock_end": ("void", "last_discard"),
    "throw_back": ("forbidden", "allowed"),
    "look_back": ("allowed", "forbidden"),
    "melds": ("best", "declared"),
    "layoffs": ("best", "declared"),
}
"""Fields that take one of a few values; the first is the default."""

FLAGS = ("boxes_at_once", "oklahoma", "hollywood")
MOST_EXTRA_BOXES = 10


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(name: str, value: Any) -> str | None:
    """Say what is wrong with one field's value, or None."""
    if name in RANGES:
        low, high = RANGES[name]
        if name == "big_gin_bonus" and value is None:
            return None
        if not _whole(value) or not low <= value <= high:
            return f"must be a whole number from {low} to {high}"
    elif name in CHOICES:
        if isinstance(value, (bool, float)) or value not in CHOICES[name]:
            return f"must be one of {', '.join(map(str, CHOICES[name]))}"
    elif name in FLAGS and not isinstance(value, bool):
        return "must be true or false"
    elif name == "stake":
        return _wrong_stake(value)
    return None


def _wrong_stake(value: Any) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else ""
    whole, _, places = text.partition(".")
    plain = whole.isascii() and whole.isdigit() and len(whole) <= 7
    if "." in text:
        plain = plain and places.isascii() and places.isdigit() and len(places) <= 4
    if not plain or Decimal(text) <= 0:
        return 'must be null or a decimal string above zero, such as "0.05"'
    return None


def change_rules(rules: Rules, overrides: dict[str, Any]) -> Rules:
    """Return ``rules`` with fields replaced; ``extra_boxes`` are merged.

    Raises ``Unreadable`` (``unknown_rule`` or ``rule_value``), one violation a field,
    its ``field`` being the rule's name.
    """
    wrong: list[tuple[str, str, str]] = []
    values: dict[str, Any] = {f.name: getattr(rules, f.name) for f in fields(Rules)}
    for name, value in overrides.items():
        if name not in values:
            wrong.append(("unknown_rule", name, "is not a rule"))
        elif name == "extra_boxes":
            values[name] = _merge_boxes(rules.extra_boxes, value, wrong)
        elif problem := _wrong(name, value):
            wrong.append(("rule_value", name, problem))
        else:
            values[name] = value
    if wrong:
        raise _unreadable(wrong)
    return Rules(**values)


def _merge_boxes(
    boxes: ExtraBoxes, value: Any, wrong: list[tuple[str, str, str]]
) -> ExtraBoxes:
    if not isinstance(value, dict):
        wrong.append(("rule_value", "extra_boxes", "must be an object"))
        return boxes
    merged = {f.name: getattr(boxes, f.name) for f in fields(ExtraBoxes)}
    for name, number in value.items():
        path = f"extra_boxes.{name}"
        if name not in merged:
            wrong.append(("unknown_rule", path, "is not a rule"))
        elif not _whole(number) or not 0 <= number <= MOST_EXTRA_BOXES:
            wrong.append(
                (
                    "rule_value",
                    path,
                    f"must be a whole number from 0 to {MOST_EXTRA_BOXES}",
                )
            )
        else:
            merged[name] = number
    return ExtraBoxes(**merged)


def _unreadable(wrong: list[tuple[str, str, str]]) -> Unreadable:
    also = [
        Violation(code, f"{name} {problem}", "rules", field=name)
        for code, name, problem in wrong[1:]
    ]
    code, name, problem = wrong[0]
    return Unreadable(code, f"{name} {problem}", rule="rules", field=name, also=also)


def rules_as_dict(rules: Rules) -> dict[str, Any]:
    """Return every field as plain JSON data, ``extra_boxes`` as an object."""
    values: dict[str, Any] = {name: getattr(rules, name) for name in _NAMES}
    boxes = rules.extra_boxes
    values["extra_boxes"] = {name: getattr(boxes, name) for name in _BOX_NAMES}
    return values


_NAMES = tuple(field.name for field in fields(Rules))
_BOX_NAMES = tuple(field.name for field in fields(ExtraBoxes))
