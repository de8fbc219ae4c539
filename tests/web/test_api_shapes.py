"""The shapes of docs/api.md are those that are sent, and those of the document."""

import json

import pytest
from jsonschema import Draft202012Validator

from tests.docs.pages import blocks, page, sections
from tests.web.conftest import KNOCK, SHOW

SHAPES = {
    name: json.loads(found[0])
    for name, body in sections(page("docs/api.md")).items()
    if (found := blocks(body + "\n", "json"))
}
ANN = ["7S", "7D", "7C", "5H", "6H", "7H", "9C", "TC", "JC", "2S"]
BOB = ["AS", "AD", "AC", "AH", "KS", "KD", "KC", "KH", "8H", "9H"]


@pytest.fixture
def sent(book, game):
    """What is sent of a game with one hand by cards."""
    knock = {"type": "knock", "player": "A", "discard": "QD", "cards": ANN}
    made = book.ann.play(game, knock, {"type": "show", "player": "B", "cards": BOB})
    return {
        "game": made.json["game"],
        "event": made.json["events"][0],
        "sheet": book.ann.get(f"/games/{game}/sheet").json,
    }


def fields(value):
    """Return the names in a value, however deep; ``rules`` are not looked into."""
    if isinstance(value, dict):
        return {
            name: fields(inner) if name not in ("rules", "data") else None
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [fields(inner) for inner in value if isinstance(inner, dict)]
    return None


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_of_the_page_has_the_fields_that_are_sent(sent, name):
    assert fields(SHAPES[name]) == fields(sent[name])


def test_every_shape_has_its_section():
    assert set(sections(page("docs/api.md"))) == {
        "game",
        "event",
        "sheet",
        "ruling",
        "problem",
    }


def test_what_is_sent_fits_the_openapi_document(book, game):
    spec = book.nobody.get("/openapi.json").json
    deal = {"type": "deal", "upcard": "KS", "hands": {"A": ANN}}
    assert book.ann.play(game, KNOCK, SHOW, deal).status_code == 201
    answers = {
        "Game": book.bob.get(f"/games/{game}"),
        "Events": book.bob.get(f"/games/{game}/events"),
        "Sheet": book.bob.get(f"/games/{game}/sheet"),
        "HandSteps": book.bob.get(f"/games/{game}/hands/2"),
        "Ruling": book.bob.get(f"/games/{game}/hands/1/ruling"),
        "Book": book.bob.get(f"/books/{book.id}"),
        "Games": book.bob.get(f"/books/{book.id}/games"),
        "Keys": book.bob.get(f"/books/{book.id}/keys"),
        "MadeKey": book.bob.post(f"/books/{book.id}/keys", {"role": "watch"}),
        "Presets": book.bob.get("/presets"),
        "Ready": book.bob.get("/health/ready"),
        "HandRuling": book.bob.post("/rulings/hand", {"cards": ANN}),
        "Problem": book.bob.play(game, {**KNOCK, "count": 50}),
    }
    for name, answer in answers.items():
        schema = {
            "$ref": f"#/components/schemas/{name}",
            "components": spec["components"],
        }
        validator = Draft202012Validator(schema)
        wrong = [error.message for error in validator.iter_errors(answer.json)]
        assert not wrong, f"{name}: {wrong}"


def test_a_body_that_is_taken_fits_the_openapi_document(book):
    from tests.web.test_api_schemas import GOOD

    spec = book.nobody.get("/openapi.json").json
    schema = {
        "$ref": "#/components/schemas/PlayOrPlays",
        "components": spec["components"],
    }
    validator = Draft202012Validator(schema)
    for name, fields_ in GOOD.items():
        assert validator.is_valid({"type": name, **fields_}), name
        assert not validator.is_valid({"type": name, **fields_, "colour": "red"})
