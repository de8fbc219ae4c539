"""The two rulings without a game, the ruling of a recorded hand, a hand as text."""

import json
from pathlib import Path

import pytest

from referee.notation import read_hands
from referee.plays import Draw, Knock, Show
from tests.web.conftest import KNOCK, SHOW, code_of

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "hands.json").read_text())
ANN = ["7S", "7D", "7C", "5H", "6H", "7H", "9C", "TC", "JC", "2S"]
BOB = ["AS", "AD", "AC", "AH", "KS", "KD", "KC", "KH", "8H", "9H"]
SIDES = {"knocker": {"cards": ANN}, "defender": {"cards": BOB}}
GIN = [*ANN[:9], "QC"]
ELEVEN = [*ANN, "QC"]


def test_a_hand_of_ten_is_examined(book):
    answer = book.nobody.post("/rulings/hand", {"cards": ANN})

    assert answer.status_code == 200
    ruled = answer.json
    assert (ruled["deadwood"], ruled["loose"]) == (2, ["2S"])
    assert ruled["can_knock"] is True
    assert ruled["discards"] == []
    assert sorted(sorted(meld) for meld in ruled["melds"]) == [
        ["5H", "6H", "7H"],
        ["7C", "7D", "7S"],
        ["9C", "JC", "TC"],
    ]


def test_a_hand_of_eleven_is_told_what_each_discard_leaves(book):
    body = {"cards": ELEVEN, "taken": "QC"}
    ruled = book.nobody.post("/rulings/hand", body).json

    left = {each["card"]: each["deadwood"] for each in ruled["discards"]}
    assert ruled["deadwood"] == 2
    assert left["2S"] == 0
    assert set(left) == set(ANN), "the card just taken may not be discarded"
    assert ruled["can_knock"] is True


def test_eleven_melded_cards_are_big_gin_where_it_is_played(book):
    cards = [*ANN[:9], "QC", "8C"]
    for rules, deadwood in (("jpgames-big-gin", 0), ("standard", 0)):
        body = {"cards": cards, "rules": rules}
        assert book.nobody.post("/rulings/hand", body).json["deadwood"] == deadwood


def test_the_limit_of_oklahoma_is_the_upcards(book):
    body = {"cards": ANN, "rules": "jpgames-oklahoma"}
    assert book.nobody.post("/rulings/hand", {**body, "upcard": "2D"}).json["can_knock"]
    ace = book.nobody.post("/rulings/hand", {**body, "upcard": "AD"}).json
    assert not ace["can_knock"]

    missing = book.nobody.post("/rulings/hand", body)
    assert missing.status_code == 409
    assert code_of(missing) == "upcard_needed"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"cards": ANN[:9]}, "hand_size"),
        ({"cards": [*ELEVEN, "KH"]}, "hand_size"),
        ({"cards": [*ANN[:9], "7S"]}, "card_twice"),
        ({"cards": [*ANN[:9], "1S"]}, "not_a_card"),
        ({"cards": None}, "null_field"),
        ({"rules": "nowhere"}, "unknown_preset"),
        ({"upcard": "joker"}, "not_a_card"),
        ({"limit": 10}, "unknown_field"),
    ],
)
def test_a_hand_with_a_bad_field_is_422(book, change, code):
    answer = book.nobody.post("/rulings/hand", {"cards": ANN, **change})

    assert answer.status_code == 422
    assert code_of(answer) == code


@pytest.mark.parametrize("cards", [ANN, ELEVEN])
def test_a_card_taken_that_is_not_among_eleven_is_409(book, cards):
    body = {"cards": cards, "taken": "KH" if cards is ELEVEN else ANN[0]}
    answer = book.nobody.post("/rulings/hand", body)

    assert answer.status_code == 409
    assert code_of(answer) == "taken_not_held"


def test_a_knock_is_judged_step_by_step(book):
    answer = book.nobody.post("/rulings/knock", SIDES)

    assert answer.status_code == 200
    ruling = answer.json
    assert (ruling["legal"], ruling["result"], ruling["winner"]) == (
        True,
        "undercut",
        "defender",
    )
    assert (ruling["points"], ruling["knock_limit"]) == (27, 10)
    assert ruling["knocker"]["deadwood"] == 2
    assert ruling["defender"]["deadwood"] == 0
    assert {lay["card"] for lay in ruling["defender"]["layoffs"]} == {"8H", "9H"}
    assert [step["n"] for step in ruling["steps"]] == list(
        range(1, len(ruling["steps"]) + 1)
    )
    assert all(step["rule"] and step["text"] for step in ruling["steps"])
    assert isinstance(ruling["considered"], list)
    assert isinstance(ruling["missed"], list)


def test_cards_come_in_in_all_forms_and_leave_in_one(book):
    ann = ["7♠", "7d", " 7C", "5h", "6H", "7♥", "9C", "10c", "jc", "2s"]
    ruling = book.nobody.post(
        "/rulings/knock", {**SIDES, "knocker": {"cards": ann}}
    ).json

    assert ruling == book.nobody.post("/rulings/knock", SIDES).json


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ({"by": "defender", "result": "undercut", "points": 27}, "upheld"),
        ({"by": "knocker", "points": 33}, "corrected"),
        ({"by": "knocker", "deadwood": 2}, "upheld"),
        ({"by": "defender", "deadwood": 17}, "corrected"),
    ],
)
def test_a_claim_is_upheld_or_corrected(book, claim, verdict):
    ruling = book.nobody.post("/rulings/knock", {**SIDES, "claim": claim}).json

    assert ruling["claim"]["verdict"] == verdict
    assert ruling["claim"]["by"] == claim["by"]


@pytest.mark.parametrize(
    ("knocker", "code", "options"),
    [
        ({"cards": [*BOB[:8], "TD", "JD"]}, "illegal_knock", 3),
        ({"cards": ANN, "call": "gin"}, "false_gin", 1),
    ],
)
def test_an_illegal_knock_is_a_ruling_too(book, knocker, code, options):
    defender = {"cards": ["2C", "3C", "4C", "2D", "3D", "4D", "6S", "8S", "QH", "JH"]}
    answer = book.nobody.post(
        "/rulings/knock", {"knocker": knocker, "defender": defender}
    )

    assert answer.status_code == 200
    assert answer.json["legal"] is False
    assert answer.json["winner"] is None
    assert len(answer.json["options"]) == options
    assert all(set(each) == {"option", "basis"} for each in answer.json["options"])
    assert code in answer.json["violations"]


@pytest.mark.parametrize(
    ("knocker", "defender", "code"),
    [
        ({"melds": [["7S", "7D", "5H"]]}, {}, "bad_spread"),
        ({"melds": [["7S", "7D", "7C"], ["7S", "7D", "7H"]]}, {}, "bad_spread"),
        ({"melds": [["AS", "AD", "AC"]]}, {}, "card_not_held"),
        ({}, {"cards": [*BOB[:9], "2S"]}, "card_twice"),
        ({"discard": "AS"}, {}, "card_twice"),
        ({}, {"layoffs": [{"card": "KS", "onto": 0}]}, "bad_layoff"),
        ({"cards": GIN}, {"layoffs": [{"card": "8H", "onto": 1}]}, "layoff_on_gin"),
        ({"cards": ELEVEN}, {}, "big_gin_not_played"),
    ],
)
def test_what_cannot_lie_so_is_409(book, knocker, defender, code):
    body = {
        "knocker": {"cards": ANN, **knocker},
        "defender": {"cards": BOB, **defender},
    }
    answer = book.nobody.post("/rulings/knock", body)

    assert answer.status_code == 409
    assert code_of(answer) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"knocker": {}}, "missing_field"),
        ({"knocker": {"cards": ANN[:9]}}, "hand_size"),
        ({"defender": {"cards": ELEVEN}}, "hand_size"),
        ({"knocker": {"cards": ANN, "call": "grin"}}, "unknown_choice"),
        ({"claim": {"by": "knocker"}}, "missing_field"),
        ({"claim": {"by": "Ann", "points": 1}}, "unknown_choice"),
        ({"claim": {"by": "knocker", "points": -1}}, "out_of_range"),
        ({"winner": "knocker"}, "unknown_field"),
    ],
)
def test_a_knock_with_a_bad_field_is_422(book, change, code):
    answer = book.nobody.post("/rulings/knock", {**SIDES, **change})

    assert answer.status_code == 422
    assert code_of(answer) == code


def test_rulings_record_nothing(book, game):
    book.nobody.post("/rulings/knock", SIDES)

    assert book.ann.get(f"/games/{game}").json["version"] == 1


def record(book, game):
    knock = {"type": "knock", "player": "A", "cards": ANN, "discard": "QD"}
    show = {"type": "show", "player": "B", "cards": BOB}
    answer = book.ann.play(game, knock, show)
    assert answer.status_code == 201, answer.json


def test_a_recorded_hand_gets_the_same_ruling_with_names(book, game):
    record(book, game)
    ruling = book.watch.get(f"/games/{game}/hands/1/ruling").json
    plain = book.nobody.post("/rulings/knock", SIDES).json

    assert ruling["player"] == "B"
    for part in ("result", "winner", "points", "knocker", "defender"):
        assert ruling[part] == plain[part]
    texts = " ".join(step["text"] for step in ruling["steps"])
    assert "Ann" in texts
    assert "Bob" in texts


def test_a_rename_changes_the_ruling_and_its_tag(book, game):
    record(book, game)
    path = f"/games/{game}/hands/1/ruling"
    known = {"If-None-Match": book.watch.get(path).headers["ETag"]}
    assert book.watch.get(path, headers=known).status_code == 304

    body = {"id": book.players["Ann"], "name": "Annabel"}
    book.ann.ask("PATCH", f"/books/{book.id}/players", json=body)
    answer = book.watch.get(path, headers=known)

    assert answer.status_code == 200
    assert "Annabel" in answer.get_data(as_text=True)


def test_a_void_hand_has_a_ruling(book, game):
    book.ann.play(game, {"type": "void", "reason": "tea"})
    ruling = book.watch.get(f"/games/{game}/hands/1/ruling").json

    assert (ruling["result"], ruling["winner"], ruling["points"]) == ("void", None, 0)
    assert ruling["steps"]


def test_a_running_hand_has_no_ruling_yet(book, game):
    book.ann.play(game, KNOCK)
    answer = book.ann.get(f"/games/{game}/hands/1/ruling")

    assert answer.status_code == 404
    assert code_of(answer) == "not_found"


def test_a_ruling_that_stood_is_told_in_the_hands_ruling(book, game):
    chosen = {"option": "accept", "chosen_by": "B"}
    plays = [{**KNOCK, "count": 14, "ruling": chosen}, SHOW]
    assert book.referee.play(game, *plays).status_code == 201
    ruling = book.watch.get(f"/games/{game}/hands/1/ruling").json

    assert any(step["fact"] == "ruled" for step in ruling["steps"])


def test_a_hand_is_written_as_text_and_read_back(book, game):
    record(book, game)
    answer = book.watch.get(f"/games/{game}/hands/1/notation")

    assert answer.mimetype == "text/plain"
    (hand,) = read_hands(answer.get_data(as_text=True))
    assert (hand.number, hand.dealer, hand.preset) == (1, "B", "jpgames")
    assert dict(hand.names) == {"A": "Ann", "B": "Bob"}
    knock, show = hand.plays[-2:]
    assert isinstance(knock, Knock)
    assert isinstance(show, Show)
    assert len(show.cards) == 10


def test_a_hand_is_written_as_json_where_that_is_asked_for(book, game):
    record(book, game)
    path = f"/games/{game}/hands/1/notation"
    plain = book.watch.get(path).get_data(as_text=True)
    answer = book.watch.get(path, headers={"Accept": "application/json"})

    assert answer.json == {"text": plain}


def test_a_stock_draw_is_written_for_its_player_only(book, game):
    plays = [
        {"type": "deal", "upcard": "7D"},
        {"type": "pass", "player": "A"},
        {"type": "pass", "player": "B"},
        {"type": "draw", "player": "A", "source": "stock", "card": "QC"},
    ]
    book.ann.play(game, *plays)
    seen = {}
    for who in ("ann", "bob"):
        text = getattr(book, who).get(f"/games/{game}/hands/1/notation")
        (hand,) = read_hands(text.get_data(as_text=True))
        seen[who] = hand.plays[-1]

    assert isinstance(seen["ann"], Draw)
    assert seen["ann"].card is not None
    assert seen["bob"] == Draw("A", "stock", None)


def test_a_discard_out_of_sight_is_written_as_a_comment(book):
    game = book.start("tournament")
    plays = [{"type": "deal", "upcard": "7D"}]
    plays += [{"type": "pass", "player": player} for player in "AB"]
    for player, card in (("A", "KS"), ("B", "QS")):
        plays.append({"type": "draw", "player": player, "source": "stock"})
        plays.append({"type": "discard", "player": player, "card": card})
    assert book.referee.play(game, *plays).status_code == 201
    text = book.watch.get(f"/games/{game}/hands/1/notation").get_data(as_text=True)

    assert "KS" not in text
    assert "QS" in text
    assert "; A discards, out of sight" in text
    (hand,) = read_hands(text)
    assert len(hand.plays) == len(plays) - 1


EVERY_40TH = [
    pytest.param(case, id=f"knock-{number}")
    for number, case in enumerate(VECTORS["knock"])
    if number % 40 == 0
]


@pytest.mark.parametrize("case", EVERY_40TH)
def test_knocks_of_the_vectors(book, case):
    """The solver's own tests take all of them; here is that the door adds nothing."""
    knocker = {"cards": case["knocker_cards"], "melds": case["knocker_melds"]}
    body = {"knocker": knocker, "defender": {"cards": case["defender_cards"]}}
    if case["outcome"] == "big_gin":
        body["rules"] = {"big_gin_bonus": 25}
    ruling = book.nobody.post("/rulings/knock", body).json

    assert ruling["knocker"]["deadwood"] == case["knocker_deadwood"]
    assert ruling["defender"]["deadwood"] == case["defender_deadwood"]
    assert (ruling["result"], ruling["winner"], ruling["points"]) == (
        case["outcome"],
        case["scorer"],
        case["points"],
    )
