import dataclasses
import json
import typing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from events import codec
from events.codec import Undecodable, decode, encode
from events.codec.forms import FORMS
from referee.cards import parse_card
from referee.game import events
from referee.plays import PLAY_TYPES, Amend, Deal, Play, Void
from referee.rules import Rules
from tests.events.strategies import any_event, any_play

GOLDEN = Path(__file__).parents[1] / "data" / "stored_events.json"
DESIGNED = [
    "game_started",
    "hand_dealt",
    "upcard_passed",
    "card_drawn",
    "card_discarded",
    "hand_voided",
    "knocked",
    "hand_shown",
    "hand_scored",
    "game_won",
    "tracking_ended",
    "irregularity_ruled",
    "hand_accepted",
    "hand_disputed",
    "score_adjusted",
    "entry_retracted",
    "entry_amended",
    "game_abandoned",
    "correction_proposed",
    "game_reopened",
]


@given(any_event)
def test_any_event_encodes_and_decodes_to_itself(event: events.Event) -> None:
    stored = encode(event)
    assert decode(stored.type, stored.schema, stored.text) == event


@given(any_event)
def test_stored_text_is_canonical(event: events.Event) -> None:
    text = encode(event).text
    again = json.dumps(
        json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert again == text
    assert encode(event).text == text


@given(any_play)
def test_any_play_is_told_and_read_back(play: Play) -> None:
    data = codec.play_data(play)
    assert codec.play_from(json.loads(json.dumps(data))) == play


def test_every_event_has_its_designed_name() -> None:
    assert sorted(codec.EVENT_TYPES) == sorted(DESIGNED)
    made = {described.made for described in FORMS}
    assert made == set(typing.get_args(events.Event))
    assert codec.type_of(events.GameReopened()) == "game_reopened"


@pytest.mark.parametrize("described", FORMS, ids=lambda described: described.name)
def test_every_field_of_an_event_is_stored(described: codec.kinds.Form) -> None:
    stored = {attribute for _, attribute, _ in described.dumps}
    assert stored == {field.name for field in dataclasses.fields(described.made)}


def test_every_play_is_named_as_the_api_names_it() -> None:
    forms = codec.plays._BY_NAME
    assert {name: forms[name].made for name in PLAY_TYPES} == PLAY_TYPES
    assert set(forms) - set(PLAY_TYPES) == {"propose"}
    for described in forms.values():
        stored = {attribute for _, attribute, _ in described.dumps}
        assert stored == {field.name for field in dataclasses.fields(described.made)}


def test_what_is_not_known_is_left_out() -> None:
    drawn = events.CardDrawn(1, "A", "stock")
    assert encode(drawn).text == '{"hand":1,"player":"A","source":"stock"}'
    assert codec.play_data(Deal()) == {"type": "deal"}
    assert codec.play_data(Void()) == {"type": "void"}


def test_cards_and_letters_are_stored_as_people_write_them() -> None:
    event = events.IrregularityRuled(
        2, "exposed", "B", "play_on", "both", (parse_card("10♠"),), note="Zoë 🂡"
    )
    text = encode(event).text
    assert '"cards":["TS"]' in text
    assert '"note":"Zoë 🂡"' in text


def test_amended_rules_are_told_as_the_api_takes_them() -> None:
    play = Amend(1, rules=Rules(target=150), preset="jpgames-150")
    data = codec.play_data(play)
    assert data["rules"]["preset"] == "jpgames-150"
    assert data["rules"]["target"] == 150
    assert "preset" not in data
    assert codec.play_from(data) == play
    nameless = replace(play, preset=None)
    assert "preset" not in codec.play_data(nameless)["rules"]
    assert codec.play_from(codec.play_data(nameless)) == nameless


def test_golden_logs_of_every_event_ever_written_stay_readable() -> None:
    for each in json.loads(GOLDEN.read_text()):
        event = decode(each["type"], each["schema"], each["text"])
        assert encode(event).text == each.get("today", each["text"])


def test_the_golden_logs_hold_every_event_and_schema() -> None:
    held = {(each["type"], each["schema"]) for each in json.loads(GOLDEN.read_text())}
    every = {
        (name, schema)
        for name, newest in codec.SCHEMAS.items()
        for schema in range(1, newest + 1)
    }
    assert held == every


def test_a_rule_newer_than_the_log_is_at_its_default() -> None:
    started = events.GameStarted(Rules(), None, 1, {"A": "a", "B": "b"}, "A")
    data = json.loads(encode(started).text)
    del data["rules"]["throw_back"]
    assert decode("game_started", 1, json.dumps(data)) == started


def test_an_old_schema_is_brought_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def renamed(data: dict[str, typing.Any]) -> dict[str, typing.Any]:
        return {"hand": data["deal"], "player": data["who"]}

    monkeypatch.setitem(codec.SCHEMAS, "upcard_passed", 3)
    monkeypatch.setitem(codec.UPCASTERS, ("upcard_passed", 1), renamed)
    monkeypatch.setitem(codec.UPCASTERS, ("upcard_passed", 2), lambda data: data)
    event = decode("upcard_passed", 1, '{"deal":4,"who":"B"}')
    assert event == events.UpcardPassed(4, "B")
    assert decode("upcard_passed", 3, '{"hand":4,"player":"B"}') == event


@pytest.mark.parametrize(
    ("type_", "schema", "text"),
    [
        ("cards_shuffled", 1, "{}"),
        ("game_reopened", 2, "{}"),
        ("game_reopened", 0, "{}"),
        ("upcard_passed", 1, '{"hand":1}'),
        ("upcard_passed", 1, "[1]"),
        ("upcard_passed", 1, "7"),
        ("upcard_passed", 1, "{"),
        ("card_discarded", 1, '{"hand":1,"player":"A","card":"XX"}'),
        ("card_discarded", 1, '{"hand":1,"player":"A","card":7}'),
        ("game_started", 1, '{"rules":{}}'),
        ("correction_proposed", 1, '{"hand":1,"player":"A","play":{"type":"x"}}'),
    ],
)
def test_what_cannot_be_read_says_so(type_: str, schema: int, text: str) -> None:
    with pytest.raises(Undecodable):
        decode(type_, schema, text)
