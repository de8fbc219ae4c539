"""Corrections: nothing is erased, and the sheet is as if it had been typed so."""

import pytest

from referee.decide import decide
from referee.game.entries import standing_plays
from referee.game.lines import lines_of
from referee.knowledge import conflicts
from referee.plays import Propose, Retract
from referee.scoring import sheet_data, sheet_of
from tests.referee.table import (
    Table,
    deal,
    discard,
    knock,
    passed,
    show,
    stock,
    take,
)


def retract(seq=None, **more):
    """Take back an entry, or ``hand=n``."""
    named = {} if seq is None else {"seq": seq}
    return {"type": "retract", **named, **more}


def amend(seq, play=None, **more):
    """Amend an entry."""
    said = {} if play is None else {"play": play}
    return {"type": "amend", "seq": seq, **said, **more}


def accept(player, hand):
    """Accept a hand."""
    return {"type": "accept", "player": player, "hand": hand}


def dispute(player, hand):
    """Dispute a hand."""
    return {"type": "dispute", "player": player, "hand": hand}


def adjust(player, points, **more):
    """Enter points by hand."""
    return {
        "type": "adjust",
        "player": player,
        "points": points,
        "reason": "from paper",
        **more,
    }


def hand(winner, points):
    """A plain knock worth so many points, by counts."""
    loser = "B" if winner == "A" else "A"
    return knock(winner, 5), show(loser, 5 + points)


def totals(table):
    """Points toward the target."""
    sheet = sheet_of(table.game.rules, lines_of(table.game))
    return sheet_data(sheet)["columns"][0]["points"]


def played(*hands, rules="jpgames") -> Table:
    """A table after these hands; each is two entries of two and two events."""
    table = Table(rules)
    for winner, points in hands:
        table(*hand(winner, points))
    return table


class TestAmend:
    def test_a_count_that_was_misread(self):
        table = played(("A", 10))
        table(amend(4, show("B", 25)))
        assert table.score() == ("knock", "A", 20)
        assert table.game.hands[0].amended

    def test_the_winner_changes_and_so_do_both_totals(self):
        """Report 75."""
        table = played(("A", 30))
        table(amend(2, knock("B", 5)), amend(4, show("A", 35)))
        assert totals(table) == {"A": 0, "B": 30}

    def test_other_hands_keep_their_dealers(self):
        table = played(("A", 10), ("B", 10), ("A", 10), rules={"next_dealer": "winner"})
        dealers = [h.dealer for h in table.game.hands]
        table(amend(2, knock("B", 5)), amend(4, show("A", 15)))
        assert [h.dealer for h in table.game.hands] == dealers

    def test_below_the_target_the_game_is_open_again(self):
        """Report 76."""
        table = played(("A", 110))
        assert table.game.end.winner == "A"
        assert table(amend(4, show("B", 65)))[-1] == "GameReopened"
        assert table.game.end is None

    def test_an_earlier_hand_ends_the_game_and_later_ones_do_not_count(self):
        """Report 88."""
        table = played(("A", 40), ("B", 90), ("A", 30), ("B", 35))
        assert table.game.end.winner == "B"
        table(amend(4, show("B", 80)))
        assert (table.game.end.winner, table.game.end.hand) == ("A", 3)
        assert totals(table) == {"A": 105, "B": 90}
        assert [line.counted for line in lines_of(table.game)] == [True] * 3 + [False]
        table(retract(max(table.game.entries)))
        assert table.game.end.winner == "B"
        assert all(line.counted for line in lines_of(table.game))

    def test_an_irregular_play_still_stands_as_it_was_ruled(self):
        table = Table()
        ruled = {"option": "accept", "chosen_by": "both", "note": "agreed"}
        table(knock("A", 12, ruling=ruled), show("B", 20))
        table(amend(5, show("B", 30)))
        assert table.score() == ("knock", "A", 18)
        assert table.game.hands[0].irregular[0].event.note == "agreed"

    def test_a_ruling_between_the_plays_stands_too(self):
        table = Table()
        table(deal(upcard="2H"), passed("A"), passed("B"), stock("A"))
        drew = {"type": "rule", "code": "drew_two", "option": "extra_to_pile"}
        table({**drew, "offender": "A", "chosen_by": "both"}, discard("A", "9C"))
        table(amend(7, discard("A", "9S")))
        assert table.hand.stock == 29

    def test_a_play_of_another_kind(self):
        table = played(("A", 10))
        table(retract(4))
        table(amend(2, {"type": "void"}))
        assert table.game.hands[0].void is not None

    def test_of_what_cannot_be(self):
        table = played(("A", 10))
        assert table.refused(amend(3, knock("A", 4))).code == "no_such_entry"
        assert table.refused(amend(2)).code == "play_needed"
        assert table.refused(amend(2, adjust("A", 5))).code == "not_amendable"
        table(accept("A", 1))
        assert table.refused(amend(6, accept("B", 1))).code == "not_amendable"

    def test_a_misread_card_in_the_middle_of_the_play(self):
        table = Table()
        table(deal(upcard="2H"), passed("A"), passed("B"))
        table(stock("A"), discard("A", "9C"), stock("B", "7C"))
        table(amend(6, discard("A", "9S")))
        assert table.hand.phase == "discard"
        assert table.game.version == 7 + 1 + 6

    def test_what_no_longer_fits_is_named(self):
        table = Table()
        table(deal(upcard="2H"), passed("A"), passed("B"))
        table(stock("A"), discard("A", "9C"))
        refusal = table.refused(retract(3), retract(4))
        assert refusal.status == 409
        assert [v.entries[0] for v in refusal.violations] == [5, 6]
        assert refusal.code == "no_longer_fits"
        assert "Entry 5 no longer fits" in refusal.detail

    @pytest.mark.parametrize("card", ["QS", "3C"])
    def test_a_conflict_elsewhere_changes_nothing(self, card):
        """Where nobody may look back, A's key sees no more of the play than now."""
        table = Table({"preset": "jpgames", "look_back": "forbidden"})
        dealt = "AC 2C 3C 4D 5D 6D 7H 8H 9H KC"
        table(deal(upcard="2H", hands={"A": dealt}), asker="A")
        table(take("A"), discard("A", "KC"), take("B", card="KC"), asker="A")
        table(discard("B", card), asker="B")
        held = conflicts(table.game.rules, table.hand, "A")
        assert held == ((6,) if card == "3C" else ())
        assert table(amend(5, take("B", card="8C")), asker="A")[0] == "EntryAmended"

    def test_a_conflict_that_stays_is_told_again(self):
        table = Table()
        dealt = "AC 2C 3C 4D 5D 6D 7H 8H 9H KC"
        table(deal(upcard="2H", hands={"A": dealt}), asker="A")
        table(take("A"), discard("A", "KC"), asker="A")
        table(stock("B"), discard("B", "3C"), asker="B")
        kept = "AC 2C 3C 4D 5D 6D 7H 8H 9H 2H"
        table(stock("A", "TS"), knock("A", cards=kept, discard="TS"))
        table(show("B", 40))
        assert table.game.hands[0].score.conflicts == (6,)
        table(amend(9, show("B", 41)))
        assert table.score() == ("knock", "A", 39)
        assert table.game.hands[0].score.conflicts == (6,)

    def test_corrections_of_a_batch_are_judged_together(self):
        table = Table()
        table(deal(upcard="2H"), passed("A"), passed("B"), stock("A"))
        assert table.refused(retract(3)).violations[0].entries[0] == 4
        table(retract(3), retract(4), retract(5))
        assert (table.hand.phase, table.hand.to_act) == ("upcard", "A")


class TestRules:
    def test_a_wrong_preset_noticed_at_hand_three(self):
        table = played(("A", 10), ("B", 10))
        table(knock("A", 8), show("B", 5))
        assert totals(table) == {"A": 10, "B": 38}
        table(amend(1, rules="bicycle"))
        assert totals(table) == {"A": 10, "B": 23}
        assert table.game.preset is None or table.game.rules.undercut_bonus == 10
        table(retract(max(table.game.entries)))
        assert totals(table) == {"A": 10, "B": 38}

    def test_rules_that_some_entry_breaks_are_refused(self):
        table = played(("A", 10))
        refusal = table.refused(amend(1, rules={"knock_limit": 3}))
        assert refusal.violations[0].entries == (2,)

    def test_entry_one_takes_rules_and_no_other_does(self):
        table = played(("A", 10))
        assert table.refused(amend(1, knock("A", 5))).code == "rules_are_entry_1"
        assert table.refused(amend(2, rules="bicycle")).code == "rules_are_entry_1"

    def test_the_start_cannot_be_taken_back(self):
        assert Table().refused(retract(1)).code == "cannot_retract_start"


class TestRetract:
    def test_the_last_entry(self):
        table = played(("A", 10))
        table(retract(4))
        assert table.hand.phase == "show"
        table(show("B", 30))
        assert table.score() == ("knock", "A", 25)

    def test_corrections_are_not_among_the_plays_that_stand(self):
        table = played(("A", 10))
        table(amend(4, show("B", 25)))
        assert list(standing_plays(table.game)) == [2, 4]

    def test_a_correction_restores(self):
        table = played(("A", 10))
        table(amend(4, show("B", 25)))
        table(retract(6))
        assert table.score() == ("knock", "A", 10)
        table(retract(max(table.game.entries)))
        assert table.score() == ("knock", "A", 20)

    def test_a_number_taken_back_between_hands_is_never_used_again(self):
        table = played(("A", 10), ("B", 10), ("A", 10))
        table(retract(hand=2))
        table(retract(hand=3))
        assert (table.hand.number, table.hand.dealer) == (3, "B")

    def test_other_rules_leave_it_as_it_was_who_dealt(self):
        table = played(("A", 10), ("B", 10), ("A", 10))
        dealers = [each.dealer for each in table.game.hands]
        table(amend(1, rules={"next_dealer": "winner"}))
        assert [each.dealer for each in table.game.hands] == dealers

    def test_the_newest_hand_reopens_its_number_and_dealer(self):
        table = played(("A", 10), ("B", 20))
        table(retract(hand=2))
        assert (table.hand.number, table.hand.dealer) == (2, "A")
        table(retract(hand=1))
        assert (table.hand.number, table.hand.dealer) == (1, "B")
        table(*hand("B", 7))
        assert table.hand.number == 2

    def test_the_newest_ones_one_after_another(self):
        table = played(("A", 10), ("B", 20), ("A", 30))
        table(retract(hand=3))
        table(retract(hand=2))
        assert (table.hand.number, table.hand.dealer) == (2, "A")

    def test_an_amend_taken_back_in_a_hand_that_is_gone_brings_no_hand_back(self):
        table = played(("A", 10), ("A", 10), ("A", 10))
        table(amend(10, knock("A", 4)))
        table(retract(hand=3), retract(hand=2))
        table(retract(14), *hand("B", 10))
        assert [hand.number for hand in table.game.begun] == [1, 2]

    def test_an_older_hand_loses_its_line_and_its_number_is_not_used_again(self):
        """Reports 89 and 137."""
        table = played(("A", 10), ("B", 20), ("A", 30), ("B", 5))
        dealers = [h.dealer for h in table.game.hands]
        table(retract(hand=2))
        assert [line.hand for line in lines_of(table.game)] == [1, 3, 4]
        assert [h.dealer for h in table.game.hands] == dealers
        assert table.hand.number == 5
        table(retract(max(table.game.entries)))
        assert totals(table) == {"A": 40, "B": 25}

    def test_a_whole_hand_is_its_plays_and_not_what_was_said_of_it(self):
        table = played(("A", 10))
        table(accept("A", 1), dispute("B", 1))
        table(retract(hand=1))
        assert table.game.corrections[-1].event.entries == (2, 4)
        gone = table.refused(retract(hand=1)).violations[0]
        assert (gone.code, gone.rule) == ("no_such_hand", "corrections")

    def test_an_older_hand_must_keep_its_end(self):
        table = played(("A", 10), ("B", 20))
        refusal = table.refused(retract(4))
        assert refusal.violations[0].code == "hand_unfinished"

    def test_across_the_end_of_the_game(self):
        table = played(("A", 60), ("A", 60))
        assert table.refused(deal()).code == "game_over"
        table(retract(8))
        assert (table.game.end, table.hand.phase) == (None, "show")

    def test_a_resignation(self):
        table = played(("A", 10))
        table({"type": "resign", "player": "A"})
        assert (table.game.end.winner, table.game.end.by) == ("B", "resignation")
        assert table.game.end.status == "over"
        assert table(retract(6))[-1] == "GameReopened"
        table(retract(7))
        assert table.game.end.winner == "B"
        assert table.game.entries[7].play.seq == 6

    def test_giving_up(self):
        table = played(("A", 10))
        table({"type": "abandon", "reason": "late"})
        assert table.game.end.status == "abandoned"
        assert table.refused({"type": "abandon"}).code == "game_over"
        table(retract(6))
        table(retract(7))
        assert table.game.end.status == "abandoned"

    def test_a_correction_after_giving_up_ends_nothing_anew(self):
        table = played(("A", 10))
        table({"type": "abandon"})
        assert "GameAbandoned" not in table(amend(4, show("B", 16)))

    def test_twice_is_refused(self):
        table = played(("A", 10))
        table(retract(4))
        assert table.refused(retract(4)).code == "already_retracted"

    def test_needs_an_entry_or_a_hand(self):
        table = played(("A", 10))
        refusal = table.refused(retract())
        assert (refusal.code, refusal.violations[0].field) == ("seq_or_hand", "seq")
        assert table.refused(retract(4, hand=1)).code == "seq_or_hand"
        assert table.refused(retract(3)).code == "no_such_entry"
        assert table.refused(retract(hand=7)).code == "no_such_hand"


class TestAdjust:
    def test_a_score_carried_over_from_paper(self):
        table = Table()
        table(adjust("A", 85), adjust("B", 60, boxes=2))
        assert totals(table) == {"A": 85, "B": 60}
        assert [line.result for line in lines_of(table.game)] == ["adjusted"] * 2

    def test_its_line_says_when_it_was_amended(self):
        table = Table()
        table(adjust("A", 85), adjust("B", 60))
        table(amend(2, adjust("A", 80)))
        assert [line.amended for line in lines_of(table.game)] == [True, False]
        table(retract(3))
        table(retract(table.game.version))
        assert [line.amended for line in lines_of(table.game)] == [True, True]

    def test_it_can_end_the_game(self):
        table = Table()
        assert table(adjust("A", 100))[-1] == "GameWon"
        assert table.refused(adjust("A", 1)).code == "game_over"
        table(amend(2, adjust("A", 90)))
        assert table.game.end is None
        table(retract(2))
        assert totals(table) == {"A": 0, "B": 0}
        table(retract(max(table.game.entries)))
        assert totals(table)["A"] == 90

    def test_after_a_hand_that_now_ends_the_game_it_does_not_count(self):
        table = played(("A", 80))
        table(adjust("A", 20))
        assert table.game.end.line == 6
        table(amend(4, show("B", 98)), amend(2, knock("A", 0)))
        assert (table.game.end.hand, table.game.end.line) == (1, None)
        assert [line.counted for line in lines_of(table.game)] == [True, False]

    def test_before_the_hand_that_ends_the_game_it_counts(self):
        table = Table()
        table(adjust("A", 50), *hand("A", 60))
        assert table.game.end.hand == 1
        assert all(line.counted for line in lines_of(table.game))

    def test_after_the_end_it_does_not_count(self):
        table = Table()
        table(adjust("A", 50), adjust("A", 40), adjust("B", 10))
        table(amend(2, adjust("A", 60)))
        assert table.game.end.line == 3
        assert [line.counted for line in lines_of(table.game)] == [True, True, False]
        table(amend(2, adjust("A", 100)))
        assert [line.counted for line in lines_of(table.game)] == [True, False, False]


class TestAccept:
    def test_both_accept(self):
        table = played(("A", 10))
        table(accept("A", 1), asker="A")
        table(accept("B", 1), asker="B")
        assert lines_of(table.game)[0].accepted == ("A", "B")

    def test_only_a_hand_with_a_result(self):
        assert Table().refused(accept("A", 1)).code == "hand_not_over"
        assert Table().refused(dispute("A", 7)).code == "hand_not_over"

    def test_a_dispute_takes_the_acceptance_back(self):
        table = played(("A", 10))
        table(accept("A", 1), dispute("A", 1))
        assert (table.game.hands[0].accepted, table.game.hands[0].disputed) == (
            frozenset(),
            {"A"},
        )
        table(retract(7))
        assert not table.game.hands[0].disputed

    def test_a_corrected_hand_loses_its_acceptances(self):
        table = played(("A", 10))
        table(accept("A", 1), amend(4, show("B", 25)))
        assert not table.game.hands[0].accepted

    def test_an_acceptance_taken_back_and_restored(self):
        table = played(("A", 10))
        table(accept("A", 1))
        table(retract(6))
        assert not table.game.hands[0].accepted
        table(retract(7))
        assert table.game.hands[0].accepted == {"A"}

    def test_what_was_said_before_stands_when_a_word_is_taken_back(self):
        table = played(("A", 10))
        table(accept("A", 1), dispute("A", 1), accept("A", 1))
        table(retract(8))
        hand = table.game.hands[0]
        assert (hand.accepted, hand.disputed) == (frozenset(), {"A"})
        table(retract(7))
        hand = table.game.hands[0]
        assert (hand.accepted, hand.disputed) == ({"A"}, frozenset())

    def test_an_acceptance_of_a_proposal_taken_back_says_nothing_of_a_result(self):
        table = Table()
        chosen = {"option": "accept", "chosen_by": "both"}
        table(knock("A", 12, ruling=chosen), asker="A")
        table(accept("B", 1))
        table(retract(3))
        assert (table.hand.phase, table.hand.accepted) == ("show", frozenset())

    def test_what_was_said_of_another_result_does_not_stand_again(self):
        table = played(("A", 10))
        table(accept("A", 1), amend(4, show("B", 25)), accept("A", 1))
        table(retract(table.game.version))
        assert not table.game.hands[0].accepted

    def test_an_acceptance_restored_of_a_hand_that_is_gone_says_nothing(self):
        table = played(("A", 10), ("A", 10))
        table(accept("A", 2))
        taken_back = table.game.version + 1
        table(retract(taken_back - 1), retract(hand=2))
        table(retract(hand=1))
        table(retract(taken_back))
        assert table.game.begun == ()

    def test_a_dispute_taken_back_and_restored(self):
        table = played(("A", 10))
        table(dispute("A", 1))
        table(retract(6))
        table(retract(7))
        assert table.game.hands[0].disputed == {"A"}


class TestWhoMay:
    def test_a_player_speaks_only_for_itself(self):
        table = played(("A", 10))
        resign = {"type": "resign", "player": "B"}
        for play in (accept("B", 1), dispute("B", 1), resign):
            refusal = table.refused(play, asker="A")
            assert (refusal.code, refusal.status) == ("not_your_seat", 403)

    def test_a_player_takes_back_only_its_own_word(self):
        table = played(("A", 10))
        table(accept("A", 1), {"type": "resign", "player": "A"})
        for seq in (6, 7):
            refusal = table.refused(retract(seq), asker="B")
            assert (refusal.code, refusal.status) == ("not_your_seat", 403)
        table(retract(7), asker="A")
        table(retract(6))
        assert table(retract(hand=1), asker="B") == ["EntryRetracted"]

    def test_a_player_chooses_only_as_itself(self):
        chosen = {"option": "accept", "chosen_by": "B"}
        refusal = Table().refused(knock("A", 12, ruling=chosen), asker="A")
        assert (refusal.code, refusal.status) == ("not_your_choice", 403)

    def test_a_player_rules_only_as_itself(self):
        play = {"type": "rule", "code": "misdeal", "offender": "B"}
        play |= {"option": "stand", "chosen_by": "B"}
        assert Table().refused(play, asker="A").code == "not_your_choice"
        assert Table()(play, asker="B") == ["IrregularityRuled"]

    def test_a_player_records_for_both_seats(self):
        table = Table()
        table(*hand("B", 10), asker="A")
        assert table.score() == ("knock", "B", 10)

    def test_the_last_hand_until_the_next_begins(self):
        table = played(("A", 10))
        table(amend(4, show("B", 25)), asker="A")
        assert table.score() == ("knock", "A", 20)

    def test_older_is_a_proposal_that_stands_when_the_other_accepts(self):
        table = played(("A", 10), ("B", 10))
        assert table(amend(4, show("B", 25)), asker="A") == ["CorrectionProposed"]
        assert table.score() == ("knock", "A", 10)
        table(accept("A", 1), asker="A")
        assert table.score() == ("knock", "A", 10)
        table(accept("B", 1), asker="B")
        assert table.score() == ("knock", "A", 20)
        assert not table.game.hands[0].proposals

    def test_a_dispute_turns_a_proposal_down(self):
        table = played(("A", 10), ("B", 10))
        table(retract(hand=1), asker="A")
        table(dispute("B", 1), asker="B")
        assert not table.game.hands[0].proposals

    def test_a_dispute_turns_down_what_is_proposed_of_a_running_hand(self):
        table = Table()
        chosen = {"option": "accept", "chosen_by": "both"}
        table(knock("A", 12, ruling=chosen), asker="A")
        assert table.refused(dispute("A", 1), asker="A").code == "hand_not_over"
        assert table(dispute("B", 1), asker="B") == ["HandDisputed"]
        assert (table.hand.proposals, table.hand.disputed) == ((), frozenset())

    def test_a_play_that_was_proposed_lapses_when_the_hand_goes_on_without_it(self):
        table = Table()
        chosen = {"option": "accept", "chosen_by": "both"}
        table(knock("A", 12, ruling=chosen), asker="A")
        table(*hand("A", 10))
        assert not table.game.hands[0].proposals
        assert table(accept("B", 1), asker="B") == ["HandAccepted"]
        assert (table.hand.number, table.hand.phase) == (2, "deal")

    @pytest.mark.parametrize(
        ("play", "number"),
        [
            (retract(hand=1), 1),
            (retract(2), 2),
            (amend(5, show("B", 25)), 1),
        ],
    )
    def test_what_was_proposed_twice_can_be_accepted(self, play, number):
        table = Table()
        table(adjust("A", 5), *hand("A", 10), *hand("B", 10))
        table(play, play, asker="A")
        names = table(accept("B", number), asker="B")
        assert names.count("EntryRetracted") == (play["type"] == "retract")
        assert not table.game.hands[number - 1].proposals

    def test_a_play_proposed_twice_is_recorded_once(self):
        table = Table()
        chosen = {"option": "accept", "chosen_by": "both"}
        for _ in range(2):
            table(knock("A", 12, ruling=chosen), asker="A")
        names = table(accept("B", 1), asker="B")
        assert names == ["HandAccepted", "HandDealt", "Knocked", "IrregularityRuled"]

    def test_layoffs_proposed_lapse_with_the_next_deal(self):
        table = Table({"layoffs": "declared"})
        table(knock("A", 5), show("B", 9))
        missed = {"type": "rule", "code": "missed_layoff", "offender": "B"}
        table({**missed, "option": "lay_off", "chosen_by": "both"}, asker="A")
        table(deal())
        assert table(accept("B", 1), asker="B") == ["HandAccepted"]

    def test_what_a_player_proposed_waits_for_the_other_whoever_enters_the_word(self):
        table = played(("A", 10), ("B", 10))
        table(amend(4, show("B", 25)), asker="B")
        table(accept("B", 1))
        assert len(table.game.hands[0].proposals) == 1
        table(accept("A", 1))
        assert table.score() == ("knock", "A", 20)

    def test_of_a_hand_that_is_gone_a_player_takes_nothing_back(self):
        table = played(("A", 10), ("B", 10), ("A", 10))
        table(retract(hand=3))
        table(retract(hand=2))
        refusal = table.refused(retract(12), asker="A")
        assert refusal.code == "already_retracted"

    def test_a_proposal_can_be_withdrawn(self):
        table = played(("A", 10), ("B", 10))
        table(retract(hand=1), asker="A")
        table(retract(10), asker="A")
        assert not table.game.hands[0].proposals

    def test_after_both_accepted_only_the_referee_changes_a_hand(self):
        table = played(("A", 10))
        table(accept("A", 1), accept("B", 1))
        refusal = table.refused(amend(4, show("B", 25)), asker="A")
        assert (refusal.code, refusal.status) == ("hand_settled", 403)
        table(amend(4, show("B", 25)))
        assert table.score() == ("knock", "A", 20)
        assert lines_of(table.game)[0].accepted == ()

    def test_a_dispute_after_both_accepted_leaves_the_hand_to_the_referee(self):
        table = played(("A", 10))
        table(accept("A", 1), accept("B", 1))
        table(dispute("A", 1), asker="A")
        assert table.game.hands[0].accepted == {"B"}
        for play in (amend(4, show("B", 25)), retract(hand=1)):
            assert table.refused(play, asker="A").code == "hand_settled"
        table(retract(8), asker="A")
        assert table.game.hands[0].accepted == {"A", "B"}
        assert table.refused(retract(4), asker="B").code == "hand_settled"

    def test_a_settled_hand_that_the_referee_changed_is_the_players_again(self):
        table = played(("A", 10))
        table(accept("A", 1), accept("B", 1), amend(4, show("B", 25)))
        table(amend(4, show("B", 26)), asker="B")
        assert table.score() == ("knock", "A", 21)

    def test_a_settled_hand_of_which_the_referee_takes_an_acceptance_back(self):
        table = played(("A", 10))
        table(accept("A", 1), accept("B", 1), retract(6))
        assert table.game.hands[0].accepted == {"B"}
        table(amend(4, show("B", 25)), asker="A")
        assert table.score() == ("knock", "A", 20)

    def test_a_choice_of_both_is_a_proposal(self):
        table = Table()
        chosen = {"option": "accept", "chosen_by": "both"}
        names = table(knock("A", 12, ruling=chosen), asker="A")
        assert names == ["CorrectionProposed"]
        names = table(accept("B", 1), asker="B")
        assert names == ["HandAccepted", "HandDealt", "Knocked", "IrregularityRuled"]
        assert not table.hand.accepted

    def test_rules_of_a_running_first_hand_or_a_proposal(self):
        table = Table()
        table(deal(upcard="2H"))
        table(amend(1, rules="bicycle"), asker="A")
        assert table.game.rules.gin_bonus == 20
        later = played(("A", 10), ("A", 10))
        assert later(amend(1, rules="bicycle"), asker="A") == ["CorrectionProposed"]

    def test_an_old_adjustment_is_proposed_before_any_hand_too(self):
        table = Table()
        table(adjust("A", 5))
        assert table(retract(2), asker="B")[0] == "EntryRetracted"
        table(adjust("A", 5), *hand("A", 10), *hand("A", 10))
        assert table(retract(4), asker="B") == ["CorrectionProposed"]


def test_a_proposal_is_never_sent():
    with pytest.raises(TypeError):
        decide(Table().game, [Propose(1, "A", Retract(seq=2))], asker="A")


def test_a_batch_refused_says_which_play():
    refusal = Table().refused(*hand("A", 10), knock("A", 12))
    assert refusal.violations[0].play == 2


def test_a_correction_refused_in_a_batch_says_which_play():
    table = played(("A", 10))
    assert table.refused(deal(), retract(99)).violations[0].play == 1
    assert table.refused(retract(99), deal()).violations[0].play == 0
