"""The rules of one game: its own sentences, under the names that rulings give them."""

from flask import Response

from referee.presets import parse_rules
from referee.rules import Rules
from referee.scoring import rules_by_name
from web.api.documents import anchor
from web.auth import game_caller
from web.pages.door import page, pages
from web.pages.facts import shown
from web.strings import ENGLISH

CHAPTERS = (
    "the game", "the hand", "the deal", "cards", "deadwood", "melds", "the upcard",
    "the turn", "the wall", "knock", "oklahoma", "gin", "big gin", "show", "lay-offs",
    "undercut", "scoring", "spades", "boxes", "the end", "shutout", "hollywood",
    "the stake", "irregularities", "corrections", "keys",
)  # fmt: skip
"""Every rule that a line of a ruling or a refusal can name, in the order of a game."""


@pages.get("/g/<uid>/rules")
def rules(uid: str) -> Response:
    """Say the rules of this game in words; each has its own anchor."""
    it = shown(game_caller(uid))
    own: dict[str, list[str]] = {}
    of_game = parse_rules(it.game["rules"])[0]
    for name, sentence in rules_by_name(of_game):
        own.setdefault(name, []).append(sentence)
    chapters = [
        {"name": name, "anchor": anchor(name), "sentences": _said(name, own)}
        for name in CHAPTERS
        if name not in _left_out(of_game)
    ]
    return page(
        "rules.html",
        it=it,
        name=it.rules_name,
        chapters=[each for each in chapters if each["sentences"]],
    )


def _left_out(rules: Rules) -> set[str]:
    """Return the chapters that this game does not need."""
    found = set() if rules.oklahoma else {"oklahoma"}
    return found | ({"the upcard"} if rules.deal == "eleven" else set())


def _said(name: str, own: dict[str, list[str]]) -> list[str]:
    """Return what is always so, then what this game says of it."""
    always = ENGLISH.get(f"law.{anchor(name)}")
    return [*([always] if always else []), *own.get(name, [])]
