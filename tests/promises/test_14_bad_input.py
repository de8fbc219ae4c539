"""Promise 14: whatever comes in, a problem document goes out, and never a 500."""

import json

import pytest

from tests.promises.running import API, Caller
from tests.web.conftest import make_app, open_book

DEEP = 3000
BAD = {
    "nothing": (b"", 400),
    "half an object": (b'{"name": "Us", ', 400),
    "3,000 brackets": (b"[" * DEEP + b"]" * DEEP, 400),
    "3,000 objects": (b'{"a":' * DEEP + b"1" + b"}" * DEEP, 400),
    "a lone surrogate": (b'{"name": "\\ud800"}', 400),
    "raw bytes": (b"\xff\xfe\x00", 400),
    "NaN": (b'{"count": NaN}', 400),
    "Infinity": (b'{"count": -Infinity}', 400),
    "1e999": (b'{"count": 1e999}', 400),
    "a key twice": (b'{"name": "A", "name": "B"}', 400),
    "10**30": (b'{"type": "retract", "seq": ' + b"1" + b"0" * 30 + b"}", 422),
    "1.5 for an integer": (b'{"type": "retract", "seq": 1.5}', 422),
    "an unknown field": (b'{"surprise": true}', 422),
    "a list": (b"[]", 422),
    "null": (b"null", 422),
    "a megabyte": (b'{"name": "' + b"x" * 1_000_000 + b'"}', 413),
}

LAX = (400, 409, 413, 422)


def routes(app):
    """Every path of the API that takes a body, with the method."""
    spec = app.test_client().get(f"{API}/openapi.json").json
    for path, methods in spec["paths"].items():
        for method, call in methods.items():
            if method != "parameters" and "requestBody" in call:
                yield method.upper(), path


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    app = make_app(tmp_path_factory.mktemp("record"))
    book = open_book(app.test_client(use_cookies=False))
    game = book.start()
    yield app, book, game
    app.extensions["upcard"].store.close()


def test_every_body_of_every_call(there, show):
    app, book, game = there
    tried, wrong = 0, []
    for method, path in routes(app):
        url = path.removeprefix(API).format(book=book.id, game=game, key_id="x")
        # An import takes lines of JSON of any length, and says what is wrong with each.
        lax = path.endswith("/import")
        for name, (body, status) in BAD.items():
            answer = book.referee.ask(
                method,
                url,
                data=body,
                content_type="application/json",
                headers={"If-Match": "*"},
            )
            tried += 1
            expected = answer.status_code in (
                (400, 409, 413, 422) if lax else (status,)
            )
            is_problem = answer.mimetype == "application/problem+json"
            if not (expected and is_problem):
                wrong.append((method, path, name, answer.status_code))
    show("bad bodies to every call that takes one", tried, wrong=len(wrong), told=wrong)
    assert tried >= 9 * len(BAD)


def test_every_number_and_cursor_of_a_query(there, show):
    _, book, game = there
    odd = ["", "-1", "1.5", "1e3", "9" * 400, "null", "\u0661", "0x10", " 1", "a\x00b"]
    paths = [f"/games/{game}?at=", f"/games/{game}/events?after="]
    paths += [f"/games/{game}/events?limit=", f"/books/{book.id}/games?limit="]
    paths += [f"/books/{book.id}/games?after=", f"/games/{game}/export?format="]
    wrong = []
    for path in paths:
        for value in odd:
            url, _, name = path.rstrip("=").partition("?")
            answer = book.ann.get(url, query_string={name: value})
            if answer.status_code >= 500 or (
                answer.status_code >= 400
                and answer.mimetype != "application/problem+json"
            ):
                wrong.append((path, value, answer.status_code))
    show("odd queries", len(paths) * len(odd), wrong=len(wrong), told=wrong)


def test_a_real_server_refuses_what_is_no_http(table, show):
    """Headers too long, methods unheard of: refused before a thread is taken."""
    caller = Caller(table.serving)
    big = caller.ask("GET", "/presets", Cookie="x" * 20_000)
    odd = Caller(table.serving).ask("BREW", "/presets")
    body = json.dumps({"name": "x" * 3_000_000}).encode()
    try:
        huge = Caller(table.serving).ask("POST", "/books", body).status
    except OSError:
        huge = 413
    statuses = [big.status, odd.status, huge]
    show("requests beyond all limits", 3, wrong=sum(s >= 500 for s in statuses))
    assert statuses[1:] == [405, 413]
