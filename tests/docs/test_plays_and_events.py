"""A play, an event or a field of one that is not documented fails here."""

import json

import pytest

from events.codec import EVENT_TYPES, SCHEMAS, canonical, decode, encode
from events.codec.forms import FORMS
from referee.plays import PLAY_TYPES
from tests.docs.pages import blocks, first_column, page, sections
from web.schemas.plays import PLAY_SCHEMAS, read_play

PLAYS, EVENTS = page("docs/plays-and-events.md").split("\n## Events\n")
OF_EVENTS = {form.name: [name for name, *_ in form.dumps] for form in FORMS}


def test_every_play_has_its_section_and_no_other():
    assert list(sections(PLAYS)) == list(PLAY_TYPES)


@pytest.mark.parametrize("name", PLAY_TYPES)
def test_every_field_of_a_play_is_documented(name):
    fields = [field for field in PLAY_SCHEMAS[name].fields if field != "type"]

    assert sorted(first_column(sections(PLAYS)[name])) == sorted(fields)


@pytest.mark.parametrize("name", PLAY_TYPES)
def test_every_example_of_a_play_is_one(name):
    examples = blocks(sections(PLAYS)[name] + "\n", "json")

    assert examples
    for example in examples:
        assert isinstance(read_play(json.loads(example)), PLAY_TYPES[name])


def test_every_event_has_its_section_and_no_other():
    assert sorted(sections(EVENTS)) == sorted(EVENT_TYPES)


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_every_field_of_an_event_is_documented(name):
    assert sorted(first_column(sections(EVENTS)[name])) == sorted(OF_EVENTS[name])


@pytest.mark.parametrize("name", [n for n in EVENT_TYPES if n != "game_started"])
def test_every_example_of_an_event_is_one_as_it_is_stored(name):
    (example,) = blocks(sections(EVENTS)[name] + "\n", "json")
    text = canonical(json.loads(example))

    assert encode(decode(name, SCHEMAS[name], text)).text == text
