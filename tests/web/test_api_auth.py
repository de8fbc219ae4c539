"""Every route with every key: nobody sees or writes what is not theirs."""

import json
import re

import pytest

from tests.web.conftest import KNOCK, SHOW, Person, code_of, make_app, open_book

# Statuses in the order of PEOPLE. A key of another book never learns that it exists.
PEOPLE = ("nobody", "wrong", "stranger", "watch", "cy", "ann", "bob", "referee")
READS = (401, 401, 404, 200, 200, 200, 200, 200)
PLAYS = (401, 401, 404, 403, 403, 201, 201, 201)
OPEN = (200,) * 8
RENAME = {"id": "{ann}", "name": "Anna"}
GAME = {"rules": "standard", "players": {"A": "Ann", "B": "Bob"}}
ADJUST = {"type": "adjust", "player": "A", "points": 5, "reason": "paper"}
TEN = ["AC", "2C", "3C", "4D", "5D", "6D", "7H", "8H", "9H", "KS"]
OTHER = ["AS", "2S", "4S", "4C", "5C", "6H", "7D", "8D", "JH", "KC"]
SIDES = {"knocker": {"cards": TEN}, "defender": {"cards": OTHER}}

ROUTES = [
    ("GET", "/books/{book}", None, READS),
    ("GET", "/books/{book}/games", None, READS),
    (
        "POST",
        "/books/{book}/players",
        {"name": "Dan"},
        (401, 401, 404, 403, *[201] * 4),
    ),
    (
        "PATCH",
        "/books/{book}/players",
        RENAME,
        (401, 401, 404, 403, 403, 200, 403, 200),
    ),
    ("GET", "/books/{book}/keys", None, (401, 401, 404, 403, *[200] * 4)),
    ("POST", "/books/{book}/keys", {"role": "watch"}, (401, 401, 404, 403, *[201] * 4)),
    (
        "POST",
        "/books/{book}/keys",
        {"role": "player", "player": "{ann}"},
        (401, 401, 404, 403, 403, 201, 403, 201),
    ),
    (
        "POST",
        "/books/{book}/keys",
        {"role": "referee"},
        (401, 401, 404, 403, 403, 403, 403, 201),
    ),
    (
        "DELETE",
        "/books/{book}/keys/{bobs_key}",
        None,
        (401, 401, 404, 403, 403, 403, 204, 204),
    ),
    ("POST", "/books/{book}/games", GAME, (401, 401, 404, 403, 403, 201, 201, 201)),
    ("GET", "/books/{book}/standings", None, READS),
    ("GET", "/books/{book}/feed", None, READS),
    ("GET", "/books/{book}/export", None, READS),
    ("POST", "/books/{book}/import", {}, (401, 401, 404, 403, 403, 403, 403, 422)),
    ("GET", "/games/{game}/export", None, READS),
    ("GET", "/games/{game}", None, READS),
    ("GET", "/games/{game}?at=1", None, READS),
    ("GET", "/games/{game}/events", None, READS),
    ("GET", "/games/{game}/sheet", None, READS),
    ("GET", "/games/{game}/hands/1", None, READS),
    ("GET", "/games/{game}/hands/1/ruling", None, READS),
    ("GET", "/games/{game}/hands/1/notation", None, READS),
    ("POST", "/games/{game}/plays", ADJUST, PLAYS),
    (
        "PATCH",
        "/games/{game}",
        {"archived": True},
        (401, 401, 404, 403, 403, *[200] * 3),
    ),
    ("GET", "/presets", None, OPEN),
    ("GET", "/health/live", None, OPEN),
    ("GET", "/health/ready", None, OPEN),
    ("POST", "/rulings/hand", {"cards": TEN}, OPEN),
    ("POST", "/rulings/knock", SIDES, OPEN),
    ("POST", "/books", {"name": "X", "players": ["Ann"]}, (201,) * 8),
    ("GET", "/metrics", None, OPEN),
    ("GET", "/openapi.json", None, OPEN),
]
NEEDS_KEY = [row for row in ROUTES if row[3][0] == 401]


def route(row):
    role = (row[2] or {}).get("role", "")
    return f"{row[0]} {row[1]} {role}".strip()


def person(book, other, who):
    if who == "wrong":
        return Person(book.nobody.client, "a" * 32)
    return other.ann if who == "stranger" else getattr(book, who)


def filled(book, game, text):
    keys = book.referee.get(f"/books/{book.id}/keys").json["keys"]
    bobs = next(key["id"] for key in keys if key["player"] == book.players["Bob"])
    ids = {"{book}": book.id, "{game}": game, "{bobs_key}": bobs}
    for name, value in {**ids, "{ann}": book.players["Ann"]}.items():
        text = text.replace(name, value)
    return text


def ask(who, method, path, body, **headers):
    kwargs = {} if body is None else {"json": body}
    return who.ask(method, path, headers={"If-Match": "*", **headers}, **kwargs)


@pytest.mark.parametrize(("index", "who"), list(enumerate(PEOPLE)), ids=PEOPLE)
@pytest.mark.parametrize("row", ROUTES, ids=route)
def test_each_route_with_each_key(book, other_book, row, index, who):
    method, path, body, statuses = row
    game = book.start()
    book.referee.play(game, KNOCK, SHOW)
    path = filled(book, game, path)
    body = body and json.loads(filled(book, game, json.dumps(body)))

    answer = ask(person(book, other_book, who), method, path, body)

    assert answer.status_code == statuses[index], answer.get_data(as_text=True)[:300]
    if answer.status_code >= 400:
        code_of(answer)
    if answer.status_code == 401:
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("row", NEEDS_KEY, ids=route)
def test_without_a_key_what_exists_looks_like_what_does_not(book, row):
    method, path, body, _ = row
    game = book.start()
    real = ask(book.nobody, method, filled(book, game, path), body)
    absent = re.sub(r"\{\w+\}", "nothing", path)
    unreal = ask(book.nobody, method, absent, body)

    assert real.status_code == unreal.status_code == 401
    assert real.json == unreal.json


@pytest.mark.parametrize("row", NEEDS_KEY, ids=route)
def test_a_key_of_another_book_sees_no_difference_either(book, other_book, row):
    method, path, body, _ = row
    game = book.start()
    real = ask(other_book.referee, method, filled(book, game, path), body)
    absent = re.sub(r"\{\w+\}", "nothing", path)
    unreal = ask(other_book.referee, method, absent, body)

    assert real.status_code == unreal.status_code == 404
    assert real.json == unreal.json


def test_every_route_of_the_document_is_in_the_table(book):
    spec = book.nobody.get("/openapi.json").json
    documented = {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path))
        for path, methods in spec["paths"].items()
        for method in methods
        if method != "parameters"
    }
    tested = {
        (
            row[0],
            "/api/v1" + re.sub(r"\{\w+\}|(?<=hands/)1", "{}", row[1].split("?")[0]),
        )
        for row in ROUTES
    }

    assert documented | {("GET", "/api/v1/openapi.json")} == tested


@pytest.mark.parametrize("header", ["", "Basic QTpC", "Bearer", "Bearer ", "{key}"])
def test_a_header_that_is_no_bearer_key_is_401(book, header):
    text = header.replace("{key}", book.ann.key)
    answer = book.nobody.get(f"/books/{book.id}", headers={"Authorization": text})

    assert answer.status_code == 401


def test_the_scheme_may_be_spelled_in_any_case(book):
    headers = {"Authorization": f"bEARER {book.ann.key}"}

    assert book.nobody.get(f"/books/{book.id}", headers=headers).status_code == 200


def cookie(book, person, **more):
    return {"Cookie": f"upcard_{book.id}={person.key}", **more}


def test_a_cookie_opens_its_book(book, game):
    headers = cookie(book, book.ann)

    assert book.nobody.get(f"/books/{book.id}", headers=headers).status_code == 200
    assert book.nobody.get(f"/games/{game}", headers=headers).status_code == 200


def test_a_cookie_of_another_book_is_404(book, other_book, game):
    headers = cookie(other_book, other_book.ann)

    assert book.nobody.get(f"/books/{book.id}", headers=headers).status_code == 404
    assert book.nobody.get(f"/games/{game}", headers=headers).status_code == 404
    assert book.nobody.get("/games/nothing", headers=headers).status_code == 404


def test_a_key_in_the_cookie_of_another_book_opens_nothing(book, other_book):
    headers = {"Cookie": f"upcard_{book.id}={other_book.ann.key}"}

    assert book.nobody.get(f"/books/{book.id}", headers=headers).status_code == 404


def test_a_wrong_cookie_is_401(book):
    headers = {"Cookie": f"upcard_{book.id}=nonsense"}

    assert book.nobody.get(f"/books/{book.id}", headers=headers).status_code == 401


def test_the_header_comes_before_the_cookie(book):
    headers = cookie(book, book.referee, Authorization=f"Bearer {book.watch.key}")
    me = book.nobody.get(f"/books/{book.id}", headers=headers).json["me"]
    assert me["role"] == "watch"

    headers["Authorization"] = "Bearer wrong"
    assert book.nobody.get(f"/books/{book.id}", headers=headers).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_a_write_by_cookie_from_our_own_page_is_taken(book, game, headers):
    headers = cookie(book, book.ann, **headers, **{"If-Match": "*"})

    answer = book.nobody.post(f"/games/{game}/plays", KNOCK, headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://["},
        {"Host": "no_host"},
        {"Host": "no_host", "Origin": "http://"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_a_write_by_cookie_from_elsewhere_is_403(book, game, headers):
    headers = cookie(book, book.ann, **headers, **{"If-Match": "*"})
    answer = book.nobody.post(f"/games/{game}/plays", KNOCK, headers=headers)

    assert answer.status_code == 403
    assert code_of(answer) == "cross_site"
    assert book.ann.get(f"/games/{game}").json["version"] == 1


def test_the_address_of_the_settings_is_ours_too(tmp_path):
    app = make_app(tmp_path, base_url="https://gin.example")
    book = open_book(app.test_client(use_cookies=False))
    headers = cookie(book, book.ann, Origin="https://gin.example")
    answer = book.nobody.post(
        f"/books/{book.id}/players", {"name": "Dan"}, headers=headers
    )
    problem = book.nobody.get(f"/books/{book.id}").json
    app.extensions["upcard"].store.close()

    assert answer.status_code == 201
    assert problem["type"] == "https://gin.example/docs/errors#key_needed"


# Order of checks: each request is wrong in two ways, the earlier one is told.
BAD = {"data": b"{", "content_type": "application/json"}
TEXT = {"data": b"{", "content_type": "text/plain"}
HUGE = {"data": b" " * 70_000, "content_type": "application/json"}
ACCEPT_AS_BOB = {"type": "accept", "player": "B", "hand": 1}
BAD_PLAY = {"json": {"type": "knock"}}


@pytest.mark.parametrize(
    ("who", "headers", "sent", "status"),
    [
        ("nobody", {}, TEXT, 401),
        ("stranger", {}, TEXT, 404),
        ("watch", {}, TEXT, 403),
        ("cy", {}, TEXT, 403),
        ("ann", {"Idempotency-Key": "old"}, TEXT, 415),
        ("ann", {"Idempotency-Key": "old"}, HUGE, 413),
        ("ann", {"Idempotency-Key": "old"}, BAD, 400),
        ("ann", {"Idempotency-Key": "old"}, BAD_PLAY, 422),
        ("ann", {}, BAD_PLAY, 428),
        ("ann", {"If-Match": '"77"'}, BAD_PLAY, 422),
        ("ann", {"If-Match": '"77"'}, {"json": ACCEPT_AS_BOB}, 403),
        ("ann", {"If-Match": '"77"'}, {"json": SHOW}, 412),
        ("ann", {"If-Match": '"2"'}, {"json": {"type": "deal"}}, 409),
    ],
)
def test_checks_come_in_order(book, other_book, game, who, headers, sent, status):
    old = {"If-Match": "*", "Idempotency-Key": "old"}
    made = book.ann.post(f"/games/{game}/plays", {"type": "deal"}, headers=old)
    assert made.json["version"] == 2

    answer = person(book, other_book, who).post(
        f"/games/{game}/plays", headers=headers, **sent
    )

    assert answer.status_code == status
    code_of(answer)


def test_a_player_key_accepts_only_as_itself(book, game):
    book.ann.play(game, KNOCK, SHOW)
    accept = {"type": "accept", "player": "B", "hand": 1}
    answer = book.ann.play(game, accept)

    assert answer.status_code == 403
    assert code_of(answer) == "not_your_seat"
    assert book.bob.play(game, accept).status_code == 201


HIDDEN = "QC"
TRACKED = [
    {"type": "deal", "upcard": "7D", "hands": {"A": TEN}},
    {"type": "pass", "player": "A"},
    {"type": "pass", "player": "B"},
    {"type": "draw", "player": "A", "source": "stock", "card": HIDDEN},
]
READ_PATHS = ("", "?at=5", "/events", "/sheet", "/hands/1", "/hands/1/notation")


@pytest.mark.parametrize(
    ("who", "sees"),
    [("referee", True), ("ann", True), ("bob", False), ("cy", False), ("watch", False)],
)
@pytest.mark.parametrize("path", READ_PATHS)
def test_a_card_not_shown_is_seen_by_its_player_and_the_referee(
    book, game, who, sees, path
):
    assert book.ann.play(game, *TRACKED).status_code == 201
    answer = getattr(book, who).get(f"/games/{game}{path}")

    text = answer.get_data(as_text=True)
    assert answer.status_code == 200
    for card in (HIDDEN, *TEN):
        seen = f'"{card}"' in text or (path.endswith("notation") and card in text)
        assert not seen or sees
    if path in ("/events", "/hands/1"):
        assert (f'"{HIDDEN}"' in text) == sees


def test_what_bob_records_shows_him_nothing_of_anns(book, game):
    book.ann.play(game, *TRACKED)
    discard = {"type": "discard", "player": "A", "card": HIDDEN}
    answer = book.bob.play(game, discard)
    made = answer.get_data(as_text=True)

    assert answer.status_code == 201
    assert '"AC"' not in made


def test_hidden_events_keep_their_digest_and_lose_their_salt(book, game):
    book.ann.play(game, *TRACKED)
    mine = book.ann.get(f"/games/{game}/events").json["events"]
    his = book.bob.get(f"/games/{game}/events").json["events"]

    for own, other in zip(mine, his, strict=True):
        assert (own["digest"], own["hash"]) == (other["digest"], other["hash"])
        assert ("salt" in other) == (own["data"] == other["data"])
    assert [event["seq"] for event in his if "salt" not in event] == [2, 5]
