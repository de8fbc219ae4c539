"""One column: running totals, the end of a game, bonuses, settlement."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import PLAYERS, Rules
from referee.scoring import Bonuses, Line, game_over, score_of, sheet_data, sheet_of
from tests.referee.lines import adjusted, paid, void, won

STANDARD = Rules()
SHUTOUTS = [
    ("none", 280),
    ("bonus", 380),
    ("double_points", 385),
    ("double_points_and_game", 485),
    ("double_all", 560),
]
THREE_HANDS = [won("A", 40), won("A", 35), won("A", 30)]


def test_lines_run_up_to_a_total():
    sheet = sheet_of(STANDARD, [won("A", 12), won("B", 26), void(), won("A", 39)])
    (column,) = sheet.columns
    assert [line.running for line in column.lines] == [
        {"A": 12, "B": 0},
        {"A": 12, "B": 26},
        {"A": 12, "B": 26},
        {"A": 51, "B": 26},
    ]
    assert column.boxes == {"A": 2, "B": 1}


def test_an_open_game_has_no_bonuses_and_no_winner():
    sheet = sheet_of(replace(STANDARD, stake="0.05"), [won("A", 99), won("B", 3)])
    assert sheet.totals == {"A": 99, "B": 3}
    assert sheet.columns[0].bonuses == {"A": Bonuses(), "B": Bonuses()}
    assert (sheet.winner, sheet.margin, sheet.settlement) == (None, None, None)
    assert not sheet.columns[0].closed


def test_an_empty_sheet_is_nothing_to_nothing():
    sheet = sheet_of(STANDARD, [])
    assert sheet.totals == {"A": 0, "B": 0}
    assert sheet.columns[0].lines == ()


def test_reaching_the_target_ends_the_game_with_its_bonuses():
    lines = [won("A", 60), won("B", 50), won("A", 40)]
    sheet = sheet_of(STANDARD, lines)
    assert sheet.columns[0].bonuses == {
        "A": Bonuses(100, 50, 0),
        "B": Bonuses(0, 25, 0),
    }
    assert sheet.totals == {"A": 250, "B": 75}
    assert (sheet.winner, sheet.margin) == ("A", 175)
    assert game_over(STANDARD, lines) == ("A", 2)


def test_a_point_below_the_target_does_not_end_the_game():
    lines = [won("A", 60), won("A", 39)]
    assert game_over(STANDARD, lines) is None
    assert sheet_of(STANDARD, lines).winner is None


def test_boxes_never_count_toward_the_target():
    assert game_over(STANDARD, [won("A", 10)] * 9) is None


def test_boxes_at_once_count_toward_the_target_and_not_again_at_the_end():
    rules = replace(STANDARD, boxes_at_once=True, box_bonus=10, game_bonus=0)
    lines = [paid(rules, "A", 10)] * 9
    assert game_over(rules, lines) == ("A", 4)
    sheet = sheet_of(rules, lines[:5])
    assert (sheet.totals["A"], sheet.columns[0].bonuses["A"].boxes) == (100, 0)
    assert sheet.columns[0].boxes["A"] == 5


def test_extra_boxes_are_paid_like_any_box():
    sheet = sheet_of(STANDARD, [won("A", 60, boxes=3), won("A", 40), won("B", 5)])
    assert sheet.columns[0].bonuses["A"] == Bonuses(100, 100, 0)


def test_lines_after_the_end_are_shown_and_not_counted():
    sheet = sheet_of(STANDARD, [won("A", 100), won("B", 90), void()])
    column = sheet.columns[0]
    assert [line.line.counted for line in column.lines] == [True, False, False]
    assert column.points == {"A": 100, "B": 0}
    assert column.boxes == {"A": 1, "B": 0}


def test_a_line_that_does_not_count_changes_nothing():
    sheet = sheet_of(STANDARD, [won("A", 30), won("B", 100, counted=False)])
    assert sheet.totals == {"A": 30, "B": 0}
    assert sheet.columns[0].lines[1].running == {"A": 30, "B": 0}
    assert sheet.winner is None


def test_the_end_is_judged_as_if_every_line_counted():
    lines = [won("A", 40), won("B", 60, counted=False), won("A", 60, counted=False)]
    assert game_over(STANDARD, lines) == ("A", 2)


@pytest.mark.parametrize(("shutout", "total"), SHUTOUTS)
def test_five_shutout_rules(shutout, total):
    sheet = sheet_of(replace(STANDARD, shutout=shutout), THREE_HANDS)
    assert sheet.totals == {"A": total, "B": 0}
    assert sheet.columns[0].bonuses["A"].shutout == total - 280


@pytest.mark.parametrize("shutout", [name for name, _ in SHUTOUTS])
def test_no_shutout_where_the_loser_scored(shutout):
    rules = replace(STANDARD, shutout=shutout)
    sheet = sheet_of(rules, [won("B", 1), *THREE_HANDS])
    assert sheet.totals == {"A": 280, "B": 26}


@pytest.mark.parametrize(
    ("shutout", "total"),
    [
        ("none", 205),
        ("bonus", 305),
        ("double_points", 280),
        ("double_points_and_game", 380),
        ("double_all", 410),
    ],
)
def test_boxes_paid_at_once_are_inside_double_all_only(shutout, total):
    """Hands 40 + 35, each with a box of 15 at once: 105; game 100."""
    rules = replace(STANDARD, shutout=shutout, boxes_at_once=True, box_bonus=15)
    sheet = sheet_of(rules, [paid(rules, "A", 40), paid(rules, "A", 35)])
    assert sheet.totals["A"] == total


@pytest.mark.parametrize(("when", "total"), [("no_points", 560), ("no_hand", 280)])
def test_a_win_worth_nothing_is_a_box_and_spoils_a_no_hand_shutout_only(when, total):
    rules = replace(STANDARD, tie="knocker", shutout="double_all", shutout_when=when)
    sheet = sheet_of(rules, [won("B", 0), *THREE_HANDS])
    assert sheet.totals == {"A": total, "B": 25}


def test_an_entry_of_nothing_is_no_hand_won():
    rules = replace(STANDARD, shutout="bonus", shutout_when="no_hand")
    sheet = sheet_of(rules, [adjusted("B", 0), *THREE_HANDS])
    assert sheet.totals == {"A": 380, "B": 0}


def test_points_on_paper_spoil_a_no_hand_shutout():
    rules = replace(STANDARD, shutout="bonus", shutout_when="no_hand")
    for line in (adjusted("B", 1), adjusted("B", 0, boxes=1)):
        assert sheet_of(rules, [line, *THREE_HANDS]).totals["A"] == 280


@pytest.mark.parametrize("when", ["no_points", "no_hand"])
def test_a_penalty_is_no_hand_won(when):
    rules = replace(STANDARD, shutout="bonus", shutout_when=when)
    assert sheet_of(rules, [adjusted("B", -10), *THREE_HANDS]).totals["A"] == 380


def test_what_a_line_does_not_say_is_plain():
    line = Line(1, "knock", "A", 10, 1)
    assert line == Line(
        hand=1,
        result="knock",
        winner="A",
        points=10,
        boxes=1,
        box_points=0,
        counted=True,
        amended=False,
        irregular=False,
        accepted=(),
        entry=0,
        note=None,
    )
    assert Bonuses() == Bonuses(game=0, boxes=0, shutout=0)
    assert Bonuses(1, 20, 300).points == 321


LOSER_HAS_MORE = [*[won("B", 11)] * 9, won("A", 50), won("A", 50)]


def test_first_to_the_target_wins_even_with_the_smaller_total():
    sheet = sheet_of(replace(STANDARD, stake="0.10"), LOSER_HAS_MORE)
    assert sheet.totals == {"A": 250, "B": 324}
    assert (sheet.winner, sheet.margin, sheet.settlement) == ("A", -74, "-7.40")


def test_the_grand_total_may_win_instead():
    rules = replace(STANDARD, winner="grand_total")
    sheet = sheet_of(rules, LOSER_HAS_MORE)
    assert (sheet.winner, sheet.margin) == ("B", 74)
    assert game_over(rules, LOSER_HAS_MORE) == ("B", 10)
    assert sheet.columns[0].bonuses["A"].game == 100


def test_equal_grand_totals_go_to_who_reached_the_target():
    rules = replace(STANDARD, winner="grand_total", box_bonus=10, game_bonus=0)
    lines = [won("B", 30), won("B", 30), won("B", 20), won("A", 100)]
    sheet = sheet_of(rules, lines)
    assert sheet.totals == {"A": 110, "B": 110}
    assert (sheet.winner, sheet.margin) == ("A", 0)


def test_the_grand_total_of_who_reached_the_target_may_win_too():
    rules = replace(STANDARD, winner="grand_total")
    assert sheet_of(rules, [won("B", 99), won("A", 100)]).winner == "A"


def test_a_score_carried_over_from_paper_counts():
    sheet = sheet_of(STANDARD, [adjusted("A", 85, boxes=3), adjusted("B", 60, boxes=2)])
    assert sheet.totals == {"A": 85, "B": 60}
    assert score_of(sheet) == {
        "A": {"points": 85, "boxes": 3, "total": 85},
        "B": {"points": 60, "boxes": 2, "total": 60},
    }


def test_an_adjustment_may_end_a_game_and_may_take_points_away():
    lines = [won("A", 95), adjusted("A", -10), adjusted("A", 15)]
    assert game_over(STANDARD, lines[:2]) is None
    assert game_over(STANDARD, lines) == ("A", 2)


def test_resigning_names_the_other_and_pays_no_bonus():
    sheet = sheet_of(STANDARD, [won("A", 40), won("B", 30)], ended="A")
    assert (sheet.winner, sheet.totals, sheet.margin) == ("A", {"A": 40, "B": 30}, 10)
    assert sheet.columns[0].bonuses["A"] == Bonuses()
    assert not sheet.columns[0].closed


def test_who_resigns_ahead_is_paid_what_he_is_ahead():
    rules = replace(STANDARD, stake="1")
    sheet = sheet_of(rules, [won("A", 40), won("B", 60)], ended="A")
    assert (sheet.winner, sheet.margin, sheet.settlement) == ("A", -20, "-20")


def test_a_game_won_by_score_cannot_be_resigned_away():
    assert sheet_of(STANDARD, [won("A", 100)], ended="B").winner == "A"


@pytest.mark.parametrize(
    ("stake", "money"),
    [(None, None), ("1", "175"), ("0.05", "8.75"), ("0.1", "17.5"), ("2.50", "437.50")],
)
def test_the_settlement_is_margin_times_stake_exactly(stake, money):
    lines = [won("A", 60), won("B", 50), won("A", 40)]
    assert sheet_of(replace(STANDARD, stake=stake), lines).settlement == money


def test_the_sheet_as_data_has_the_shape_of_the_api():
    line = won(
        "A", 100, hand=3, entry=7, accepted=("B",), amended=True, note="paid in full"
    )
    assert sheet_data(sheet_of(STANDARD, [line])) == {
        "columns": [
            {
                "target": 100,
                "lines": [
                    {
                        "hand": 3,
                        "result": "knock",
                        "winner": "A",
                        "points": 100,
                        "running": {"A": 100, "B": 0},
                        "boxes": 1,
                        "box_points": 0,
                        "counted": True,
                        "amended": True,
                        "irregular": False,
                        "accepted": ["B"],
                        "entry": 7,
                        "note": "paid in full",
                    }
                ],
                "points": {"A": 100, "B": 0},
                "boxes": {"A": 1, "B": 0},
                "bonuses": {
                    "A": {"game": 100, "boxes": 25, "shutout": 0},
                    "B": {"game": 0, "boxes": 0, "shutout": 0},
                },
                "multiplier": 1,
                "totals": {"A": 225, "B": 0},
                "closed": True,
                "winner": "A",
            }
        ],
        "totals": {"A": 225, "B": 0},
        "winner": "A",
        "margin": 225,
        "settlement": None,
    }


hands = st.lists(
    st.one_of(
        st.builds(
            won,
            st.sampled_from(PLAYERS),
            st.integers(0, 120),
            boxes=st.integers(1, 4),
        ),
        st.builds(adjusted, st.sampled_from(PLAYERS), st.integers(-50, 80)),
        st.builds(void),
    ),
    max_size=25,
)
any_rules = st.builds(
    Rules,
    target=st.sampled_from([10, 100, 250]),
    box_bonus=st.sampled_from([0, 25]),
    game_bonus=st.sampled_from([0, 100]),
    shutout=st.sampled_from([name for name, _ in SHUTOUTS]),
    shutout_when=st.sampled_from(["no_points", "no_hand"]),
    winner=st.sampled_from(["first_to_target", "grand_total"]),
    hollywood=st.booleans(),
    third_column=st.sampled_from([1, 2]),
    stake=st.sampled_from([None, "0.05", "2"]),
)


@given(any_rules, hands)
def test_the_sum_of_the_sheet_is_the_game(rules, lines):
    sheet = sheet_of(rules, lines)
    for player in PLAYERS:
        parts = 0
        for column in sheet.columns:
            scored = sum(
                entered.line.points
                for entered in column.lines
                if entered.line.counted and entered.line.winner == player
            )
            assert column.points[player] == scored
            bonus = column.bonuses[player]
            settled = scored + bonus.game + bonus.boxes + bonus.shutout
            parts += settled * column.multiplier if column.closed else scored
        assert sheet.totals[player] == parts == score_of(sheet)[player]["total"]


@given(any_rules, hands)
def test_the_game_is_over_exactly_when_the_sheet_has_a_winner(rules, lines):
    sheet = sheet_of(rules, lines)
    over = game_over(rules, lines)
    assert (over is None) == (sheet.winner is None)
    if over is not None:
        winner, index = over
        assert winner == sheet.winner
        assert sheet_of(rules, lines[: index + 1]).totals == sheet.totals
        assert game_over(rules, lines[:index]) is None


@given(any_rules, hands)
def test_the_game_bonus_is_paid_once_and_only_who_reached_is_doubled(rules, lines):
    for column in sheet_of(rules, lines).columns:
        games = sorted(column.bonuses[p].game for p in PLAYERS)
        assert games == ([0, rules.game_bonus] if column.closed else [0, 0])
        assert all(
            column.bonuses[p].shutout == 0 or column.points[p] >= rules.target
            for p in PLAYERS
        )
