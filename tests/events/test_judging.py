"""One walk judges a log as two do, or leaves it to them."""

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest

from events import judging, log
from events.judging import Differing, judged_again, judged_replay
from events.registry import games
from events.replayed import recorded
from events.store import Store
from referee.cards import CARD_NAMED, Card
from referee.decide.hands import decide_hand, is_plain_turn
from referee.decide.table import Table
from referee.errors import Illegal, Refusal
from referee.game import Game, Hand, Replay
from referee.game import replay as replayed
from referee.game.entry import told
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    HandAccepted,
    HandDealt,
    HandEvent,
    HandScored,
    Recorded,
    UpcardPassed,
)
from referee.plays import HandPlay
from referee.rules import PLAYERS
from tests.events.games import RULES, record
from tests.events.room import KNOCK, SHOW, Room, swapped, whole_hands

Log = list[Recorded]
ODD: list[Any] = [
    {"throw_back": "allowed"},
    {"stock_end": "last_discard"},
]


def log_of(room: Room) -> Log:
    with room.store.reading() as conn:
        number, _ = games.load(conn, room.uid)
        return list(recorded(log.read(conn, number)))


def two_walks(happened: Log) -> tuple[Game, list[Differing]]:
    game = replayed(happened)
    return game, list(judged_again(game))


@pytest.fixture
def happened(store: Store) -> Log:
    """Two hands: one by counts, one with every card."""
    room = Room(store)
    room.play(KNOCK, SHOW)
    room.play({"type": "accept", "player": "B", "hand": 1})
    dealer = room.state()["hand"]["dealer"]
    plays = whole_hands()[0]
    room.play(*(plays if dealer == "B" else swapped(plays)))
    return log_of(room)


def changed(happened: Log, seq: int, **fields: Any) -> Log:
    """Return a log in which one event says something else."""
    each = happened[seq - 1]
    event: Any = dataclasses.replace(each.event, **fields)
    return [*happened[: seq - 1], each._replace(event=event), *happened[seq:]]


def first(happened: Log, kind: type) -> int:
    return next(each.seq for each in happened if isinstance(each.event, kind))


def test_a_log_is_replayed_and_judged(happened: Log) -> None:
    assert judged_replay(happened) == (replayed(happened), [])


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_random_games_are_judged_as_by_two_walks(store: Store, rules: Any) -> None:
    room = Room(store, rules=rules)
    chance = Random(3)
    kinds = (0, 3, 5, 8, 9)
    record(room, [(chance.choice(kinds), n * 13, n * 29 % 100) for n in range(40)])
    whole = log_of(room)
    assert judged_replay(whole) == two_walks(whole)


def test_what_would_differ_today_is_listed_alike(happened: Log) -> None:
    dearer = changed(happened, first(happened, HandScored), points=99)
    judged = judged_replay(dearer)
    assert judged == two_walks(dearer)
    assert judged is not None
    assert [(each.hand, each.entry) for each in judged[1]] == [(1, 4)]


def test_what_would_be_refused_today_is_listed_alike(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(store)
    room.play(KNOCK, SHOW)
    happened = log_of(room)

    def refuse(*_: Any) -> None:
        raise Illegal("out_of_turn", "not now")

    monkeypatch.setattr(judging, "decide_hand", refuse)
    judged = judged_replay(happened)
    assert judged == two_walks(happened)
    assert judged is not None
    assert [each.entry for each in judged[1]] == [2, 4]


def turns(hand: Hand) -> Iterator[HandEvent]:
    """Yield turns of both players, whether they can be or not."""
    for player in PLAYERS:
        yield UpcardPassed(hand.number, player)
        for source in ("stock", "discard"):
            yield CardDrawn(hand.number, player, source)
        for card in {CARD_NAMED["7S"], hand.taken, hand.upcard} - {None}:
            yield CardDiscarded(hand.number, player, cast(Card, card))


def test_a_draw_from_nowhere_is_no_plain_turn(happened: Log) -> None:
    seq = next(e.seq for e in happened if isinstance(e.event, CardDrawn))
    game, found = judging.judged(changed(happened, seq, source="xyz"))
    assert game.version == len(happened)
    assert seq in {each.entry for each in found}


def made_of(game: Game, hand: Hand, event: HandEvent) -> list[HandEvent]:
    """Return what the referee makes of the play that an event tells, if anything."""
    table = Table(game.rules, hand, game.version + 1, game.version + 1, "A", "done")
    try:
        return decide_hand(table, cast(HandPlay, told([event])))
    except Refusal:
        return []


@pytest.mark.parametrize("rules", [*RULES, *ODD], ids=str)
def test_plain_turns_are_those_that_are_decided_as_they_were_played(
    store: Store, rules: Any
) -> None:
    room = Room(store, rules=rules)
    record(room, [(3, n, n) for n in range(6)])
    seen = set()
    walk = Replay()
    for each in log_of(room):
        walk.take([each])
        assert walk.game is not None
        hand = walk.game.current
        for event in turns(hand):
            plain = is_plain_turn(walk.game.rules, hand, event)
            assert plain == (made_of(walk.game, hand, event) == [event])
            seen.add((type(event), plain))
    assert len(seen) == 6


def deal(seq: int, entry: int, hand: int) -> Recorded:
    return Recorded(seq, entry, "referee", HandDealt(hand, "A"))


def passed(seq: int, entry: int, hand: int) -> Recorded:
    return Recorded(seq, entry, "referee", UpcardPassed(hand, "B"))


def test_what_needs_two_walks_is_left_to_them(happened: Log) -> None:
    start = happened[:1]
    accepted = Recorded(2, 2, "A", HandAccepted(1, "A"))
    card: Any = happened[first(happened, CardDiscarded) - 1].event
    later = [
        each.seq
        for each in happened
        if isinstance(each.event, CardDiscarded) and each.event != card
    ]
    left = {
        "nothing": [],
        "no start": [deal(1, 1, 1)],
        "an older entry": [*start, deal(2, 2, 1), passed(3, 3, 1), passed(4, 2, 1)],
        "an entry of another": [*start, accepted, deal(3, 2, 1)],
        "two hands in an entry": [*start, deal(2, 2, 1), passed(3, 2, 2)],
        "two deals in an entry": [*start, deal(2, 2, 1), deal(3, 2, 1)],
        "a hand dealt twice": [*start, deal(2, 2, 1), deal(3, 3, 1)],
        "an older hand": [*start, deal(2, 2, 1), deal(3, 3, 2), passed(4, 4, 1)],
        "an older hand dealt": [*start, deal(2, 2, 2), deal(3, 3, 1)],
        "a hand not dealt": [*start, passed(2, 2, 1)],
        "a card twice": changed(happened, later[0], card=card.card),
    }
    for name, whole in left.items():
        assert judged_replay(whole) is None, name


def test_a_hand_spoken_of_before_its_deal_is_judged(store: Store) -> None:
    room = Room(store)
    room.play({"type": "deal", "upcard": "QD"})
    start, dealt = log_of(room)
    said = Recorded(2, 2, "A", HandAccepted(1, "A"))
    whole = [start, said, dealt._replace(seq=3, entry=3)]
    assert judged_replay(whole) == two_walks(whole)


def test_a_corrected_game_is_left_to_two_walks(store: Store) -> None:
    room = Room(store)
    room.play(KNOCK, SHOW)
    room.play({"type": "retract", "hand": 1})
    assert judged_replay(log_of(room)) is None
