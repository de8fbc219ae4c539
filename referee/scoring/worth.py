"""What a hand is worth, and what the sheet says.

Sources of each rule: ``docs/rules.md``.
"""

from dataclasses import dataclass
from typing import Literal

from referee.cards import Card
from referee.game.events import Judged
from referee.game.state import is_doubled
from referee.rules import Rules


@dataclass(frozen=True, slots=True)
class HandPoints:
    """What one hand is worth: ``(difference + bonus) * multiplier + box_points``.

    ``boxes`` counts the line box and extra boxes; ``box_points`` is what they pay at
    once (0 unless ``boxes_at_once``).
    """

    result: Judged
    winner: Literal["knocker", "defender"]
    points: int
    boxes: int
    difference: int
    bonus: int
    multiplier: int
    box_points: int


def hand_points(
    rules: Rules,
    upcard: Card | None,
    knocker_deadwood: int,
    defender_deadwood: int,
    *,
    big_gin: bool = False,
) -> HandPoints:
    """Score a hand whose knock counts as legal, from both deadwoods after lay-offs.

    A tie is an undercut, or worth 0 to the knocker under ``tie: knocker``, and then
    earns no ``knock_bonus``. A spade upcard doubles points with their bonus, and under
    ``points_and_extra_boxes`` the extra boxes, never the line box.
    """
    difference = defender_deadwood - knocker_deadwood
    extra = rules.extra_boxes
    if big_gin:
        bonus = (
            rules.big_gin_bonus if rules.big_gin_bonus is not None else rules.gin_bonus
        )
        return _worth(rules, upcard, "big_gin", difference, bonus, extra.gin)
    if knocker_deadwood == 0:
        return _worth(rules, upcard, "gin", difference, rules.gin_bonus, extra.gin)
    if difference > 0:
        return _worth(rules, upcard, "knock", difference, rules.knock_bonus, 0)
    if difference == 0 and rules.tie == "knocker":
        return _worth(rules, upcard, "knock", 0, 0, 0)
    boxes = extra.gin_off if defender_deadwood == 0 else extra.undercut
    return _worth(rules, upcard, "undercut", -difference, rules.undercut_bonus, boxes)


def forfeit_points(
    rules: Rules, upcard: Card | None, knocker_deadwood: int, defender_deadwood: int
) -> HandPoints:
    """Score a forfeited illegal knock: the undercut bonus, and any difference in the
    defender's favour, and a box.
    """
    difference = max(knocker_deadwood - defender_deadwood, 0)
    return _worth(rules, upcard, "illegal_knock", difference, rules.undercut_bonus, 0)


def _worth(
    rules: Rules,
    upcard: Card | None,
    result: Judged,
    difference: int,
    bonus: int,
    extra_boxes: int,
) -> HandPoints:
    multiplier = 2 if is_doubled(rules, upcard) else 1
    if rules.spades_double == "points_and_extra_boxes":
        extra_boxes *= multiplier
    boxes = 1 + extra_boxes
    box_points = boxes * rules.box_bonus if rules.boxes_at_once else 0
    return HandPoints(
        result=result,
        winner="defender" if result in ("undercut", "illegal_knock") else "knocker",
        points=(difference + bonus) * multiplier + box_points,
        boxes=boxes,
        difference=difference,
        bonus=bonus,
        multiplier=multiplier,
        box_points=box_points,
    )
