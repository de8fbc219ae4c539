"""What a record in trouble answers: a problem, nothing half-written, reads go on."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from events.errors import StoreUnavailable
from events.store import Store
from tests.web.conftest import KNOCK, SHOW, code_of, own_app


@pytest.fixture
def app(tmp_path):
    """A record of the test's own, since tests here break it or count."""
    with own_app(tmp_path) as app:
        yield app


@pytest.fixture
def client(app):
    return app.test_client(use_cookies=False)


def fail_writes(monkeypatch, kind):
    @contextmanager
    def refuse(_self, **_given):
        raise StoreUnavailable(kind, "the disk says no")
        yield

    monkeypatch.setattr(Store, "writing", refuse)


@pytest.mark.parametrize(
    ("kind", "status"),
    [("full", 507), ("failing", 503), ("readonly", 503), ("busy", 503)],
)
def test_a_write_that_fails_is_a_problem_and_reads_go_on(
    book, game, monkeypatch, kind, status
):
    before = book.ann.get(f"/games/{game}").json
    with monkeypatch.context() as patch:
        fail_writes(patch, kind)
        answer = book.ann.play(game, KNOCK)
        read = book.ann.get(f"/games/{game}")

    assert answer.status_code == status
    assert code_of(answer) == f"storage_{kind}"
    assert int(answer.headers["Retry-After"]) > 0
    assert (read.status_code, read.json) == (200, before)
    assert book.ann.play(game, KNOCK).status_code == 201, "writes resume by themselves"


def test_a_server_whose_record_works_is_ready(book):
    answer = book.nobody.get("/health/ready")

    assert answer.status_code == 200
    assert answer.json["status"] == "ready"
    assert answer.json["writable"] is True
    assert answer.json["triggers"] is True
    assert answer.json["sqlite"].startswith("3.")


def test_a_server_that_cannot_write_is_not_ready(book, monkeypatch):
    fail_writes(monkeypatch, "readonly")
    answer = book.nobody.get("/health/ready")

    assert answer.status_code == 503
    assert (answer.json["status"], answer.json["writable"]) == ("not ready", False)
    assert answer.json["readable"] is True
    assert book.nobody.get("/health/live").json == {"status": "live"}


def test_a_server_that_cannot_read_is_not_ready(book, monkeypatch):
    @contextmanager
    def refuse(_self):
        raise StoreUnavailable("failing", "the disk says no")
        yield

    monkeypatch.setattr(Store, "reading", refuse)
    answer = book.nobody.get("/health/ready")

    assert answer.status_code == 503
    assert (answer.json["readable"], answer.json["triggers"]) == (False, False)


def test_a_record_that_lost_its_triggers_is_not_ready(book, app):
    with app.extensions["upcard"].store.writing() as conn:
        conn.execute("DROP TRIGGER events_never_change")
    answer = book.nobody.get("/health/ready")

    assert answer.status_code == 503
    assert (answer.json["triggers"], answer.json["writable"]) == (False, True)


def test_what_was_recorded_is_there_after_a_restart(book, app, game):
    from web import create_app

    book.ann.play(game, KNOCK, SHOW)
    before = book.ann.get(f"/games/{game}").json
    server = app.extensions["upcard"]
    server.store.close()
    again = create_app(server.settings)
    headers = {"Authorization": f"Bearer {book.ann.key}"}
    answer = again.test_client().get(f"/api/v1/games/{game}", headers=headers)
    again.extensions["upcard"].store.close()

    assert answer.json == before


def test_of_many_phones_that_saw_the_same_version_one_writes(book, game):
    with ThreadPoolExecutor(8) as phones:
        answers = list(
            phones.map(lambda _: book.ann.play(game, KNOCK, SHOW, seen=1), range(16))
        )

    assert sorted(each.status_code for each in answers) == [201] + [412] * 15
    assert book.ann.get(f"/games/{game}").json["version"] == 5


def test_of_many_sendings_of_one_request_one_is_recorded(book, game):
    headers = {"If-Match": "*", "Idempotency-Key": "tap"}

    def send(_):
        body = {"plays": [KNOCK, SHOW]}
        return book.ann.post(f"/games/{game}/plays", body, headers=headers)

    with ThreadPoolExecutor(8) as phones:
        answers = list(phones.map(send, range(16)))

    assert {each.status_code for each in answers} == {201}
    assert all(each.json == answers[0].json for each in answers)
    assert book.ann.get(f"/games/{game}").json["version"] == 5
