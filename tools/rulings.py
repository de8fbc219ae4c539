"""Write the worked rulings of ``docs/rulings.md`` anew, between its two markers.

``python tools/rulings.py`` after a change of a sentence; a test holds the page
against it.
"""

import json
from pathlib import Path
from typing import Any

from referee.cards import parse_card
from referee.plays import Knock, Show
from referee.rules import Player, Rules
from referee.ruling import explain, ruling_data

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rulings.md"
BEGIN, END = "<!-- worked rulings: begin -->\n", "<!-- worked rulings: end -->\n"
NAMES: dict[Player, str] = {"A": "Ann", "B": "Bob"}
SHOWN = {
    "break_own_meld": "An own meld is broken to lay off more",
    "min_arrangement_choice_matters": "Which of two equal spreads is laid matters",
    "undercut_missed_by_meld_first": "Melds first would have missed the undercut",
    "chain2": "A chain of lay-offs",
    "both_ends": "Both ends of a run",
    "fourth_card": "The fourth card of a set",
    "fits_set_and_run": "A card that fits a set and a run",
    "tie": "Equal deadwood",
    "gin_layoffs_would_help": "Gin, where lay-offs would have helped",
    "knocker_not_minimal": "A spread that is not the least",
}
"""Flag of a vector -> what its ruling shows; the first vector of each is taken."""


def main() -> None:
    """Replace what stands between the markers."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + worked() + END + after, encoding="utf-8")


def worked() -> str:
    """Return the ten worked rulings as Markdown."""
    vectors = json.loads((ROOT / "tests" / "data" / "hands.json").read_text("utf-8"))
    taken: list[Any] = []
    for flag in SHOWN:
        taken.append(
            next(v for v in vectors["knock"] if flag in v["flags"] and v not in taken)
        )
    parts = [
        section(n, title, vector)
        for n, (title, vector) in enumerate(zip(SHOWN.values(), taken, strict=True), 1)
    ]
    return "\n" + "\n".join(parts) + "\n"


def section(n: int, title: str, vector: Any) -> str:
    """Return one ruling: its verdict, steps, other ways and what was missed."""
    ruling = ruling_of(vector)
    lines = [f"### {n}. {title}", ""]
    lines += [
        f"{step['n']}. {step['text']} ([{step['rule']}]({link(step['rule'])}))"
        for step in ruling["steps"]
    ]
    others = [f"- {way(other)}: {other['why_not']}" for other in ruling["considered"]]
    others += [f"- Missed: {other['text']}" for other in ruling["missed"]]
    if others:
        lines += ["", "Other ways:", "", *others]
    return "\n".join([*lines, ""])


def way(other: Any) -> str:
    """Return who could have laid what."""
    who = NAMES["A" if other["who"] == "knocker" else "B"]
    melds = ", ".join(" ".join(meld) for meld in other["melds"]) or "no meld"
    offs = " ".join(lay["card"] for lay in other["layoffs"])
    return f"{who} with {melds}" + (f", laying off {offs}" if offs else "")


def link(rule: str) -> str:
    """Return where the rules page speaks of a rule."""
    return f"rules.md#{rule.replace(' ', '-')}"


def ruling_of(vector: Any) -> Any:
    """Return the ruling of a vector, its spread as it was laid."""

    def cards(names: list[str]) -> Any:
        return tuple(parse_card(name) for name in names)

    knock = Knock(
        "A",
        cards=cards(vector["knocker_cards"]),
        melds=tuple(cards(meld) for meld in vector["knocker_melds"]),
    )
    show = Show("B", cards=cards(vector["defender_cards"]))
    return ruling_data(explain(Rules(), None, knock, show, players=NAMES))


if __name__ == "__main__":
    main()
