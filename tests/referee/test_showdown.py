"""Settling a hand: first it works, then one test a refusal."""

import pytest
from hypothesis import given

from referee.cards import card_names
from referee.errors import Illegal, Impossible, Unreadable
from referee.plays import LayOff
from referee.rules import ExtraBoxes, Rules
from referee.showdown import defence_against, settle, spreads_that_count
from tests.referee import oracle
from tests.referee.hands import cards, knock, layoffs, melds, named, show, two_hands

RULES = Rules()
DECLARED = Rules(melds="declared", layoffs="declared")

SIX = "7C 7D 7H 4S 5S 6S TH JH QH 6D"
NAMES = "2D 3D 5S 6S 3S 4S AS 7S 8S AD"
SPREAD = melds("7C 7D 7H", "4S 5S 6S", "TH JH QH")
GIN = "7C 7D 7H 4S 5S 6S 9H TH JH QH"
THEIRS = "7S 3S KH AC AD AH 5C 5D 9C 2H"
"""7S 3S KH can be laid off, the aces melded: 5 + 5 + 9 + 2 = 21 are left."""


def test_melds_and_lay_offs_are_worked_out():
    end = settle(RULES, None, knock(SIX, melds=SPREAD), show(THEIRS))
    assert (end.result, end.winner, end.points, end.boxes) == (
        "knock",
        "knocker",
        15,
        1,
    )
    assert (end.difference, end.bonus, end.multiplier, end.box_points) == (15, 0, 1, 0)
    assert end.limit == 10
    assert named(end.knock) == (
        6,
        {"7C 7D 7H", "4S 5S 6S", "TH JH QH"},
        [],
        {"6D"},
    )
    assert named(end.defence) == (
        21,
        {"AC AD AH"},
        [("3S", 1), ("7S", 1), ("KH", 2)],
        {"2H", "5C", "5D", "9C"},
    )


def test_counts_alone_are_enough():
    end = settle(RULES, None, knock(count=8), show(count=5))
    assert (end.result, end.winner, end.points) == ("undercut", "defender", 28)
    assert named(end.knock) == (8, set(), [], set())
    assert named(end.defence) == (5, set(), [], set())
    assert settle(RULES, None, knock(count=0), show(count=30)).points == 55
    end = settle(Rules(big_gin_bonus=31), None, knock(call="big_gin"), show(count=4))
    assert (end.result, end.points) == ("big_gin", 35)


def test_no_lay_offs_on_gin():
    end = settle(RULES, None, knock(GIN), show("7S 3S KH AC AD AH 5C 5D 9C 2H"))
    assert (end.result, end.points) == ("gin", 25 + 41)
    assert end.defence.layoffs == ()


def test_no_lay_offs_on_big_gin():
    rules = Rules(big_gin_bonus=31)
    end = settle(rules, None, knock(GIN + " 8H"), show(THEIRS))
    assert (end.result, end.points) == ("big_gin", 31 + 41)


def test_the_knockers_spread_is_the_best_of_all_legal_ones():
    """As sets the fours, fives and sixes take nothing but their fourths; as runs
    they take the defender's threes, sevens and eights.
    """
    mine = "4C 5C 6C 4D 5D 6D 4H 5H 6H AS"
    theirs = "3C 7C 8C 3D 7D 3H 7H 8H KD QS"
    end = settle(RULES, None, knock(mine), show(theirs))
    assert {" ".join(card_names(meld)) for meld in end.knock.melds} == {
        "4C 4D 4H",
        "5C 5D 5H",
        "6C 6D 6H",
    }
    runs = melds("4C 5C 6C", "4D 5D 6D", "4H 5H 6H")
    worse = settle(RULES, None, knock(mine, melds=runs), show(theirs))
    assert end.points > worse.points


def test_a_spread_with_more_deadwood_can_be_the_best_one():
    """Kept at 3S-8S the run takes nothing; with the diamonds laid as a run as
    well, 4D and 5D would go on that.
    """
    mine = knock(NAMES)
    theirs = show("KD 4D 2S AH QD JD 2C 5D TD 5H")
    end = settle(RULES, None, mine, theirs)
    assert (end.knock.deadwood, end.points) == (7, 10)
    laid = melds("AD 2D 3D", "3S 4S 5S 6S 7S 8S")
    least = settle(RULES, None, knock(NAMES, melds=laid), theirs)
    assert (least.knock.deadwood, least.points) == (1, 7)


def test_only_spreads_within_the_limit_count():
    within = spreads_that_count(RULES, None, knock("4C 5C 6C 7C 9D 9H 9S 2D 2H 2S"))
    assert {laid.deadwood for laid in within} == {0, 4, 6, 7, 10}


def test_an_accepted_illegal_knock_may_lie_in_every_way():
    lies = spreads_that_count(RULES, None, knock("4C 5C 6C 7C 9D 9H TS JD KH KS"))
    assert min(laid.deadwood for laid in lies) == 58
    assert len(lies) == 4


def test_called_gin_lies_as_gin_where_it_can():
    hand = "4C 5C 6C 7C 9D 9H 9S 2D 2H 2S"
    lies = spreads_that_count(RULES, None, knock(hand, call="gin"))
    assert {laid.deadwood for laid in lies} == {0}
    lies = spreads_that_count(RULES, None, knock(SIX, call="gin"))
    assert min(laid.deadwood for laid in lies) == 6


def test_all_spreads_count_while_the_limit_is_not_known():
    oklahoma = Rules(oklahoma=True)
    assert len(spreads_that_count(oklahoma, None, knock(SIX))) == 8
    assert len(spreads_that_count(oklahoma, cards("6C")[0], knock(SIX))) == 1


def test_extra_boxes_decide_between_spreads_of_equal_points():
    """Gin with two boxes, or a knock that scores as much: gin it is."""
    rules = Rules(knock_bonus=25, gin_bonus=25, extra_boxes=ExtraBoxes(gin=2))
    mine = "AC 2C 3C 4C 9D 9H 9S KD KH KS"
    end = settle(rules, None, knock(mine), show("7C 7D 8H 8S TC TD QC QD 5H 6S"))
    assert (end.result, end.boxes) == ("gin", 3)


def test_what_is_given_counts_for_the_defender():
    none = settle(RULES, None, knock(SIX), show(THEIRS, layoffs=()))
    assert (none.defence.deadwood, none.points) == (41, 35)
    one = settle(RULES, None, knock(SIX), show(THEIRS, layoffs=layoffs(("7S", 0))))
    assert named(one.defence) == (
        34,
        {"AC AD AH"},
        [("7S", 0)],
        {"3S", "KH", "5C", "5D", "9C", "2H"},
    )
    bare = settle(RULES, None, knock(SIX), show(THEIRS, melds=()))
    assert bare.defence.deadwood == 24


def test_under_declared_what_is_not_given_counts_as_none():
    laid = knock(SIX, melds=SPREAD)
    assert settle(DECLARED, None, laid, show(THEIRS)).defence.deadwood == 44
    aces = show(THEIRS, melds=melds("AC AD AH"))
    assert settle(DECLARED, None, laid, aces).defence.deadwood == 41
    own = Rules(layoffs="declared")
    assert settle(own, None, laid, show(THEIRS)).defence.deadwood == 41
    offs = Rules(melds="declared")
    assert settle(offs, None, laid, show(THEIRS)).defence.deadwood == 24


def test_a_knock_by_cards_against_a_count_lies_with_the_least_deadwood():
    end = settle(RULES, None, knock(SIX), show(count=30))
    assert (end.knock.deadwood, end.points) == (6, 24)
    assert len(end.knock.melds) == 3


def test_named_lay_offs_go_on_the_spread_of_least_deadwood():
    mine = "4C 5C 6C 4D 5D 6D 4H 5H 6H AS"
    end = settle(RULES, None, knock(mine), show(LOW, layoffs=layoffs(("4S", 0))))
    assert named(end.defence)[2] == [("4S", 0)]


LOW = "4S 2S 2D 8C 8D 9S TC TD QC QH"


def test_a_plain_knock_by_count_takes_the_defenders_count():
    end = settle(RULES, None, knock(count=6), show(THEIRS, count=21))
    assert (end.points, named(end.defence)) == (15, (21, set(), [], set()))


def test_gin_by_count_needs_no_count_of_the_defender():
    for play in (knock(count=0), knock(call="gin")):
        end = settle(RULES, None, play, show(THEIRS))
        assert (end.result, end.points) == ("gin", 25 + 41)
        assert named(end.defence)[1] == {"AC AD AH"}


def test_a_count_that_agrees_says_which_spread_it_was_made_against():
    end = settle(RULES, None, knock(SIX), show(THEIRS, count=21))
    assert end.points == 15


def test_lay_offs_in_any_order_are_put_in_order():
    given = layoffs(("3H", 0), ("4H", 0))
    theirs = "3H 4H KC KD QS QD 8C 6C 9D AD"
    laid = knock("5H 6H 7H 9C 9H 9S JC JD JS 2S", melds=melds("5H 6H 7H"))
    end = settle(RULES, None, laid, show(theirs, layoffs=given))
    assert named(end.defence)[2] == [("4H", 0), ("3H", 0)]


# Refusals


def test_a_show_of_nothing_is_unreadable():
    with pytest.raises(Unreadable) as refusal:
        settle(RULES, None, knock(SIX), show())
    assert refusal.value.code == "show_needs"


MELD = cards("AC 2C 3C")


@pytest.mark.parametrize(
    "more", [{"melds": (MELD,)}, {"layoffs": (LayOff(MELD[0], 0),)}]
)
def test_melds_and_lay_offs_need_cards(more):
    with pytest.raises(Unreadable) as refusal:
        settle(RULES, None, knock(SIX), show(count=5, **more))
    assert refusal.value.code == "cards_needed"


def test_cards_against_a_counted_knock_need_a_count():
    with pytest.raises(Unreadable) as refusal:
        settle(RULES, None, knock(count=6), show(THEIRS))
    assert refusal.value.code == "count_needed"
    assert refusal.value.violations[0].field == "count"


def test_a_card_in_both_hands_is_impossible():
    with pytest.raises(Impossible) as refusal:
        settle(RULES, None, knock(SIX), show("6D 3S KH AC AD AH 5C 5D 9C 2H"))
    assert refusal.value.code == "card_twice"
    assert refusal.value.detail == "6D cannot be in both hands"


def test_the_knockers_discard_in_the_defenders_hand_is_impossible():
    with pytest.raises(Impossible) as refusal:
        settle(RULES, None, knock(SIX, discard=cards("9C")[0]), show(THEIRS))
    assert refusal.value.code == "card_twice"


def test_melds_and_lay_offs_of_cards_not_held_are_impossible():
    with pytest.raises(Impossible) as refusal:
        settle(RULES, None, knock(SIX), show(THEIRS, melds=melds("AC AD AS")))
    assert refusal.value.code == "card_not_held"
    with pytest.raises(Impossible) as refusal:
        settle(RULES, None, knock(SIX), show(THEIRS, layoffs=layoffs(("9D", 0))))
    assert refusal.value.code == "card_not_held"


def test_a_bad_spread_of_the_defender():
    with pytest.raises(Illegal) as refusal:
        settle(RULES, None, knock(SIX), show(THEIRS, melds=melds("AC AD 2H")))
    assert refusal.value.code == "bad_spread"


def test_a_card_melded_and_laid_off_is_used_twice():
    theirs = "7S 8S 9S KH AC AD AH 5C 5D 2H"
    given = show(theirs, melds=melds("7S 8S 9S"), layoffs=layoffs(("7S", 0)))
    with pytest.raises(Illegal) as refusal:
        settle(RULES, None, knock(SIX), given)
    assert refusal.value.code == "bad_spread"
    assert refusal.value.detail == "7S is used twice"


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ((("KH", 1),), "KH cannot be laid off on 4S 5S 6S"),
        ((("2H", 2),), "2H cannot be laid off on TH JH QH"),
        ((("3S", 3),), "3S is laid off on meld 3, which is not there"),
        ((("3S", -1),), "3S is laid off on meld -1, which is not there"),
    ],
)
def test_a_card_that_does_not_go_there_is_a_bad_lay_off(given, wrong):
    laid = knock(SIX, melds=SPREAD)
    with pytest.raises(Illegal) as refusal:
        settle(RULES, None, laid, show(THEIRS, layoffs=layoffs(*given)))
    assert refusal.value.code == "bad_layoff"
    assert refusal.value.detail == wrong


def test_laying_off_on_gin_is_illegal():
    for play in (knock(GIN), knock(count=0)):
        with pytest.raises(Illegal) as refusal:
            settle(RULES, None, play, show(THEIRS, layoffs=layoffs(("7S", 0))))
        assert refusal.value.code == "layoff_on_gin"


@pytest.mark.parametrize("count", [20, 22, 41])
def test_a_count_against_the_cards_is_impossible(count):
    with pytest.raises(Impossible) as refusal:
        settle(RULES, None, knock(SIX), show(THEIRS, count=count))
    assert refusal.value.code == "count_differs"
    assert refusal.value.detail == f"counted {count}, but the cards leave 21"


def test_a_count_is_not_held_against_cards_that_are_not_all_known():
    assert settle(RULES, None, knock(count=6), show(THEIRS, count=44)).points == 38


def test_one_spread_can_be_answered_alone():
    (laid,) = spreads_that_count(RULES, None, knock(SIX, melds=SPREAD))
    answer = defence_against(RULES, knock(SIX), show(THEIRS), laid)
    assert answer.deadwood == 21


@given(two_hands)
def test_the_knockers_best_spread_is_that_of_trying_everything(hands):
    mine, theirs = hands
    best = oracle.best_for_knocker(card_names(mine), card_names(theirs))
    if best is not None:
        end = settle(
            RULES,
            None,
            knock(card_names(mine)),
            show(card_names(theirs)),
        )
        sign = 1 if end.winner == "knocker" else -1
        assert sign * end.points == best
