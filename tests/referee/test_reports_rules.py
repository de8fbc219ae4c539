"""Reported cases about rules, sheets and the end of a game; named by their number."""

from dataclasses import replace
from fractions import Fraction

import pytest

from referee.cards import card_names, parse_card
from referee.errors import Unreadable
from referee.game.state import is_doubled, knock_limit
from referee.melds import best_melds, discards
from referee.presets import parse_rules
from referee.rules import Rules
from referee.scoring import game_over, hand_points, rules_in_words, sheet_of
from tests.referee.lines import adjusted, void, won
from tests.referee.reports import report


def rules_of(given):
    """Rules as a case writes them; it says ``knock_max`` for ``knock_limit``."""
    names = {"knock_max": "knock_limit"}
    return parse_rules({names.get(name, name): given[name] for name in given})[0]


def cards(text):
    return tuple(parse_card(name) for name in text.split())


def test_report_9_the_game_bonus_goes_to_who_crossed_the_target():
    given, right = report(9)
    rules = rules_of(given["rules"])
    hand = hand_points(
        rules, None, given["knocker_deadwood"], given["defender_deadwood"]
    )
    assert (hand.winner, hand.points) == ("defender", right["hand_points"]["B"])
    lines = [won("A", 60), won("B", 90), won("B", hand.points)]
    sheet = sheet_of(rules, lines)
    assert game_over(rules, lines) == (right["winner"], 2)
    assert sheet.columns[0].bonuses["B"].game == 100
    assert sheet.totals == right["final"]


@pytest.mark.parametrize("number", range(5))
def test_report_21_rules_are_checked_and_the_wrong_field_is_named(number):
    given, right = report(21)
    assert right["each"] == "422 with the field named"
    wrong = given["rules_try"][number]
    with pytest.raises(Unreadable) as refused:
        parse_rules(wrong)
    (name,) = wrong
    assert refused.value.violations[0].field == f"rules.{name}"
    assert refused.value.status == 422


def test_report_23_the_words_are_made_from_the_games_own_rules():
    given, right = report(23)
    rules = rules_of(given["rules"])
    words = rules_in_words(rules)
    assert f"A knock may leave {right['knock_limit_shown']} or less." in words
    assert not any("Oklahoma" in sentence for sentence in words)
    limit = knock_limit(rules, parse_card(given["upcard"]))
    assert limit == right["knock_limit_enforced"]


def test_report_25_the_limit_of_oklahoma_is_the_upcards():
    """What an ace allows is a rule of its own: ``oklahoma_ace``."""
    given, right = report(25)
    rules = rules_of(given["rules"])
    upcards = [parse_card(hand["upcard"]) for hand in given["hands"]]
    limits = [knock_limit(rules, upcard) for upcard in upcards]
    assert limits == [*right["knock_limits"][:2], 0]
    assert knock_limit(replace(rules, oklahoma_ace="one"), upcards[2]) == 1
    doubling = replace(rules, spades_double="points")
    assert [is_doubled(doubling, card) for card in upcards] == right["spade_doubles"]
    assert not any(is_doubled(rules, card) for card in upcards)


def test_report_30_a_knock_is_worth_its_difference():
    given, right = report(30)
    hand = hand_points(
        Rules(), None, given["knocker_deadwood"], given["defender_deadwood"]
    )
    line = won("A", hand.points, result=hand.result)
    assert sheet_of(Rules(), [line]).totals["A"] == right["points"]


def test_report_31_every_end_of_a_hand_has_its_line():
    given, right = report(31)
    rules = Rules(big_gin_bonus=31)
    hands = [
        hand_points(rules, None, 3, 9),
        hand_points(rules, None, 0, 9),
        hand_points(rules, None, 0, 9, big_gin=True),
        hand_points(rules, None, 9, 3),
    ]
    lines = [won("A", hand.points, result=hand.result) for hand in hands]
    lines.append(void())
    named = {"big gin": "big_gin"}
    assert [line.result for line in lines] == [
        named.get(end, end) for end in given["ends"]
    ]
    assert lines[-1].points == right["void_points"]
    assert len(sheet_of(replace(rules, target=1000), lines).columns[0].lines) == 5


def test_report_32_bonuses_are_rules():
    given, right = report(32)
    rules = rules_of(given["rules"])
    points = [hand_points(rules, None, 0, 14).points, hand_points(rules, None, 9, 9)]
    assert [points[0], points[1].points] == right["points"]


def test_report_34_an_ace_counts_one_and_no_rule_changes_that():
    """The case wants a field ``ace_deadwood``; there is none, so it is refused."""
    given, right = report(34)
    assert best_melds(cards(given["hand"])).deadwood == right["default_rule_value"]
    with pytest.raises(Unreadable, match="ace_deadwood is not a rule"):
        parse_rules(given["rules"])


def test_report_51_lay_offs_come_off_before_the_difference_is_taken():
    given, right = report(51)
    left = given["defender_deadwood_before"] - given["laid_off_value"]
    assert left == right["defender_deadwood"]
    hand = hand_points(Rules(), None, given["knocker_deadwood"], left)
    assert hand.points == right["points"]


def test_report_72_a_higher_knock_limit_is_a_limit():
    given, right = report(72)
    rules = rules_of(given["rules"])
    limit = knock_limit(rules, None)
    within = [
        card for card, left in discards(cards(given["hand_11_cards"])) if left <= limit
    ]
    assert limit == 26
    assert set(card_names(within)) == set(right["legal_knock_discards"])


def test_report_78_a_void_hand_is_a_line_worth_nothing():
    _, right = report(78)
    sheet = sheet_of(Rules(), [void()])
    assert sheet.columns[0].points == right["points"]
    assert sheet.columns[0].lines[0].line.result == "void"


def test_report_80_gin_against_nothing_pays_the_bonus():
    given, right = report(80)
    hand = hand_points(Rules(), None, 0, given["defender_deadwood"])
    assert (hand.result, hand.points) == ("gin", right["points"])


def test_report_93_the_lower_defender_undercuts_without_saying_so():
    given, right = report(93)
    rules = rules_of(given["rules"])
    hand = hand_points(
        rules, None, given["knocker_deadwood"], given["defender_deadwood"]
    )
    assert hand.result == right["result"]
    assert {hand.winner: hand.points} == right["points"]


def test_report_94_an_undercut_is_worked_out_and_never_claimed():
    """The case refuses the claim; here none can be made: no play has a result."""
    given, _ = report(94)
    hand = hand_points(
        Rules(), None, given["knocker_deadwood"], given["defender_deadwood"]
    )
    assert (hand.result, hand.winner, hand.points) == ("knock", "knocker", 28)


def test_report_101_exactly_the_target_ends_the_game():
    given, right = report(101)
    rules = rules_of({"target": given["target"]})
    lines = [won("B", given["scores"]["B"]), won("A", given["scores"]["A"])]
    assert game_over(rules, lines) == (right["winner"], 1)


def test_report_104_a_target_is_a_whole_number():
    """The case asks for 1 or more; the rules allow 10 to 1000."""
    given, right = report(104)
    assert right["accepted"] is False
    with pytest.raises(Unreadable, match="target must be a whole number"):
        parse_rules({"target": given["target"]})


def test_report_106_gin_may_be_worth_less_than_25():
    given, right = report(106)
    rules = rules_of(given["rules"])
    hand = hand_points(rules, None, 0, given["hand"]["defender_deadwood"])
    assert hand.points == right["points"]


def test_report_109_gin_against_a_melded_hand_is_a_hand():
    given, right = report(109)
    assert right["accepted"]
    rules = Rules(hollywood=True, gin_bonus=0)
    hand = hand_points(rules, None, 0, given["hand"]["defender_deadwood"])
    lines = [won("A", hand.points, result=hand.result), won("A", 10)]
    columns = sheet_of(rules, lines).columns
    assert [column.points["A"] for column in columns] == [10, 10, 0]
    assert [column.boxes["A"] for column in columns] == [2, 1, 0]


def test_report_110_a_closed_column_takes_no_more():
    given, right = report(110)
    rules = rules_of(given["rules"])
    lines = [won(player, points) for player, points in given["wins"]]
    sheet = sheet_of(rules, lines)
    for n, column in enumerate(right["columns"]):
        assert sheet.columns[n].points == {"A": column["A"], "B": column["B"]}
        closed = column.get("closed_after")
        assert sheet.columns[n].closed == (closed is not None)
        if closed is not None:
            before = sheet_of(rules, lines[: closed - 1]).columns[n]
            at = sheet_of(rules, lines[:closed]).columns[n]
            assert (before.closed, at.closed) == (False, True)


def test_report_112_the_tie_is_a_rule():
    given, right = report(112)
    deadwood = (given["knocker_deadwood"], given["defender_deadwood"])
    for tie, expected in (("defender", right["a"]), ("knocker", right["b"])):
        hand = hand_points(Rules(tie=tie), None, *deadwood)
        assert hand.points == expected[tie]
        assert (hand.winner, hand.boxes) == (expected["box_to"], 1)


def test_report_113_a_house_that_pays_for_a_plain_knock():
    given, right = report(113)
    rules = rules_of(given["rules"])
    points = [
        hand_points(rules, None, 5, 13).points,
        hand_points(rules, None, 7, 5).points,
        hand_points(rules, None, 0, 20).points,
        hand_points(rules, None, 0, 20, big_gin=True).points,
    ]
    assert points == right["points"]


def test_report_169_a_spade_doubles_every_kind_of_end():
    given, _ = report(169)
    rules = Rules(oklahoma=True, spades_double="points")
    ends = {"knock": (2, 9), "gin": (0, 9), "undercut": (9, 2)}
    for end in given["ends"]:
        spade = hand_points(rules, parse_card("9S"), *ends[end])
        heart = hand_points(rules, parse_card("9H"), *ends[end])
        assert spade.result == heart.result == end
        assert spade.points == 2 * heart.points


def test_report_172_only_the_winner_of_a_shutout_is_doubled():
    """Which parts are doubled is said by the rules: one field, five values."""
    given, _ = report(172)
    numbers = {name: given[name] for name in ("box_bonus", "game_bonus")}
    lines = [won("A", 24)] * given["boxes"]["A"]
    totals = {
        shutout: sheet_of(Rules(shutout=shutout, **numbers), lines).totals
        for shutout in ("none", "double_points", "double_points_and_game", "double_all")
    }
    assert {shutout: total["A"] for shutout, total in totals.items()} == {
        "none": 345,
        "double_points": 465,
        "double_points_and_game": 565,
        "double_all": 690,
    }
    assert {total["B"] for total in totals.values()} == {given["final"]["B"]}


def test_report_175_money_is_another_view_of_the_same_lines():
    given, _ = report(175)
    lines = [won("A", 60), won("B", 50), won("A", 40)]
    plain = sheet_of(Rules(), lines)
    money = sheet_of(Rules(stake=str(given["stake"])), lines)
    assert replace(money, settlement=None) == plain
    expected = Fraction(str(given["stake"])) * plain.margin
    assert Fraction(money.settlement) == expected
    assert money.settlement == "8.75"


def test_report_183_the_target_is_a_rule():
    given, right = report(183)
    lines = [won("A", given["scores"]["A"])]
    assert game_over(rules_of(given["rules"]), lines) is None
    assert right["game_over"] is False
    assert game_over(Rules(), lines) == ("A", 0)


def test_report_143_a_score_from_paper_is_marked_as_such():
    given, right = report(143)
    scores = given["event"]["scores"]
    lines = [
        adjusted(player, points, note=given["event"]["reason"])
        for player, points in scores.items()
    ]
    sheet = sheet_of(Rules(), lines)
    assert sheet.totals == scores
    assert {x.line.result for x in sheet.columns[0].lines} == {"adjusted"}
    assert right["marked"] == "adjustment"


def test_report_146_a_penalty_stands_beside_the_hands():
    given, right = report(146)
    event = given["event"]
    hand = won("A", 20)
    sheet = sheet_of(Rules(), [hand, adjusted(event["player"], event["points"])])
    assert sheet.columns[0].lines[0].line == hand
    assert sheet.totals["A"] == 20 + right["total"]
    assert len(sheet.columns[0].lines) == 2
