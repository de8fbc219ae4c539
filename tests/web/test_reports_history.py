"""Cases reported against other programs: history taken out, names, one engine.

Each test names its case number in ``tests/data/reports.json``.
"""

import json

import pytest

from events.exports import as_json, of_book
from referee.notation import read_hands
from tests.events.games import RULES, record
from tests.events.room import Room
from tests.web.conftest import KNOCK, SHOW, make_app, open_book
from tests.web.test_cli import run


@pytest.fixture
def empty(tmp_path):
    """A book on a server of its own."""
    app = make_app(tmp_path)
    yield open_book(app.test_client(use_cookies=False))
    app.extensions["upcard"].store.close()


def moved(book, empty, form="json"):
    """Take a book out and into another server; returns the answer."""
    text = book.referee.get(f"/books/{book.id}/export?format={form}").get_data()
    return empty.referee.post(
        f"/books/{empty.id}/import", None, data=text, content_type="application/json"
    )


def test_82_two_players_of_one_name_have_a_score_each(book, other_book):
    names = {player["name"] for player in players_of(book)}
    assert len(names) == 3
    for each in (book, other_book):
        game = each.start()
        show = {"type": "show", "player": "A", "count": 20}
        each.referee.play(game, {"type": "knock", "player": "B", "count": 0}, show)
        rows = each.ann.get(f"/books/{each.id}/standings").json["players"]
        points = {row["id"]: row["points"] for row in rows}
        assert points[each.players["Ann"]] == 0
        assert points[each.players["Bob"]] == 45
    twin = book.referee.post(f"/books/{book.id}/players", {"name": "ann"})
    assert twin.json["code"] == "same_name"


def players_of(book):
    return book.ann.get(f"/books/{book.id}").json["players"]


def test_85_big_gin_comes_back_as_big_gin(book, empty):
    game = book.start({"preset": "jpgames", "big_gin_bonus": 31})
    knock = {"type": "knock", "player": "A", "call": "big_gin"}
    book.referee.play(game, knock, {**SHOW, "count": 40})
    before = book.ann.get(f"/games/{game}/sheet").json

    assert moved(book, empty).status_code == 201

    (line,) = empty.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"]
    assert (line["result"], line["points"]) == ("big_gin", 71)
    assert empty.ann.get(f"/games/{game}/sheet").json == before


def test_86_a_game_keeps_its_own_rules_when_it_moves(book, empty):
    game = book.start({"undercut_bonus": 10})
    book.referee.play(game, KNOCK, SHOW)
    moved(book, empty)

    amend = {"type": "amend", "seq": 4, "play": {**SHOW, "count": 2}}
    made = empty.referee.play(game, amend)

    assert made.json["game"]["rules"]["undercut_bonus"] == 10
    assert made.json["game"]["score"]["B"]["points"] == 16


@pytest.mark.parametrize("extra", [{"scores": [999, 0]}, {"phase": "finished"}])
def test_87_no_total_or_winner_of_a_file_is_trusted(book, empty, extra):
    game = book.start()
    book.referee.play(game, KNOCK, {**SHOW, "count": 28})
    text = book.referee.get(f"/books/{book.id}/export").get_data()
    whole = json.loads(text)
    whole["games"][0] |= extra
    path = f"/books/{empty.id}/import"
    told = empty.referee.post(path, whole)
    foreign = {"hands": [{"winner": 0, "points": 20}], "winner": 0, **extra}
    other = empty.referee.post(path, foreign)

    assert told.json["code"] == other.json["code"] == "bad_export"
    assert empty.referee.post(path, json.loads(text)).status_code == 201
    state = empty.ann.get(f"/games/{game}").json
    assert (state["score"]["A"]["points"], state["status"]) == (20, "playing")


def test_105_a_name_is_never_part_of_an_address(client):
    books = []
    for _ in range(2):
        body = {"name": "Us", "players": ["Wilhelmina-Ann", "Bo"]}
        books.append(client.post("/api/v1/books", json=body).json)
    one, two = books
    assert [player["name"] for player in one["players"]] == ["Wilhelmina-Ann", "Bo"]
    assert one["id"] != two["id"]
    assert len(one["id"]) == 16
    assert "wilhelmina" not in json.dumps([one["id"], one["keys"]]).lower()
    assert {p["id"] for p in one["players"]} & {
        p["id"] for p in two["players"]
    } == set()


def test_128_a_list_and_a_table_to_share(book):
    game = book.start()
    book.referee.play(game, KNOCK, SHOW)
    text = book.watch.get(f"/games/{game}/export?format=text").get_data(as_text=True)
    table = book.watch.get(f"/games/{game}/export?format=csv").get_data(as_text=True)
    assert "Ann 0, Bob 28" in text
    assert "Hand 1: undercut Bob 28, 0 : 28" in text
    assert [hand.number for hand in read_hands(text) if hand.plays] == [1]
    assert len(table.splitlines()) == 2


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_148_what_is_written_is_read(tmp_path, rules):
    (tmp_path / "there").mkdir()
    app = make_app(tmp_path / "there")
    here = make_app(tmp_path)
    room = Room(here.extensions["upcard"].store, rules=rules)
    record(room, [(n * 3 % 10, n * 17 % 100, n * 31 % 100) for n in range(30)])
    text = "".join(
        as_json(room.store, of_book(room.store, room.book), lambda _: "referee")
    )
    there = open_book(app.test_client(use_cookies=False), "Home")

    made = there.referee.post(f"/books/{there.id}/import", json.loads(text))

    assert made.status_code == 201
    exported = there.referee.get(f"/games/{room.uid}/export").json
    assert exported["games"] == json.loads(text)["games"]
    for each in (app, here):
        each.extensions["upcard"].store.close()


def test_170_one_hand_is_the_same_everywhere(book):
    cards = "7S 7D 7C 5H 6H 7H 9C TC JC 2S", "AS AD AC AH KS KD KC KH 8H 9H"
    sides = [{"cards": hand.split()} for hand in cards]
    body = {"knocker": sides[0], "defender": sides[1]}
    ruling = book.nobody.post("/rulings/knock", body).json
    told = run("rule", "--knocker", cards[0], "--defender", cards[1], "--json")
    game = book.start()
    knock = {"type": "knock", "player": "A", "discard": "QD", **sides[0]}
    book.ann.play(game, knock, {"type": "show", "player": "B", **sides[1]})
    recorded = book.ann.get(f"/games/{game}/hands/1/ruling").json
    line = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"][0]

    assert json.loads(told.output)["points"] == ruling["points"] == 27
    assert recorded["points"] == line["points"] == 27
    assert ruling["result"] == recorded["result"] == line["result"] == "undercut"


def test_174_a_newcomer_inherits_nothing(book):
    game = book.start()
    book.referee.play(game, KNOCK, SHOW)
    body = {"rules": "standard", "players": {"A": "Ann", "B": "Cy"}}
    book.referee.post(f"/books/{book.id}/games", body)

    rows = book.ann.get(f"/books/{book.id}/standings").json["players"]

    points = {row["name"]: (row["games"], row["points"]) for row in rows}
    assert points == {"Ann": (2, 0), "Bob": (1, 28), "Cy": (1, 0)}
