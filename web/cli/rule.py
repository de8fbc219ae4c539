"""``upcard rule``: a knock judged at the terminal."""

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import click
from flask import Flask

from referee.errors import Refusal
from referee.presets import PRESETS
from web.cli.common import end
from web.errors import Problem
from web.pages.fields import Reading, read_showdown
from web.pages.verdict import rule_typed

_FIELDS = {
    "knocker": "kcards",
    "defender": "dcards",
    "melds": "kmelds",
    "defender_melds": "dmelds",
}
"""What an option is called in the form that the pages read."""


@click.command()
@click.option("--knocker", required=True, help='Ten cards: "7S 7D 7C 10H …".')
@click.option("--defender", required=True, help="The defender's ten cards.")
@click.option(
    "--rules", default=PRESETS[0].id, show_default=True, help="A preset to play by."
)
@click.option("--upcard", help="The upcard, where the rules need it.")
@click.option("--melds", help='The knocker\'s melds as laid: "7S 7D 7C / 5H 6H 7H".')
@click.option("--defender-melds", help="The defender's melds as laid.")
@click.option("--layoffs", help='Lay-offs as made: "8H 9H to 2; 7D to 1".')
@click.option("--discard", help="The knocker's discard.")
@click.option("--call", type=click.Choice(["knock", "gin", "big_gin"]))
@click.option("--claim", help='What somebody claims: "knocker 33", "defender 27".')
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
def rule(*, as_json: bool, claim: str | None, **given: str | None) -> None:
    """Judge a knock from the cards of both hands.

    Cards are typed in any order and spacing: 7S, 10h, q♣. What is not said of melds
    and lay-offs is worked out. Exit status 0 for a legal knock, 1 for one that is
    not, 2 for input that cannot be judged.
    """
    form = {_FIELDS.get(name, name): text for name, text in given.items() if text}
    if claim:
        by, _, points = claim.partition(" ")
        form |= {"claim_by": by, "claim_points": points.strip().lstrip("+")}
    ruling = _judged(form)
    if as_json:
        click.echo(_printable(json.dumps(ruling, ensure_ascii=False, indent=2)))
    else:
        for line in _lines(ruling):
            click.echo(_printable(line))
    raise SystemExit(0 if ruling["legal"] else 1)


def _printable(text: str) -> str:
    """Return text as stdout can show it: with hyphens where it has no minus sign."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return text.replace("−", "-")
    return text


def _judged(form: dict[str, str]) -> dict[str, Any]:
    reading = Reading(form)
    body = read_showdown(reading)
    if reading.errors:
        names = {field: option for option, field in _FIELDS.items()}
        field, problem = next(iter(reading.errors.items()))
        end(f"--{names.get(field, field).replace('_', '-')}: {problem}", status=2)
    try:
        with Flask(__name__).app_context():
            return rule_typed(body)
    except (Problem, Refusal) as refusal:
        end(re.sub(r"^(knocker|defender)\.cards", r"--\1", refusal.detail), status=2)


def _lines(ruling: dict[str, Any]) -> Iterator[str]:
    """Write a ruling from its own JSON: verdict, cards, steps, alternatives."""
    yield _verdict(ruling)
    if claim := ruling.get("claim"):
        yield f"The claim is {claim['verdict']}."
    for side in ("knocker", "defender"):
        yield f"  {side}: {_side(ruling[side])}"
    for step in ruling["steps"]:
        yield f"{step['n']:>3} {step['text']}"
    for each in ruling["considered"]:
        melds = " | ".join(" ".join(meld) for meld in each["melds"])
        yield f"Considered for the {each['who']}: {melds}: {each['why_not']}"
    for each in ruling["missed"]:
        yield f"Missed: {each['text'] if isinstance(each, dict) else each}"


def _verdict(ruling: dict[str, Any]) -> str:
    if not ruling["legal"]:
        return "The knock is not legal."
    name = ruling["result"].replace("_", " ").upper()
    return f"{name}: {ruling['winner']} +{ruling['points']}"


def _side(side: dict[str, Any] | None) -> str:
    if side is None:
        return "not shown"
    melds = " | ".join(" ".join(meld) for meld in side["melds"])
    parts = [melds] if melds else []
    if side.get("layoffs"):
        parts.append("lays off " + " ".join(off["card"] for off in side["layoffs"]))
    if side["loose"]:
        parts.append("deadwood " + " ".join(side["loose"]))
    return f"{', '.join(parts)}: {side['deadwood']}"
