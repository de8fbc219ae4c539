"""The pages about history: their checker, client, queries and how-tos are tried."""

import json
import re
import subprocess
import sys
import threading

import pytest
from sqlite_utils import Database
from werkzeug.serving import make_server

from events.exports.tables import GAME_COLUMNS, HAND_COLUMNS
from events.projections.standings import COLUMNS
from events.views import VIEWS
from tests.docs.pages import HERE, blocks, page
from tests.events.games import record
from tests.events.room import GIN, KNOCK, SHOW, Room
from tests.web.conftest import make_app, open_book, own_app

QUERIES = re.findall(
    r"^([A-Z][^\n]*\?)\n\n```sql\n(.*?)^```", page("docs/data.md"), flags=re.M | re.S
)
METADATA = json.loads(page("docs/metadata.json"))["databases"]["upcard"]
NAMES = {sql.split()[2] for sql in VIEWS}


@pytest.fixture
def app(tmp_path):
    with own_app(tmp_path) as app:
        yield app


@pytest.fixture
def book(app):
    return open_book(app.test_client(use_cookies=False), "Home")


@pytest.fixture
def data(tmp_path):
    """A record with games of all kinds, as another program opens it."""
    app = make_app(tmp_path)
    room = Room(app.extensions["upcard"].store)
    moves = [(n * 7 % 10, n * 13 % 100, n * 29 % 97) for n in range(40)]
    record(room, moves)
    for seats in (("Ann", "Bob"), ("Bob", "Ann"), ("Cy", "Ann")):
        room.uid = room.start(rules={"target": 50}, a=seats[0], b=seats[1]).uid
        room.play(KNOCK, SHOW)
        room.play({**KNOCK, "count": 9}, {**SHOW, "count": 3})
        room.play(GIN, {**SHOW, "count": 40})
    app.extensions["upcard"].store.close()
    return Database(tmp_path / "upcard.db")


# Open data


@pytest.mark.parametrize(("question", "sql"), QUERIES, ids=[q for q, _ in QUERIES])
def test_a_question_is_answered(data, question, sql):
    rows = list(data.query(sql))

    assert question.endswith("?")
    assert len(rows) > 1
    assert all(None not in row.values() for row in rows)


def test_there_are_five_questions_and_datasette_has_them():
    canned = {query["title"]: query["sql"] for query in METADATA["queries"].values()}
    assert len(QUERIES) == 5
    assert canned == {title: sql.strip() for title, sql in QUERIES}


def test_answers_are_right(data):
    won = {
        (row["winner"], row["loser"]): row["games"] for row in data.query(QUERIES[0][1])
    }
    assert won["Cy", "Ann"] == 1
    assert sum(won.values()) == data["games"].count_where("status = 'over'")
    kinds = {row["result"] for row in data.query(QUERIES[2][1])}
    assert {"knock", "gin", "undercut"} <= kinds


@pytest.mark.parametrize("view", ["games", "hands", "players", "standings"])
def test_every_column_of_a_view_is_documented(data, view):
    section = (
        page("docs/data.md").partition(f"\n## `{view}`\n")[2].partition("\n## ")[0]
    )
    documented = re.findall(r"`(\w+)`", re.sub(r"(?m)^(\|[^|]*\|).*$", r"\1", section))
    columns = [column.name for column in data[view].columns]
    assert [name for name in columns if name not in documented] == []
    assert {*documented} - {*columns} <= {"seats", "runs", "standings"}


def test_the_tables_of_an_export_have_columns_of_the_views(data):
    assert {*GAME_COLUMNS} <= {column.name for column in data["games"].columns}
    assert {*HAND_COLUMNS} <= {column.name for column in data["hands"].columns}
    assert {*COLUMNS} <= {column.name for column in data["standings"].columns}


def test_the_metadata_names_every_table_there_is(data):
    described = METADATA["tables"]
    assert {*described} == {*data.table_names(), *data.view_names()}
    assert {name for name in described if "hidden" not in described[name]} == NAMES


# The checker


def checked(tmp_path, text):
    (code,) = blocks(page("docs/export.md"), "python")
    (tmp_path / "check_export.py").write_text(code, encoding="utf-8")
    (tmp_path / "export.json").write_text(text, encoding="utf-8")
    command = [sys.executable, "check_export.py", "export.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    return done.stdout.strip() or done.stderr


def test_the_checker_has_twenty_lines_and_needs_nothing():
    (code,) = blocks(page("docs/export.md"), "python")
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    assert re.findall(r"^import (.*)$", code, flags=re.M) == ["hashlib, json, sys"]


def test_the_checker_finds_what_was_changed(tmp_path, book):
    game = book.start()
    book.referee.play(game, KNOCK, SHOW)
    book.referee.play(game, {"type": "deal", "upcard": "QD", "hands": {"A": TEN}})
    for who in (book.referee, book.watch):
        text = who.get(f"/books/{book.id}/export").get_data(as_text=True)
        assert checked(tmp_path, text) == "1 games hold"
    whole = book.referee.get(f"/books/{book.id}/export").get_data(as_text=True)
    changes = {
        '"count":8': ('"count":7', "seq 3 was changed"),
        '"by":"referee"': ('"by":"A"', "seq 1 is not as it was recorded"),
        '"name":"Ann"': ('"name":"Eve"', "a name or the list of games was changed"),
    }
    for old, (new, said) in changes.items():
        assert said in checked(tmp_path, whole.replace(old, new, 1))
    cut = json.loads(whole)
    cut["games"][0]["events"].pop()
    assert "the end is missing" in checked(tmp_path, json.dumps(cut))


TEN = ["7S", "7D", "7C", "5H", "6H", "7H", "9C", "TC", "JC", "2S"]


def test_the_example_of_an_export_has_the_members_that_are_sent(book):
    (example,) = map(json.loads, blocks(page("docs/export.md"), "json"))
    book.start()
    sent = book.referee.get(f"/books/{book.id}/export").json
    assert {*example} == {*sent}
    assert {*example["players"][0]} == {*sent["players"][0]}
    (game,), (shown,) = sent["games"], example["games"]
    assert {*shown} == {*game}
    assert {*shown["events"][0]} == {*game["events"][0]}


# The client


@pytest.fixture
def server(app):
    """A running server; gives its address."""
    running = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    thread.join()


def run_client(tmp_path, server):
    (code,) = blocks(page("docs/client.md"), "python")
    (tmp_path / "client.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "client.py", server]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)


def test_the_client_of_the_page_records_a_game(tmp_path, server):
    done = run_client(tmp_path, server)
    lines = done.stdout.splitlines()
    assert done.stderr == ""
    assert lines[:3] == [
        "{'A': 22, 'B': 0}",
        "{'A': 22, 'B': 66}",
        "{'A': 78, 'B': 66}",
    ]
    events = " ".join(lines[3:]).split()
    assert (events[0], events.count("hand_scored")) == ("game_started", 3)
    (code,) = blocks(page("docs/client.md"), "python")
    assert len(code.splitlines()) <= 60


def test_the_client_of_the_page_says_why_it_was_refused(tmp_path, server):
    done = run_client(tmp_path, f"{server}/api/v1/nothing/../..//api/v1/presets?")
    assert done.returncode == 1
    assert re.match(r"(not_found|method_not_allowed): ", done.stderr)


# How-tos


def test_the_house_rules_of_the_page_start_a_game(book):
    start, amend = map(json.loads, blocks(page("docs/how-to/house-rules.md"), "json"))
    game = book.referee.post(f"/books/{book.id}/games", start)
    assert game.status_code == 201
    assert game.json["rules"]["big_gin_bonus"] == 50
    made = book.referee.play(game.json["id"], amend)
    assert made.json["game"]["rules"]["gin_bonus"] == 20
    assert made.json["game"]["preset"] == "bicycle"


def test_the_score_of_the_page_is_carried_over_from_paper(book):
    game = book.start()
    score, hand = map(json.loads, blocks(page("docs/how-to/from-paper.md"), "json"))
    assert book.ann.play(game, *score).status_code == 201
    made = book.ann.play(game, *hand).json["game"]
    assert made["score"]["A"]["points"] == 85 + 22
    assert made["score"]["B"] | {"points": 60, "boxes": 3} == made["score"]["B"]


@pytest.mark.parametrize("path", sorted((HERE / "docs/how-to").glob("*.md")))
def test_every_how_to_is_in_the_index(path):
    assert f"(how-to/{path.name})" in page("docs/index.md")
