"""Is a knock legal: first it is, then one test a refusal."""

import pytest

from referee.cards import card_names
from referee.errors import Illegal, Impossible, Unreadable
from referee.knocks import all_melded, is_big_gin, judge_knock, knock_spreads
from referee.plays import Knock
from referee.rules import Rules
from tests.referee.hands import cards, knock, melds, named

RULES = Rules()
BIG_GIN = Rules(big_gin_bonus=31)
DECLARED = Rules(melds="declared")

SIX = "7C 7D 7H 4S 5S 6S TH JH QH 6D"
"""Three melds and 6D."""
GIN = "7C 7D 7H 4S 5S 6S 9H TH JH QH"
BIG = "7C 7D 7H 4S 5S 6S 9H TH JH QH KH"
SPREAD = melds("7C 7D 7H", "4S 5S 6S", "TH JH QH")


def options(refusal):
    return [(option.option, option.basis) for option in refusal.value.options]


def codes(refusal):
    return [violation.code for violation in refusal.value.violations]


def test_a_knock_within_the_limit_lies_as_well_as_it_can():
    assert named(judge_knock(RULES, 10, knock(SIX))) == (
        6,
        {"7C 7D 7H", "4S 5S 6S", "TH JH QH"},
        [],
        {"6D"},
    )


def test_a_spread_lies_as_it_was_laid_even_if_gin_was_possible():
    laid = judge_knock(RULES, 10, knock(GIN, melds=SPREAD))
    assert named(laid)[0] == 9
    assert named(laid)[3] == {"9H"}


def test_none_laid_counts_all_ten_when_said_and_under_declared():
    assert judge_knock(RULES, None, knock(SIX, melds=())).deadwood == 72
    assert judge_knock(DECLARED, None, knock(SIX)).deadwood == 72
    with pytest.raises(Illegal) as refusal:
        judge_knock(DECLARED, 10, knock(SIX))
    assert refusal.value.code == "illegal_knock"


def test_a_count_is_enough():
    assert judge_knock(RULES, 10, knock(count=8)).deadwood == 8
    assert judge_knock(RULES, 10, knock(count=0)).deadwood == 0
    assert judge_knock(RULES, 10, knock(call="gin")).deadwood == 0
    assert judge_knock(BIG_GIN, 10, knock(call="big_gin")).deadwood == 0


def test_a_count_with_cards_says_which_spread_was_laid():
    hand = "4C 5C 6C 7C 9D 9H 9S KD KH KS"
    assert judge_knock(RULES, 10, knock(hand)).deadwood == 0
    laid = judge_knock(RULES, 10, knock(hand, count=4))
    assert named(laid)[3] == {"4C"}


def test_the_limit_is_not_judged_while_it_is_not_known():
    assert judge_knock(RULES, None, knock(count=40)).deadwood == 40


def test_zero_is_gin_whatever_was_called():
    laid = judge_knock(RULES, 0, knock(GIN, call="knock"))
    assert laid.deadwood == 0


def test_eleven_melded_cards_are_big_gin_called_or_not():
    for play in (knock(BIG), knock(BIG, call="big_gin")):
        laid = judge_knock(BIG_GIN, 10, play)
        assert is_big_gin(play)
        assert all_melded(play, laid)
        assert laid.deadwood == 0
        assert laid.loose == ()


def test_all_melded_is_told_from_gin_and_from_the_call_alone():
    assert not all_melded(knock(GIN), judge_knock(RULES, 10, knock(GIN)))
    by_call = knock(call="big_gin")
    assert all_melded(by_call, judge_knock(BIG_GIN, 10, by_call))
    assert not all_melded(knock(count=0), judge_knock(RULES, 10, knock(count=0)))


def test_a_knock_of_nothing_is_unreadable():
    for play in (knock(), knock(call="knock")):
        with pytest.raises(Unreadable) as refusal:
            judge_knock(RULES, 10, play)
        assert refusal.value.code == "knock_needs"


def test_melds_without_cards_are_unreadable():
    with pytest.raises(Unreadable) as refusal:
        judge_knock(RULES, 10, knock(count=6, melds=SPREAD))
    assert refusal.value.code == "cards_needed"


def test_a_meld_of_a_card_not_held_is_impossible():
    with pytest.raises(Impossible) as refusal:
        judge_knock(RULES, 10, knock(SIX, melds=melds("TH JH QH KH")))
    assert refusal.value.code == "card_not_held"
    assert "KH" in refusal.value.detail


def test_a_discard_still_in_the_hand_is_impossible():
    with pytest.raises(Impossible) as refusal:
        judge_knock(RULES, 10, knock(SIX, discard=cards("6D")[0]))
    assert refusal.value.code == "card_twice"
    assert judge_knock(RULES, 10, knock(SIX, discard=cards("KD")[0])).deadwood == 6


@pytest.mark.parametrize(
    "play",
    [
        knock(BIG, call="gin"),
        knock(BIG, call="knock"),
        knock(GIN, call="big_gin"),
        knock(BIG, discard=cards("2C")[0]),
        Knock("A", discard=cards("2C")[0], call="big_gin"),
    ],
)
def test_big_gin_and_nothing_else_is_shown_with_eleven_cards(play):
    with pytest.raises(Impossible) as refusal:
        judge_knock(BIG_GIN, 10, play)
    assert refusal.value.code == "hand_size"
    assert refusal.value.violations[0].rule == "knock"


@pytest.mark.parametrize("count", [5, 7])
def test_a_count_that_no_spread_has_is_impossible(count):
    with pytest.raises(Impossible) as refusal:
        judge_knock(RULES, 10, knock(SIX, count=count))
    assert refusal.value.code == "count_differs"
    assert refusal.value.detail == f"counted {count}, but the cards leave 6"


def test_a_count_against_the_spread_as_laid_is_impossible():
    with pytest.raises(Impossible) as refusal:
        judge_knock(RULES, 10, knock(GIN, melds=SPREAD, count=0))
    assert refusal.value.code == "count_differs"


@pytest.mark.parametrize(
    ("laid", "wrong"),
    [
        (("7C 7D 7H", "4S 5S"), "4S 5S is neither a set nor a run"),
        (("7C 7D 6D",), "7C 7D 6D is neither a set nor a run"),
        (("7C 7D 7H", "7C 7D 7H"), "7C 7D 7H is used twice"),
    ],
)
def test_a_bad_spread_may_be_laid_again(laid, wrong):
    with pytest.raises(Illegal) as refusal:
        judge_knock(RULES, 10, knock(SIX, melds=melds(*laid)))
    assert refusal.value.code == "bad_spread"
    assert refusal.value.detail == wrong
    assert options(refusal) == [("respread", "house")]


ILLEGAL = [
    ("accept", "published"),
    ("play_on_exposed", "published"),
    ("forfeit_hand", "published"),
]


@pytest.mark.parametrize("play", [knock(SIX), knock(count=6), knock(SIX, call="knock")])
def test_more_deadwood_than_the_limit_is_an_illegal_knock(play):
    with pytest.raises(Illegal) as refusal:
        judge_knock(RULES, 5, play)
    assert codes(refusal) == ["illegal_knock"]
    assert options(refusal) == ILLEGAL
    assert judge_knock(RULES, 6, play).deadwood == 6


def test_straight_gin_knows_no_other_knock():
    with pytest.raises(Illegal) as refusal:
        judge_knock(RULES, 0, knock(count=1))
    assert codes(refusal) == ["illegal_knock"]


def test_gin_called_with_deadwood_within_the_limit_may_be_a_knock():
    for play in (knock(SIX, call="gin"), knock(count=6, call="gin")):
        with pytest.raises(Illegal) as refusal:
            judge_knock(RULES, 10, play)
        assert codes(refusal) == ["false_gin"]
        assert options(refusal) == [("as_knock", "house")]


def test_gin_called_with_deadwood_over_the_limit_is_an_illegal_knock_too():
    with pytest.raises(Illegal) as refusal:
        judge_knock(RULES, 5, knock(SIX, call="gin"))
    assert codes(refusal) == ["false_gin", "illegal_knock"]
    assert options(refusal) == ILLEGAL
    assert "deadwood of 6 (6D) is left" in refusal.value.detail


def test_big_gin_where_it_is_not_played():
    for play in (knock(BIG), knock(call="big_gin")):
        with pytest.raises(Illegal) as refusal:
            judge_knock(RULES, 10, play)
        assert codes(refusal) == ["big_gin_not_played"]
        assert options(refusal) == []


def test_eleven_cards_not_all_melded_are_false_big_gin():
    """The best ten count: 2C is thrown, or 9C where gin was a card away."""
    with pytest.raises(Illegal) as refusal:
        judge_knock(BIG_GIN, 10, knock("9C 7C 7D 7H 4S 5S 6S TH JH QH 2C"))
    assert codes(refusal) == ["false_gin"]
    assert "deadwood of 2 (2C) is left" in refusal.value.detail
    with pytest.raises(Illegal) as refusal:
        judge_knock(BIG_GIN, 10, knock("7C 7D 7H 4S 5S 6S 9H TH JH QH 2C"))
    assert refusal.value.detail == "big gin was called, but one card is left"
    with pytest.raises(Illegal) as refusal:
        judge_knock(BIG_GIN, 10, knock(count=5, call="big_gin"))
    assert codes(refusal) == ["false_gin"]
    assert "deadwood of 5 is left" in refusal.value.detail


def test_eleven_cards_laid_with_a_rest_lie_without_the_costliest():
    (laid,) = knock_spreads(BIG_GIN, knock(BIG, melds=melds("7C 7D 7H", "4S 5S 6S")))
    assert card_names(laid.loose) == ["9H", "JH", "QH", "KH"]
    assert laid.deadwood == 39
