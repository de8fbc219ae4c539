"""Reported cases about the course of a game and its corrections; named by number."""

import pytest

from referee.game.lines import lines_of
from referee.plays import PLAY_TYPES
from referee.scoring import game_over, score_of, sheet_of
from tests.referee.reports import report
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


def retract(**what):
    return {"type": "retract", **what}


def amend(seq, play):
    return {"type": "amend", "seq": seq, "play": play}


def adjust(player, points, **more):
    return {"type": "adjust", "player": player, "points": points, **more}


def hand(winner, points):
    """A plain knock worth so many points, by counts."""
    loser = "B" if winner == "A" else "A"
    return knock(winner, 5), show(loser, 5 + points)


def points_of(table):
    score = score_of(sheet_of(table.game.rules, lines_of(table.game)))
    return {player: score[player]["points"] for player in score}


def played(*hands, rules="jpgames"):
    table = Table(rules)
    for winner, points in hands:
        table(*hand(winner, points))
    return table


def begun(upcard="2S", **hands):
    """A dealt hand in which both have passed; A is to draw."""
    table = Table()
    table(deal(upcard=upcard, **hands), passed("A"), passed("B"))
    return table


# Plays


def test_report_7_a_meld_with_a_card_not_held_is_refused():
    given, right = report(7)
    table = Table()
    melds = given["action"]["melds"]
    refusal = table.refused(
        knock("A", cards=given["knocker_hand_after_discard"], melds=melds)
    )
    assert refusal.status == right["status"]
    assert (refusal.code, refusal.detail[:2]) == ("card_not_held", "JC")
    assert table.game.version == 1


def test_report_12_a_hand_of_eleven_is_no_deal():
    _, right = report(12)
    assert right["accepted"] is False
    eleven = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC"
    refusal = Table().refused(
        deal(hands={"A": eleven, "B": "AD 2D 3D 4D 5D 6D 7D 8D 9D TD"})
    )
    assert (refusal.status, refusal.code) == (409, "hand_size")


def test_report_17_no_play_states_a_score():
    """Scores follow from the record; the server's own ``hand_scored`` keeps them."""
    assert not [name for name in PLAY_TYPES if "score" in name or "result" in name]
    table = Table()
    assert table(*hand("A", 10))[-1] == "HandScored"


def test_report_24_at_the_wall_the_hand_is_over_and_not_in_lay_offs():
    given, right = report(24)
    table = begun()
    for turn in range(28):
        player = "AB"[turn % 2]
        table(
            stock(player), discard(player, f"{'3456789'[turn // 4]}{'CDHS'[turn % 4]}")
        )
    assert table.hand.stock == given["stock_left"] + 1
    assert table(stock("A"), discard("A", "TC"))[-1] == "HandVoided"
    assert points_of(table) == right["points"]
    assert (table.hand.number, table.hand.phase) == (2, "deal")
    assert table.hand.dealer == table.game.hands[0].dealer


def test_report_26_a_refused_play_leaves_the_game_as_it_was():
    table = begun()
    table(stock("A"))
    version = table.game.version
    refusal = table.refused(discard("B", "9C"))
    assert 400 <= refusal.status < 500
    table(discard("A", "9C"))
    assert table.game.version == version + 1


def test_report_36_a_card_in_a_hand_cannot_be_drawn():
    given, right = report(36)
    event = given["event"]
    table = begun(hands={"B": "9C AD 2D 3D 4D 5D 6D 7D 8D 9D"})
    refusal = table.refused(stock(event["player"], event["card"]))
    assert right["accepted"] is False
    assert refusal.status == 409
    assert 2 in refusal.violations[0].entries


def test_report_37_a_card_twice_in_a_meld_is_refused():
    given, right = report(37)
    assert right["accepted"] is False
    held = "KC KD KH AC 2C 3C 4C 5C 6C 7D"
    refusal = Table().refused(knock("A", cards=held, melds=[given["meld"]]))
    assert refusal.status in (409, 422)


def test_report_70_the_card_just_taken_is_not_thrown_back():
    given, right = report(70)
    table = Table()
    table(deal(upcard="7H"), take("A"))
    refusal = table.refused(discard("A", "7H"))
    assert right["accepted"] is False
    assert refusal.code == "throw_back"
    assert given["sequence"][0] == "A draws discard 7H"


def test_report_73_the_forced_draw_belongs_to_the_non_dealer():
    _, right = report(73)
    table = Table(first_dealer="A")
    table(deal(upcard="2S"), passed("B"), passed("A"))
    assert table.refused(take("B")).code == "upcard_refused"
    table(stock("B"))
    assert table.hand.held == right["hand_sizes"]
    assert table.hand.to_act == right["to_act"]


def test_report_78_a_void_hand_is_recorded_and_keeps_its_dealer():
    _, right = report(78)
    table = Table()
    dealer = table.hand.dealer
    table({"type": "void"})
    assert points_of(table) == right["points"]
    assert table.hand.dealer == dealer


def test_report_91_an_empty_entry_is_refused():
    _, right = report(91)
    table = played(("A", right["total_A"]))
    version = table.game.version
    assert table.refused(knock("A"), show("B")).status == 422
    assert table.refused(knock("A", 5), show("B")).status == 422
    assert table.game.version == version
    assert points_of(table)["A"] == right["total_A"]


def test_report_149_after_an_undo_the_other_pile_may_be_drawn_from():
    table = begun()
    table(stock("A"), discard("A", "9C"), stock("B"))
    table(retract(seq=table.game.version))
    table(take("B"))
    assert (table.hand.phase, table.hand.to_act) == ("discard", "B")


def test_report_150_an_illegal_play_that_stood_can_be_recorded():
    _, right = report(150)
    assert right["strict_mode"] == "refused"
    table = Table()
    table(deal(upcard="7H"), take("A"))
    refusal = table.refused(discard("A", "7H"))
    assert "stand" in options_of(refusal)
    table(discard("A", "7H", ruling=ruling("stand", "B")))
    table({"type": "untrack"}, *hand("A", 10))
    (line,) = lines_of(table.game)
    assert line.irregular


def test_report_177_a_claim_that_the_cards_deny_is_refused_at_once():
    given, right = report(177)
    claim = given["claim"]["deadwood"]
    held = "7S 7D 7C 5H 6H 7H 9C TC JC 9S"
    refusal = Table().refused(knock("A", claim, cards=held))
    assert refusal.code == "count_differs"
    assert right["message"].split(",")[0] == f"says {given['true_deadwood']}"
    assert refusal.detail == f"counted {claim}, but the cards leave 9"


# Adjustments


def test_report_143_a_score_from_paper_is_entered_with_a_reason():
    given, _ = report(143)
    event = given["event"]
    table = Table()
    for player, points in event["scores"].items():
        table(adjust(player, points, reason=event["reason"]))
    assert points_of(table) == event["scores"]
    assert {line.result for line in lines_of(table.game)} == {"adjusted"}
    assert {line.note for line in lines_of(table.game)} == {event["reason"]}


def test_report_146_a_penalty_leaves_the_hands_as_they_were():
    given, right = report(146)
    table = played(("A", 20))
    before = lines_of(table.game)
    event = given["event"]
    table(adjust(event["player"], event["points"], reason=event["reason"]))
    assert lines_of(table.game)[:1] == before
    assert points_of(table)["A"] == 20 + right["total"]


# Corrections


@pytest.mark.parametrize("number", [114, 186])
def test_reports_114_186_any_earlier_hand_may_be_corrected(number):
    _, right = report(number)
    assert right["accepted"]
    table = played(("A", 10), ("B", 20), ("A", 5))
    before = list(table.log)
    table(amend(8, show("A", 40)))
    assert points_of(table) == {"A": 15, "B": 35}
    assert table.log[: len(before)] == before
    assert lines_of(table.game)[1].amended


def test_report_137_a_hand_taken_out_leaves_the_dealers_of_the_others():
    table = played(("A", 10), ("B", 5), ("A", 7), ("B", 9), ("A", 2))
    dealers = {one.number: one.dealer for one in table.game.hands}
    table(retract(hand=3))
    assert points_of(table) == {"A": 12, "B": 14}
    assert [line.hand for line in lines_of(table.game)] == [1, 2, 4, 5]
    assert {one.number: one.dealer for one in table.game.hands} == dealers


def test_report_138_one_entry_or_the_whole_hand_is_taken_back():
    table = played(("A", 10))
    table(retract(seq=4))
    assert (table.hand.number, table.hand.phase) == (1, "show")
    table(show("B", 15))
    table(retract(hand=1))
    assert (table.hand.number, table.hand.phase) == (1, "deal")


def test_reports_139_141_an_old_change_reaches_the_total_and_nothing_below_it():
    table = played(("A", 20), ("A", 30), ("B", 10))
    table(amend(4, show("B", 5)))
    assert table.score() == ("undercut", "B", 25)
    assert points_of(table) == {"A": 30, "B": 35}
    by_hands = {"A": 0, "B": 0}
    for line in lines_of(table.game):
        by_hands[line.winner] += line.points
    assert points_of(table) == by_hands


def test_report_161_an_undo_is_an_entry_and_can_be_undone():
    table = played(("A", 60), ("A", 60))
    assert game_over(table.game.rules, lines_of(table.game)) == ("A", 1)
    assert table.refused(retract(seq=1)).code == "cannot_retract_start"
    before = len(table.log)
    table(retract(hand=2))
    assert len(table.log) > before
    assert table.game.end is None
    table(retract(seq=max(table.game.entries)))
    assert table.game.end.winner == "A"


def test_report_165_after_an_undo_dealer_and_turn_are_as_before():
    table = begun()
    table(stock("A"), discard("A", "9C"), stock("B"))
    before = (table.hand.dealer, table.hand.phase, table.hand.to_act)
    table(knock("B", 5, discard="KC"), show("A", 20))
    assert table.hand.number == 2
    table(retract(seq=9), retract(seq=8))
    assert (table.hand.dealer, table.hand.phase, table.hand.to_act) == before


def test_report_122_a_void_hand_is_one_play_and_a_line_of_its_own():
    _, right = report(122)
    table = Table()
    table({"type": "void"})
    (line,) = lines_of(table.game)
    assert (line.result, line.points) == ("void", right["points"])
    assert table.hand.number == 2


def test_report_132_each_hand_is_listed_and_the_last_can_be_taken_back():
    table = played(("A", 10), ("B", 20), ("A", 5))
    assert [line.hand for line in lines_of(table.game)] == [1, 2, 3]
    table(retract(seq=max(table.game.entries)))
    assert [line.hand for line in lines_of(table.game)] == [1, 2]
    assert (table.hand.number, table.hand.phase) == (3, "show")


def test_report_153_what_came_after_is_named_and_undone_with_it():
    table = begun()
    table(stock("A"), discard("A", "9C"), stock("B"))
    refusal = table.refused(retract(seq=6))
    assert refusal.violations[0].entries[0] == 7
    table(retract(seq=7), retract(seq=6))
    assert (table.hand.phase, table.hand.to_act) == ("discard", "A")
