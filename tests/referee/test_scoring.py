"""What one hand is worth, from two deadwoods after lay-offs."""

from dataclasses import replace

import pytest

from referee.cards import parse_card
from referee.rules import ExtraBoxes, Rules
from referee.scoring import HandPoints, forfeit_points, hand_points

STANDARD = Rules()
SPADE = parse_card("7S")
HEART = parse_card("7H")
CLUB_BOXES = ExtraBoxes(gin=2, undercut=1, gin_off=3)


def test_a_knock_scores_the_difference():
    assert hand_points(STANDARD, None, 8, 10) == HandPoints(
        result="knock",
        winner="knocker",
        points=2,
        boxes=1,
        difference=2,
        bonus=0,
        multiplier=1,
        box_points=0,
    )


@pytest.mark.parametrize(
    ("defender", "result", "points"),
    [(7, "knock", 1), (6, "undercut", 25), (5, "undercut", 26)],
)
def test_one_point_decides(defender, result, points):
    hand = hand_points(STANDARD, None, 6, defender)
    assert (hand.result, hand.points) == (result, points)


@pytest.mark.parametrize("defender", [0, 1])
def test_one_left_is_no_gin(defender):
    hand = hand_points(replace(STANDARD, tie="knocker"), None, 1, defender)
    assert hand.result == ("knock" if defender else "undercut")


def test_a_lower_defender_undercuts():
    hand = hand_points(STANDARD, None, 8, 5)
    assert (hand.result, hand.winner, hand.points) == ("undercut", "defender", 28)


def test_gin_scores_the_defenders_deadwood_and_the_bonus():
    hand = hand_points(STANDARD, None, 0, 15)
    assert (hand.result, hand.winner, hand.points) == ("gin", "knocker", 40)


def test_gin_against_nothing_is_gin_and_no_undercut():
    hand = hand_points(STANDARD, None, 0, 0)
    assert (hand.result, hand.winner, hand.points) == ("gin", "knocker", 25)


def test_big_gin_pays_its_own_bonus():
    hand = hand_points(replace(STANDARD, big_gin_bonus=31), None, 0, 40, big_gin=True)
    assert (hand.result, hand.points, hand.bonus) == ("big_gin", 71, 31)


def test_big_gin_that_pays_nothing_more_is_still_big_gin():
    hand = hand_points(replace(STANDARD, big_gin_bonus=0), None, 0, 40, big_gin=True)
    assert (hand.result, hand.points) == ("big_gin", 40)


def test_big_gin_where_it_is_not_played_pays_as_gin():
    assert hand_points(STANDARD, None, 0, 40, big_gin=True).points == 65


def test_equal_deadwood_is_an_undercut():
    hand = hand_points(STANDARD, None, 6, 6)
    assert (hand.result, hand.winner, hand.points) == ("undercut", "defender", 25)


def test_equal_deadwood_may_be_worth_nothing_to_the_knocker():
    hand = hand_points(replace(STANDARD, tie="knocker"), None, 6, 6)
    assert (hand.result, hand.winner, hand.points, hand.boxes) == (
        "knock",
        "knocker",
        0,
        1,
    )


def test_a_win_worth_nothing_earns_no_knock_bonus():
    rules = replace(STANDARD, tie="knocker", knock_bonus=15)
    assert hand_points(rules, None, 6, 6).points == 0


def test_under_tie_knocker_a_lower_defender_still_undercuts():
    hand = hand_points(replace(STANDARD, tie="knocker"), None, 6, 5)
    assert (hand.result, hand.points) == ("undercut", 26)


def test_a_plain_knock_may_pay_a_bonus_that_gin_does_not():
    rules = replace(STANDARD, knock_bonus=15, big_gin_bonus=35)
    assert hand_points(rules, None, 5, 13).points == 23
    assert hand_points(rules, None, 7, 5).points == 27
    assert hand_points(rules, None, 0, 20).points == 45
    assert hand_points(rules, None, 0, 20, big_gin=True).points == 55


@pytest.mark.parametrize(
    ("knocker", "defender", "boxes"),
    [(5, 9, 1), (0, 9, 3), (5, 4, 2), (5, 5, 2), (5, 0, 4)],
    ids=["knock", "gin", "undercut", "tie", "gin-off"],
)
def test_extra_boxes_stand_beside_the_line_box(knocker, defender, boxes):
    rules = replace(STANDARD, extra_boxes=CLUB_BOXES)
    assert hand_points(rules, None, knocker, defender).boxes == boxes


def test_big_gin_earns_the_extra_boxes_of_gin():
    rules = replace(STANDARD, extra_boxes=CLUB_BOXES, big_gin_bonus=31)
    assert hand_points(rules, None, 0, 9, big_gin=True).boxes == 3


@pytest.mark.parametrize(
    ("knocker", "defender", "points"),
    [(2, 8, 12), (0, 8, 66), (8, 2, 62), (8, 8, 50)],
    ids=["knock", "gin", "undercut", "tie"],
)
def test_a_spade_upcard_doubles_points_with_their_bonus(knocker, defender, points):
    rules = replace(STANDARD, spades_double="points")
    hand = hand_points(rules, SPADE, knocker, defender)
    assert (hand.points, hand.multiplier) == (points, 2)
    assert hand_points(rules, HEART, knocker, defender).points == points // 2


def test_spades_double_only_where_the_rules_say_so():
    assert hand_points(STANDARD, SPADE, 2, 8).points == 6


@pytest.mark.parametrize(
    ("how", "upcard", "boxes"),
    [
        ("points", SPADE, [3, 2, 4]),
        ("points_and_extra_boxes", SPADE, [5, 3, 7]),
        ("points_and_extra_boxes", HEART, [3, 2, 4]),
    ],
)
def test_a_spade_upcard_never_doubles_the_line_box(how, upcard, boxes):
    """Gin, undercut and gin-off, with extra boxes of 2, 1 and 3."""
    rules = replace(STANDARD, extra_boxes=CLUB_BOXES, spades_double=how)
    ends = [(0, 9), (5, 4), (5, 0)]
    assert [hand_points(rules, upcard, *end).boxes for end in ends] == boxes


def test_boxes_at_once_are_paid_with_the_hand():
    rules = replace(STANDARD, boxes_at_once=True, box_bonus=10)
    hand = hand_points(rules, None, 3, 9)
    assert (hand.points, hand.boxes, hand.box_points) == (16, 1, 10)


def test_boxes_at_once_are_not_doubled_by_a_spade():
    rules = replace(STANDARD, boxes_at_once=True, box_bonus=10, spades_double="points")
    hand = hand_points(rules, SPADE, 3, 9)
    assert (hand.points, hand.box_points) == (22, 10)


def test_a_forfeited_knock_pays_the_undercut_bonus_and_what_is_in_his_favour():
    hand = forfeit_points(STANDARD, None, 14, 9)
    assert (hand.result, hand.winner, hand.points, hand.boxes) == (
        "illegal_knock",
        "defender",
        30,
        1,
    )


def test_a_forfeited_knock_never_costs_the_defender():
    hand = forfeit_points(STANDARD, None, 14, 40)
    assert (hand.points, hand.difference) == (25, 0)


def test_a_forfeited_knock_is_doubled_by_a_spade_as_any_hand():
    rules = replace(STANDARD, spades_double="points", extra_boxes=CLUB_BOXES)
    hand = forfeit_points(rules, SPADE, 14, 9)
    assert (hand.points, hand.boxes) == (60, 1)
