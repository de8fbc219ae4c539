"""Three columns: where a score enters, when a column closes, what wins."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import PLAYERS, Rules
from referee.scoring import Bonuses, game_over, score_of, sheet_of
from tests.referee.lines import adjusted, void, won

HOLLYWOOD = Rules(hollywood=True)
PLAIN = replace(HOLLYWOOD, box_bonus=0, game_bonus=0)


def points(sheet):
    return [(column.points["A"], column.points["B"]) for column in sheet.columns]


def test_the_first_win_enters_one_column_the_second_two_the_third_three():
    lines = [won("A", 25), won("A", 18), won("A", 36)]
    assert points(sheet_of(HOLLYWOOD, lines[:1])) == [(25, 0), (0, 0), (0, 0)]
    assert points(sheet_of(HOLLYWOOD, lines[:2])) == [(43, 0), (18, 0), (0, 0)]
    assert points(sheet_of(HOLLYWOOD, lines)) == [(79, 0), (54, 0), (36, 0)]


def test_each_player_enters_for_himself():
    sheet = sheet_of(
        HOLLYWOOD, [won("A", 18), won("B", 12), won("A", 25), won("B", 30)]
    )
    assert points(sheet) == [(43, 42), (25, 30), (0, 0)]


def test_a_closed_column_takes_no_more_and_a_late_first_score_enters_the_next():
    lines = [won("A", p) for p in (30, 25, 30, 20)] + [won("B", 14), won("B", 12)]
    sheet = sheet_of(HOLLYWOOD, lines)
    assert points(sheet) == [(105, 0), (75, 26), (50, 12)]
    assert [column.closed for column in sheet.columns] == [True, False, False]
    assert len(sheet.columns[0].lines) == 4


def test_a_win_worth_nothing_enters_too():
    sheet = sheet_of(HOLLYWOOD, [won("A", 0), won("A", 10)])
    assert points(sheet) == [(10, 0), (10, 0), (0, 0)]
    assert [column.boxes["A"] for column in sheet.columns] == [2, 1, 0]


def test_an_adjustment_enters_like_a_score():
    sheet = sheet_of(HOLLYWOOD, [adjusted("A", 60, boxes=2), won("A", 10)])
    assert points(sheet) == [(70, 0), (10, 0), (0, 0)]
    assert [column.boxes["A"] for column in sheet.columns] == [3, 1, 0]


def test_what_scores_for_nobody_stands_in_every_open_column():
    lines = [void(), won("A", 100), void(), won("A", 9, counted=False)]
    sheet = sheet_of(HOLLYWOOD, lines)
    results = [
        [(x.line.result, x.line.counted) for x in column.lines]
        for column in sheet.columns
    ]
    later = [("void", True), ("knock", False)]
    assert results == [
        [("void", True), ("knock", True)],
        [("void", True), *later],
        [("void", True), *later],
    ]


OVER = [won("A", 100), won("A", 100), won("A", 100)]


def test_what_comes_after_the_end_stands_in_the_first_column():
    sheet = sheet_of(HOLLYWOOD, [*OVER, won("B", 9), void()])
    assert [len(column.lines) for column in sheet.columns] == [3, 1, 1]
    assert [x.line.counted for x in sheet.columns[0].lines] == [True, False, False]


def test_the_game_is_over_when_all_three_columns_are_closed():
    lines = [*(won("A", p) for p in (30, 40, 35, 50)), won("B", 60), won("B", 60)]
    sheet = sheet_of(HOLLYWOOD, lines[:5])
    assert [column.winner for column in sheet.columns] == ["A", "A", None]
    assert (sheet.winner, game_over(HOLLYWOOD, lines[:5])) == (None, None)
    assert game_over(HOLLYWOOD, lines) == ("A", 5)


def test_each_column_is_settled_on_its_own():
    rules = replace(HOLLYWOOD, shutout="double_all")
    sheet = sheet_of(rules, [won("B", 10), *OVER])
    assert [column.bonuses["A"] for column in sheet.columns] == [
        Bonuses(100, 25, 0),
        Bonuses(100, 25, 225),
        Bonuses(100, 25, 225),
    ]
    assert [column.bonuses["B"].boxes for column in sheet.columns] == [25, 0, 0]
    assert sheet.totals == {"A": 225 + 450 + 450, "B": 35}
    assert sheet.winner == "A"
    assert sheet.margin == 1090


def test_a_closed_column_has_its_bonuses_while_the_others_run():
    sheet = sheet_of(HOLLYWOOD, [won("A", 100), won("A", 30)])
    assert [column.totals["A"] for column in sheet.columns] == [225, 30, 0]
    assert score_of(sheet)["A"] == {"points": 130, "boxes": 2, "total": 255}


def test_the_third_column_may_count_double_its_target_not():
    rules = replace(HOLLYWOOD, third_column=2, shutout="double_all")
    lines = [won("A", 100), won("A", 100), won("A", 60)]
    assert sheet_of(rules, lines).columns[2].totals["A"] == 60
    sheet = sheet_of(rules, [*lines, won("B", 5), won("A", 40)])
    third = sheet.columns[2]
    assert third.points == {"A": 100, "B": 5}
    assert third.totals == {"A": 2 * (100 + 100 + 50), "B": 2 * (5 + 25)}
    assert (third.multiplier, third.bonuses["A"].game) == (2, 100)


def test_the_higher_sum_wins_whoever_took_the_columns():
    lines = [won("A", 0), won("A", 100), won("B", 250)]
    sheet = sheet_of(PLAIN, lines)
    assert [column.winner for column in sheet.columns] == ["A", "A", "B"]
    assert (sheet.winner, sheet.margin) == ("B", 50)
    assert game_over(PLAIN, lines) == ("B", 2)


def test_equal_sums_go_to_who_won_more_columns():
    lines = [won("A", 0), won("A", 100), won("B", 200)]
    sheet = sheet_of(PLAIN, lines)
    assert [column.winner for column in sheet.columns] == ["A", "A", "B"]
    assert sheet.totals == {"A": 200, "B": 200}
    assert (sheet.winner, sheet.margin) == ("A", 0)
    assert game_over(PLAIN, lines) == ("A", 2)


def test_equal_sums_may_go_to_the_other_side():
    lines = [won("B", 0), won("B", 100), won("A", 200)]
    assert game_over(PLAIN, lines) == ("B", 2)


def test_resigning_leaves_closed_columns_settled_and_open_ones_as_they_stand():
    sheet = sheet_of(HOLLYWOOD, [won("A", 100), won("A", 30)], ended="B")
    assert (sheet.winner, sheet.totals["A"], sheet.margin) == ("B", 255, -255)


class Slow:
    """Hollywood again, by replaying for each column from the start.

    Written the other way round: instead of walking columns for each line, it asks of
    each column which lines belong to it, from the set of columns open at each line.
    """

    def __init__(self, target, scores):
        self.closed_at = [None, None, None]
        self.mine = [[], [], []]
        for index, (player, value) in enumerate(scores):
            for column in self._places(player):
                self.mine[column].append((index, player, value))
            for column in range(3):
                best = max(self.sum_of(column, p) for p in PLAYERS)
                if self.closed_at[column] is None and best >= target:
                    self.closed_at[column] = index

    def sum_of(self, column, player):
        return sum(value for _, who, value in self.mine[column] if who == player)

    def _places(self, player):
        places = []
        for column in range(3):
            if self.closed_at[column] is not None:
                continue
            places.append(column)
            if not any(who == player for _, who, _ in self.mine[column]):
                break
        return places


scores = st.lists(st.tuples(st.sampled_from(PLAYERS), st.integers(0, 60)), max_size=40)


@given(scores, st.sampled_from([10, 50, 100, 250]))
def test_columns_agree_with_a_slow_second_reading(scores, target):
    rules = replace(HOLLYWOOD, target=target)
    sheet = sheet_of(rules, [won(player, value) for player, value in scores])
    slow = Slow(target, scores)
    for n, column in enumerate(sheet.columns):
        for player in PLAYERS:
            assert column.points[player] == slow.sum_of(n, player)
            assert column.boxes[player] == sum(p == player for _, p, _ in slow.mine[n])
        assert column.closed == (slow.closed_at[n] is not None)
    over = game_over(rules, [won(player, value) for player, value in scores])
    if None in slow.closed_at:
        assert over is None
    else:
        assert over is not None
        assert over[1] == max(slow.closed_at)


@given(scores)
def test_a_column_never_has_more_of_a_player_than_the_one_before_while_both_run(scores):
    sheet = sheet_of(HOLLYWOOD, [won(player, value) for player, value in scores])
    for before, after in zip(sheet.columns, sheet.columns[1:], strict=False):
        if not before.closed:
            assert all(before.points[p] >= after.points[p] for p in PLAYERS)


@pytest.mark.parametrize("winner", ["first_to_target", "grand_total"])
def test_a_column_goes_by_the_winner_rule_and_the_game_by_the_sum(winner):
    rules = replace(HOLLYWOOD, winner=winner)
    lines = [*[won("B", 11)] * 9, won("A", 100)]
    first = sheet_of(rules, lines).columns[0]
    assert first.totals == {"A": 225, "B": 324}
    assert first.winner == ("A" if winner == "first_to_target" else "B")
