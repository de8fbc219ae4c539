"""Why a hand was scored so, for the pages: the ruling, and whose sides are whose."""

from typing import Any

from referee.cards import card_name, card_names
from referee.game import Game
from referee.game.events import HandScored, Laid
from referee.game.state import knock_limit
from referee.plays import Knock, Show
from referee.presets import STANDARD
from referee.rules import Player, other
from referee.showdown import judge_knock, settle
from web.schemas.base import load
from web.schemas.bodies import KNOCK_TO_RULE

Names = dict[str, str]


def last_scored(game: Game, number: int | None = None) -> HandScored | None:
    """Return the verdict of a hand, or of the one last scored."""
    scored = [hand for hand in game.hands if hand.score is not None]
    if number is not None:
        scored = [hand for hand in scored if hand.number == number]
    return scored[-1].score if scored else None


def people(score: HandScored | None, names: dict[Player, str]) -> Names:
    """Return who is who: ``A``, ``B``, and of this hand ``knocker``, ``defender``."""
    known: Names = {"A": names["A"], "B": names["B"]}
    if score is not None:
        known["knocker"] = names[score.knocker]
        known["defender"] = names[other(score.knocker)]
    return known


def ruling_of(score: HandScored | None) -> dict[str, Any] | None:
    """Return the ruling of a scored hand."""
    if score is None:
        return None
    return {
        "legal": True,
        "result": score.result,
        "player": score.winner,
        "points": score.points,
        "knock_limit": score.limit,
        "knocker": _side(score.knock),
        "defender": _side(score.defence),
        "steps": [],
        "considered": [],
        "missed": [],
    }


def _side(laid: Laid) -> dict[str, Any]:
    return {
        "melds": [card_names(meld) for meld in laid.melds],
        "layoffs": [
            {"card": card_name(off.card), "onto": off.onto} for off in laid.layoffs
        ],
        "loose": card_names(laid.loose),
        "deadwood": laid.deadwood,
    }


def judged(body: dict[str, Any]) -> dict[str, Any]:
    """Judge a knock without a game, from the body of ``/rulings/knock``.

    Raises ``Problem`` 422 and the referee's refusals.
    """
    given = load(KNOCK_TO_RULE, body)
    rules = given["rules"][0] if "rules" in given else STANDARD
    knock = Knock("A", **given["knocker"])
    show = Show("B", **given["defender"])
    upcard = given.get("upcard")
    judge_knock(rules, knock_limit(rules, upcard), knock)
    found = settle(rules, upcard, knock, show)
    return {
        "legal": True,
        "result": found.result,
        "winner": found.winner,
        "points": found.points,
        "knocker": _side(found.knock),
        "defender": _side(found.defence),
        "steps": [],
        "considered": [],
        "missed": [],
    }
