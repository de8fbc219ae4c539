"""Reported cases about one hand's cards or counts; named by their number."""

from itertools import permutations

import pytest

from referee.cards import card_name, card_names, card_points, mask_of
from referee.errors import Illegal
from referee.knocks import judge_knock
from referee.layoffs import best_defence
from referee.melds import best_melds, discards
from referee.rules import Rules
from referee.showdown import settle
from tests.referee.hands import cards, knock, layoffs, melds, show, spreads
from tests.referee.reports import report

RULES = Rules()

SIDES = {"knocker": "knocker", "opponent": "defender"}


def names_of(arrangement):
    return {" ".join(sorted(card_names(meld))) for meld in arrangement.melds}


def check_hand(number):
    """A hand's least deadwood, its melds, and whether another way is as good."""
    given, right = report(number)
    hand = cards(given["hand"])
    best = best_melds(hand)
    assert best.deadwood == right["deadwood"]
    assert names_of(best) == {
        " ".join(sorted(meld.split())) for meld in right["best_melds"]
    }
    least = [s for s in spreads(hand) if s.deadwood == best.deadwood]
    assert len(least) == right["equally_good"]


def check_showdown(number):
    """Both hands shown: the result, both deadwoods, who scores and how much."""
    given, right = report(number)
    declared = given.get("knocker_melds_declared")
    laid = None if declared is None else melds(*declared)
    mine = knock(given["knocker_hand_after_discard"], melds=laid)
    judge_knock(RULES, 10, mine)
    end = settle(RULES, None, mine, show(given["defender_hand"]))
    assert (end.result, end.winner, end.points) == (
        right["result"],
        SIDES[right["scorer"]],
        right["points"],
    )
    assert end.knock.deadwood == right["knocker_deadwood"]
    assert end.defence.deadwood == right["defender_deadwood"]
    own = best_melds(cards(given["defender_hand"]))
    assert own.deadwood == right["defender_deadwood_before_layoff"]
    return end, right


@pytest.mark.parametrize("number", [1, 2])
def test_reports_1_2_gin_is_found_among_melds_that_share_cards(number):
    check_hand(number)
    given, right = report(number)
    laid = judge_knock(RULES, 10, knock(given["hand"], call="gin"))
    assert (laid.deadwood == 0) == right["gin"]


def test_report_6_a_run_that_has_grown_takes_the_next_card():
    end, right = check_showdown(6)
    grown = {
        "5H": "5H-7H",
        "4H": "4H-7H",
    }
    onto = end.knock.melds[end.defence.layoffs[0].onto]
    found = []
    for lay in end.defence.layoffs:
        low = card_name(min(onto))
        found.append(f"{card_name(lay.card)} onto {grown[low]}")
        onto = (lay.card, *onto)
    assert found == right["layoff_sequence"]


def test_report_6_both_orders_give_the_same_and_one_alone_is_refused():
    given, right = report(6)
    mine = knock(given["knocker_hand_after_discard"], melds=melds("5H 6H 7H"))
    for order in permutations(layoffs(("4H", 0), ("3H", 0))):
        answer = show(given["defender_hand"], layoffs=order)
        end = settle(RULES, None, mine, answer)
        assert end.defence.deadwood == right["defender_deadwood"]
    alone = show(given["defender_hand"], layoffs=layoffs(("3H", 0)))
    with pytest.raises(Illegal) as refusal:
        settle(RULES, None, mine, alone)
    assert refusal.value.code == "bad_layoff"


def test_report_13_a_hand_without_any_meld_is_scored():
    check_hand(13)


def test_report_16_the_hands_are_compared_so_an_undercut_pays_the_defender():
    check_showdown(16)


def test_report_35_cards_are_laid_off_where_they_take_most():
    end, _ = check_showdown(35)
    laid = {(card_name(lay.card), lay.onto) for lay in end.defence.layoffs}
    run = end.knock.melds.index(cards("JS QS KS"))
    assert laid == {("TS", run), ("9S", run)}


@pytest.mark.parametrize("number", [39, 41, 43, 63, 64, 66])
def test_reports_39_41_43_63_64_66_sets_and_runs_are_chosen_together(number):
    check_hand(number)
    _, right = report(number)
    assert best_melds(cards(report(number)[0]["hand"])).deadwood != right.get(
        "wrong_value"
    )


@pytest.mark.parametrize("number", [1, 2, 64, 66])
def test_reports_64_66_the_knock_is_legal_or_not(number):
    given, right = report(number)
    if right["knock_legal"]:
        judge_knock(RULES, 10, knock(given["hand"]))
    else:
        with pytest.raises(Illegal) as refusal:
            judge_knock(RULES, 10, knock(given["hand"]))
        assert refusal.value.code == "illegal_knock"


def test_report_44_eleven_cards_are_no_knock_without_a_discard():
    given, right = report(44)
    hand = given["hand_11_cards"]
    with pytest.raises(Illegal) as refusal:
        judge_knock(RULES, 10, knock(hand))
    assert refusal.value.code == "big_gin_not_played"
    left = {card_name(card): count for card, count in discards(cards(hand))}
    for card, count in right["with_discard"].items():
        assert left[card] == count
    legal = {card for card, count in left.items() if count <= 10}
    assert legal == set(right["legal_knock_discards"])


def test_report_45_eleven_melded_cards_are_big_gin():
    given, right = report(45)
    rules = Rules(big_gin_bonus=given["rules"]["big_gin_bonus"])
    mine = knock(given["hand_11_cards"])
    assert judge_knock(rules, 10, mine).deadwood == right["deadwood_11"]
    end = settle(rules, None, mine, show(count=given["defender_deadwood"]))
    assert (end.result, end.points) == (right["result"], right["points"])


def test_report_49_a_defender_with_nothing_left_undercuts_and_has_no_gin():
    end, right = check_showdown(49)
    assert end.bonus == RULES.undercut_bonus
    assert right["gin_bonus_paid"] is False


def test_report_56_some_discards_keep_gin_and_eleven_melded_cards_need_none():
    given, right = report(56)
    hand = given["hand_11_cards"]
    mine = knock(hand, call="big_gin")
    assert judge_knock(Rules(big_gin_bonus=31), 10, mine).deadwood == 0
    keep = {card_name(card) for card, count in discards(cards(hand)) if count == 0}
    assert keep == set(right["discards_that_keep_gin"])


def test_report_57_the_knockers_spread_decides_what_can_be_laid_off():
    check_showdown(57)
    given, right = report(57)
    for way in right["by_knocker_arrangement"]:
        mine = knock(given["knocker_hand_after_discard"], melds=melds(*way["melds"]))
        end = settle(RULES, None, mine, show(given["defender_hand"]))
        assert end.defence.deadwood == way["defender_deadwood"]
        assert end.points == way["points"]


@pytest.mark.parametrize("number", [59, 60, 62])
def test_reports_59_60_62_own_melds_and_lay_offs_are_settled_together(number):
    end, right = check_showdown(number)
    assert end.defence.deadwood != right["wrong_value"]["defender_deadwood"]


def test_report_67_nothing_is_laid_off_on_gin():
    end, right = check_showdown(67)
    assert len(end.defence.layoffs) == right["layoffs_allowed"]


def test_report_68_a_card_is_tried_again_after_the_run_has_grown():
    check_showdown(68)


def test_report_136_the_order_of_cards_never_matters():
    assert report(136)[1]["same_deadwood_for_every_order"]
    onto = melds("5H 6H 7H", "9C 9D 9S")
    hand = cards("4H 3H 8H 9H KD 2C 2D")
    found = {best_defence(order, onto).deadwood for order in permutations(hand)}
    assert found == {sum(map(card_points, cards("KD 2C 2D")))}
    own = cards("7S 7H 7D 7C 8S 9S 2H")
    assert len({best_melds(order) for order in permutations(own)}) == 1
    assert mask_of(hand) == mask_of(reversed(hand))
