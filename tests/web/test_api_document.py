"""The OpenAPI document takes what the server takes, and no more, value by value."""

import pytest
from jsonschema import Draft202012Validator

from referee.presets import PRESETS
from referee.rules import rules_as_dict
from tests.web.conftest import code_of


@pytest.fixture
def fits(book):
    """Ask whether a value fits a schema of the document."""
    spec = book.nobody.get("/openapi.json").json

    def fits(value, schema):
        whole = {**schema, "components": spec["components"]}
        return Draft202012Validator(whole).is_valid(value)

    fits.paths = spec["paths"]
    return fits


def shape(name):
    return {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.parametrize("card", ["TS", "ts", "10S", "10♠", "T♠", "A♥\ufe0f", "2♧"])
def test_a_card_may_be_written_in_every_form_that_is_read(book, fits, card):
    body = {"cards": [card, "3C", "4C", "5C", "6C", "7C", "8C", "9C", "JC", "QC"]}

    assert fits(body, shape("HandToRule"))
    assert book.nobody.post("/rulings/hand", body).status_code == 200


@pytest.mark.parametrize("card", ["1S", "XX", "", "T", "TSS", "100S"])
def test_what_is_no_card_does_not_fit(book, fits, card):
    body = {"cards": [card, "3C", "4C", "5C", "6C", "7C", "8C", "9C", "JC", "QC"]}

    assert not fits(body, shape("HandToRule"))
    assert code_of(book.nobody.post("/rulings/hand", body)) == "not_a_card"


@pytest.mark.parametrize("name", ["A\x00nn", "A\x7fnn", "A\x85nn", "A\u2028nn"])
def test_a_name_with_a_control_character_does_not_fit(book, fits, name):
    body = {"name": name}

    assert not fits(body, shape("NewPlayer"))
    answer = book.referee.post(f"/books/{book.id}/players", body)
    assert code_of(answer) == "control_character"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda each: each.id)
def test_a_preset_fits_by_its_names_and_as_an_object(fits, preset):
    rules = rules_as_dict(preset.rules)

    assert fits(rules, shape("Rules"))
    for name in (preset.id, *preset.aliases):
        assert fits(name, shape("GivenRules"))
        assert fits({"preset": name, **rules}, shape("GivenRules"))


@pytest.mark.parametrize(
    "rules",
    [
        "whist",
        {"preset": "whist"},
        {"targets": 100},
        {"target": 9},
        {"target": None},
        {"tie": "nobody"},
        {"third_column": 3},
        {"oklahoma": 1},
        {"extra_boxes": {"gin": 11}},
        {"extra_boxes": {"knock": 1}},
        {"stake": "five"},
        {"big_gin_bonus": 101},
    ],
)
def test_rules_that_are_refused_do_not_fit(book, fits, rules):
    body = {"rules": rules, "players": {"A": "Ann", "B": "Bob"}}

    assert not fits(rules, shape("GivenRules"))
    assert book.referee.post(f"/books/{book.id}/games", body).status_code == 422


@pytest.mark.parametrize("tag", ["*", '"1"', '"12"', '"1.1"', '"a"'])
def test_a_version_that_fits_is_read(book, fits, game, tag):
    head, _ = fits.paths["/api/v1/games/{game}/plays"]["post"]["parameters"]
    play = {"type": "adjust", "player": "A", "points": 5, "reason": "paper"}
    headers = {"If-Match": tag}

    assert fits(tag, head["schema"])
    answer = book.referee.post(f"/games/{game}/plays", play, headers=headers)
    assert answer.status_code in (201, 412)


@pytest.mark.parametrize("tag", ["1", 'W/"1"', "a", '"1', '"1", "2"', "**"])
def test_a_version_that_is_refused_does_not_fit(book, fits, game, tag):
    head, _ = fits.paths["/api/v1/games/{game}/plays"]["post"]["parameters"]
    play = {"type": "adjust", "player": "A", "points": 5, "reason": "paper"}
    headers = {"If-Match": tag}

    assert not fits(tag, head["schema"])
    answer = book.referee.post(f"/games/{game}/plays", play, headers=headers)
    assert code_of(answer) == "bad_if_match"


def test_the_ruling_on_a_void_hand_fits(book, fits, game):
    assert book.referee.play(game, {"type": "void"}).status_code == 201

    ruling = book.referee.get(f"/games/{game}/hands/1/ruling").json

    assert ruling["knocker"] is None
    assert fits(ruling, shape("Ruling"))


@pytest.mark.parametrize("form", ["json", "ndjson", "csv", "text"])
def test_an_export_is_of_the_kind_that_is_told(book, fits, game, form):
    answer = book.referee.get(f"/games/{game}/export?format={form}")
    told = fits.paths["/api/v1/games/{game}/export"]["get"]["responses"]["200"]
    schema = told["content"][answer.mimetype]["schema"]

    value = answer.json if form == "json" else answer.get_data(as_text=True)
    assert fits(value, schema)
