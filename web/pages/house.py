"""House rules: every field of the rules as a field of a form."""

from dataclasses import dataclass, fields
from typing import Any

from referee.rules import CHOICES, FLAGS, RANGES, ExtraBoxes, Rules

YES_NO = ("no", "yes")


@dataclass(frozen=True, slots=True)
class HouseField:
    """One rule in the form: its choices, or how its number is typed."""

    name: str
    choices: tuple[str, ...] = ()
    attrs: str = ""


def house_fields() -> list[HouseField]:
    """Return a field for each rule, in the order of the rules."""
    found = []
    for each in fields(Rules):
        if each.name == "extra_boxes":
            found += [
                HouseField(f"extra_boxes.{box.name}", attrs=_number())
                for box in fields(ExtraBoxes)
            ]
        else:
            found.append(_field(each.name))
    return found


def _field(name: str) -> HouseField:
    if name in FLAGS:
        return HouseField(name, choices=YES_NO)
    if name in CHOICES:
        return HouseField(name, choices=tuple(str(value) for value in CHOICES[name]))
    if name in RANGES and name != "big_gin_bonus":
        return HouseField(name, attrs=_number())
    return HouseField(name)


def _number() -> str:
    return ' inputmode="numeric" maxlength="4"'


def rules_from(form: dict[str, str]) -> dict[str, Any]:
    """Return the rules of the form as the API takes them: a preset and overrides.

    What was left empty is left out; what is no number goes on as it was typed, to be
    refused beside its field.
    """
    rules: dict[str, Any] = {"preset": form.get("preset", "")}
    for each in house_fields():
        if text := form.get(f"rule.{each.name}", ""):
            outer, _, inner = each.name.partition(".")
            value = _value(outer, text)
            if inner:
                rules.setdefault(outer, {})[inner] = value
            else:
                rules[outer] = value
    return rules


def _value(name: str, text: str) -> Any:
    if name in FLAGS:
        return {"no": False, "yes": True}.get(text, text)
    if name == "big_gin_bonus" and text.lower() in ("none", "-"):
        return None
    if name == "stake" or (name in CHOICES and name != "third_column"):
        return text
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text
