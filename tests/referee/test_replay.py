"""What a log must begin with."""

import pytest

from referee.game import evolve, evolve_all, replay
from referee.game.events import HandDealt, Recorded
from tests.referee.table import Table, knock, show


def test_a_log_is_replayed():
    table = Table()
    table(knock("A", 3), show("B", 9))
    assert replay(table.log) == table.game


def test_an_empty_log_tells_no_game():
    with pytest.raises(ValueError, match="empty"):
        replay([])


def test_a_log_begins_with_its_start():
    with pytest.raises(ValueError, match="start"):
        evolve(None, Recorded(1, 1, "referee", HandDealt(1, "A")))


def test_a_game_that_is_gone_on_from_stays_as_it_was():
    table = Table()
    table({"type": "deal", "upcard": "7S"}, {"type": "pass", "player": "A"})
    table({"type": "draw", "player": "B", "source": "discard"})
    table({"type": "discard", "player": "B", "card": "KD"})
    table({"type": "draw", "player": "A", "source": "stock"})
    table({"type": "discard", "player": "A", "card": "QD"})
    table(
        {
            "type": "amend",
            "seq": 5,
            "play": {"type": "discard", "player": "B", "card": "KC"},
        }
    )
    for cut in range(1, len(table.log) + 1):
        before = replay(table.log[:cut])
        told = repr(before)
        assert evolve_all(before, table.log[cut:]) == table.game
        assert repr(before) == told
