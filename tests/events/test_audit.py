import dataclasses
from typing import Any

import pytest

from events import audit as looking
from events import judging
from events.audit import Audited, Checked, Damage, audit, verify
from events.migrations import TRIGGERS
from events.projections import version_of
from events.store import Store
from referee.errors import Illegal
from referee.game.events import GameWon, HandScored
from tests.events.room import GIN, KNOCK, SHOW, Room, whole_hands


@pytest.fixture
def room(store: Store) -> Room:
    room = Room(store)
    room.play(KNOCK, SHOW)
    return room


def tamper(store: Store, *statements: str) -> None:
    """Change the log as somebody could who owns the file."""
    with store.writing() as conn:
        for name in TRIGGERS:
            conn.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            conn.execute(statement)
        for trigger in TRIGGERS.values():
            conn.execute(trigger)


def damages(store: Store) -> list[Damage]:
    return [each for checked in verify(store) for each in checked.damage]


# Verify -----------------------------------------------------------------------------


def test_a_whole_record_is_sound(room: Room) -> None:
    second = room.start().uid
    first, last = verify(room.store)
    with room.store.reading() as conn:
        query = "SELECT hash FROM events WHERE game = ? ORDER BY seq DESC LIMIT 1"
        heads = [conn.execute(query, (game,)).fetchone()[0] for game in (1, 2)]
    assert first == Checked(room.uid, 5, heads[0], 1, 2, ())
    assert last == Checked(second, 1, heads[1], 2, 2, ())


def test_an_empty_record_is_sound(store: Store) -> None:
    assert list(verify(store)) == []
    assert list(audit(store)) == []


def test_a_changed_score_is_found(room: Room) -> None:
    room.start()
    tamper(
        room.store,
        """UPDATE events SET data = replace(data, '"points":7', '"points":97')
        WHERE game = 1 AND seq = 5""",
    )
    (found,) = damages(room.store)
    assert (found.uid, found.seq, found.kind) == (room.uid, 5, "edited")


def test_a_missing_event_is_found(room: Room) -> None:
    tamper(room.store, "DELETE FROM events WHERE seq = 3")
    (found,) = damages(room.store)
    assert (found.seq, found.kind, found.detail) == (4, "missing", "seq 3 is gone")


def test_events_that_changed_places_are_found(room: Room) -> None:
    tamper(
        room.store,
        "UPDATE events SET seq = 9 WHERE seq = 3",
        "UPDATE events SET seq = 3 WHERE seq = 4",
        "UPDATE events SET seq = 4 WHERE seq = 9",
    )
    found = damages(room.store)
    assert [(each.seq, each.kind) for each in found] == [
        (3, "reordered"),
        (4, "reordered"),
    ]


def test_a_game_emptied_is_found(room: Room) -> None:
    tamper(room.store, "DELETE FROM events")
    (checked,) = verify(room.store)
    assert (checked.version, checked.head) == (0, "0" * 64)
    assert [each.kind for each in checked.damage] == ["missing"]


def test_a_game_struck_off_the_list_is_found(room: Room) -> None:
    tamper(room.store, "DELETE FROM book_games")
    (checked,) = verify(room.store)
    assert (checked.done, checked.games) == (1, 1)
    assert [each.kind for each in checked.damage] == ["unlisted"]


# Audit ------------------------------------------------------------------------------


def drifts(store: Store) -> list[looking.Drift]:
    return [each for audited in audit(store) for each in audited.drift]


def test_hands_come_out_today_as_they_are_stored(room: Room) -> None:
    room.play({"type": "amend", "seq": 4, "play": {**SHOW, "count": 12}})
    room.play(KNOCK, {**SHOW, "count": 8})
    room.play({"type": "void", "reason": "rain"})
    ruling = {"option": "forfeit_hand", "chosen_by": "both"}
    room.play({**KNOCK, "count": 14, "ruling": ruling}, SHOW)
    room.play({"type": "deal"}, {"type": "untrack"})
    uid = room.start().uid
    room.uid = uid
    room.play(*whole_hands()[0])
    room.play(GIN, {**SHOW, "count": 98})
    assert room.state()["status"] == "over"
    one, two = audit(room.store)
    assert (one.drift, two.drift) == ((), ())
    assert (two.uid, two.done, two.games) == (uid, 2, 2)


def test_the_seats_that_recorded_a_hand_are_judged_as_they_were(room: Room) -> None:
    room.play(KNOCK, asker="A")
    room.play(SHOW, asker="B")
    assert drifts(room.store) == []


@pytest.mark.parametrize("number", [5, 50, 100])
def test_a_whole_hand_comes_out_as_it_is_stored(store: Store, number: int) -> None:
    room = Room(store)
    room.play(*whole_hands()[number])
    assert drifts(store) == []


def test_another_verdict_today_is_listed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide = judging.decide_hand

    def dearer(*args: Any) -> list[Any]:
        return [
            dataclasses.replace(event, points=event.points + 1)
            if isinstance(event, HandScored)
            else event
            for event in decide(*args)
        ]

    version = version_of(room.store, room.uid)
    monkeypatch.setattr(judging, "decide_hand", dearer)
    (found,) = drifts(room.store)
    assert (found.uid, found.hand, found.entry) == (room.uid, 1, 4)
    assert '"points":7' in found.stored
    assert '"points":8' in found.today
    assert version_of(room.store, room.uid) == version


def test_a_play_refused_today_is_listed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise Illegal("out_of_turn", "not now")

    monkeypatch.setattr(judging, "decide_hand", refuse)
    assert [each.entry for each in drifts(room.store)] == [2, 4]
    assert drifts(room.store)[0].today == "refused: out_of_turn: not now"


@pytest.mark.parametrize("played", [True, False])
def test_another_end_today_is_listed(
    store: Store, monkeypatch: pytest.MonkeyPatch, played: bool
) -> None:
    room = Room(store)
    if played:
        room.play(KNOCK, SHOW)
    won = GameWon("B", "score", 1)
    monkeypatch.setattr(looking, "end_events", lambda *_: [(5, won)])
    (audited,) = audit(store)
    assert isinstance(audited, Audited)
    (found,) = audited.drift
    assert found.hand == int(played)
    assert found.today.startswith("game_won ")


def test_a_game_with_an_unreadable_event_is_named_and_the_others_go_on(
    room: Room,
) -> None:
    other = room.start().uid
    tamper(room.store, "UPDATE events SET type = 'riddle' WHERE seq = 3")
    one, two = audit(room.store)
    (found,) = one.drift
    assert (found.uid, found.hand) == (room.uid, 0)
    assert found.today == "unreadable: seq 3: no event has the type riddle"
    assert (two.uid, two.drift) == (other, ())
    kinds = [(each.seq, each.kind) for each in damages(room.store)]
    assert kinds == [(3, "edited"), (3, "unreadable")]
