"""Books, players and keys, by play: first it works, then each refusal."""

import pytest

from tests.web.conftest import Person, code_of, make_app, open_book


def test_a_book_is_opened_with_a_key_for_everybody(client):
    body = {"name": " Sundays ", "players": ["Ann", "Bob"]}
    answer = Person(client, None).post("/books", body)

    assert answer.status_code == 201
    assert answer.json["name"] == "Sundays"
    assert [player["name"] for player in answer.json["players"]] == ["Ann", "Bob"]
    ids = {player["id"] for player in answer.json["players"]}
    keys = answer.json["keys"]
    assert set(keys) == {"referee", "watch", "players"}
    assert set(keys["players"]) == ids
    secrets = [keys["referee"], keys["watch"], *keys["players"].values()]
    assert len(set(secrets)) == 4
    assert all(len(secret) >= 26 for secret in secrets)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Location"].endswith(f"/books/{answer.json['id']}")


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"name": ""}, "name", "text_length"),
        ({"name": "x" * 61}, "name", "text_length"),
        ({"name": "a\nb"}, "name", "control_character"),
        ({"name": None}, "name", "null_field"),
        ({"name": 5}, "name", "wrong_type"),
        ({"players": []}, "players", "list_length"),
        ({"players": "Ann"}, "players", "wrong_type"),
        ({"players": ["Ann", 3]}, "players.1", "wrong_type"),
        ({"players": ["Ann", "  "]}, "players.1", "text_length"),
        ({"owner": "Ann"}, "owner", "unknown_field"),
    ],
)
def test_a_book_with_a_bad_field_is_422(book, change, field, code):
    body = {"name": "X", "players": ["Ann"], **change}
    answer = book.nobody.post("/books", body)

    assert answer.status_code == 422
    assert code_of(answer) == code
    (error,) = answer.json["errors"]
    assert (error["field"], error["code"]) == (field, code)


def test_a_name_twice_in_a_book_is_422(book):
    answer = book.nobody.post("/books", {"name": "X", "players": ["Ann", "ann"]})

    assert answer.status_code == 422
    assert code_of(answer) == "same_name"


def test_all_missing_fields_are_named_at_once(book):
    answer = book.nobody.post("/books", {})

    assert {error["field"] for error in answer.json["errors"]} == {"name", "players"}


def test_a_server_may_open_no_books(tmp_path):
    app = make_app(tmp_path, open_books=False)
    answer = Person(app.test_client(use_cookies=False), None).post(
        "/books", {"name": "X", "players": ["Ann"]}
    )
    app.extensions["upcard"].store.close()

    assert answer.status_code == 403
    assert code_of(answer) == "books_closed"


def test_opening_books_is_limited(tmp_path):
    app = make_app(tmp_path, rate_limit=True)
    nobody = Person(app.test_client(use_cookies=False), None)
    body = {"name": "X", "players": ["Ann"]}
    answers = [nobody.post("/books", body) for _ in range(21)]
    app.extensions["upcard"].store.close()

    assert [each.status_code for each in answers] == [201] * 20 + [429]
    assert code_of(answers[-1]) == "too_many_requests"
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_wrong_keys_are_limited_and_a_good_one_is_not(tmp_path):
    app = make_app(tmp_path, rate_limit=True)
    client = app.test_client(use_cookies=False)
    book = open_book(client)
    good = [book.ann.get(f"/books/{book.id}").status_code for _ in range(70)]
    wrong = Person(client, "x" * 32)
    bad = [wrong.get(f"/books/{book.id}").status_code for _ in range(61)]
    still = book.ann.get(f"/books/{book.id}").status_code
    app.extensions["upcard"].store.close()

    assert set(good) == {200}
    assert bad == [401] * 60 + [429]
    assert still == 200, "the wrong keys of a neighbour hold nobody up"


def test_a_book_is_shown_to_each_of_its_keys(book):
    for person in (book.referee, book.ann, book.cy, book.watch):
        answer = person.get(f"/books/{book.id}")

        assert answer.status_code == 200
        assert answer.json["id"] == book.id
        assert {p["name"] for p in answer.json["players"]} == {"Ann", "Bob", "Cy"}
    assert answer.json["me"] == {"role": "watch", "player": None}
    assert book.ann.get(f"/books/{book.id}").json["me"] == {
        "role": "player",
        "player": book.players["Ann"],
    }


def test_a_player_is_added_and_renamed(book):
    added = book.ann.post(f"/books/{book.id}/players", {"name": "Dan"})
    assert added.status_code == 201
    assert added.json["name"] == "Dan"

    body = {"id": added.json["id"], "name": "Danny"}
    renamed = book.referee.ask("PATCH", f"/books/{book.id}/players", json=body)

    assert renamed.status_code == 200
    assert renamed.json == body
    names = [p["name"] for p in book.ann.get(f"/books/{book.id}").json["players"]]
    assert names == ["Ann", "Bob", "Cy", "Danny"]


def test_a_rename_to_a_name_of_another_is_422(book):
    body = {"id": book.players["Ann"], "name": "BOB"}
    answer = book.ann.ask("PATCH", f"/books/{book.id}/players", json=body)

    assert answer.status_code == 422
    assert code_of(answer) == "same_name"


def test_a_player_renames_nobody_else(book):
    body = {"id": book.players["Bob"], "name": "Rob"}
    answer = book.ann.ask("PATCH", f"/books/{book.id}/players", json=body)

    assert answer.status_code == 403
    assert code_of(answer) == "not_your_player"


def test_renaming_who_is_not_there_is_404(book):
    body = {"id": "nobody", "name": "Rob"}
    answer = book.referee.ask("PATCH", f"/books/{book.id}/players", json=body)

    assert answer.status_code == 404


def test_a_watch_key_changes_nothing_in_a_book(book):
    body = {"id": book.players["Ann"], "name": "Anna"}
    any_key = book.referee.get(f"/books/{book.id}/keys").json["keys"][0]["id"]
    for answer in (
        book.watch.post(f"/books/{book.id}/players", {"name": "Dan"}),
        book.watch.ask("PATCH", f"/books/{book.id}/players", json=body),
        book.watch.get(f"/books/{book.id}/keys"),
        book.watch.post(f"/books/{book.id}/keys", {"role": "watch"}),
        book.watch.ask("DELETE", f"/books/{book.id}/keys/{any_key}"),
        book.watch.post(f"/books/{book.id}/games", {}),
    ):
        assert answer.status_code == 403
        assert code_of(answer) == "watch_only"


def test_a_key_that_is_not_there_is_404_before_it_is_403(book):
    answer = book.watch.ask("DELETE", f"/books/{book.id}/keys/x")

    assert answer.status_code == 404


def test_the_referee_lists_every_key_and_no_secret(book):
    answer = book.referee.get(f"/books/{book.id}/keys")

    roles = sorted(key["role"] for key in answer.json["keys"])
    assert roles == ["player", "player", "player", "referee", "watch"]
    text = answer.get_data(as_text=True)
    for person in (book.referee, book.ann, book.bob, book.watch):
        assert person.key not in text


def test_a_player_lists_its_own_keys_and_watch(book):
    keys = book.ann.get(f"/books/{book.id}/keys").json["keys"]

    assert [(key["role"], key["player"]) for key in keys] == [
        ("player", book.players["Ann"]),
        ("watch", None),
    ]


def test_the_last_use_of_a_key_is_noted(book):
    book.ann.get(f"/books/{book.id}")
    keys = book.referee.get(f"/books/{book.id}/keys").json["keys"]

    used = {key["player"]: key["last_used"] for key in keys if key["player"]}
    assert used[book.players["Ann"]]
    assert used[book.players["Bob"]] is None


@pytest.mark.parametrize(
    "body", [{"role": "referee", "label": "laptop"}, {"role": "watch"}]
)
def test_a_referee_makes_a_key_that_works(book, client, body):
    answer = book.referee.post(f"/books/{book.id}/keys", body)

    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["label"] == body.get("label")
    assert answer.json["keys"] == {body["role"]: answer.json["key"]}
    me = Person(client, answer.json["key"]).get(f"/books/{book.id}").json["me"]
    assert me["role"] == body["role"]


def test_a_player_makes_a_key_for_itself(book):
    answer = book.ann.post(f"/books/{book.id}/keys", {"role": "player"})

    assert answer.status_code == 201
    ann = book.players["Ann"]
    assert answer.json["player"] == ann
    assert answer.json["keys"] == {"players": {ann: answer.json["key"]}}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"role": "referee"}, "referee_only"),
        ({"role": "player", "player": "Bob"}, "not_your_player"),
    ],
)
def test_a_player_makes_no_key_beyond_its_own(book, body, code):
    if "player" in body:
        body = {**body, "player": book.players[body["player"]]}
    answer = book.ann.post(f"/books/{book.id}/keys", body)

    assert answer.status_code == 403
    assert code_of(answer) == code


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing_field"),
        ({"role": "owner"}, "unknown_choice"),
        ({"role": "player"}, "missing_field"),
        ({"role": "player", "player": "nobody"}, "unknown_player"),
        ({"role": "watch", "player": "x"}, "unknown_field"),
        ({"role": "watch", "label": "\t"}, "text_length"),
        ({"role": "watch", "label": "a\x00b"}, "control_character"),
    ],
)
def test_a_key_with_a_bad_field_is_422(book, body, code):
    answer = book.referee.post(f"/books/{book.id}/keys", body)

    assert answer.status_code == 422
    assert code_of(answer) == code


def test_a_revoked_key_opens_nothing(book, client):
    made = book.referee.post(f"/books/{book.id}/keys", {"role": "watch"}).json
    gone = book.referee.ask("DELETE", f"/books/{book.id}/keys/{made['id']}")

    assert gone.status_code == 204
    assert Person(client, made["key"]).get(f"/books/{book.id}").status_code == 401
    again = book.referee.ask("DELETE", f"/books/{book.id}/keys/{made['id']}")
    assert again.status_code == 404


def test_a_player_revokes_its_own_key_and_no_other(book):
    keys = book.referee.get(f"/books/{book.id}/keys").json["keys"]
    by_player = {key["player"]: key["id"] for key in keys}
    other = by_player[book.players["Bob"]]
    own = by_player[book.players["Ann"]]

    refused = book.ann.ask("DELETE", f"/books/{book.id}/keys/{other}")
    assert refused.status_code == 403
    assert code_of(refused) == "not_your_key"
    assert book.ann.ask("DELETE", f"/books/{book.id}/keys/{own}").status_code == 204
    assert book.ann.get(f"/books/{book.id}").status_code == 401


def test_the_last_referee_key_stays(book):
    keys = book.referee.get(f"/books/{book.id}/keys").json["keys"]
    (own,) = [key["id"] for key in keys if key["role"] == "referee"]

    answer = book.referee.ask("DELETE", f"/books/{book.id}/keys/{own}")

    assert answer.status_code == 409
    assert code_of(answer) == "last_referee_key"
