"""What a log must begin with, and that all who follow it come to one game."""

import pytest

from referee.decide.batch import run
from referee.decide.log import Log
from referee.game import evolve, evolve_all, replay
from referee.game.events import HandDealt, Recorded
from tests.referee.table import Table, deal, discard, knock, passed, play_of, show, take


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


def test_a_hand_that_runs_stays_as_it_was_while_an_older_one_is_decided_again():
    table = Table()
    table(knock("A", 3), show("B", 9))
    table(deal(upcard="7S"), passed("B"))
    before, known = table.game, len(table.log)
    told = repr(before)
    table({"type": "amend", "seq": 4, "play": show("B", 11)})
    table(take("A"), discard("A", "KD"))
    assert evolve_all(before, table.log[known:]) == table.game
    assert repr(before) == told


def test_what_is_decided_again_is_the_game_that_its_events_tell():
    table = Table()
    table(knock("A", 3), show("B", 9))
    table(deal(upcard="7S"), passed("B"), take("A"), discard("A", "KD"))
    log = Log(table.game, "referee")
    amends = [(4, show("B", 11)), (9, discard("A", "KC"))]
    run(log, [play_of({"type": "amend", "seq": s, "play": p}) for s, p in amends])
    told = [
        Recorded(seq, entry, "referee", event)
        for seq, (entry, event) in enumerate(log.events, table.game.version + 1)
    ]
    assert log.game == evolve_all(table.game, told)
