"""Plays recorded before Flask is asked: the same record, the same answers."""

import logging

import pytest

from events.errors import StoreUnavailable
from events.replayed import remember
from tests.events.room import whole_hands
from tests.web.conftest import API, KNOCK, SHOW, code_of
from tests.web.quick.conftest import headers_of

DEAL = {"type": "deal", "upcard": "TD"}
PASS = {"type": "pass", "player": "A"}


@pytest.fixture(autouse=True)
def alone(store):
    store.lock("the test")


@pytest.fixture
def game(book):
    """A game of players with names to be written with care, all keys used just now."""
    game = book.start()
    for player, name in (("Ann", 'Änne "A" \\ <b>'), ("Bob", "Bób\u2028")):
        body = {"id": book.players[player], "name": name}
        assert book.referee.ask("PATCH", f"/books/{book.id}/players", json=body).is_json
    for person in (book.referee, book.ann, book.bob, book.watch):
        assert person.get(f"/games/{game}").status_code == 200
    return game


@pytest.mark.parametrize("who", ["referee", "ann", "bob"])
@pytest.mark.parametrize("number", [0, 5])
def test_a_play_is_answered_as_flask_would(book, game, asked, who, number):
    """The same request again goes to Flask, which reads its answer from the record."""
    person, before = getattr(book, who), len(asked)
    version = 1
    for n, play in enumerate(whole_hands()[number]):
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": f"play {n}"}
        quick = person.post(f"/games/{game}/plays", play, headers=headers)
        assert (quick.status_code, len(asked)) == (201, before), quick.json
        again = person.post(f"/games/{game}/plays", play, headers=headers)
        before += 1
        assert len(asked) == before
        assert (again.status_code, again.json) == (201, quick.json)
        assert headers_of(again) == headers_of(quick)
        version = quick.json["version"]
    assert quick.json["game"]["players"]["A"]["name"] == 'Änne "A" \\ <b>'
    assert quick.json["game"] == person.get(f"/games/{game}").json


def test_a_batch_on_any_version_is_taken_too(book, game, asked):
    before = len(asked)
    answer = book.ann.play(game, DEAL, PASS)
    assert (answer.status_code, len(asked)) == (201, before)
    assert [event["type"] for event in answer.json["events"]] == [
        "hand_dealt",
        "upcard_passed",
    ]


def cookie(book, **more):
    return {"Cookie": f"upcard_{book.id}={book.ann.key}", "If-Match": "*", **more}


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 201),
        ({"Origin": "http://localhost"}, 201),
        ({}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
    ],
)
def test_a_cookie_counts_from_our_own_pages(book, game, asked, more, status):
    before = len(asked)
    answer = book.nobody.post(
        f"/games/{game}/plays", DEAL, headers=cookie(book, **more)
    )
    assert answer.status_code == status
    assert len(asked) == before + (status != 201)


STAR = {"If-Match": "*"}


@pytest.mark.parametrize(
    ("who", "headers", "body", "code"),
    [
        ("nobody", STAR, DEAL, "key_needed"),
        ("watch", STAR, DEAL, "watch_only"),
        ("cy", STAR, DEAL, "not_in_game"),
        ("ann", {}, DEAL, "version_needed"),
        ("ann", {"If-Match": '"7"'}, DEAL, "stale_version"),
        ("ann", {"If-Match": 'W/"1"'}, DEAL, "bad_if_match"),
        ("ann", {**STAR, "Idempotency-Key": "x" * 65}, DEAL, "bad_idempotency_key"),
        ("ann", STAR, PASS, "wrong_phase"),
        ("ann", STAR, {"type": "accept", "player": "B", "hand": 1}, "not_your_seat"),
        ("ann", STAR, {**DEAL, "more": 1}, "unknown_field"),
        ("ann", STAR, {"plays": []}, "list_length"),
        ("ann", STAR, {"type": "knock", "player": "A"}, "knock_needs"),
        ("ann", STAR, b"{", "bad_json"),
        ("ann", STAR, b" " * 70_000, "too_large"),
        ("ann", {**STAR, "Content-Type": "text/plain"}, b"{}", "not_json_type"),
    ],
)
def test_a_refusal_is_told_by_flask(book, game, asked, who, headers, body, code):
    before = len(asked)
    given = {"data": body} if isinstance(body, bytes) else {"json": body}
    if isinstance(body, bytes):
        headers = {"Content-Type": "application/json", **headers}
    answer = getattr(book, who).ask(
        "POST", f"/games/{game}/plays", headers=headers, **given
    )
    assert code_of(answer) == code
    assert len(asked) == before + 1
    assert book.ann.get(f"/games/{game}").json["version"] == 1


def test_another_request_with_the_same_key_is_refused(book, game):
    headers = {**STAR, "Idempotency-Key": "once"}
    first = book.ann.post(f"/games/{game}/plays", DEAL, headers=headers)
    other = book.ann.post(f"/games/{game}/plays", PASS, headers=headers)
    assert (first.status_code, code_of(other)) == (201, "key_reused")


def test_a_retry_that_comes_too_late_for_its_play_is_answered(book, game):
    """Whether it is stale or no longer legal: what it made the first time counts."""
    for version, play in (('"1"', DEAL), ("*", PASS)):
        headers = {"If-Match": version, "Idempotency-Key": version}
        path = f"/games/{game}/plays"
        first = book.ann.post(path, play, headers=headers)
        again = book.ann.post(path, play, headers=headers)
        assert (again.status_code, again.data) == (201, first.data)


def test_where_others_may_write_flask_is_asked(store, monkeypatch, book, game, asked):
    before = len(asked)
    monkeypatch.setattr(type(store), "alone", False)
    assert book.ann.play(game, DEAL).status_code == 201
    assert len(asked) == before + 1


def test_a_full_disk_is_a_problem_and_not_tried_again(book, game, monkeypatch):
    tried = []

    def full(*_args, **_kwargs):
        tried.append(1)
        raise StoreUnavailable("full", "the disk is full")

    monkeypatch.setattr("events.log.append", full)
    answer = book.ann.play(game, DEAL)
    assert (answer.status_code, code_of(answer)) == (507, "storage_full")
    assert tried == [1]


def test_a_fault_after_the_commit_records_nothing_twice(book, game, monkeypatch):
    def broken(store, after):
        remember(store, after)
        raise ZeroDivisionError

    with monkeypatch.context() as once:
        once.setattr("events.handler.remember", broken)
        answer = book.ann.play(game, DEAL)
    assert (answer.status_code, code_of(answer)) == (500, "internal_error")
    assert book.ann.get(f"/games/{game}").json["version"] == 2


def test_a_fault_in_the_answer_records_nothing_twice(book, game, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("web.quick.plays.recorded_text", broken)
    answer = book.ann.play(game, DEAL)
    assert (answer.status_code, code_of(answer)) == (500, "internal_error")
    assert book.ann.get(f"/games/{game}").json["version"] == 2


@pytest.mark.parametrize("name", ["find_game", "find_key", "find_book"])
def test_a_record_that_cannot_be_read_is_a_problem(book, game, monkeypatch, name):
    def failing(*_args, **_kwargs):
        raise StoreUnavailable("failing", "the disk fails")

    monkeypatch.setattr(f"events.registry.{name}", failing)
    answer = book.ann.play(game, DEAL)
    assert (answer.status_code, code_of(answer)) == (503, "storage_failing")


def test_of_a_cookie_sent_twice_the_first_counts(book, game, asked):
    name = f"upcard_{book.id}"
    headers = {**STAR, "Sec-Fetch-Site": "same-origin"}
    for first in (f'{name}="{book.bob.key}"', f"{name}={book.bob.key} "):
        before = len(asked)
        headers["Cookie"] = f"{first}; {name}={book.ann.key}"
        answer = book.nobody.post(f"/games/{game}/plays", DEAL, headers=headers)
        assert (answer.status_code, len(asked)) == (201, before + 1)
        assert answer.json["events"][0]["by"] == "B"
        assert book.referee.play(game, {"type": "void"}).status_code == 201


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [("?x=1", {}, 201), ("", {"CONTENT_LENGTH": ""}, 400), ("/", {}, 404)],
)
def test_what_is_not_plain_is_left_to_flask(book, game, asked, path, more, status):
    before = len(asked)
    answer = book.ann.post(
        f"/games/{game}/plays{path}", DEAL, headers=STAR, environ_overrides=more
    )
    assert (answer.status_code, len(asked)) == (status, before + 1), answer.json


def test_a_play_is_counted_and_logged_when_it_is_sent(book, game, caplog):
    log = logging.getLogger("upcard")
    log.addHandler(caplog.handler)
    try:
        answer = book.ann.play(game, KNOCK, SHOW)
        answer.close()
    finally:
        log.removeHandler(caplog.handler)
    (line,) = [r.getMessage() for r in caplog.records if "/plays" in r.getMessage()]
    assert line.startswith(f"POST {API}/games/{game}/plays 201 ")
    assert line.endswith(answer.headers["X-Request-Id"])
    counted = book.nobody.client.get("/metrics").text
    assert 'plays_total{type="knock"} 1' in counted
    assert 'plays_total{type="show"} 1' in counted
