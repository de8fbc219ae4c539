"""The defender's joint optimum of own melds and lay-offs."""

from hypothesis import given
from hypothesis import strategies as st

from referee.cards import card_names, card_points, mask_of
from referee.game.events import Laid
from referee.layoffs import (
    best_defence,
    fits,
    in_order,
    joint_best,
    least_after_layoffs,
)
from referee.melds import is_meld
from tests.referee import oracle
from tests.referee.hands import cards, layoffs, melds, named, spreads, two_hands


def test_the_fourth_card_goes_on_a_set_and_either_end_on_a_run():
    onto = melds("9C 9D 9S", "5H 6H 7H")
    answer = best_defence(cards("9H 4H 8H KC QD 2S"), onto)
    assert named(answer) == (
        22,
        set(),
        [("4H", 1), ("8H", 1), ("9H", 1)],
        {"2S", "QD", "KC"},
    )


def test_a_chain_goes_on_card_by_card():
    answer = best_defence(cards("3H 4H KC QS"), melds("5H 6H 7H"))
    assert named(answer) == (20, set(), [("4H", 0), ("3H", 0)], {"QS", "KC"})


def test_a_chain_of_three_is_an_own_meld_rather():
    answer = best_defence(cards("8H 9H TH KC"), melds("5H 6H 7H"))
    assert named(answer) == (10, {"8H 9H TH"}, [], {"KC"})


def test_a_gap_ends_the_chain():
    answer = best_defence(cards("9H KC"), melds("5H 6H 7H"))
    assert named(answer) == (19, set(), [], {"9H", "KC"})


def test_nothing_goes_below_the_ace_or_above_the_king():
    answer = best_defence(cards("KD AS 4C TD"), melds("AD 2D 3D", "JC QC KC"))
    assert answer.layoffs == ()
    assert answer.deadwood == 25


def test_a_set_of_four_and_loose_cards_take_nothing():
    answer = best_defence(cards("8D 2C"), melds("7C 7D 7H 7S"))
    assert answer.layoffs == ()


def test_an_own_meld_is_broken_to_lay_off_more():
    """Three queens kept would leave QC's neighbour KC in the hand."""
    onto = melds("4S 5S 6S", "8C 8D 8S", "9C TC JC")
    answer = best_defence(cards("2H 5D 7H 9D JH KC QC QD QH QS"), onto)
    assert named(answer) == (
        33,
        {"QD QH QS"},
        [("QC", 2), ("KC", 2)],
        {"2H", "5D", "7H", "9D", "JH"},
    )


def test_a_card_that_fits_set_and_run_stays_the_link_of_its_chain():
    answer = best_defence(cards("8H 9H"), melds("8C 8D 8S", "5H 6H 7H"))
    assert named(answer) == (0, set(), [("8H", 1), ("9H", 1)], set())


def test_a_fourth_card_is_kept_for_an_own_run_where_that_is_worth_more():
    answer = best_defence(cards("8H 9H TH"), melds("8C 8D 8S"))
    assert named(answer) == (0, {"8H 9H TH"}, [], set())


def test_four_of_a_kind_are_kept_where_another_set_takes_the_link_of_the_chain():
    answer = best_defence(cards("7C 7D 7H 8C 8D 8H 8S KC"), melds("4H 5H 6H"))
    assert named(answer) == (10, {"7C 7D 7H", "8C 8D 8H 8S"}, [], {"KC"})
    hand, run = mask_of(cards("7C 7D 7H 8C 8D 8H 8S KC")), cards("4H 5H 6H")
    assert least_after_layoffs(hand, [mask_of(run)]) == 10


def test_melds_may_be_named_in_any_order():
    answer = best_defence(cards("8S 4D KC"), melds("8H 8C 8D", "7D 5D 6D"))
    assert named(answer) == (10, set(), [("8S", 0), ("4D", 1)], {"KC"})


def test_two_runs_of_one_suit_can_be_joined():
    answer = best_defence(cards("6H 7H KC"), melds("3H 4H 5H", "8H 9H TH"))
    assert named(answer) == (10, set(), [("6H", 0), ("7H", 0)], {"KC"})


def test_an_own_set_may_cut_the_chain_between_two_runs():
    onto = melds("3H 4H 5H", "8H 9H TH")
    answer = best_defence(cards("6C 6D 6H 7H KC"), onto)
    assert named(answer) == (10, {"6C 6D 6H"}, [("7H", 1)], {"KC"})


def test_an_ace_goes_only_on_a_run_of_its_own_suit():
    answer = best_defence(cards("AC KH"), melds("AD 2D 3D", "2C 3C 4C"))
    assert named(answer) == (10, set(), [("AC", 1)], {"KH"})
    answer = best_defence(cards("KC TH"), melds("AD 2D 3D", "TC JC QC"))
    assert named(answer) == (10, set(), [("KC", 1)], {"TH"})


def test_with_own_melds_given_fourth_cards_and_chains_go():
    hand, onto = cards("9H 4H 3H KC KD KS 2C"), melds("9C 9D 9S", "5H 6H 7H")
    answer = best_defence(hand, onto, melds=melds("KC KD KS"))
    assert named(answer) == (
        2,
        {"KC KD KS"},
        [("9H", 0), ("4H", 1), ("3H", 1)],
        {"2C"},
    )


def test_own_melds_given_stand_and_only_lay_offs_are_worked_out():
    hand, onto = cards("QC QD QH QS KC 2H"), melds("9C TC JC")
    assert best_defence(hand, onto).deadwood == 2
    given_melds = melds("QC QD QH QS")
    answer = best_defence(hand, onto, melds=given_melds)
    assert named(answer) == (12, {"QC QD QH QS"}, [], {"2H", "KC"})
    answer = best_defence(hand, onto, melds=())
    assert named(answer)[2] == [("QC", 0), ("KC", 0)]
    assert answer.deadwood == 32


def test_lay_offs_given_stand_and_only_own_melds_are_worked_out():
    hand, onto = cards("QC QD QH QS KC 2H"), melds("9C TC JC")
    answer = best_defence(hand, onto, layoffs=())
    assert named(answer) == (12, {"QC QD QH QS"}, [], {"2H", "KC"})
    answer = best_defence(hand, onto, layoffs=layoffs(("KC", 0), ("QC", 0)))
    assert named(answer) == (2, {"QD QH QS"}, [("QC", 0), ("KC", 0)], {"2H"})


def test_all_that_is_given_stands():
    hand, onto = cards("QC QD QH QS KC 2H"), melds("9C TC JC")
    answer = best_defence(hand, onto, melds=(), layoffs=layoffs(("QC", 0)))
    assert named(answer) == (42, set(), [("QC", 0)], {"2H", "QD", "QH", "QS", "KC"})


def test_cards_fit_together_in_some_order():
    assert fits(cards("5H 6H 7H"), cards("3H 4H"))
    assert not fits(cards("5H 6H 7H"), cards("3H"))
    assert not fits(cards("7C 7D 7H 7S"), cards("8D"))


def test_lay_offs_are_put_into_an_order_that_can_be_played():
    onto = melds("9C 9D 9S", "5H 6H 7H")
    mixed = layoffs(("3H", 1), ("9H", 0), ("8H", 1), ("4H", 1))
    assert in_order(mixed, onto) == layoffs(("9H", 0), ("4H", 1), ("3H", 1), ("8H", 1))


def played_one_by_one(answer: Laid, onto: tuple) -> bool:
    """Whether each lay-off is legal when it is played."""
    grown = list(onto)
    for lay in answer.layoffs:
        grown[lay.onto] = (*grown[lay.onto], lay.card)
        if not is_meld(grown[lay.onto]):
            return False
    return True


@given(two_hands, st.integers(0, 10**6))
def test_the_joint_optimum_is_that_of_trying_everything(hands, pick):
    knocker, defender = hands
    legal = spreads(knocker)
    onto = legal[pick % len(legal)].melds
    answer = best_defence(defender, onto)
    least = least_after_layoffs(mask_of(defender), map(mask_of, onto))
    assert answer.deadwood == least == sum(map(card_points, answer.loose))
    assert joint_best(mask_of(defender), [*map(mask_of, onto)])[2] == least
    assert least == oracle.defence(card_names(defender), map(card_names, onto))
    assert played_one_by_one(answer, onto)
    used = [
        *answer.loose,
        *sum(answer.melds, ()),
        *(lay.card for lay in answer.layoffs),
    ]
    assert sorted(used) == sorted(defender)
    assert all(is_meld(meld) for meld in answer.melds)


@given(two_hands, st.integers(0, 10**6), st.randoms())
def test_the_order_of_the_cards_never_matters(hands, pick, random):
    knocker, defender = hands
    legal = spreads(knocker)
    onto = legal[pick % len(legal)].melds
    mixed = random.sample(defender, len(defender))
    assert best_defence(mixed, onto) == best_defence(defender, onto)


def test_among_equal_answers_the_one_with_the_fewest_layoffs():
    """Four sevens of one's own, rather than three and chains on the knocker's run."""
    hand = cards("9S 7H 7C 8S 3C QC 7S 5H 7D 8D")
    laid = best_defence(hand, (cards("TS JS QS KS"),))
    assert laid.layoffs == ()
