"""Which plays are legal now, for whom."""

import pytest

from referee.decide import may
from tests.referee.table import (
    Table,
    deal,
    discard,
    knock,
    passed,
    ruling,
    show,
    stock,
    take,
)
from tests.referee.test_turns import played_out

PLAYS = {"deal", "pass", "draw", "discard", "knock", "show", "void", "untrack"}


def legal(table, eyes="referee"):
    """The plays of the hand among those that are legal."""
    return [play for play in may(table.game, eyes) if play in PLAYS]


def test_along_a_hand():
    table = Table()
    assert legal(table) == ["deal", "knock", "void"]
    table(deal(upcard="2S"))
    assert legal(table) == ["draw", "pass", "void", "untrack"]
    table(passed("A"), passed("B"))
    assert legal(table) == ["draw", "void", "untrack"]
    table(stock("A"))
    assert legal(table) == ["discard", "knock", "void", "untrack"]
    table(knock("A", 4))
    assert legal(table) == ["show"]
    table(show("B", 9))
    assert legal(table) == ["deal", "knock", "void"]


def test_untracked():
    table = Table()
    table(deal(), {"type": "untrack"})
    assert legal(table) == ["knock", "void"]


def test_the_last_discard():
    table = played_out({"stock_end": "last_discard"})
    table(stock("A"), discard("A", "5H"))
    assert legal(table) == ["draw", "pass", "void", "untrack"]
    table(take("B"))
    assert legal(table) == ["knock", "void", "untrack"]


def test_who_is_barred_may_not_knock():
    table = Table()
    table(deal(upcard="2S"), passed("A"), passed("B"))
    late = {"type": "rule", "code": "wrong_count_late", "option": "play_on"}
    table({**late, "offender": "A", "chosen_by": "both", "count": 11})
    assert legal(table) == ["discard", "void", "untrack"]


def test_a_proposal_of_a_running_hand_may_be_answered_by_the_other():
    table = Table()
    table(knock("A", 12, ruling=ruling("accept")), asker="A")
    for eyes in ("referee", "B"):
        assert {"accept", "dispute"} <= set(may(table.game, eyes))
    assert not {"accept", "dispute"} & set(may(table.game, "A"))


def test_who_only_reads_may_nothing():
    assert may(Table().game, "watch") == []


@pytest.mark.parametrize("eyes", ["referee", "A", "B"])
def test_of_the_game_as_a_whole(eyes):
    table = Table()
    always = {"rule", "adjust", "abandon", "resign", "amend"}
    assert set(may(table.game, eyes)) - PLAYS == always
    table(knock("A", 0), show("B", 30))
    assert set(may(table.game, eyes)) - PLAYS == always | {
        "accept",
        "dispute",
        "retract",
    }
    table({"type": "resign", "player": "B"})
    assert set(may(table.game, eyes)) == {"accept", "dispute", "retract", "amend"}
