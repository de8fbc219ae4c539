import threading
from collections import Counter
from dataclasses import replace

import pytest

from events import chain, log, replayed
from events.errors import (
    NoSuchGame,
    RequestReused,
    StoreUnavailable,
    VersionConflict,
)
from events.handler import Outcome, handle
from events.projections import state_of, version_of
from events.projections.tables import TABLES
from events.registry import Request, find_answer, find_book, find_game, games_of
from events.store import Store
from referee.errors import Forbidden, Illegal, Unreadable
from tests.events.room import GIN, KNOCK, SHOW, Room, dump, plays_of


@pytest.fixture
def room(store: Store) -> Room:
    return Room(store)


def rows(room: Room) -> list[log.Row]:
    with room.store.reading() as conn:
        return log.read(conn, 1)


def asked(key: str = "k", fingerprint: str = "f", room: Room | None = None) -> Request:
    scope = f"game:{room.uid}" if room else "book:b"
    return Request(scope, "caller", key, fingerprint)


# Starting ---------------------------------------------------------------------------


def test_a_game_starts_with_one_event(room: Room) -> None:
    (row,) = rows(room)
    assert (row.seq, row.entry, row.type, row.by) == (1, 1, "game_started", "referee")
    game = find_game(room.store, room.uid)
    assert game is not None
    assert game.players == {"A": room.ann, "B": room.bob}
    assert version_of(room.store, room.uid) == 1
    assert room.state()["players"] == {"A": {"id": room.ann}, "B": {"id": room.bob}}
    assert room.state()["hand"]["dealer"] == "B"
    (listed,) = games_of(room.store, room.book).games
    assert (listed.version, listed.status, listed.hands) == (1, "playing", 0)


def test_players_are_found_by_id_and_by_name(room: Room) -> None:
    made = room.start(a=room.bob, b="ANN")
    game = find_game(room.store, made.uid)
    assert game is not None
    assert game.players == {"A": room.bob, "B": room.ann}


def test_an_unknown_name_joins_the_book(room: Room) -> None:
    made = room.start(a="Cat", b="Bob")
    book = find_book(room.store, room.book)
    game = find_game(room.store, made.uid)
    assert book is not None
    assert game is not None
    assert book.name_of(game.players["A"]) == "Cat"
    assert book.revision == 2


@pytest.mark.parametrize(("a", "b"), [("Ann", "ann"), ("Dan", "DAN")])
def test_a_game_needs_two_players(room: Room, a: str, b: str) -> None:
    before = dump(room.store, "book_players", "book_games", "events")
    with pytest.raises(Unreadable) as caught:
        room.start(a=a, b=b)
    assert caught.value.code == "same_player"
    assert dump(room.store, "book_players", "book_games", "events") == before


def test_a_player_starts_a_game_and_is_named_as_its_recorder(room: Room) -> None:
    room.start(starter=room.bob)
    with room.store.reading() as conn:
        (row,) = log.read(conn, 2)
    assert row.by == "B"


def test_a_player_cannot_start_a_game_of_others(room: Room) -> None:
    room.start(a="Cat")
    book = find_book(room.store, room.book)
    assert book is not None
    with pytest.raises(Forbidden) as caught:
        room.start(starter=book.players[2].id)
    assert caught.value.code == "not_in_game"


def test_a_game_is_started_once_for_one_request(room: Room) -> None:
    first = room.start(request=asked())
    again = room.start(request=asked())
    assert again == replace(first, repeated=True)
    with pytest.raises(RequestReused):
        room.start(request=asked(fingerprint="g"))
    assert len(games_of(room.store, room.book).games) == 2


# Playing ----------------------------------------------------------------------------


def test_a_hand_by_counts_is_recorded_and_scored(room: Room) -> None:
    assert room.play(KNOCK, expected=1) == Outcome(room.uid, 2, 3, False)
    assert room.state()["hand"]["phase"] == "show"
    assert room.play(SHOW, expected=3) == Outcome(room.uid, 4, 5, False)
    assert [row.type for row in rows(room)] == [
        "game_started",
        "hand_dealt",
        "knocked",
        "hand_shown",
        "hand_scored",
    ]
    state = room.state()
    assert state["version"] == 5
    assert state["score"]["A"]["points"] == 7
    assert state["hand"]["number"] == 2


def test_events_are_chained_to_the_first(room: Room) -> None:
    room.play(KNOCK, SHOW, asker="A")
    stored = rows(room)
    assert chain.check(room.uid, stored) == []
    assert [row.seq for row in stored] == [1, 2, 3, 4, 5]
    assert [row.entry for row in stored] == [1, 2, 2, 4, 4]
    assert [row.by for row in stored] == ["referee", "A", "A", "A", "A"]
    assert len({row.salt for row in stored}) == 5


def test_a_batch_is_recorded_whole_or_not_at_all(room: Room) -> None:
    before = dump(room.store, "events", *TABLES)
    with pytest.raises(Illegal):
        room.play(KNOCK, SHOW, GIN, GIN)
    assert dump(room.store, "events", *TABLES) == before


def test_no_play_at_all_is_refused(room: Room) -> None:
    with pytest.raises(Unreadable) as caught:
        room.play(expected=1)
    assert caught.value.code == "list_length"
    assert version_of(room.store, room.uid) == 1


def test_an_unknown_game_is_named(room: Room) -> None:
    with pytest.raises(NoSuchGame):
        handle(
            room.store,
            "nothing",
            plays_of([KNOCK]),
            asker="referee",
            expected=None,
            at="at",
            salts=room.salts,
        )
    for ask in (
        lambda: version_of(room.store, "x"),
        lambda: state_of(room.store, "x", "A"),
    ):
        with pytest.raises(NoSuchGame):
            ask()


def test_a_game_forgotten_is_read_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replayed, "KEPT", 1)
    second = room.start().uid
    room.play(KNOCK)
    first = room.uid
    room.uid = second
    room.play(KNOCK)
    room.uid = first
    assert room.play(SHOW).last == 5


def test_events_of_another_process_are_seen(room: Room) -> None:
    room.play(KNOCK)
    other = Store(room.store.path)
    mine, room.store = room.store, other
    room.play(SHOW)
    room.store = mine
    assert room.play(KNOCK).first == 6
    other.close()


def test_an_older_snapshot_sees_the_game_as_it_was(room: Room) -> None:
    with room.store.reading() as conn:
        assert log.version(conn, 1) == 1
        worker = threading.Thread(target=room.play, args=(KNOCK,))
        worker.start()
        worker.join()
        assert replayed.standing(room.store, conn, room.uid).game.version == 1
    with room.store.reading() as conn:
        assert replayed.standing(room.store, conn, room.uid).game.version == 3


# Versions ---------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [0, 1, 2, 4])
def test_a_stale_version_is_refused_and_told(room: Room, seen: int) -> None:
    room.play(KNOCK)
    with pytest.raises(VersionConflict) as caught:
        room.play(SHOW, expected=seen)
    assert caught.value.version == 3
    assert version_of(room.store, room.uid) == 3


def test_the_version_is_looked_at_before_the_rules(room: Room) -> None:
    with pytest.raises(VersionConflict):
        room.play({"type": "show", "player": "B", "count": 1}, expected=7)


class Meddler:
    """Somebody who records a play while another play is being decided."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch, **given: object):
        from events import handler

        self.room, self.given, self.decision = room, given, handler.decision
        self.meddled = False
        monkeypatch.setattr(handler, "decision", self)

    def __call__(self, *args: object, **kwargs: object) -> object:
        made = self.decision(*args, **kwargs)  # type: ignore[arg-type]
        if not self.meddled:
            self.meddled = True
            self.room.play(KNOCK, **self.given)  # type: ignore[arg-type]
        return made


def test_who_is_overtaken_gets_a_conflict(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    Meddler(room, monkeypatch)
    with pytest.raises(VersionConflict) as caught:
        room.play(KNOCK, expected=1)
    assert caught.value.version == 3
    assert len(rows(room)) == 3


def test_who_names_no_version_is_judged_on_what_is_now(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    Meddler(room, monkeypatch)
    void = {"type": "void"}
    with pytest.raises(Illegal):
        room.play(void)
    room.play(SHOW)
    assert room.play({"type": "void"}).last == 7


def test_the_same_request_at_the_same_time_is_answered_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = asked(room=room)
    Meddler(room, monkeypatch, request=request)
    outcome = room.play(KNOCK, expected=1, request=request)
    assert outcome == Outcome(room.uid, 2, 3, True)
    assert len(rows(room)) == 3


def test_sixteen_threads_have_one_winner_a_round(room: Room) -> None:
    rounds, threads = 50, 16
    barrier = threading.Barrier(threads)
    found: Counter[str] = Counter()
    adjust = {"type": "adjust", "player": "A", "points": 0, "reason": "none"}

    def work() -> None:
        for number in range(rounds):
            barrier.wait(60)
            try:
                room.play(adjust, expected=number + 1)
                found["ok"] += 1
            except VersionConflict:
                found["conflict"] += 1
            except StoreUnavailable:
                found["locked"] += 1

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == {"ok": 50, "conflict": 750}
    assert [row.seq for row in rows(room)] == list(range(1, 52))
    assert chain.check(room.uid, rows(room)) == []


# Requests ---------------------------------------------------------------------------


def test_a_retry_gets_its_first_answer_even_when_stale(room: Room) -> None:
    request = asked(room=room)
    first = room.play(KNOCK, expected=1, request=request)
    room.play(SHOW)
    again = room.play(KNOCK, expected=1, request=request)
    assert again == replace(first, repeated=True)
    assert len(rows(room)) == 5
    found = find_answer(room.store, request)
    assert found is not None
    assert (found.first, found.last) == (2, 3)


def test_a_key_with_another_body_is_refused(room: Room) -> None:
    room.play(KNOCK, request=asked(room=room))
    with pytest.raises(RequestReused):
        room.play(SHOW, request=asked(room=room, fingerprint="g"))
    assert len(rows(room)) == 3


def test_a_key_with_another_body_is_refused_before_its_play_is(room: Room) -> None:
    room.play(KNOCK, request=asked(room=room))
    other = asked(room=room, fingerprint="g")
    with pytest.raises(RequestReused):
        room.play(KNOCK, request=other)
    with pytest.raises(RequestReused):
        room.play(SHOW, expected=1, request=other)


def test_a_retry_is_answered_also_where_nothing_can_be_written(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreUnavailable("full", "the disk is full")

    request = asked(room=room)
    first = room.play(KNOCK, request=request)
    monkeypatch.setattr(Store, "writing", full)
    assert room.play(KNOCK, request=request) == replace(first, repeated=True)
    with pytest.raises(StoreUnavailable):
        room.play(SHOW, request=asked("other", room=room))


@pytest.mark.parametrize("expected", [None, 5])
def test_a_fault_between_the_commit_and_the_memory_of_it_is_got_over(
    room: Room, monkeypatch: pytest.MonkeyPatch, expected: int | None
) -> None:
    room.store.lock("the test")
    room.play({"type": "void"})
    with monkeypatch.context() as broken:
        broken.setattr(room.store, "timed", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            room.play(KNOCK)
    assert room.play(SHOW, expected=expected).first == 6


def test_a_refusal_is_not_remembered(room: Room) -> None:
    request = asked(room=room)
    with pytest.raises(Illegal):
        room.play(SHOW, request=request)
    assert find_answer(room.store, request) is None
    room.play(KNOCK)
    assert not room.play(SHOW, request=request).repeated


def test_the_same_key_of_another_caller_is_another_request(room: Room) -> None:
    request = asked(room=room)
    room.play(KNOCK, request=request)
    assert not room.play(SHOW, request=replace(request, caller="other")).repeated


# Trouble ----------------------------------------------------------------------------


def test_a_full_disk_leaves_nothing_and_writes_resume(room: Room) -> None:
    writer = room.store._writer
    before = dump(room.store, "events", "requests", *TABLES)
    pages = writer.execute("PRAGMA page_count").fetchone()[0]
    writer.execute(f"PRAGMA max_page_count = {pages}")
    adjust = {"type": "adjust", "player": "A", "points": 1, "reason": "x" * 90_000}
    request = asked(room=room)
    with pytest.raises(StoreUnavailable) as caught:
        room.play(adjust, request=request)
    assert caught.value.kind == "full"
    assert dump(room.store, "events", "requests", *TABLES) == before
    assert room.state()["version"] == 1
    writer.execute("PRAGMA max_page_count = 100000")
    assert room.play(adjust, request=request) == Outcome(room.uid, 2, 2, False)
