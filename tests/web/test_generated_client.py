"""A client made by a program from our OpenAPI document records and reads a game."""

import json
import threading
from urllib.error import HTTPError

import pytest
from werkzeug.serving import make_server

from tests.web.conftest import KNOCK, SHOW, make_app
from tests.web.generated import source_of


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    app = make_app(tmp_path_factory.mktemp("generated"))
    running = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    thread.join()
    app.extensions["upcard"].store.close()


@pytest.fixture(scope="module")
def client_class(server):
    from urllib.request import urlopen

    with urlopen(f"{server}/api/v1/openapi.json") as answer:
        spec = json.load(answer)
    made = {}
    exec(compile(source_of(spec), "generated", "exec"), made)
    return made["Client"]


@pytest.fixture(scope="module")
def opened(server, client_class):
    """A book opened by the client, and clients for the referee and for Ann."""
    book = client_class(server).open_book({"name": "Us", "players": ["Ann", "Bob"]})
    ann = book["keys"]["players"][book["players"][0]["id"]]
    return (
        book,
        client_class(server, book["keys"]["referee"]),
        client_class(server, ann),
    )


def test_every_call_has_a_name_of_its_own(client_class):
    calls = [name for name in vars(client_class) if not name.startswith("_")]
    assert {"open_book", "post_plays", "get_feed", "export_book"} <= {*calls}
    assert len(calls) > 25


def test_a_game_is_recorded_and_read(opened):
    book, referee, ann = opened
    seats = {"A": "Ann", "B": "Bob"}
    rules = {"rules": "standard", "players": seats, "first_dealer": "B"}
    game = referee.post_game(book["id"], rules)
    plays = {"plays": [KNOCK, SHOW]}
    made = ann.post_plays(game["id"], plays, if_match='"1"', idempotency_key="one")

    again = ann.post_plays(game["id"], plays, if_match='"1"', idempotency_key="one")

    assert again == made
    assert ann.get_sheet(game["id"])["totals"] == {"A": 0, "B": 28}
    assert ann.get_game(game["id"], at=1)["version"] == 1
    assert "knock 8" in ann.get_notation(game["id"], 1)
    assert ann.get_ruling(game["id"], 1)["points"] == 28
    assert ann.list_games(book["id"])["games"][0]["id"] == game["id"]


def test_history_is_followed_taken_out_and_brought_back(opened):
    book, referee, _ = opened
    feed = referee.get_feed(book["id"], after=1, limit=2)
    whole = referee.export_book(book["id"])
    lines = referee.export_book(book["id"], format="ndjson")

    assert [event["place"] for event in feed["events"]] == [2, 3]
    assert referee.get_standings(book["id"])["players"][0]["name"] == "Bob"
    assert len(lines.splitlines()) == 3 + whole["games"][0]["version"]
    assert referee.import_book(book["id"], whole)["unchanged"] == [
        game["id"] for game in whole["games"]
    ]


def test_a_refusal_is_a_problem(opened):
    _, referee, _ = opened
    with pytest.raises(HTTPError) as refused:
        referee.get_game("nothing")
    problem = json.load(refused.value)
    assert (refused.value.code, problem["code"]) == (404, "not_found")
