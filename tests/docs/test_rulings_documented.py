"""Rulings: every kind of step is on the page, and its worked rulings are today's."""

import re

from referee.ruling.text import SENTENCES
from tests.docs.pages import first_column, page
from tests.referee.hands import vectors
from tests.referee.test_ruling import of_vector
from tools.rulings import BEGIN, END, worked


def test_every_kind_of_step_is_documented():
    _, _, steps = page("docs/rulings.md").partition("## The steps")
    table, _, _ = steps.partition("## Other ways")
    assert sorted(first_column(table)) == sorted(SENTENCES)


def test_every_field_of_a_ruling_is_documented():
    _, _, fields = page("docs/rulings.md").partition("## What it holds")
    table, _, _ = fields.partition("## The steps")
    assert {*of_vector(vectors("knock")[0])} <= {*first_column(table)}


def test_the_worked_rulings_are_those_of_today():
    _, _, rest = page("docs/rulings.md").partition(BEGIN)
    text, _, _ = rest.partition(END)
    assert text == worked()
    assert text.count("\n### ") == 10


def test_every_rule_of_a_step_is_a_heading_of_the_rules():
    headings = {
        h.lower() for h in re.findall(r"^## (.*)$", page("docs/rules.md"), re.M)
    }
    used = set(re.findall(r"\(rules\.md#([\w-]+)\)", worked()))
    assert used <= {heading.replace(" ", "-") for heading in headings}
