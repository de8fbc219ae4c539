"""What leaves the record: whole, streamed, and nothing that these eyes may not see."""

import csv
import json
from collections.abc import Iterable
from io import StringIO
from typing import Any

import pytest

from events import chain, registry
from events.errors import NoSuchGame
from events.exports import (
    all_books,
    as_json,
    as_ndjson,
    games_csv,
    hands_csv,
    of_book,
    of_game,
    record,
)
from events.exports.tables import harmless
from events.log import Row
from events.registry import GameRow
from events.store import Store
from referee.eyes import Eyes
from tests.events.room import AT, EYES, KNOCK, SHOW, Room, whole_hands

ROW = dict.fromkeys(Row._fields)


def eyes_on(eyes: Eyes) -> Any:
    def chosen(_: GameRow) -> Eyes:
        return eyes

    return chosen


def exported(room: Room, eyes: Eyes = "referee") -> dict[str, Any]:
    pieces = as_json(room.store, of_book(room.store, room.book), eyes_on(eyes))
    whole: dict[str, Any] = json.loads("".join(pieces))
    return whole


def parsed(pieces: Iterable[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO("".join(pieces), newline="")))


@pytest.fixture
def room(store: Store) -> Room:
    room = Room(store, rules={"preset": "jpgames", "stake": "0.05"})
    room.play(*whole_hands()[0])
    room.play(KNOCK, SHOW)
    return room


def test_a_whole_record_leaves_as_it_is_stored(room: Room) -> None:
    (game,) = exported(room)["games"]
    with room.store.reading() as conn:
        stored = conn.execute("SELECT * FROM events").fetchall()
    rows = [Row(**{**ROW, **e, "data": "", "seq": e["seq"]}) for e in game["events"]]
    assert [row.hash for row in rows] == [row[-1] for row in stored]
    assert game["head"] == rows[-1].hash
    assert [json.loads(row[7]) for row in stored] == [e["data"] for e in game["events"]]


def test_one_event_stands_on_one_line(room: Room) -> None:
    text = "".join(
        as_json(room.store, of_book(room.store, room.book), eyes_on("referee"))
    )
    lines = [line for line in text.splitlines() if line.startswith('{"seq"')]
    assert len(lines) == room.state()["version"]


@pytest.mark.parametrize("eyes", EYES)
def test_the_chain_of_every_export_holds(room: Room, eyes: Eyes) -> None:
    (game,) = exported(room, eyes)["games"]
    prev = chain.FIRST
    for event in game["events"]:
        prev = chain.hash_of(
            prev,
            game["id"],
            type_=event["type"],
            **{k: event[k] for k in ("seq", "entry", "schema", "at", "by", "digest")},
        )
        assert prev == event["hash"]


def test_what_is_hidden_goes_without_its_salt(room: Room) -> None:
    ten = ["7S", "7D", "7C", "5H", "6H", "7H", "9C", "TC", "JC", "2S"]
    room.play({"type": "deal", "upcard": "QD", "hands": {"A": ten}})
    whole = exported(room)["games"][0]["events"]
    seen = exported(room, "watch")["games"][0]["events"]
    hidden = [a for a, b in zip(seen, whole, strict=True) if a != b]
    assert hidden
    assert all("salt" not in event for event in hidden)
    assert all("salt" in event for event in whole)


def test_a_long_game_leaves_in_stretches(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope = of_book(room.store, room.book)
    forms = [as_json, as_ndjson]
    whole = ["".join(form(room.store, scope, eyes_on("A"))) for form in forms]
    monkeypatch.setattr(record, "STRETCH", 7)
    pieces = [list(form(room.store, scope, eyes_on("A"))) for form in forms]
    assert ["".join(each) for each in pieces] == whole
    assert len(pieces[0]) > 5


def test_an_empty_book_is_exported_too(store: Store) -> None:
    registry.open_book(
        store,
        name="Empty",
        players=["Ann"],
        at=AT,
        ids=iter("abcdef").__next__,
        secrets=iter("uvwxyz").__next__,
    )
    scope = of_book(store, "a")
    whole = json.loads("".join(as_json(store, scope, eyes_on("referee"))))
    assert whole["games"] == []
    assert len("".join(as_ndjson(store, scope, eyes_on("referee"))).splitlines()) == 2
    assert all_books(store) == [("a", "Empty")]


def test_what_is_not_there_is_not_exported(room: Room) -> None:
    with pytest.raises(LookupError):
        of_book(room.store, "nothing")
    with pytest.raises(NoSuchGame):
        of_game(room.store, "nothing")


def test_a_game_of_a_lost_book_is_not_exported(room: Room) -> None:
    with room.store.writing() as conn:
        conn.execute("DELETE FROM books")
    with pytest.raises(NoSuchGame):
        of_game(room.store, room.uid)


def test_hands_and_games_as_tables(room: Room) -> None:
    room.play({"type": "deal", "upcard": "QD"})
    scope = of_game(room.store, room.uid)
    hands = parsed(hands_csv(room.store, scope))
    (game,) = parsed(games_csv(room.store, scope))
    assert [hand["hand"] for hand in hands] == ["1", "2"]
    assert hands[1] | {"result": "knock", "winner": "Ann", "points": "7"} == hands[1]
    assert game["hands"] == "3"
    assert (game["player_a"], game["stake"], game["winner"]) == ("Ann", "0.05", "")


@pytest.mark.parametrize(
    "name", ['=HYPERLINK("http://x")', "@sum", "+1", "-2", '"a,b"']
)
def test_a_name_is_never_a_formula(room: Room, name: str) -> None:
    registry.rename_player(room.store, room.book, room.ann, name)
    hands = parsed(hands_csv(room.store, of_game(room.store, room.uid)))
    risky = name[0] in "=@+-"
    assert hands[1]["winner"] == (f"'{name}" if risky else name)


def test_numbers_stay_numbers_in_a_table() -> None:
    assert harmless(-5) == -5
    assert harmless(None) is None
    assert harmless("Ann") == "Ann"
