"""Every play with every bad field; and that what is good becomes the play it says."""

import copy

import pytest
from flask import Flask

from referee import plays
from referee.cards import parse_card
from web.errors import Problem
from web.schemas.batches import load_plays
from web.schemas.plays import PLAY_SCHEMAS

TEN = ["AC", "2C", "3C", "4D", "5D", "6D", "7H", "8H", "9H", "KS"]
ELEVEN = [*TEN, "QS"]
PASS = {"type": "pass", "player": "A"}
CHOSEN = {"option": "stand", "chosen_by": "both", "note": "it was late"}

GOOD = {
    "deal": {"dealer": "A", "upcard": "7D", "hands": {"A": TEN}, "ruling": CHOSEN},
    "pass": {"player": "A", "ruling": CHOSEN},
    "draw": {"player": "A", "source": "stock", "card": "7D", "ruling": CHOSEN},
    "discard": {"player": "A", "card": "7D", "ruling": CHOSEN},
    "knock": {
        "player": "A",
        "discard": "QS",
        "cards": TEN,
        "melds": [["AC", "2C", "3C"]],
        "count": 10,
        "call": "knock",
        "upcard": "7D",
        "ruling": CHOSEN,
    },
    "show": {
        "player": "B",
        "cards": TEN,
        "melds": [["AC", "2C", "3C"]],
        "layoffs": [{"card": "KS", "onto": 0}],
        "count": 10,
        "held": 11,
        "ruling": CHOSEN,
    },
    "void": {"reason": "tea"},
    "untrack": {},
    "rule": {
        "code": "drew_two",
        "offender": "A",
        "option": "new_deal",
        "chosen_by": "B",
        "cards": ["7D"],
        "count": 11,
        "note": "sticky cards",
    },
    "accept": {"player": "A", "hand": 1, "note": "fine"},
    "dispute": {"player": "A", "hand": 1, "note": "no"},
    "adjust": {"player": "A", "points": -85, "boxes": 3, "reason": "from paper"},
    "retract": {"seq": 3, "reason": "slip"},
    "amend": {
        "seq": 4,
        "play": {"type": "pass", "player": "A"},
        "reason": "slip",
    },
    "abandon": {"reason": "dinner"},
    "resign": {"player": "A"},
}
NEEDED = {
    "pass": {"player"},
    "draw": {"player", "source"},
    "discard": {"player", "card"},
    "knock": {"player"},
    "show": {"player"},
    "rule": {"code", "offender", "option", "chosen_by"},
    "accept": {"player", "hand"},
    "dispute": {"player", "hand"},
    "adjust": {"player", "points", "reason"},
    "amend": {"seq"},
    "resign": {"player"},
}
NUMBERS = {
    "count": (-1, 111),
    "held": (-1, 21),
    "hand": (0, 10**30),
    "seq": (0, 10**30),
    "points": (-10_001, 10**30),
    "boxes": (-1_001, 1_001),
}
WORDS = ("player", "dealer", "offender", "source", "call", "chosen_by")
CARD = ("upcard", "card", "discard")
SHORT = ("option", "code")
NOTES = ("note", "reason")
LISTS = {"cards": "hand_size", "melds": None, "layoffs": None}


def bad_values(play, field):
    """Give every bad value of a field with the code it must get."""
    yield None, "null_field"
    if field in NUMBERS:
        for wrong in (1.5, "8", True, [], {}):
            yield wrong, "wrong_type"
        for wrong in NUMBERS[field]:
            yield wrong, "out_of_range"
    elif field in WORDS:
        for wrong in ("C", "a", "", 1, True, ["A"], {"A": 1}):
            yield wrong, "unknown_choice"
    elif field in CARD:
        for wrong in ("1S", "TSS", "", "T", "ST", "11S", 7, 1.5, True, ["7D"], {}):
            yield wrong, "not_a_card"
    elif field in SHORT:
        for wrong in (1, True, [], {}):
            yield wrong, "wrong_type"
        yield "", "text_length"
        yield "x" * 41, "text_length"
    elif field in NOTES:
        for wrong in (1, False, [], {}):
            yield wrong, "wrong_type"
        for wrong in ("a\nb", "a\x00", "\x1b[31m", "a\u2028b", "\x7f"):
            yield wrong, "control_character"
        yield "x" * 501, "text_length"
    elif field in LISTS:
        for wrong in ("AC", 1, True, {}):
            yield wrong, "wrong_type"
    elif field in ("hands", "ruling", "play"):
        for wrong in ("x", 1, True, []):
            yield wrong, "not_an_object"
    if field == "cards":
        yield [*TEN[:9], "XX"], "not_a_card"
        yield [*TEN[:9], None], "not_a_card"
        yield [*TEN[:9], "AC"], "card_twice"
        yield [*TEN[:9], "A♣"], "card_twice"
        if play != "rule":
            yield TEN[:8], "hand_size"
            yield [*ELEVEN, "QH"], "hand_size"
        yield [], "hand_size"
    if play == "knock" and field == "cards":
        yield TEN[:9], "hand_size"


def deeper(play):
    """Give bad values inside the objects and lists of a play."""
    if play == "deal":
        for hands, code in (
            ({}, "missing_field"),
            ({"A": TEN[:9]}, "hand_size"),
            ({"A": [*ELEVEN, "QH"]}, "hand_size"),
            ({"A": [*TEN[:9], "AC"]}, "card_twice"),
            ({"A": None}, "null_field"),
            ({"C": TEN}, "unknown_field"),
            ({"A": TEN, "B": ["XX", *TEN[1:]]}, "not_a_card"),
        ):
            yield {"hands": hands}, code
    if play in ("knock", "show"):
        for melds, code in (
            ([[]], "hand_size"),
            ([["AC", "AC", "2C"]], "card_twice"),
            ([["AC", "XX", "2C"]], "not_a_card"),
            (["AC"], "wrong_type"),
            ([["AC"]] * 12, "list_length"),
        ):
            yield {"melds": melds}, code
    if play == "show":
        for layoffs, code in (
            (["KS"], "not_an_object"),
            ([{"card": "KS"}], "missing_field"),
            ([{"card": "KS", "onto": -1}], "out_of_range"),
            ([{"card": "KS", "onto": 0.5}], "wrong_type"),
            ([{"card": "KS", "onto": 0, "x": 1}], "unknown_field"),
            ([{"card": "KS", "onto": 0}, {"card": "K♠", "onto": 1}], "card_twice"),
        ):
            yield {"layoffs": layoffs}, code
    if "ruling" in GOOD[play]:
        for change, code in (
            ({"option": None}, "null_field"),
            ({"option": ""}, "text_length"),
            ({"chosen_by": "C"}, "unknown_choice"),
            ({"note": "x" * 501}, "text_length"),
            ({"x": 1}, "unknown_field"),
        ):
            yield {"ruling": {**CHOSEN, **change}}, code
    if play == "adjust":
        yield {"reason": "  "}, "text_length"


ROWS = [
    (play, {field: value}, code)
    for play, fields in GOOD.items()
    for field in fields
    for value, code in bad_values(play, field)
] + [(play, change, code) for play in GOOD for change, code in deeper(play)]
TABLE = [
    pytest.param(*row, id=f"{row[0]}-{next(iter(row[1]))}-{row[2]}-{number}")
    for number, row in enumerate(ROWS)
]


@pytest.fixture(scope="module", autouse=True)
def _request():
    with Flask(__name__).test_request_context():
        yield


def refusal(body):
    with pytest.raises(Problem) as refused:
        load_plays(body)
    assert refused.value.status == 422
    return refused.value


@pytest.mark.parametrize("play", GOOD)
def test_a_good_play_is_read(play):
    (read,) = load_plays({"type": play, **copy.deepcopy(GOOD[play])})

    assert type(read) is plays.PLAY_TYPES[play]


def test_every_play_has_its_schema_and_its_row_here():
    assert list(PLAY_SCHEMAS) == list(plays.PLAY_TYPES) == list(GOOD)
    for name, schema in PLAY_SCHEMAS.items():
        optional = {"hand"} if name == "retract" else {"rules"}
        assert set(schema.fields) - {"type"} - set(GOOD[name]) <= optional


@pytest.mark.parametrize(("play", "change", "code"), TABLE)
def test_a_bad_field_is_refused_and_named(play, change, code):
    problem = refusal({"type": play, **GOOD[play], **change})

    (field,) = change
    assert problem.code == code
    assert problem.more["errors"][0]["code"] == code
    assert problem.more["errors"][0]["field"].split(".")[0] == field
    assert problem.more["violations"][0]["play"] == 0


@pytest.mark.parametrize("play", GOOD)
def test_an_unknown_field_is_refused(play):
    problem = refusal({"type": play, **GOOD[play], "colour": "red"})

    assert problem.more["errors"][0]["field"] == "colour"
    assert problem.code == "unknown_field"


@pytest.mark.parametrize("play", [name for name in GOOD if name in NEEDED])
def test_a_needed_field_is_missed(play):
    for field in NEEDED[play]:
        rest = {name: value for name, value in GOOD[play].items() if name != field}
        problem = refusal({"type": play, **rest})

        assert problem.more["errors"][0]["field"] == field
        assert problem.code == "missing_field"


@pytest.mark.parametrize("play", GOOD)
def test_optional_fields_may_be_left_out(play):
    least = {name: GOOD[play][name] for name in NEEDED.get(play, ())}
    least |= {"knock": {"count": 3}, "retract": {"hand": 2}}.get(play, {})
    if play == "amend":
        least["play"] = GOOD[play]["play"]

    assert len(load_plays({"type": play, **least})) == 1


@pytest.mark.parametrize("kind", [None, 1, True, [], {}, "", "Deal", "propose"])
def test_an_unknown_type_is_refused(kind):
    problem = refusal({"type": kind, "player": "A"})

    assert problem.code == "unknown_play"
    assert problem.more["errors"][0]["field"] == "type"


def test_a_play_without_a_type_is_refused():
    assert refusal({"player": "A"}).more["errors"][0]["field"] == "type"


@pytest.mark.parametrize("text", ["TS", "ts", "10S", "10s", "10♠", "T♠", "t♤", " TS "])
def test_a_card_comes_in_in_all_its_forms(text):
    (read,) = load_plays({"type": "discard", "player": "A", "card": text})

    assert read.card == parse_card("TS")


def test_a_whole_number_with_a_point_is_one():
    # The loader has made it one: JSON knows only one kind of number.
    (read,) = load_plays({"type": "knock", "player": "A", "count": 8})

    assert read.count == 8


def test_text_is_trimmed():
    (read,) = load_plays({"type": "void", "reason": "  tea  "})

    assert read.reason == "tea"


def test_facts_become_the_frozen_play():
    body = {"type": "show", "player": "B", **GOOD["show"]}
    (read,) = load_plays(body)

    assert read.ruling == plays.Chosen("stand", "both", "it was late")
    assert read.layoffs == (plays.LayOff(parse_card("KS"), 0),)
    assert read.melds == (tuple(map(parse_card, ["AC", "2C", "3C"])),)
    assert read.cards == tuple(map(parse_card, TEN))


def test_none_laid_is_not_left_out():
    (none,) = load_plays({"type": "show", "player": "B", "melds": [], "layoffs": []})
    (left,) = load_plays({"type": "show", "player": "B"})

    assert (none.melds, none.layoffs) == ((), ())
    assert (left.melds, left.layoffs) == (None, None)


@pytest.mark.parametrize(
    "fields", [{}, {"call": "knock"}, {"melds": []}, {"discard": "7D"}]
)
def test_a_knock_needs_cards_a_count_or_a_call_of_gin(fields):
    assert refusal({"type": "knock", "player": "A", **fields}).code == "knock_needs"


@pytest.mark.parametrize("call", ["gin", "big_gin"])
def test_a_call_of_gin_is_enough_for_a_knock(call):
    (read,) = load_plays({"type": "knock", "player": "A", "call": call})

    assert read.call == call


@pytest.mark.parametrize("fields", [{}, {"seq": 3, "hand": 1}])
def test_a_retraction_names_a_seq_or_a_hand(fields):
    assert refusal({"type": "retract", **fields}).code == "seq_or_hand"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seq": 3}, "play_needed"),
        ({"seq": 1}, "rules_are_entry_1"),
        ({"seq": 3, "rules": "guide"}, "rules_are_entry_1"),
        ({"seq": 1, "play": PASS}, "rules_are_entry_1"),
        ({"seq": 1, "rules": "guide", "play": PASS}, "rules_are_entry_1"),
        ({"seq": 3, "rules": "guide", "play": PASS}, "rules_are_entry_1"),
    ],
)
def test_an_amendment_replaces_a_play_or_for_seq_1_the_rules(fields, code):
    assert refusal({"type": "amend", **fields}).code == code


def test_the_rules_are_amended():
    body = {"type": "amend", "seq": 1, "rules": {"preset": "guide", "target": 150}}
    (read,) = load_plays(body)

    assert (read.rules.target, read.rules.shutout, read.preset) == (
        150,
        "double_all",
        "guide",
    )


def test_wrong_rules_are_named_field_by_field():
    rules = {"preset": "guide", "target": 5, "extra_boxes": {"gin": 99}, "colour": 1}
    problem = refusal({"type": "amend", "seq": 1, "rules": rules})

    assert {(e["field"], e["code"]) for e in problem.more["errors"]} == {
        ("rules.target", "rule_value"),
        ("rules.extra_boxes.gin", "rule_value"),
        ("rules.colour", "unknown_rule"),
    }


def test_an_amended_play_is_read_like_any_other():
    play = {"type": "draw", "player": "C", "source": "stock", "card": "XX"}
    problem = refusal({"type": "amend", "seq": 4, "play": play})

    assert {e["field"] for e in problem.more["errors"]} == {"play.player", "play.card"}


def test_a_batch_is_read_in_order():
    read = load_plays({"plays": [{"type": "untrack"}, {"type": "abandon"}]})

    assert read == [plays.Untrack(), plays.Abandon()]


def test_every_wrong_play_of_a_batch_is_named():
    batch = [{"type": "untrack"}, {"type": "pass"}, {"type": "draw", "player": "A"}]
    problem = refusal({"plays": batch})

    assert [(e["field"], e["code"]) for e in problem.more["errors"]] == [
        ("plays.1.player", "missing_field"),
        ("plays.2.source", "missing_field"),
    ]
    assert [v["play"] for v in problem.more["violations"]] == [1, 2]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"plays": []}, "list_length"),
        ({"plays": [{"type": "untrack"}] * 501}, "list_length"),
        ({"plays": {"type": "untrack"}}, "wrong_type"),
        ({"plays": None}, "wrong_type"),
        ({"plays": ["untrack"]}, "not_an_object"),
        ({"plays": [{"type": "untrack"}], "x": 1}, "unknown_field"),
        ({"plays": [], "type": "untrack"}, "unknown_field"),
    ],
)
def test_a_bad_batch_is_refused(body, code):
    assert refusal(body).code == code
