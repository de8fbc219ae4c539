"""Whole games as golden files: what was played gives the sheet that it gave."""

import json
from pathlib import Path

import pytest

from referee.game.lines import lines_of
from referee.scoring import score_of, sheet_data, sheet_of
from tests.games.write import GAMES
from tests.referee.table import Table

FILES = sorted(Path(__file__).parent.glob("*.json"))


def test_there_is_a_file_for_each_game():
    assert {path.stem for path in FILES} == set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_played_again_has_its_sheet(path):
    golden = json.loads(path.read_text(encoding="utf-8"))
    table = Table(golden["rules"], first_dealer=golden["first_dealer"])
    for hand in golden["hands"]:
        table(*hand)
    sheet = sheet_of(table.game.rules, lines_of(table.game))
    assert sheet_data(sheet) == golden["sheet"]
    assert table.game.end.winner == golden["winner"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_sheet_adds_up(path):
    """Reckoned here from the lines alone, column by column."""
    sheet = json.loads(path.read_text(encoding="utf-8"))["sheet"]
    for column in sheet["columns"]:
        for seat in "AB":
            won = [x for x in column["lines"] if x["winner"] == seat and x["counted"]]
            points = sum(line["points"] for line in won)
            total = points + sum(column["bonuses"][seat].values())
            assert column["points"][seat] == points
            assert column["boxes"][seat] == sum(line["boxes"] for line in won)
            assert column["totals"][seat] == total * column["multiplier"]
    for seat in "AB":
        assert sheet["totals"][seat] == sum(c["totals"][seat] for c in sheet["columns"])


def test_the_score_of_a_game_is_its_sheet():
    golden = json.loads(FILES[0].read_text(encoding="utf-8"))
    table = Table(golden["rules"], first_dealer=golden["first_dealer"])
    for hand in golden["hands"]:
        table(*hand)
    score = score_of(sheet_of(table.game.rules, lines_of(table.game)))
    assert {seat: score[seat]["total"] for seat in "AB"} == golden["sheet"]["totals"]
