"""A ruling as plain JSON data, its sentences included."""

from collections.abc import Mapping

from referee.cards import Card, card_name, card_names
from referee.game.events import Laid
from referee.plays import Melds
from referee.ruling.others_text import considered_text, missed_text
from referee.ruling.text import step_text
from referee.ruling.values import Data, Other, Ruling, Step

__all__ = ["ruling_data"]


def ruling_data(ruling: Ruling) -> Data:
    """Return a ruling as JSON data: the shape ``ruling`` of ``docs/api.md``.

    Cards are names. ``player`` and ``names`` are there where the players are known,
    ``claim`` where something was claimed, ``options`` and ``violations`` where the
    knock is not legal.
    """
    data: Data = {
        "legal": ruling.legal,
        "result": ruling.result,
        "winner": ruling.winner,
        "points": ruling.points,
        "boxes": ruling.boxes,
        "knock_limit": ruling.limit,
        "knocker": _side(ruling.knocker, layoffs=False),
        "defender": _side(ruling.defender, layoffs=True),
        "missed": [_missed(other, ruling) for other in ruling.missed],
        "considered": [_considered(other, ruling) for other in ruling.considered],
        "steps": [
            _step(n, step, ruling.names) for n, step in enumerate(ruling.steps, 1)
        ],
    }
    return data | _beside(ruling)


def _beside(ruling: Ruling) -> Data:
    """Return the fields that are not in every ruling."""
    data: Data = {}
    if ruling.seats is not None and ruling.winner is not None:
        data["player"] = ruling.seats[ruling.winner]
    if ruling.names is not None:
        data["names"] = dict(ruling.names)
    if ruling.claim is not None:
        facts = ruling.steps[-1].facts
        data["claim"] = {
            "by": facts["by"],
            **facts["claimed"],
            "verdict": facts["verdict"],
            "right": facts["right"],
        }
    if ruling.violations:
        data["violations"] = list(ruling.violations)
        data["options"] = [
            {"option": option.option, "basis": option.basis}
            for option in ruling.options
        ]
    return data


def _step(n: int, step: Step, names: Mapping[str, str] | None) -> Data:
    data: Data = {"n": n, "rule": step.rule, "fact": step.fact, **step.facts}
    return {**data, "text": step_text(data, names)}


def _side(laid: Laid | None, *, layoffs: bool) -> Data | None:
    if laid is None:
        return None
    offs = [{"card": card_name(lay.card), "onto": lay.onto} for lay in laid.layoffs]
    return _laid(laid) | ({"layoffs": offs} if layoffs else {})


def _laid(laid: Laid) -> Data:
    return {
        "melds": [card_names(meld) for meld in laid.melds],
        "loose": card_names(laid.loose),
        "deadwood": laid.deadwood,
    }


def _layoffs_named(laid: Laid, onto: Melds) -> list[Data]:
    """Return lay-offs with the meld that each goes on."""
    return [
        {
            "card": card_name(lay.card),
            "onto": lay.onto,
            "meld": card_names(onto[lay.onto]),
        }
        for lay in laid.layoffs
    ]


def _considered(other: Other, ruling: Ruling) -> Data:
    data = _other(other, ruling)
    return {**data, "why_not": considered_text(data, ruling.names)}


def _missed(other: Other, ruling: Ruling) -> Data:
    data = _other(other, ruling)
    return {**data, "text": missed_text(data, ruling.names)}


def _other(other: Other, ruling: Ruling) -> Data:
    points = other.points
    now = ruling.knocker if other.who == "knocker" else ruling.defender
    onto = ruling.knocker.melds if ruling.knocker is not None else ()
    data: Data = {
        "who": other.who,
        "melds": [card_names(meld) for meld in other.laid.melds],
        "layoffs": _layoffs_named(other.laid, onto),
        "loose": card_names(other.laid.loose),
        "deadwood": other.laid.deadwood,
        "then": card_names(_counting(other.laid, now)),
        "outcome": {
            "result": points.result,
            "winner": points.winner,
            "difference": points.difference,
            "bonus": points.bonus,
            "multiplier": points.multiplier,
            "box_points": points.box_points,
            "points": points.points,
        },
        "instead": {
            "winner": ruling.winner,
            "points": ruling.points,
            "deadwood": None if now is None else now.deadwood,
        },
        "better": other.better,
    }
    if other.answer is not None:
        data["answer"] = {
            **_laid(other.answer),
            "layoffs": _layoffs_named(other.answer, other.laid.melds),
        }
    return data


def _counting(laid: Laid, now: Laid | None) -> list[Card]:
    """Return the cards that would count and do not as the cards lie."""
    counted = () if now is None else now.loose
    return [card for card in laid.loose if card not in counted]
