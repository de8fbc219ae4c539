"""Melds, spreads, least deadwood and best discards."""

import pytest
from hypothesis import given

from referee.cards import card_names, mask_of
from referee.melds import (
    best_melds,
    discards,
    is_meld,
    least_deadwood,
    melds_in,
    spread_masks,
)
from referee.pack import CARDS_OF
from tests.referee import oracle
from tests.referee.hands import cards, hand_of, spreads


@pytest.mark.parametrize(
    "text",
    ["7C 7D 7H", "7S 7H 7D 7C", "AH 2H 3H", "3H AH 2H", "JS QS KS", "9D TD JD QD KD"],
)
def test_a_set_or_a_run_is_a_meld_in_any_order(text):
    assert is_meld(cards(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7C",
        "7C 7D",
        "7C 7D 8H",
        "QS KS AS",
        "KS AS 2S",
        "4H 5H 7H",
        "4H 5H 6D",
        "QH KH AD",
        "7C 7C 7D",
        "4H 5H 6H 6H",
    ],
)
def test_anything_else_is_no_meld(text):
    assert not is_meld(cards(text))


def test_a_run_does_not_go_on_from_a_king_of_one_suit_to_an_ace_of_the_next():
    assert not is_meld(cards("QC KC AD"))


def test_the_pack_has_65_sets_and_264_runs():
    assert len(CARDS_OF) == 65 + 264
    assert set(melds_in((1 << 52) - 1)) == set(CARDS_OF)


def test_melds_come_in_one_order_sets_first():
    found = melds_in(mask_of(cards("7C 7D 7H 7S 5D 6D 8D")))
    assert found[:5] == tuple(
        mask_of(cards(text))
        for text in ("7C 7D 7H 7S", "7C 7D 7H", "7C 7D 7S", "7C 7H 7S", "7D 7H 7S")
    )
    assert found[5:] == tuple(
        mask_of(cards(text)) for text in ("5D 6D 7D 8D", "5D 6D 7D", "6D 7D 8D")
    )


def test_best_melds_say_how_the_cards_lie():
    best = best_melds(cards("9D 7S 4H QD 7H 8D 7D 5H 6H KC"))
    assert [card_names(meld) for meld in best.melds] == [
        ["7D", "8D", "9D"],
        ["4H", "5H", "6H", "7H"],
    ]
    assert card_names(best.loose) == ["7S", "QD", "KC"]
    assert best.deadwood == 27


def test_a_hand_without_meld_is_all_loose_by_rank():
    best = best_melds(cards("KC 2S TD 5H 8C"))
    assert best.melds == ()
    assert card_names(best.loose) == ["2S", "5H", "8C", "TD", "KC"]
    assert best.deadwood == 35


def test_no_cards_are_no_deadwood():
    assert best_melds(()).deadwood == 0
    assert spread_masks(0) == ((),)


def test_a_long_run_stays_whole_and_a_set_has_all_four():
    best = best_melds(cards("3H 4H 5H 6H 7H 8H 9C 9D 9H 9S"))
    assert [card_names(meld) for meld in best.melds] == [
        ["9C", "9D", "9H", "9S"],
        ["3H", "4H", "5H", "6H", "7H", "8H"],
    ]


def test_eleven_cards_can_all_be_melded():
    assert best_melds(cards("AS 2S 3S 4S 7C 7D 7H TH JH QH KH")).deadwood == 0


def test_every_legal_spread_is_there_also_none_at_all():
    laid = {spread.melds for spread in spreads(cards("4H 5H 6H 7H"))}
    assert laid == {
        (cards("4H 5H 6H 7H"),),
        (cards("4H 5H 6H"),),
        (cards("5H 6H 7H"),),
        (),
    }


def test_discards_are_sorted_and_leave_out_the_card_taken():
    hand = cards("AS 2S 3S 4S 7C 7D 7H TH JH QH KH")
    best = [card for card, left in discards(hand) if left == 0]
    assert card_names(best) == ["TH", "KH", "AS", "4S"]
    others = discards(hand, taken=cards("AS")[0])
    assert len(others) == 10
    assert cards("AS")[0] not in dict(others)
    assert [left for _, left in others] == sorted(left for _, left in others)


@given(hand_of(10))
def test_least_deadwood_is_that_of_trying_everything(hand):
    best = best_melds(hand)
    assert best.deadwood == least_deadwood(mask_of(hand))
    assert best.deadwood == oracle.deadwood(card_names(hand))
    assert all(is_meld(meld) for meld in best.melds)
    assert sorted([*best.loose, *sum(best.melds, ())]) == sorted(hand)


@given(hand_of(11))
def test_eleven_cards_too(hand):
    names = card_names(hand)
    assert best_melds(hand).deadwood == oracle.deadwood(names)
    for card, left in discards(hand)[::5]:
        rest = [other for other in hand if other != card]
        assert left == oracle.deadwood(card_names(rest))


@given(hand_of(10))
def test_spreads_are_those_of_trying_everything(hand):
    found = [
        frozenset(frozenset(card_names(meld)) for meld in spread.melds)
        for spread in spreads(hand)
    ]
    tried = {frozenset(laid) for laid, _ in oracle.spreads(frozenset(card_names(hand)))}
    assert len(found) == len(set(found))
    assert set(found) == tried


@given(hand_of(10))
def test_the_best_melds_are_the_first_of_the_least_spreads(hand):
    assert best_melds(hand) == min(spreads(hand), key=lambda spread: spread.deadwood)
