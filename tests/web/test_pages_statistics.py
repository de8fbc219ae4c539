"""The statistics of a book, as a phone without script shows them."""

import re

import pytest

from events.projections.statistics import race_of, statistics
from tests.web.conftest import KNOCK, SHOW
from tests.web.phone import Reader
from tests.web.test_whole_hands import HANDS
from web.pages.statistics import bars, polyline

GIN = {"type": "knock", "player": "A", "count": 0}


@pytest.fixture
def look(app, book):
    """Read the page with a key of the book in the cookie."""
    phone = app.test_client()
    phone.set_cookie(f"upcard_{book.id}", book.watch.key)

    def read():
        answer = phone.get(f"/b/{book.id}/statistics")
        assert answer.status_code == 200
        html = answer.get_data(as_text=True)
        assert Reader(html).unclosed == []
        assert "style=" not in html
        return html

    return read


def test_an_empty_book_has_a_page_too(look):
    html = look()
    assert "No hand has been played in this book yet." in html
    assert "<svg viewBox" not in html
    assert "Who owes whom" not in html


def test_who_leads_and_who_owes_whom(book, look):
    game = book.start({"target": 50, "stake": "0.10"})
    book.referee.play(game, KNOCK, SHOW)
    book.referee.play(game, GIN, {**SHOW, "count": 40})
    words = Reader(look()).text

    assert "Ann Bob Games 1 1 Won 1 0 Hands won 1 1 Points 65 28 " in words
    assert "Gins 1 0 Undercuts 0 1 " in words
    assert "Average deadwood 4.0 22.5 Hands in a row 1 1 " in words
    assert re.search(r"Bob owes Ann \d+\.\d0", words)


def test_two_players_stand_beside_each_other_and_the_next_below(book, look):
    rematch = {"A": "Bob", "B": "Cy"}
    book.start()
    book.start(players=rematch)
    html = look()
    heads = re.findall(r"<thead>(.*?)</thead>", html, re.S)

    assert [re.findall(r'scope="col">(\w+)', head) for head in heads] == [
        ["Ann", "Bob"],
        ["Cy"],
    ]
    assert html.count('<th scope="row">Games</th>') == 2


def test_what_is_even_is_said(book, look):
    for winner, loser in (("A", "B"), ("B", "A")):
        game = book.start({"target": 50, "stake": "0.10"})
        gin = {**GIN, "player": winner}
        book.referee.play(game, gin, {**SHOW, "player": loser, "count": 40})
    assert "Nobody owes anything." in look()


def test_charts_are_drawn(app, book, look):
    game = book.start()
    book.referee.play(game, *HANDS[0]["plays"])
    book.referee.play(game, KNOCK, SHOW)
    html = look()
    found = statistics(app.extensions["upcard"].store, book.id)

    for title in ("Score race", "How hands end", "Deadwood at the knock", "by length"):
        assert title in html
    assert html.count("<rect") == sum(
        map(len, (found.results, found.knocks, found.lengths))
    )
    assert html.count("<polyline") == 2
    assert sum(count for _, count in found.results) == 2
    assert sum(count for _, count in found.knocks) == 2
    ((draws, hands, _),) = found.lengths
    assert hands == 1
    assert draws == sum(play["type"] == "draw" for play in HANDS[0]["plays"])


def test_the_race_of_a_game_is_its_sheet(app, book):
    game = book.start({"target": 60})
    book.referee.play(game, KNOCK, SHOW)
    book.referee.play(game, GIN, {**SHOW, "count": 40})
    book.referee.play(game, {"type": "amend", "seq": 4, "play": {**SHOW, "count": 60}})
    lines = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"]
    running = [line["running"] for line in lines if line["counted"]]
    scores = race_of(app.extensions["upcard"].store, game)
    assert scores == {p: [0, *(each[p] for each in running)] for p in "AB"}


def test_a_game_in_its_first_hand_has_no_race_yet(book, look):
    book.referee.play(book.start(), KNOCK, SHOW)
    assert "Score race" in look()
    book.referee.play(book.start(), {"type": "deal", "upcard": "7S"})
    html = look()
    assert "Score race" not in html
    assert "No hand has been played" not in html


def test_a_key_of_another_book_sees_nothing(app, book, other_book):
    phone = app.test_client()
    phone.set_cookie(f"upcard_{other_book.id}", other_book.ann.key)
    assert phone.get(f"/b/{book.id}/statistics").status_code == 404


def test_history_leads_there(app, book):
    phone = app.test_client()
    phone.set_cookie(f"upcard_{book.id}", book.ann.key)
    assert f'href="/b/{book.id}/statistics"' in phone.get("/history").text


def test_bars_share_the_room_and_none_is_negative():
    one, two, three = bars([("a", 10, "10"), ("b", 5, "5"), ("c", -3, "-3")])
    assert one.length == 2 * two.length > 0
    assert three.length == 0
    assert bars([("a", 0, "0")])[0].length == 0


def test_a_line_stays_inside_its_picture():
    points = polyline([0, 50, -20], every=[0, 50, -20])
    pairs = [tuple(map(float, pair.split(","))) for pair in points.split()]
    assert all(0 <= x <= 320 and 0 <= y <= 160 for x, y in pairs)
    assert polyline([0], every=[0]) == "10.0,150.0"
