"""The list of a book's games, with filters and pages."""

import pytest

from tests.web.conftest import KNOCK, SHOW, code_of


@pytest.fixture
def games(book):
    """Three games: over and won by Ann, abandoned, running and put away."""
    over, left, running = book.start(), book.start("bicycle"), book.start()
    gin = {"type": "knock", "player": "A", "count": 0}
    book.ann.play(over, gin, {"type": "show", "player": "B", "count": 90})
    book.ann.play(left, {"type": "abandon"})
    book.ann.play(running, KNOCK, SHOW)
    book.referee.ask("PATCH", f"/games/{running}", json={"archived": True})
    return {"over": over, "left": left, "running": running}


def listed(book, query):
    """The ids of the games that a query lists."""
    answer = book.ann.get(f"/books/{book.id}/games?{query}")
    assert answer.status_code == 200, answer.json
    return [game["id"] for game in answer.json["games"]]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["running", "left", "over"]),
        ("status=over", ["over"]),
        ("status=abandoned", ["left"]),
        ("status=playing", ["running"]),
        ("preset=bicycle", ["left"]),
        ("archived=true", ["running"]),
        ("archived=false", ["left", "over"]),
        ("since=2000-01-01&until=2999-12-31", ["running", "left", "over"]),
        ("since=2999-01-01", []),
        ("until=2000-01-01", []),
        ("status=over&preset=bicycle", []),
    ],
)
def test_filters_leave_out_the_others(book, games, query, names):
    assert listed(book, query) == [games[name] for name in names]


def test_by_player_and_by_winner(book, games):
    ann, bob, cy = (book.players[name] for name in ("Ann", "Bob", "Cy"))
    assert len(listed(book, f"player={ann}")) == 3
    assert listed(book, f"player={cy}") == []
    assert listed(book, f"winner={ann}") == [games["over"]]
    assert listed(book, f"winner={bob}") == []


def test_pages_go_on_within_a_filter(book, games):
    answer = book.ann.get(f"/books/{book.id}/games?archived=false&limit=1").json
    assert [game["id"] for game in answer["games"]] == [games["left"]]
    after = answer["next"]
    assert listed(book, f"archived=false&limit=1&after={after}") == [games["over"]]


@pytest.mark.parametrize(
    "query",
    ["status=won", "archived=yes", "since=yesterday", "until=9999-12-31", "limit=x"],
)
def test_a_filter_that_cannot_be_read_is_422(book, query):
    answer = book.ann.get(f"/books/{book.id}/games?{query}")
    assert answer.status_code == 422
    code_of(answer)
    fields = [error["field"] for error in answer.json["errors"]]
    assert fields == [query.partition("=")[0]]
