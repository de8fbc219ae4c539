"""Every irregularity and each of its options, with the effect on what follows."""

import pytest

from referee.cards import parse_card
from referee.irregularities import IRREGULARITIES
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

GIN = "AC 2C 3C 4D 5D 6D 7H 8H 9H TH"
TEN = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS"
TWELVE = "AC 2C 3C 4D 5D 6D 7H 8H TS 2S"
LOW = "JC JD JS QC QD QS KC KD KS 2D"


def running(rules="jpgames") -> Table:
    """A tracked hand: A is to draw after both passed the upcard 2H."""
    table = Table(rules)
    table(deal(upcard="2H"), passed("A"), passed("B"))
    return table


def rule(code, option, offender="A", **more):
    """A ``rule`` play chosen by both."""
    return {
        "type": "rule",
        "code": code,
        "offender": offender,
        "option": option,
        "chosen_by": "both",
        **more,
    }


class TestWrongCountEarly:
    def test_new_deal_keeps_the_dealer(self):
        table = Table({"void_dealer": "alternate"})
        table(deal(upcard="2H"), rule("wrong_count_early", "new_deal"))
        assert table.game.hands[0].void.cause == "ruling"
        assert (table.hand.number, table.hand.dealer) == (2, "B")

    def test_too_late_after_a_draw(self):
        table = running()
        table(stock("A"))
        refusal = table.refused(rule("wrong_count_early", "new_deal"))
        assert refusal.code == "wrong_phase"

    def test_both_passed_and_nobody_has_drawn(self):
        table = running()
        table(rule("wrong_count_early", "new_deal"))
        assert table.hand.number == 2

    def test_it_is_the_draw_of_who_holds_the_wrong_number_that_counts(self):
        table = running()
        table(stock("A"), discard("A", "9C"))
        refusal = table.refused(rule("wrong_count_early", "new_deal", "A"))
        assert refusal.code == "wrong_phase"
        table(rule("wrong_count_early", "new_deal", "B"))
        assert table.hand.number == 2


class TestWrongCountLate:
    def test_new_deal(self):
        table = running()
        table(stock("A"), discard("A", "9C"))
        table(rule("wrong_count_late", "new_deal"))
        assert table.hand.number == 2

    def test_who_is_short_only_draws_next_turn_and_may_not_knock_until_after(self):
        table = running()
        table(stock("A"), discard("A", "9C"), stock("B"), discard("B", "9D"))
        table(rule("wrong_count_late", "play_on", count=9))
        assert table.hand.stock == 30
        table(stock("A"))
        assert (table.hand.to_act, table.hand.phase) == ("B", "draw")
        table(stock("B"), discard("B", "9S"), stock("A"))
        assert (table.hand.to_act, table.hand.phase) == ("A", "discard")
        table(knock("A", 3))

    def test_who_is_long_only_discards_next_turn_and_may_not_knock(self):
        table = running()
        table(stock("A"), discard("A", "9C"), stock("B"), discard("B", "9D"))
        table(rule("wrong_count_late", "play_on", count=11))
        assert table.hand.stock == 28
        assert (table.hand.to_act, table.hand.phase) == ("A", "discard")
        assert table.refused(knock("A", 3)).code == "may_not_knock"
        assert table.refused(knock("A", 0)).code == "may_not_knock"
        table(discard("A", "9S"), stock("B"), discard("B", "8S"), stock("A"))
        table(knock("A", 3))

    def test_of_the_other_player_it_waits_for_that_turn(self):
        table = running()
        table(rule("wrong_count_late", "play_on", "B", count=11))
        assert table.hand.to_act == "A"
        table(stock("A"), discard("A", "9C"))
        assert (table.hand.to_act, table.hand.phase) == ("B", "discard")

    def test_found_after_drawing_the_short_one_is_done(self):
        table = running()
        table(stock("A"), rule("wrong_count_late", "play_on", count=10))
        assert (table.hand.to_act, table.hand.phase) == ("B", "draw")

    def test_found_after_drawing_the_long_one_discards_twice(self):
        table = running()
        table(stock("A"), rule("wrong_count_late", "play_on", count=12))
        table(discard("A", "9C"), stock("B"), discard("B", "8C"))
        assert (table.hand.to_act, table.hand.phase) == ("A", "discard")
        assert table.refused(knock("A", 3)).code == "may_not_knock"

    def test_needs_the_number_of_cards(self):
        table = running()
        for count in (None, 10, 12):
            more = {} if count is None else {"count": count}
            refusal = table.refused(rule("wrong_count_late", "play_on", **more))
            assert (refusal.code, refusal.status) == ("count_of_cards", 422)


class TestWrongCountAtKnock:
    def knocked(self) -> Table:
        table = Table()
        table(knock("A", 5))
        return table

    def test_nine_cards_are_refused_until_ruled(self):
        table = self.knocked()
        nine = " ".join(LOW.split()[:9])
        refusal = table.refused(show("B", 2, cards=nine))
        assert (refusal.code, refusal.status) == ("hand_size", 422)

    def test_a_short_defender_counts_ten_a_missing_card_and_no_bonus(self):
        table = self.knocked()
        table(rule("wrong_count_at_knock", "adjust", "B", count=9))
        assert table.refused(show("B", 2, held=10)).code == "hand_size"
        table(show("B", 2, held=9))
        assert table.score() == ("knock", "A", 7)
        assert table.game.hands[0].irregular

    def test_a_short_defender_who_still_wins_gets_no_undercut_bonus(self):
        table = Table({"knock_limit": 20})
        table(knock("A", 18), rule("wrong_count_at_knock", "adjust", "B", count=9))
        table(show("B", 0))
        assert table.score() == ("undercut", "B", 8)

    def test_a_long_defender_cannot_win(self):
        table = self.knocked()
        table(rule("wrong_count_at_knock", "adjust", "B", count=11), show("B", 2))
        assert table.score() == ("knock", "A", 0)

    def test_a_long_defender_loses_as_usual(self):
        table = self.knocked()
        table(rule("wrong_count_at_knock", "adjust", "B", count=11), show("B", 9))
        assert table.score() == ("knock", "A", 4)

    def test_the_show_says_how_many_cards_where_the_ruling_does_not(self):
        table = self.knocked()
        table(rule("wrong_count_at_knock", "adjust", "B"))
        for wrong in (show("B", 2), show("B", 2, held=10), show("B", 2, cards=LOW)):
            assert table.refused(wrong).code == "hand_size"
        nine = " ".join(LOW.split()[:9])
        assert table.refused(show("B", 2, held=11, cards=nine)).code == "hand_size"
        table(show("B", 2, held=9))
        assert table.score() == ("knock", "A", 7)

    def test_the_cards_shown_say_it_too_and_are_held_against_the_record(self):
        table = Table()
        table(deal(upcard="2S"), take("A"), knock("A", 0, discard="3S"))
        table(rule("wrong_count_at_knock", "adjust", "B"))
        eight = "JC JD JS QC QD QH KC KD"
        refusal = table.refused(show("B", cards=f"{eight} 3S"))
        assert (refusal.code, refusal.violations[0].entries) == (
            "contradiction",
            (4, 6),
        )
        table(show("B", cards=f"{eight} KH"))
        assert table.score() == ("gin", "A", 35)

    def test_a_long_hand_may_be_told_by_its_count(self):
        table = Table()
        table(deal(upcard="2S"), take("A"), knock("A", 5, discard="3S"))
        table(rule("wrong_count_at_knock", "adjust", "B"), show("B", 2, held=11))
        assert table.score() == ("knock", "A", 0)

    def test_a_knocker_forfeits_a_wrong_hand_however_many_cards_it_has(self):
        table = self.knocked()
        table(rule("wrong_count_at_knock", "adjust", "A"), show("B", 2))
        assert table.score() == ("illegal_knock", "B", 28)

    def test_a_knocker_with_a_wrong_hand_forfeits_it(self):
        table = self.knocked()
        table(rule("wrong_count_at_knock", "adjust", "A", count=11), show("B", 2))
        assert table.score() == ("illegal_knock", "B", 28)

    def test_new_deal(self):
        table = self.knocked()
        table(rule("wrong_count_at_knock", "new_deal"))
        assert table.game.hands[0].void.cause == "ruling"

    def test_only_while_a_knock_is_answered(self):
        refusal = Table().refused(rule("wrong_count_at_knock", "adjust", count=9))
        assert refusal.code == "wrong_phase"
        assert (
            self.knocked()
            .refused(rule("wrong_count_at_knock", "adjust", count=10))
            .code
            == "count_of_cards"
        )


class TestMisdeal:
    @pytest.mark.parametrize("first", [[], [deal()]])
    def test_new_deal(self, first):
        table = Table()
        table(*first, rule("misdeal", "new_deal"))
        assert (table.hand.number, table.hand.dealer) == (2, "B")

    def test_stand_before_the_deal(self):
        table = Table()
        table(rule("misdeal", "stand"), knock("A", 3), show("B", 9))
        assert table.score() == ("knock", "A", 6)

    def test_stand_after_the_deal(self):
        table = Table()
        table(deal(), rule("misdeal", "stand"))
        assert table.hand.phase == "upcard"
        assert table.hand.irregular

    def test_found_again_after_the_deal_with_eleven(self):
        table = Table({"deal": "eleven"})
        table(rule("misdeal", "stand"), deal(), rule("misdeal", "new_deal"))
        assert table.hand.number == 2
        table(deal(), discard("A", "9C"))
        assert table.refused(rule("misdeal", "stand")).code == "wrong_phase"

    def test_not_once_somebody_has_drawn(self):
        table = running()
        table(stock("A"))
        assert table.refused(rule("misdeal", "stand")).code == "wrong_phase"


def test_an_imperfect_pack_voids_the_hand_and_earlier_scores_stand():
    table = Table()
    table(knock("A", 3), show("B", 9), deal(upcard="2H"))
    table(rule("imperfect_pack", "void"))
    assert table.game.hands[1].void.cause == "ruling"
    assert table.score() == ("knock", "A", 6)


def test_an_imperfect_pack_is_found_when_hands_are_shown():
    table = Table()
    table(knock("A", 3), rule("imperfect_pack", "void"))
    assert table.game.hands[0].void.cause == "ruling"
    refusal = Table().refused(rule("imperfect_pack", "shrug"))
    assert refusal.code == "unknown_option"


@pytest.mark.parametrize(
    ("code", "option"), [("imperfect_pack", "void"), ("misdeal", "new_deal")]
)
def test_a_hand_that_only_a_ruling_ended_is_decided_again_with_the_rules(code, option):
    table = Table()
    table(rule(code, option))
    table({"type": "amend", "seq": 1, "rules": "bicycle"})
    assert table.game.hands[0].void.cause == "ruling"
    assert table.game.entries[2].play.code == code


class TestOutOfTurn:
    """``out_of_turn``: drew before the other's discard or refusal."""

    def test_take_back_records_the_ruling_and_not_the_play(self):
        table = running()
        names = table(stock("B", ruling=ruling("take_back")))
        assert names == ["IrregularityRuled"]
        assert (table.hand.stock, table.hand.to_act) == (31, "A")
        assert table.hand.irregular[0].event.play.player == "B"

    def test_stand_is_the_draw_of_the_next_turn(self):
        table = running()
        table(stock("A"), stock("B", ruling=ruling("stand")))
        assert (table.hand.to_act, table.hand.phase) == ("A", "discard")
        table(discard("A", "9C"))
        assert (table.hand.to_act, table.hand.phase) == ("B", "discard")
        table(discard("B", "9D"))
        assert (table.hand.to_act, table.hand.stock) == ("A", 29)

    def test_stand_before_the_other_has_drawn(self):
        table = running()
        table(stock("B", ruling=ruling("stand")), stock("A"), discard("A", "9C"))
        assert (table.hand.to_act, table.hand.phase) == ("B", "discard")

    def test_stand_while_the_upcard_is_offered(self):
        table = Table()
        table(deal(upcard="2H"), stock("A", ruling=ruling("stand")))
        assert (table.hand.to_act, table.hand.phase) == ("A", "discard")

    def test_stand_by_the_dealer_before_the_other_was_offered_it(self):
        table = Table()
        table(deal(upcard="2H"), stock("B", ruling=ruling("stand")))
        assert (table.hand.to_act, table.hand.phase) == ("B", "discard")

    def test_a_card_taken_early_may_not_be_thrown_back(self):
        table = running()
        table(stock("A"), take("B", ruling=ruling("stand")))
        assert table.hand.taken == parse_card("2H")

    @pytest.mark.parametrize("play", [discard("B", "9C"), passed("B")])
    def test_other_plays_can_only_be_taken_back(self, play):
        table = Table()
        table(deal(upcard="2H"))
        refusal = table.refused(play)
        assert options_of(refusal) == ["take_back"]
        assert table({**play, "ruling": ruling("take_back")}) == ["IrregularityRuled"]
        assert table.hand.to_act == "A"


class TestDrewTwo:
    def test_the_extra_card_goes_to_the_pile_and_no_knock_this_turn(self):
        table = running()
        table(stock("A"), stock("A", "9S", ruling=ruling("extra_to_pile")))
        hand = table.hand
        assert (hand.stock, hand.pile[-1]) == (29, parse_card("9S"))
        assert table.refused(knock("A", 3)).code == "may_not_knock"
        table(discard("A", "9C"), stock("B"), discard("B", "9D"), stock("A"))
        table(knock("A", 3))

    def test_gin_is_excepted(self):
        table = running()
        table(stock("A"), rule("drew_two", "extra_to_pile", cards="9S"))
        table(knock("A", 0))

    def test_a_second_card_from_the_pile_is_no_card_too_many(self):
        table = running()
        table(stock("A"))
        assert table.refused(take("A")).code == "must_discard"

    def test_new_deal(self):
        table = running()
        table(stock("A"), stock("A", ruling=ruling("new_deal")))
        assert table.hand.number == 2

    def test_one_card_only(self):
        table = running()
        refusal = table.refused(rule("drew_two", "extra_to_pile", cards="9S 9D"))
        assert refusal.code == "one_card"


class TestThrowBack:
    """``throw_back``: the card just taken is discarded."""

    def test_take_back(self):
        table = Table()
        table(deal(upcard="2H"), take("A"))
        names = table(discard("A", "2H", ruling=ruling("take_back")))
        assert names == ["IrregularityRuled"]
        table(discard("A", "9C"))

    def test_a_knock_lays_away_the_one_card_it_did_not_keep(self):
        table = Table()
        table(deal(upcard="2H"), take("A"))
        assert table.refused(knock("A", cards=TEN)).code == "throw_back"
        assert table.refused(knock("A", cards=TEN, discard="2H")).code == "throw_back"
        table(knock("A", cards=TEN, ruling=ruling("stand")))
        assert table.hand.irregular

    def test_a_knock_that_kept_it_does_not(self):
        table = Table()
        table(deal(upcard="3C"), take("A"), knock("A", cards=TEN))
        assert not table.hand.irregular

    def test_it_is_laid_away_where_that_is_allowed(self):
        table = Table({"throw_back": "allowed"})
        table(deal(upcard="2H"), take("A"), knock("A", cards=TEN))
        assert not table.hand.irregular

    def test_stand(self):
        table = Table()
        table(deal(upcard="2H"), take("A"))
        names = table(discard("A", "2H", ruling=ruling("stand")))
        assert names == ["CardDiscarded", "IrregularityRuled"]
        assert (table.hand.to_act, len(table.hand.irregular)) == ("B", 1)


class TestIllegalKnock:
    """``illegal_knock``: deadwood over the limit."""

    def test_its_options(self):
        refusal = Table().refused(knock("A", 12))
        assert (refusal.code, refusal.status) == ("illegal_knock", 409)
        assert options_of(refusal) == ["accept", "play_on_exposed", "forfeit_hand"]

    def test_accept_scores_as_shown(self):
        table = Table()
        table(knock("A", 12, ruling=ruling("accept")), show("B", 20))
        assert table.score() == ("knock", "A", 8)

    def test_forfeit_scores_bonus_difference_and_a_box_for_the_other(self):
        table = Table()
        table(knock("A", 12, ruling=ruling("forfeit_hand")), show("B", 5))
        assert table.score() == ("illegal_knock", "B", 32)

    def test_forfeit_never_pays_the_offender(self):
        table = Table()
        table(knock("A", 12, ruling=ruling("forfeit_hand")), show("B", 40))
        assert table.score() == ("illegal_knock", "B", 25)

    def test_forfeit_with_cards(self):
        table = Table()
        chosen = ruling("forfeit_hand")
        table(knock("A", cards=TWELVE, ruling=chosen), show("B", cards=LOW))
        assert table.score() == ("illegal_knock", "B", 25 + 27 - 2)

    def test_play_goes_on_with_the_hand_open(self):
        table = running()
        table(stock("A"))
        table(knock("A", 12, discard="9C", ruling=ruling("play_on_exposed")))
        hand = table.hand
        assert (hand.phase, hand.to_act, hand.exposed) == ("draw", "B", {"A"})
        assert hand.pile[-1] == parse_card("9C")
        table(take("B"), knock("B", 3), show("A", 12))
        assert table.score() == ("knock", "B", 9)

    def test_untracked_play_goes_on_untracked(self):
        table = Table()
        table(knock("A", 12, ruling=ruling("play_on_exposed")))
        assert table.hand.phase == "open"
        table(knock("B", 3), show("A", 12))
        assert table.score() == ("knock", "B", 9)

    def test_a_legal_knock_has_nothing_to_rule_on(self):
        refusal = Table().refused(knock("A", 5, ruling=ruling("accept")))
        assert (refusal.code, refusal.status) == ("nothing_to_rule", 422)

    def test_an_unknown_option(self):
        refusal = Table().refused(knock("A", 12, ruling=ruling("shrug")))
        assert (refusal.code, refusal.status) == ("unknown_option", 422)


class TestFalseGin:
    """``false_gin``: gin or big gin called, deadwood left."""

    def test_within_the_limit_it_is_a_knock(self):
        table = Table()
        refusal = table.refused(knock("A", cards=TEN, call="gin"))
        assert (refusal.code, options_of(refusal)) == ("false_gin", ["as_knock"])
        table(knock("A", cards=TEN, call="gin", ruling=ruling("as_knock")))
        table(show("B", 30))
        assert table.score() == ("knock", "A", 20)

    def test_over_the_limit_it_is_an_illegal_knock(self):
        table = Table()
        refusal = table.refused(knock("A", 12, call="gin"))
        assert [v.code for v in refusal.violations] == ["false_gin", "illegal_knock"]
        assert options_of(refusal) == ["accept", "play_on_exposed", "forfeit_hand"]
        table(knock("A", 12, call="gin", ruling=ruling("forfeit_hand")), show("B", 3))
        assert table.score() == ("illegal_knock", "B", 34)

    def test_big_gin_that_is_none(self):
        eleven = f"{GIN} KS"
        table = Table("jpgames-big-gin")
        refusal = table.refused(knock("A", cards=eleven, call="big_gin"))
        assert refusal.code == "false_gin"
        table(knock("A", cards=eleven, call="big_gin", ruling=ruling("as_knock")))
        table(show("B", 30))
        assert table.score() == ("gin", "A", 55)

    def test_exposed_big_gin_discards_and_plays_on(self):
        table = running("jpgames-big-gin")
        table(stock("A"))
        eleven = "AC 2C 3C 4D 5D 6D 7H 8H KS QC 9D"
        chosen = ruling("play_on_exposed")
        table(knock("A", cards=eleven, call="big_gin", ruling=chosen))
        assert (table.hand.phase, table.hand.to_act) == ("discard", "A")


class TestBadSpread:
    """``bad_spread``: a laid meld is none, or a card is used twice."""

    BAD = ("AC 2C 4D", "5D 6D 3C")

    def test_the_knocker_lays_again(self):
        table = Table({"melds": "declared"})
        refusal = table.refused(knock("A", cards=TEN, melds=self.BAD))
        assert (refusal.code, options_of(refusal)) == ("bad_spread", ["respread"])
        table(knock("A", cards=TEN, melds=self.BAD, ruling=ruling("respread")))
        table(show("B", 30))
        assert table.score() == ("knock", "A", 20)

    def test_laid_again_it_may_still_be_over_the_limit(self):
        refusal = Table("jpgames").refused(
            knock("A", cards=TWELVE, melds=self.BAD, ruling=ruling("respread"))
        )
        assert refusal.code == "illegal_knock"

    def test_the_defender_lays_again(self):
        table = Table()
        table(knock("A", cards=TEN))
        bad = ("JC JD QC",)
        assert table.refused(show("B", cards=LOW, melds=bad)).code == "bad_spread"
        table(show("B", cards=LOW, melds=bad, ruling=ruling("respread")))
        assert table.score() == ("undercut", "B", 33)

    def test_a_card_that_goes_nowhere_cannot_be_ruled_on(self):
        table = Table()
        table(knock("A", cards=TEN))
        lays = [{"card": "2D", "onto": 0}]
        for more in ({}, {"ruling": ruling("respread")}):
            refusal = table.refused(show("B", cards=LOW, layoffs=lays, **more))
            assert refusal.code == "bad_layoff"


class TestMissedLayoff:
    """Under ``declared``; the defender holds 3D and 4C, which go on runs of A's."""

    HELD = "JC JD JS QC QD QS KC KD 3D 4C"

    def scored(self) -> Table:
        table = Table({"layoffs": "declared"})
        table(knock("A", cards=TEN), show("B", cards=self.HELD))
        assert table.score() == ("knock", "A", 17)
        return table

    def test_lay_off_before_the_next_deal(self):
        table = self.scored()
        table(rule("missed_layoff", "lay_off", "B"))
        assert table.score() == ("knock", "A", 10)

    def test_only_what_is_named(self):
        table = self.scored()
        table(rule("missed_layoff", "lay_off", "B", cards="3D"))
        assert table.score() == ("knock", "A", 14)

    def test_what_goes_nowhere(self):
        refusal = self.scored().refused(
            rule("missed_layoff", "lay_off", "B", cards="KD")
        )
        assert refusal.code == "bad_layoff"

    def test_stands_once_the_next_hand_is_dealt(self):
        table = self.scored()
        table(deal())
        refusal = table.refused(rule("missed_layoff", "lay_off", "B"))
        assert refusal.code == "too_late"
        table(rule("missed_layoff", "stand", "B"))
        assert table.score() == ("knock", "A", 17)
        assert table.game.hands[0].irregular

    def test_a_count_made_without_the_lay_offs_holds_no_longer(self):
        table = Table({"layoffs": "declared"})
        table(knock("A", cards=TEN), show("B", 27, cards=self.HELD))
        table(rule("missed_layoff", "lay_off", "B"))
        assert table.score() == ("knock", "A", 10)

    def test_counted_by_numbers_alone_the_count_stays(self):
        table = Table({"layoffs": "declared"})
        table(knock("A", 10), show("B", 27))
        table(rule("missed_layoff", "lay_off", "B"))
        assert table.score() == ("knock", "A", 17)

    def test_what_was_accepted_is_no_longer_what_stands(self):
        table = self.scored()
        table({"type": "accept", "player": "A", "hand": 1})
        table(rule("missed_layoff", "lay_off", "B"))
        assert table.game.hand(1).accepted == frozenset()

    def test_both_accepted_leaves_it_to_the_referee(self):
        table = self.scored()
        for player in "AB":
            table({"type": "accept", "player": player, "hand": 1})
        mine = rule("missed_layoff", "lay_off", "B", chosen_by="B")
        refusal = table.refused(mine, asker="B")
        assert (refusal.code, refusal.status) == ("hand_settled", 403)
        table(mine)
        assert table.score() == ("knock", "A", 10)

    def test_chosen_by_both_it_waits_for_the_other_to_accept_that_hand(self):
        table = self.scored()
        table(rule("missed_layoff", "lay_off", "B"), asker="B")
        assert table.score() == ("knock", "A", 17)
        table({"type": "accept", "player": "A", "hand": 1}, asker="A")
        assert table.score() == ("knock", "A", 10)

    @pytest.mark.parametrize("first", [[], [deal()]])
    def test_there_must_have_been_a_show(self, first):
        table = Table()
        table(*first)
        refusal = table.refused(rule("missed_layoff", "stand", "B"))
        assert refusal.code == "wrong_phase"


class TestLookedBack:
    def test_warn(self):
        table = running()
        table(rule("looked_back", "warn"))
        assert table.hand.irregular

    def test_extra_to_pile(self):
        table = running()
        table(rule("looked_back", "extra_to_pile", cards="9S"))
        assert (table.hand.stock, table.hand.pile[-1]) == (30, parse_card("9S"))


def test_an_empty_stock_gives_no_extra_card():
    table = running()
    for _ in range(31):
        table(rule("looked_back", "extra_to_pile"))
    refusal = table.refused(rule("looked_back", "extra_to_pile"))
    assert refusal.code == "stock_closed"


@pytest.mark.parametrize(
    ("code", "option", "refused"),
    [
        ("throw_back", "stand", "ruled_with_its_play"),
        ("wrong_score", "amend", "ruled_with_its_play"),
        ("coffee", "stand", "unknown_irregularity"),
        ("misdeal", "shrug", "unknown_option"),
    ],
)
def test_what_a_rule_play_cannot_rule_on(code, option, refused):
    refusal = Table().refused(rule(code, option))
    assert (refusal.code, refusal.status) == (refused, 422)


def test_every_option_of_every_irregularity_has_a_test_here():
    """A new option is noticed here: this file must name it."""
    with open(__file__, encoding="utf-8") as file:
        text = file.read()
    for code, options in IRREGULARITIES.items():
        assert code in text
        for option in options:
            assert f'"{option.option}"' in text
