"""How often the file is asked on the hot paths: a guard of speed that cannot be noisy.

Every SQL statement counts, BEGIN and COMMIT too; those of triggers do not. A read of
the log is a statement that reads events themselves, not only the newest seq.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.web.conftest import KNOCK, SHOW, open_book, own_app

DRAW = {"type": "draw", "player": "A", "source": "stock"}
OPENING = (
    {"type": "deal", "upcard": "TD"},
    {"type": "pass", "player": "A"},
    {"type": "pass", "player": "B"},
    DRAW,
)


@pytest.fixture
def app(tmp_path):
    with own_app(tmp_path) as app:
        yield app


@pytest.fixture
def store(app):
    return app.extensions["upcard"].store


@pytest.fixture
def book(app):
    return open_book(app.test_client(use_cookies=False))


@pytest.fixture
def game(book):
    """A game in the middle of a hand, looked at by Ann in this hour."""
    game = book.start()
    assert book.referee.play(game, *OPENING).status_code == 201
    book.ann.get(f"/games/{game}")
    return game


class Asked:
    def __init__(self) -> None:
        self.statements: list[str] = []

    @property
    def log_reads(self) -> int:
        return sum("data, digest, salt, hash FROM events" in s for s in self.statements)

    def note(self, statement: str) -> None:
        if not statement.startswith("--"):
            self.statements.append(" ".join(statement.split()))


@contextmanager
def asking(store) -> Iterator[Asked]:
    asked = Asked()
    connections = [store._writer, store._own.conn]
    for conn in connections:
        conn.set_trace_callback(asked.note)
    try:
        yield asked
    finally:
        for conn in connections:
            conn.set_trace_callback(None)


def within(asked: Asked, statements: int, log_reads: int = 0) -> None:
    assert len(asked.statements) <= statements, asked.statements
    assert asked.log_reads <= log_reads, asked.statements


@pytest.mark.parametrize("path", ["", "/sheet"])
def test_a_poll_asks_nothing_while_this_process_alone_writes(book, game, store, path):
    store.lock("the test")
    tag = book.ann.get(f"/games/{game}{path}").headers["ETag"]
    with asking(store) as asked:
        answer = book.ann.get(f"/games/{game}{path}", headers={"If-None-Match": tag})
    assert answer.status_code == 304
    within(asked, 0)


@pytest.mark.parametrize(
    ("path", "alone", "statements"),
    [("", True, 4), ("/sheet", True, 0), ("", False, 10), ("/sheet", False, 6)],
)
def test_what_changed_is_one_row(book, game, store, path, alone, statements):
    if alone:
        store.lock("the test")
    book.ann.get(f"/games/{game}{path}")
    with asking(store) as asked:
        assert book.ann.get(f"/games/{game}{path}").status_code == 200
    within(asked, statements)


@pytest.mark.parametrize(("alone", "statements"), [(True, 15), (False, 35)])
def test_a_play_reads_no_log_and_writes_each_row_once(
    book, game, store, alone, statements
):
    if alone:
        store.lock("the test")
    seen = book.ann.play(game, {"type": "discard", "player": "A", "card": "2C"})
    assert seen.status_code == 201, seen.json
    headers = {"If-Match": seen.headers["ETag"], "Idempotency-Key": "once"}
    play = {**DRAW, "player": "B"}
    with asking(store) as asked:
        answer = book.ann.post(f"/games/{game}/plays", play, headers=headers)
    assert answer.status_code == 201, answer.json
    within(asked, statements)
    writes = [s for s in asked.statements if s.startswith(("INSERT", "DELETE"))]
    assert len(writes) <= 12, writes
    assert asked.statements.count("COMMIT") <= (1 if alone else 8)


def test_events_are_read_once(book, game, store):
    book.ann.get(f"/games/{game}/events")
    with asking(store) as asked:
        assert book.ann.get(f"/games/{game}/events").status_code == 200
    within(asked, 9, log_reads=1)


def test_more_hands_ask_no_more(book, game, store):
    store.lock("the test")
    counts = []
    for _ in range(3):
        book.referee.play(game, {"type": "void"})
        book.referee.play(game, {**KNOCK, "count": 1})
        with asking(store) as asked:
            answer = book.referee.play(game, {**SHOW, "count": 2})
        assert answer.status_code == 201, answer.json
        counts.append(len(asked.statements))
    assert counts[0] == counts[1] == counts[2]
