"""What all eyes can prove of a hand, together and one by one."""

from typing import Any

import pytest

from referee.eyes import EYES
from referee.game.state import Game
from referee.knowledge import conflicts, known_to, known_together
from tests.events.room import whole_hands
from tests.referee.table import Table, deal, discard, passed, stock

TEN = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC"]


def check(game: Game) -> None:
    hand = game.current
    found = known_together(game.rules, hand)
    for eyes in EYES:
        assert found.known[eyes] == known_to(game.rules, hand, eyes)[0], eyes
    assert found.conflicts == conflicts(game.rules, hand)


def seen(play: dict[str, Any], *, hands: str, stocks: str) -> dict[str, Any]:
    """A play without the cards of players who are not in ``hands``, ``stocks``."""
    play = dict(play)
    if "hands" in play:
        play["hands"] = {p: c for p, c in play["hands"].items() if p in hands}
    if play.get("source") == "stock" and play["player"] not in stocks:
        play.pop("card", None)
    return play


@pytest.mark.parametrize("look_back", ["allowed", "forbidden"])
@pytest.mark.parametrize(
    ("hands", "stocks"), [("", ""), ("A", ""), ("", "B"), ("AB", "AB"), ("B", "B")]
)
def test_after_every_play_the_same(hands: str, stocks: str, look_back: str) -> None:
    for number in range(0, 40, 8):
        table = Table({"preset": "standard", "look_back": look_back})
        for play in whole_hands()[number]:
            table(seen(play, hands=hands, stocks=stocks))
            check(table.game)


def test_an_entry_in_conflict_is_named() -> None:
    table = Table()
    table(deal(upcard="AH", hands={"A": TEN}))
    table(passed("A"))
    table(passed("B"))
    table(stock("A"))
    table(discard("A", "2C"))
    table(stock("B"))
    table(discard("B", "3C"), asker="B")
    check(table.game)
    assert known_together(table.game.rules, table.game.current).conflicts
