"""Deal, pass, draw, discard, and the wall."""

import pytest

from referee.cards import card_names, parse_card
from referee.game.lines import lines_of
from tests.referee.table import (
    Table,
    deal,
    discard,
    knock,
    options_of,
    passed,
    ruling,
    show,
    stock,
    take,
)

A_HAND = "AC 2C 3C 4D 5D 6D 7H 8H 9H JS"
B_HAND = "JC QC KC JD QD KD JH QH KH TS"


def dealt(rules="jpgames", **more) -> Table:
    """A table after a deal by B with the upcard 2S."""
    table = Table(rules)
    table(deal(upcard="2S", **more))
    return table


def played_out(rules="jpgames", *, draws: int = 28) -> Table:
    """A table after so many unnamed draws from the stock, each with its discard."""
    table = dealt(rules)
    table(passed("A"), passed("B"))
    names = [r + s for s in "CDH" for r in "A23456789TJQK"]
    for turn in range(draws):
        player = "AB"[turn % 2]
        table(stock(player), discard(player, names[turn]))
    return table


def test_a_deal_opens_the_upcard_to_the_non_dealer():
    table = dealt()
    hand = table.hand
    assert (hand.phase, hand.to_act, hand.stock) == ("upcard", "A", 31)
    assert hand.pile == (parse_card("2S"),)


def test_who_dealt_is_a_fact_of_the_table():
    table = Table(first_dealer="B")
    table(deal(dealer="A", upcard="2S"))
    assert (table.hand.dealer, table.hand.to_act) == ("A", "B")


def test_a_second_deal_is_refused():
    assert dealt().refused(deal()).code == "wrong_phase"


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        ("jpgames", {"A": f"{A_HAND} 4C"}),
        ({"deal": "eleven"}, {"A": A_HAND}),
        ({"deal": "eleven"}, {"B": f"{B_HAND} 4C"}),
    ],
)
def test_a_wrong_number_of_cards_dealt_is_impossible(rules, hands):
    assert Table(rules).refused(deal(hands=hands)).code == "hand_size"


def test_non_dealer_then_dealer_may_pass_and_the_stock_must_follow():
    table = dealt()
    table(passed("A"))
    assert (table.hand.phase, table.hand.to_act) == ("upcard", "B")
    table(passed("B"))
    assert (table.hand.phase, table.hand.to_act) == ("draw", "A")
    refusal = table.refused(take("A"))
    assert refusal.code == "upcard_refused"
    assert refusal.violations[0].entries == (3, 4)
    table(stock("A"), discard("A", "KD"))
    assert table.hand.to_act == "B"
    table(take("B"))
    assert table.hand.taken == parse_card("KD")


def test_who_takes_the_upcard_discards_and_play_goes_on():
    table = dealt()
    table(take("A"), discard("A", "KD"))
    assert (table.hand.phase, table.hand.to_act) == ("draw", "B")
    assert table.hand.stock == 31


def test_the_dealer_may_take_the_upcard_after_a_pass():
    table = dealt()
    table(passed("A"), take("B"), discard("B", "9C"))
    assert table.hand.to_act == "A"


def test_eleven_cards_begin_with_a_discard_of_the_non_dealer():
    table = Table({"deal": "eleven"})
    table(deal(hands={"A": f"{A_HAND} KS"}))
    assert (table.hand.phase, table.hand.to_act) == ("discard", "A")
    assert table.refused(take("A")).code == "empty_pile"
    table(discard("A", "KS"))
    assert (table.hand.phase, table.hand.to_act) == ("draw", "B")
    table(stock("B"), discard("B", "9S"))
    assert (table.hand.phase, table.hand.to_act) == ("draw", "A")


def test_a_card_just_taken_may_not_be_thrown_back():
    table = dealt()
    table(take("A"))
    refusal = table.refused(discard("A", "2S"))
    assert refusal.code == "throw_back"
    assert options_of(refusal) == ["take_back", "stand"]


def test_it_may_the_turn_after():
    table = dealt()
    table(take("A"), discard("A", "KD"), stock("B"), discard("B", "3C"))
    table(stock("A"), discard("A", "2S"))


def test_throw_back_is_a_rule():
    table = dealt({"throw_back": "allowed"})
    table(take("A"), discard("A", "2S"))
    assert table.hand.to_act == "B"


def test_a_card_just_drawn_from_the_stock_may_be_discarded():
    table = dealt()
    table(passed("A"), passed("B"), stock("A", "7S"), discard("A", "7S"))


def test_a_knock_may_not_discard_the_card_just_taken():
    table = dealt()
    table(take("A"))
    assert table.refused(knock("A", 4, discard="2S")).code == "throw_back"
    table(knock("A", 4, discard="2S", ruling=ruling("stand")))
    assert table.hand.phase == "show"


def test_a_knock_thrown_back_can_be_taken_back():
    table = dealt()
    table(take("A"))
    names = table(knock("A", 4, discard="2S", ruling=ruling("take_back")))
    assert names == ["IrregularityRuled"]
    assert (table.hand.phase, table.hand.to_act) == ("discard", "A")


@pytest.mark.parametrize(
    "play", [passed("B"), stock("B"), take("B"), discard("B", "9C"), knock("B", 5)]
)
def test_out_of_turn_is_refused(play):
    assert dealt().refused(play).code == "out_of_turn"


def test_drawing_before_the_upcard_is_refused_by_both_is_out_of_turn():
    refusal = dealt().refused(stock("A"))
    assert refusal.code == "out_of_turn"
    assert options_of(refusal) == ["stand", "take_back"]


def test_a_discard_before_a_draw_is_refused():
    table = dealt()
    table(passed("A"), passed("B"))
    assert table.refused(discard("A", "9C")).code == "must_draw"
    assert table.refused(passed("A")).code == "wrong_phase"


def test_a_second_draw_is_one_card_too_many():
    table = dealt()
    table(take("A"))
    refusal = table.refused(stock("A"))
    assert refusal.code == "drew_two"
    assert options_of(refusal) == ["extra_to_pile", "new_deal"]


@pytest.mark.parametrize("play", [stock("A"), discard("A", "9C")])
def test_nobody_draws_or_discards_before_the_deal_or_untracked(play):
    table = Table()
    assert table.refused(play).code == "wrong_phase"
    table(deal(upcard="2S"), {"type": "untrack"})
    assert table.refused(play).code == "not_tracked"


def test_two_cards_left_in_the_stock_end_the_hand():
    table = played_out()
    assert table.hand.stock == 3
    names = table(stock("A"), discard("A", "5H"))
    assert names[-1] == "HandVoided"
    assert table.game.hands[0].void.cause == "wall"
    assert table.hand.dealer == "B"


def test_taking_discards_does_not_shorten_the_stock():
    table = played_out(draws=2)
    table(take("A"), discard("A", "KS"))
    assert table.hand.stock == 29


def test_a_knock_at_the_wall_is_a_knock():
    table = played_out()
    table(stock("A"), knock("A", 5, discard="5H"))
    assert table.hand.phase == "show"


def test_void_hands_may_change_the_dealer():
    table = played_out({"void_dealer": "alternate"})
    table(stock("A"), discard("A", "5H"))
    assert table.hand.dealer == "A"


class TestLastDiscard:
    """``stock_end: last_discard``: one more turn, only to knock."""

    def table(self) -> Table:
        table = played_out({"stock_end": "last_discard"})
        table(stock("A"), discard("A", "5H"))
        return table

    def test_the_opponent_may_take_it_or_pass(self):
        hand = self.table().hand
        assert (hand.phase, hand.to_act, hand.stock) == ("draw", "B", 2)
        assert hand.last_chance

    def test_passing_voids_the_hand(self):
        table = self.table()
        assert table(passed("B")) == ["UpcardPassed", "HandVoided"]
        assert table.game.hands[0].void.cause == "declined"

    def test_the_stock_is_closed(self):
        assert self.table().refused(stock("B")).code == "stock_closed"

    def test_taking_it_only_to_knock(self):
        table = self.table()
        table(take("B"))
        assert table.refused(discard("B", "KS")).code == "must_knock"
        assert table.refused(knock("B", 3, discard="5H")).code == "throw_back"
        table(knock("B", 3, discard="KS"), show("A", 10))
        assert table.score() == ("knock", "B", 7)


def test_a_hand_is_thrown_in_by_agreement_before_a_knock_only():
    table = Table()
    assert table({"type": "void", "reason": "rain"}) == ["HandDealt", "HandVoided"]
    assert lines_of(table.game)[0].note == "rain"
    table(deal(), {"type": "void"}, knock("A", 5))
    assert table.refused({"type": "void"}).code == "void_after_knock"


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [("alternate", "BAB"), ("winner", "BAA"), ("loser", "BBB")],
)
def test_who_deals_next_is_a_rule(rule, dealers):
    table = Table({"next_dealer": rule})
    table(knock("A", 5), show("B", 10), knock("A", 5), show("B", 10))
    assert [h.dealer for h in (*table.game.hands, table.hand)] == list(dealers)


def test_a_line_names_the_entry_that_ended_its_hand():
    table = Table()
    table(deal(), {"type": "void"})
    assert lines_of(table.game)[0].entry == 3


def test_untrack_ends_turns_once():
    table = Table()
    assert table.refused({"type": "untrack"}).code == "not_tracked"
    table(deal(upcard="2S"), {"type": "untrack"})
    assert (table.hand.phase, table.hand.to_act) == ("open", None)
    assert table.refused({"type": "untrack"}).code == "not_tracked"
    table(knock("B", 4), show("A", 9))
    assert table.score() == ("knock", "B", 5)


def test_turns_survive_a_restart():
    """Reports 53 and 73: the turn comes from the log, and belongs to one player."""
    table = Table(first_dealer="A")
    table(deal(upcard="2S"), passed("B"), passed("A"), stock("B"))
    assert (table.hand.to_act, table.hand.held) == ("B", {"A": 10, "B": 11})


def test_the_discard_of_a_knock_lies_on_the_pile_where_turns_are_recorded():
    table = Table()
    table(deal(upcard="2S"), take("A"), knock("A", 4, discard="KS"))
    assert card_names(table.hand.pile) == ["KS"]

    untold = Table()
    untold(deal(upcard="2S"), take("A"), knock("A", 4))
    assert untold.hand.pile == ()

    by_counts = Table()
    by_counts(knock("A", 4, discard="KS"))
    assert by_counts.hand.pile == ()


def test_play_that_goes_on_after_an_illegal_knock_finds_its_discard_once():
    table = Table()
    chosen = ruling("play_on_exposed")
    table(deal(upcard="2S"), take("A"))
    table(knock("A", 12, discard="KS", ruling=chosen))
    assert card_names(table.hand.pile) == ["KS"]
    table(take("B"), discard("B", "3D"), take("A"), knock("A", 13, ruling=chosen))
    assert table.hand.pile == (None,)
