"""The house rules that Upcard knows by name, each stated as what it changes.

Sources of each row: ``docs/presets.md``. A value that a source does not print is
named in ``assumed``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.errors import Unreadable
from referee.rules import ExtraBoxes, Rules, change_rules, rules_as_dict

STANDARD = Rules()


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules with a name.

    ``assumed`` holds the names of the fields whose value the source does not print.
    """

    id: str
    played_at: str
    rules: Rules
    aliases: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def differences(self) -> dict[str, Any]:
        """The fields that are not as in the standard game, as plain data."""
        standard = rules_as_dict(STANDARD)
        own = rules_as_dict(self.rules)
        return {name: own[name] for name in own if own[name] != standard[name]}


_JPGAMES = ("next_dealer", "void_dealer", "throw_back", "winner")
_JPGAMES_AT = "jpgames.app"
_WASH = ("void_dealer",)
_PORCHLIGHT = replace(STANDARD, box_bonus=0, game_bonus=0, big_gin_bonus=31)
_GUIDE = replace(
    STANDARD,
    big_gin_bonus=31,
    shutout="double_all",
    shutout_when="no_hand",
    winner="grand_total",
)
_GUIDE_AT = "the household guide"

PRESETS: tuple[Preset, ...] = (
    Preset("jpgames", _JPGAMES_AT, STANDARD, ("standard", "standard-100"), _JPGAMES),
    Preset("jpgames-150", _JPGAMES_AT, replace(STANDARD, target=150), (), _JPGAMES),
    Preset("jpgames-250", _JPGAMES_AT, replace(STANDARD, target=250), (), _JPGAMES),
    Preset(
        "jpgames-oklahoma",
        _JPGAMES_AT,
        replace(STANDARD, oklahoma=True, oklahoma_ace="gin_only"),
        assumed=_JPGAMES,
    ),
    Preset(
        "jpgames-big-gin",
        _JPGAMES_AT,
        replace(STANDARD, big_gin_bonus=31),
        assumed=_JPGAMES,
    ),
    Preset("porchlight", "Porchlight", _PORCHLIGHT, (), _WASH),
    Preset("porchlight-50", "Porchlight", replace(_PORCHLIGHT, target=50), (), _WASH),
    Preset("porchlight-150", "Porchlight", replace(_PORCHLIGHT, target=150), (), _WASH),
    Preset("guide", _GUIDE_AT, _GUIDE, (), _WASH),
    Preset(
        "guide-shutout-first",
        f"{_GUIDE_AT}, points doubled before bonuses",
        replace(_GUIDE, shutout="double_points"),
        assumed=_WASH,
    ),
    Preset(
        "guide-250",
        f"{_GUIDE_AT}, tournament length",
        replace(_GUIDE, target=250),
        assumed=_WASH,
    ),
    Preset("papergames", "papergames.io", replace(STANDARD, box_bonus=0, game_bonus=0)),
    Preset(
        "bicycle",
        "Bicycle and pagat",
        replace(
            STANDARD,
            gin_bonus=20,
            undercut_bonus=10,
            box_bonus=20,
            shutout="bonus",
            shutout_bonus=100,
            next_dealer="winner",
        ),
    ),
    Preset(
        "palace",
        "Gin Rummy Palace",
        replace(
            STANDARD, undercut_bonus=20, box_bonus=10, boxes_at_once=True, game_bonus=0
        ),
    ),
    Preset(
        "hollywood",
        "the usual Hollywood sheet",
        replace(STANDARD, hollywood=True, target=100, shutout="double_all"),
        assumed=("shutout",),
    ),
    Preset(
        "tournament",
        "club play",
        replace(
            STANDARD,
            target=250,
            oklahoma=True,
            oklahoma_ace="gin_only",
            spades_double="points_and_extra_boxes",
            hollywood=True,
            third_column=2,
            shutout="double_all",
            look_back="forbidden",
            extra_boxes=ExtraBoxes(gin=2, undercut=1, gin_off=3),
            stock_end="last_discard",
            melds="declared",
            layoffs="declared",
        ),
    ),
)
"""Every preset; the first is the standard game."""

_BY_NAME = {name: p for p in PRESETS for name in (p.id, *p.aliases)}


def find_preset(name: str) -> Preset:
    """Find a preset by its id or an alias.

    Raises ``Unreadable`` (``unknown_preset``, field ``rules``).
    """
    preset = _BY_NAME.get(name)
    if preset is None:
        raise _unknown(name, field="rules")
    return preset


def parse_rules(value: object) -> tuple[Rules, str]:
    """Read the rules of a new game: a preset's name, or an object.

    The object holds ``preset`` and fields that override it; without ``preset`` the
    standard game is what is overridden. Returns the full rules and the preset's id
    (never an alias). Raises ``Unreadable`` with one violation for each wrong field,
    ``field`` being ``rules.target`` and so on: ``unknown_preset``, ``unknown_rule``,
    ``rule_value``.
    """
    match value:
        case str():
            preset = find_preset(value)
            return preset.rules, preset.id
        case Mapping():
            overrides = {str(name): given for name, given in value.items()}
            preset = _base(overrides.pop("preset", PRESETS[0].id))
            return _change(preset.rules, overrides), preset.id
    raise Unreadable(
        "rule_value",
        "rules must be the name of a preset or an object",
        rule="rules",
        field="rules",
    )


def _base(name: object) -> Preset:
    preset = _BY_NAME.get(name) if isinstance(name, str) else None
    if preset is None:
        raise _unknown(name, field="rules.preset")
    return preset


def _change(rules: Rules, overrides: dict[str, Any]) -> Rules:
    try:
        return change_rules(rules, overrides)
    except Unreadable as refusal:
        refusal.violations = tuple(
            replace(v, field=f"rules.{v.field}") for v in refusal.violations
        )
        raise


def _unknown(name: object, *, field: str) -> Unreadable:
    known = ", ".join(sorted(_BY_NAME))
    return Unreadable(
        "unknown_preset",
        f"{name!r} is not a preset; known are {known}",
        rule="rules",
        field=field,
    )


def preset_data(preset: Preset) -> dict[str, Any]:
    """Return a preset as plain data.

    ``rules`` has every field, ``differs`` those that are not the standard game's,
    ``assumed`` the names of fields whose value is assumed.
    """
    return {
        "id": preset.id,
        "aliases": list(preset.aliases),
        "played_at": preset.played_at,
        "rules": rules_as_dict(preset.rules),
        "differs": preset.differences,
        "assumed": list(preset.assumed),
    }


def presets_data() -> list[dict[str, Any]]:
    """Return all presets as plain data, the standard game first."""
    return [preset_data(preset) for preset in PRESETS]
