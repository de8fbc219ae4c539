"""What a log must begin with."""

import pytest

from referee.game import evolve, replay
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
