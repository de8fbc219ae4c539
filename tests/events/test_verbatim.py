"""Events that stand as we write them are not parsed, and nothing else comes of it."""

import io
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from events import chain
from events.codec import canonical
from events.exports import as_json, as_ndjson
from events.imports import Import, ImportRefused, found
from events.imports.found import FoundExport
from events.imports.text import JsonText
from events.store import Store
from tests.events.room import AT, Room, two_hands, whole_hands
from tests.events.test_imports import Export, There, sealed, text_of

FORMS = (as_json, as_ndjson)
SEQ = 9
"""The event that is written in another way: a discard."""


@pytest.fixture
def room(store: Store) -> Room:
    return two_hands(store)


@pytest.fixture
def empty(tmp_path: Path) -> Any:
    there = There(tmp_path / "there.db")
    yield there
    there.store.close()


def read(text: str) -> list[list[tuple[int, Any]]]:
    """Return what is found of each game's events."""
    whole = FoundExport(JsonText(io.BytesIO(text.encode()).read))
    return [game.events for game in whole.games()]


def parsed_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "verbatim", lambda _text, at, **_: ([], at))


# It works


@pytest.mark.parametrize("form", FORMS)
def test_all_but_the_ends_of_a_game_is_taken_as_it_stands(
    room: Room, form: Any
) -> None:
    room.start()
    room.play(*whole_hands()[1])
    for events in read(text_of(room, form)):
        parsed = [n for n, (_, each) in enumerate(events) if type(each) is dict]
        assert set(parsed) <= {0, len(events) - 1}


@pytest.mark.parametrize("form", FORMS)
def test_it_is_what_parsing_finds_on_the_same_lines(
    room: Room, form: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = text_of(room, form)
    (events,) = read(text)
    parsed_only(monkeypatch)
    (parsed,) = read(text)
    assert len(events) == len(parsed)
    for (line, each), (on, value) in zip(events, parsed, strict=True):
        assert line == on
        if isinstance(each, tuple):
            assert each[0]._asdict() == {**value, "data": canonical(value["data"])}
            assert each[1][:3] == (value["seq"], value["entry"], value["by"])


def test_events_of_a_game_whose_id_is_none_are_parsed(room: Room) -> None:
    text = text_of(room, as_ndjson).replace(f'"id":"{room.uid}"', '"id":7')
    text = text.replace(f'"game":"{room.uid}"', '"game":7')
    (events,) = read(text)
    assert all(type(each) is dict for _, each in events)


# Written in another way: the same comes of it as if all were parsed

Way = Callable[[str], str]


def member(name: str, value: str) -> Way:
    return lambda data: f'{data[:-1]},"{name}":{value}}}'


def number(value: str) -> Way:
    return lambda data: data.replace('"hand":2', f'"hand":{value}')


DATA: dict[str, Way] = {
    "as it was": lambda data: data,
    "space": lambda data: data.replace(":", ": ", 1),
    "line feed": lambda data: data.replace(",", ",\n", 1),
    "escaped letter": lambda data: data.replace("hand", "h\\u0061nd"),
    "members turned round": lambda d: f"{{{','.join(reversed(d[1:-1].split(',')))}}}",
    "member twice": member("hand", "2"),
    "unknown member": member("z", "1"),
    "unknown member twice": lambda data: member("z", "1")(member("z", "1")(data)),
    "nothing": member("note", "null"),
    "comma": lambda data: data[:-1] + ",}",
    "brace": lambda data: data + "}",
    "list": lambda data: f"[{data}]",
    "text": lambda _: '"x"',
    "digest inside": member("digest", f'"{"a" * 64}"'),
    "escaped surrogate": member("z", '"\\ud800"'),
    "control character": member("z", '"\t"'),
    "float": number("2.0"),
    "exponent": number("2e0"),
    "zero": number("02"),
    "minus zero": number("-0"),
    "NaN": number("NaN"),
    "Infinity": number("-Infinity"),
    "more than a float": number("1e999"),
    "digits": number("9" * 5000),
    "fewer digits": number("9" * 300),
    "true": number("true"),
    "text for a number": number('"2"'),
    "list for a number": number("[[2]]"),
    "deep": number("[" * 900 + "]" * 900),
    "deeper": number("[" * 100_000),
    "long": member("z", f'"{"x" * 3000}"'),
}
LINE: dict[str, Way] = {
    "space": lambda line: line.replace(":", ": ", 1),
    "space behind": lambda line: line + " ",
    "line feed": lambda line: line.replace(",", ",\n", 1),
    "seq with a zero": lambda line: line.replace('"seq":', '"seq":0', 1),
    "seq in other digits": lambda line: line.replace('"seq":9', '"seq":\u0669', 1),
    "seq as a float": lambda line: line.replace('"seq":9', '"seq":9.0', 1),
    "seq twice": lambda line: line.replace('"seq":9', '"seq":9,"seq":9', 1),
    "schema true": lambda line: line.replace('"schema":1', '"schema":true', 1),
    "schema of tomorrow": lambda line: line.replace('"schema":1', '"schema":2', 1),
    "type escaped": lambda line: line.replace('"card_', '"c\\u0061rd_', 1),
    "unknown type": lambda line: line.replace('"card_', '"dog_', 1),
    "salt in capitals": lambda line: line.replace('"salt":"0', '"salt":"A', 1),
    "no salt": lambda line: line.replace('"salt"', '"sugar"', 1),
    "hash too short": lambda line: line[:-3] + '"}',
    "another member": lambda line: line[:-1] + ',"x":1}',
    "cut": lambda line: line[:-1],
    "nothing": lambda _: "",
}


def written(room: Room, form: Any, way: Way, *, digest_of_text: bool) -> str:
    """Return an export with the data of one event in another way, hashed anew.

    Its digest is of that text, or of the canonical one.
    """
    text = text_of(room, form)
    export: Export = json.loads(text_of(room))
    (game,) = export["games"]
    prev = chain.FIRST
    for event in game["events"]:
        data = canonical(event["data"])
        line = f'"data":{data},"digest":"{event["digest"]}"'
        was = event["hash"]
        if event["seq"] == SEQ:
            hashed = way(data) if digest_of_text else data
            data = way(data)
            event["digest"] = sha256((event["salt"] + hashed).encode()).hexdigest()
        names = ("seq", "entry", "schema", "at", "by", "digest")
        prev = chain.hash_of(
            prev, game["id"], type_=event["type"], **{n: event[n] for n in names}
        )
        text = text.replace(line, f'"data":{data},"digest":"{event["digest"]}"')
        text = text.replace(was, prev)
    seal = export["seal"]
    return text.replace(
        seal, sealed({**export, "games": [{**game, "head": prev}]})["seal"]
    )


def comes_of(there: There, text: str) -> tuple[object, ...]:
    """Import, and return what came of it."""
    bringing = Import(there.store, there.book, io.BytesIO(text.encode()).read, at=AT)
    try:
        for _ in bringing.steps():
            pass
    except ImportRefused as refused:
        return refused.code, refused.line, str(refused)
    return bringing.result.games


def comes_the_same(
    empty: There, text: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[object, ...]:
    """Import, and return what came of it: the same where all of it is parsed."""
    came = comes_of(empty, text)
    with monkeypatch.context() as only:
        parsed_only(only)
        other = There(empty.store.path.with_name("other.db"))
        assert comes_of(other, text) == came
        other.store.close()
    return came


@pytest.mark.parametrize(
    ("form", "digest_of_text"), [(as_json, True), (as_ndjson, False)]
)
@pytest.mark.parametrize("way", DATA)
def test_data_in_another_way(
    room: Room,
    empty: There,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    digest_of_text: bool,
    form: Any,
) -> None:
    text = written(room, form, DATA[way], digest_of_text=digest_of_text)
    came = comes_the_same(empty, text, monkeypatch)
    # Space and order of members are of no meaning, if the digest is not of them.
    tidied = ("space", "line feed", "escaped letter", "member twice")
    tidied += ("members turned round",)
    # What a number counts is looked at where it is stored.
    harmless = ("as it was", "float") if digest_of_text else ("as it was", *tidied)
    assert (len(came) == 1) == (way in harmless)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("way", LINE)
def test_a_line_in_another_way(
    room: Room, empty: There, monkeypatch: pytest.MonkeyPatch, way: str, form: Any
) -> None:
    lines = text_of(room, form).split("\n")
    (at,) = (n for n, line in enumerate(lines) if f'"seq":{SEQ},' in line)
    comma = "," if lines[at].endswith(",") else ""
    lines[at] = LINE[way](lines[at].removesuffix(",")) + comma
    text = "\n".join(lines)
    came = comes_the_same(empty, text, monkeypatch)
    harmless = ("space", "space behind", "line feed", "type escaped", "seq twice")
    assert (len(came) == 1) == (way in harmless)
