"""What all eyes can prove of a hand, together and one by one."""

from typing import Any

import pytest

from referee.cards import parse_card
from referee.eyes import EYES
from referee.game.events import CardDrawn, HandDealt, HandEvent, Knocked, Recorded
from referee.game.state import Game, Hand
from referee.knowledge import clash, conflicts, contradiction, known_to, known_together
from referee.knowledge import plain as plain_records
from referee.rules import Rules
from tests.events.room import whole_hands
from tests.referee.random_logs import random_log
from tests.referee.table import Table, deal, discard, passed, stock
from tests.referee.test_knowledge_model import record_of

TEN = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC"]


def check(game: Game) -> None:
    check_hand(game.rules, game.current)


def check_hand(rules: Rules, hand: Hand) -> None:
    found = known_together(rules, hand)
    for eyes in EYES:
        assert found.known[eyes] == known_to(rules, hand, eyes)[0], eyes
    assert found.conflicts == conflicts(rules, hand)


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


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_random_records_are_followed_as_they_are_proven(
    monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    """Play by play, what goes on from the play before is what the whole record says;
    a play that fits is one that nothing contradicts.
    """
    fitting = 0
    for seed in range(first, first + 15):
        rules, dealer, recorded = record_of(random_log(seed)[0])
        hand = Hand(1, dealer)  # type: ignore[arg-type]
        for new in recorded:
            said = [contradiction(rules, hand, eyes, [new]) for eyes in EYES]
            with monkeypatch.context() as without:
                without.setattr(clash, "plain", lambda *_: None)
                proven = [contradiction(rules, hand, eyes, [new]) for eyes in EYES]
            assert said == proven, (seed, new)
            hand = Hand(1, dealer, happened=(*hand.happened, new))  # type: ignore[arg-type]
            check_hand(rules, hand)
            fitting += plain_records.plain(rules, hand, "referee") is not None
    assert fitting > 20


def test_a_record_is_not_taken_for_another_with_the_same_last_event() -> None:
    table = Table()
    for play in (deal(upcard="AH"), passed("A"), passed("B"), stock("A", "2C")):
        table(play)
    last = table.game.current.happened[-1]
    other = Table()
    for play in (deal(upcard="2C"), passed("A"), passed("B")):
        other(play)
    happened: tuple[Recorded, ...] = (*other.game.current.happened, last)
    twin = Hand(1, "B", happened=happened)
    check_hand(table.game.rules, table.game.current)
    check_hand(table.game.rules, twin)
    assert known_together(table.game.rules, twin).conflicts


def test_few_records_are_remembered() -> None:
    table = Table()
    for play in whole_hands()[0]:
        table(play)
    happened = table.game.hands[0].happened
    for at in range(1, 2 * plain_records.MOST):
        again = tuple(each._replace(by="A") for each in happened[: 1 + at % 20])
        check = Hand(1, "B", happened=again)
        plain_records.plain(table.game.rules, check, "referee")
        assert len(plain_records._lately) <= plain_records.MOST


DEALT = HandDealt(1, "B", upcard=parse_card("AH"))
TOOK = CardDrawn(1, "A", "discard")


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([DEALT], None),
        ([DEALT, TOOK], None),
        ([DEALT, TOOK, TOOK], "moves a card that is not there"),
        ([TOOK], "moves a card that is not there"),
        ([DEALT, Knocked(1, "A", 0, 10, upcard=parse_card("AH"))], None),
        (
            [DEALT, Knocked(1, "A", 0, 10, upcard=parse_card("2H"))],
            "2H was the upcard",
        ),
    ],
)
def test_a_whole_record_is_judged_at_once(
    events: list[HandEvent], said: str | None
) -> None:
    recorded = [Recorded(n, n, "A", event) for n, event in enumerate(events, 2)]
    clashes = contradiction(Rules(), Hand(1, "B"), "A", recorded)
    assert (clashes and clashes[-1].what) == said
