"""Every rule, value, preset and irregularity stands in the documents, as it is."""

import ast
import re
from dataclasses import fields

import pytest

from referee.irregularities import IRREGULARITIES
from referee.presets import PRESETS
from referee.rules import CHOICES, FLAGS, MOST_EXTRA_BOXES, RANGES, Rules, rules_as_dict
from tests.docs.pages import HERE, page

STANDARD = rules_as_dict(Rules())


def section(name, heading):
    """Return what stands under a heading of the second level."""
    parts = re.split(r"^## (.*)$", page(name), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def rows(text):
    """Return the cells of each row of a table, by the name in its first column."""
    cells = (
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| `")
    )
    return {row[0].strip("`"): row[1:] for row in cells}


def anchors(name):
    headings = re.findall(r"^#+ (.*)$", page(name), flags=re.M)
    return {heading.lower().replace(" ", "-") for heading in headings}


def said(value):
    """How a value is written in the tables."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            inner = ", ".join(f'"{name}": {value[name]}' for name in value)
            return f"`{{{inner}}}`"
        case str():
            return f"`{value}`"
    return str(value)


def may_be(name):
    if name in RANGES:
        low, high = RANGES[name]
        return ("null, " if name == "big_gin_bonus" else "") + f"{low} to {high}"
    if name in CHOICES:
        return ", ".join(said(value) for value in CHOICES[name])
    if name in FLAGS:
        return "false, true"
    return {
        "extra_boxes": f"each 0 to {MOST_EXTRA_BOXES}",
        "stake": "null, a decimal string",
    }[name]


FIELDS = rows(section("docs/rules.md", "Rules"))


def test_every_field_of_the_rules_is_documented_in_order():
    assert list(FIELDS) == [field.name for field in fields(Rules)]


@pytest.mark.parametrize("name", STANDARD)
def test_default_and_values_of_a_field_are_as_documented(name):
    default, values, meaning = FIELDS[name]
    assert (default, values) == (said(STANDARD[name]), may_be(name))
    assert meaning


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_preset_is_documented_as_it_is(preset):
    aliases, where, differs, assumed = rows(page("docs/presets.md"))[preset.id]

    def changed(name, value):
        if isinstance(value, dict):
            return f"`{name}` " + ", ".join(f"{one} {value[one]}" for one in value)
        return f"`{name}` " + said(value).strip("`")

    own = preset.differences
    assert aliases == ", ".join(f"`{name}`" for name in preset.aliases)
    assert where == preset.played_at
    assert differs == ", ".join(changed(name, own[name]) for name in own)
    assert assumed == ", ".join(f"`{name}`" for name in preset.assumed)


def test_no_preset_is_documented_that_is_not_there():
    assert list(rows(page("docs/presets.md"))) == [preset.id for preset in PRESETS]


IRREGULAR = rows(section("docs/rules.md", "Irregularities"))


def test_every_irregularity_is_documented():
    assert list(IRREGULAR) == list(IRREGULARITIES)


@pytest.mark.parametrize("code", IRREGULARITIES)
def test_options_of_an_irregularity_are_as_documented(code):
    what, options, basis = IRREGULAR[code]
    assert what
    known = {one.option for several in IRREGULARITIES.values() for one in several}
    named = [name for name in re.findall(r"`(\w+)`", options) if name in known]
    expected = [one.option for one in IRREGULARITIES[code]]
    assert [name for name in named if name in expected] == expected
    assert {one.basis for one in IRREGULARITIES[code]} == {basis}


def rules_in(node):
    """The part of a node that names a rule: ``rule=...``, or a step of a ruling."""
    match node:
        case ast.keyword(arg="rule", value=value):
            return value
        case ast.Call(func=ast.Name(id="_step" | "Step"), args=[first, *_]):
            return first
    return ast.Constant(None)


def rules_named():
    """Every rule that the referee's code names as a literal, and where."""
    return sorted(
        (path.name, name)
        for path in (HERE / "referee").rglob("*.py")
        for name in {
            text.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for text in ast.walk(rules_in(node))
            if isinstance(text, ast.Constant) and isinstance(text.value, str)
        }
        if name
    )


@pytest.mark.parametrize(("module", "rule"), rules_named())
def test_every_rule_that_a_refusal_names_is_a_heading(module, rule):
    assert rule.replace(" ", "-") in anchors("docs/rules.md"), module


@pytest.mark.parametrize("name", ["docs/rules.md", "docs/presets.md"])
def test_every_link_to_a_heading_of_the_rules_finds_it(name):
    own = re.findall(r"\]\(#([\w-]+)\)", page(name))
    others = re.findall(r"\]\(rules\.md#([\w-]+)\)", page(name))
    assert own or others
    assert set(own) <= anchors(name)
    assert set(others) <= anchors("docs/rules.md")


def test_the_rule_of_a_refusal_is_a_heading_of_the_rules():
    headings = re.findall(r"^## (.*)$", page("docs/rules.md"), flags=re.M)
    named = {
        keyword.value.value
        for path in (HERE / "referee").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "rule" and isinstance(keyword.value, ast.Constant)
    }
    assert named
    assert named <= {heading.lower() for heading in headings}
