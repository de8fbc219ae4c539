"""Reported cases of safety, names and long games, tried on ours over HTTP.

Each test names its case number in ``tests/data/reports.json``.
"""

import sys

import pytest

from events import chain, log
from events.audit import verify
from events.log import Row
from events.registry import games
from tests.web.conftest import KNOCK, SHOW, code_of, make_app, open_book
from tests.web.test_reports_api import points, read, score

LONG = {"preset": "jpgames", "target": 1000, "gin_bonus": 0}
HAND = ({**KNOCK, "count": 1}, {**SHOW, "count": 2})


@pytest.mark.parametrize("twin", ["Alex", "alex", " Alex ", "ALEX"])
def test_82_two_people_of_one_name_never_share_a_column(book, twin):
    answer = book.nobody.post("/books", {"name": "Us", "players": ["Alex", twin]})
    assert (answer.status_code, code_of(answer)) == (422, "same_name")

    players = ["Alex", "Alex B."]
    made = book.nobody.post("/books", {"name": "Us", "players": players}).json
    assert len({player["id"] for player in made["players"]}) == 2


def test_82_a_hand_of_the_second_player_counts_for_the_second_player(book, game):
    score(book, game, "B", 20)
    assert points(book, game) == {"A": 0, "B": 20}
    seats = read(book, game)["players"]
    assert [seats[seat]["id"] for seat in "AB"] == [*book.players.values()][:2]


@pytest.mark.parametrize(
    "path",
    [
        "/data/gin-rummy-personal.json",
        "/upcard.db",
        "/static/../upcard.db",
        "/static/..%2f..%2fupcard.db",
        "/static/%2e%2e/%2e%2e/upcard.db",
        "/docs/../../etc/passwd",
        "/docs/..%2f..%2fpyproject",
        "/data/",
    ],
)
def test_96_no_file_of_the_record_is_served(client, path):
    answer = client.get(path, headers={"X-User-Id": "../../etc/x"})
    assert answer.status_code in (400, 404)


def test_96_a_user_id_in_a_header_opens_nothing(book, game):
    headers = {"X-User-Id": book.players["Ann"]}
    assert book.nobody.get(f"/games/{game}", headers=headers).status_code == 401
    headers = {"Authorization": "Bearer ../../etc/x"}
    assert book.nobody.get(f"/games/{game}", headers=headers).status_code == 401


def test_99_a_name_is_shown_as_text(client):
    name = "<img src=x onerror=alert(1)>"
    body = {"name": name, "players": [name, "Bo"]}
    book = client.post("/api/v1/books", json=body).json
    head = {"Authorization": f"Bearer {book['keys']['referee']}"}
    seats = {"A": name, "B": "Bo"}
    game = client.post(
        f"/api/v1/books/{book['id']}/games",
        json={"rules": "jpgames", "players": seats, "first_dealer": "B"},
        headers=head,
    ).json["id"]
    plays = {"plays": list(HAND)}
    client.post(
        f"/api/v1/games/{game}/plays", json=plays, headers=head | {"If-Match": "*"}
    )
    for path in (f"/g/{game}", f"/g/{game}/share", f"/g/{game}/hands/1", "/history"):
        html = client.get(path, headers=head).get_data(as_text=True)
        assert "<img src=x" not in html, path
    html = client.get(f"/g/{game}", headers=head).get_data(as_text=True)
    assert "&lt;img src=x onerror=alert(1)&gt;" in html


def test_105_a_hyphen_is_a_letter_and_a_book_is_no_pair_of_names(client):
    body = {"name": "Mary-Ann v Bo", "players": ["Mary-Ann", "Bo"]}
    one, two = (client.post("/api/v1/books", json=body).json for _ in range(2))
    assert [player["name"] for player in one["players"]] == ["Mary-Ann", "Bo"]
    assert one["id"] != two["id"]
    assert len(one["id"]) >= 16
    head = {"Authorization": f"Bearer {one['keys']['referee']}"}
    other = client.get(f"/api/v1/books/{two['id']}", headers=head)
    assert other.status_code == 404


def calls_of(work):
    """How many functions some work calls: what it costs, and the same every time."""
    count = 0

    def note(_frame, event, _arg):
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_126_a_game_of_2000_events_is_as_quick_as_any(book):
    game = book.start(LONG)

    def hand():
        assert book.referee.play(game, *HAND).status_code == 201

    for _ in range(5):
        hand()
    early = calls_of(hand)
    for _ in range(24):
        answer = book.referee.play(game, *HAND * 20)
        assert answer.status_code == 201
    for _ in range(18):
        hand()
    late = calls_of(hand)
    # The sheet has a line for each hand; about 55 calls make one.
    assert late < early + 70 * 500
    assert read(book, game)["version"] == 1 + 4 * 505
    head = {"Authorization": f"Bearer {book.ann.key}"}
    assert book.nobody.client.get(f"/g/{game}", headers=head).status_code == 200
    assert len(book.ann.get(f"/games/{game}/events?limit=1000").json["events"]) == 1000


def test_174_a_newcomer_in_a_seat_begins_at_nothing(book, game):
    score(book, game, "B", 20)
    book.referee.play(game, {"type": "abandon"})
    body = {"rules": "standard", "players": {"A": "Ann", "B": "Cy"}}
    new = book.referee.post(f"/books/{book.id}/games", body).json
    assert new["score"]["B"] == {"points": 0, "boxes": 0, "total": 0}
    assert points(book, game) == {"A": 0, "B": 20}
    assert read(book, game)["players"]["B"]["name"] == "Bob"


@pytest.fixture
def riddle(tmp_path):
    """A record in which a newer Upcard wrote an event that today's cannot read."""
    app = make_app(tmp_path)
    book = open_book(app.test_client(use_cookies=False))
    game, other = book.start(LONG), book.start(LONG)
    assert book.referee.play(game, *HAND).status_code == 201
    store = app.extensions["upcard"].store
    with store.writing() as conn:
        number, _ = games.load(conn, game)
        last = log.read(conn, number)[-1]
        data, salt, at = '{"answer":42}', "0" * 32, last.at
        digest = chain.digest_of(salt, data)
        fields = {"seq": last.seq + 1, "entry": last.seq + 1, "type_": "riddle"}
        fields |= {"schema": 1, "at": at, "by": "A", "digest": digest}
        head = chain.hash_of(last.hash, game, **fields)
        seq = last.seq + 1
        row = Row(seq, seq, "riddle", 1, at, "A", data, digest, salt, head)
        log.append(conn, number, [row])
    yield app, book, game, other
    store.close()


def test_156_a_game_that_cannot_be_read_is_marked_and_never_cut(riddle):
    app, book, game, other = riddle
    store = app.extensions["upcard"].store

    for answer in (
        book.referee.play(game, *HAND),
        book.referee.get(f"/games/{game}/events"),
        book.referee.get(f"/games/{game}?at=3"),
        book.ann.get(f"/games/{game}/hands/1"),
    ):
        assert answer.status_code == 503
        assert code_of(answer) == "game_unreadable"
        assert "seq 6" in answer.json["detail"]

    assert book.referee.play(other, *HAND).status_code == 201
    assert len(book.ann.get(f"/books/{book.id}/games").json["games"]) == 2
    with store.reading() as conn:
        assert log.version(conn, 1) == 6
    found = [(each.kind, each.seq) for one in verify(store) for each in one.damage]
    assert found == [("unreadable", 6)]
