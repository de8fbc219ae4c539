"""What is wrong in a play itself is told whatever the game."""

import pytest

from referee.decide import check_readable
from referee.errors import Unreadable
from tests.referee.table import deal, knock, play_of, show

RULE = {"type": "rule", "offender": "A", "chosen_by": "A"}
MELDS = ("5H 6H 7H",)


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ({**RULE, "code": "coffee", "option": "stand"}, "unknown_irregularity"),
        ({**RULE, "code": "misdeal", "option": "shrug"}, "unknown_option"),
        ({**RULE, "code": "throw_back", "option": "stand"}, "ruled_with_its_play"),
        (knock("A"), "knock_needs"),
        (knock("A", 3, melds=MELDS), "cards_needed"),
        (show("B"), "show_needs"),
        (show("B", 3, melds=MELDS), "cards_needed"),
    ],
)
def test_by_itself_and_inside_an_amend(play, code):
    with pytest.raises(Unreadable) as alone:
        check_readable([play_of(deal()), play_of(play)])
    told = alone.value.violations[0]
    assert (told.code, told.play) == (code, 1)
    with pytest.raises(Unreadable) as inside:
        check_readable([play_of({"type": "amend", "seq": 2, "play": play})])
    assert inside.value.violations[0].field == f"play.{told.field}".rstrip(".")


def test_what_only_a_game_can_judge_passes():
    rules = {"type": "amend", "seq": 1, "rules": "bicycle"}
    amend = {"type": "amend", "seq": 2, "play": deal()}
    good = {**RULE, "code": "misdeal", "option": "stand"}
    plays = [deal(), rules, amend, good, knock("A", 3), show("B", 9)]
    check_readable([play_of(play) for play in plays])
