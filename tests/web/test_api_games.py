"""Games and plays through the API: first it works, then each refusal."""

import json

import pytest

from tests.web.conftest import KNOCK, SHOW, Person, code_of, make_app, open_book

DEAL = {"type": "deal", "upcard": "7D"}
DRAWN = {"type": "draw", "player": "A", "source": "stock", "card": "QC"}
PASSES = [{"type": "pass", "player": "A"}, {"type": "pass", "player": "B"}]


def test_a_game_is_started(book):
    body = {"rules": "guide", "players": {"A": "Ann", "B": book.players["Bob"]}}
    answer = book.ann.post(f"/books/{book.id}/games", {**body, "first_dealer": "A"})

    assert answer.status_code == 201
    game = answer.json
    assert answer.headers["Location"] == f"/api/v1/games/{game['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert game["book"] == book.id
    assert game["players"] == {
        "A": {"id": book.players["Ann"], "name": "Ann"},
        "B": {"id": book.players["Bob"], "name": "Bob"},
    }
    assert (game["version"], game["status"], game["preset"]) == (1, "playing", "guide")
    assert game["winner"] is None
    assert game["target"] == game["rules"]["target"] == 100
    assert game["rules"]["shutout"] == "double_all"
    none = {"points": 0, "boxes": 0, "total": 0}
    assert game["score"] == {"A": none, "B": none}
    hand = game["hand"]
    assert (hand["number"], hand["dealer"], hand["phase"]) == (1, "A", "deal")
    assert set(hand) >= {
        "to_act", "depth", "upcard", "knock_limit", "stock", "discards", "known", "may",
    }  # fmt: skip


def test_an_unknown_name_joins_the_book(book):
    body = {"rules": "standard", "players": {"A": "Ann", "B": "Dora"}}
    answer = book.ann.post(f"/books/{book.id}/games", body)

    assert answer.status_code == 201
    players = book.ann.get(f"/books/{book.id}").json["players"]
    assert answer.json["players"]["B"] in players
    assert answer.json["players"]["B"]["name"] == "Dora"


def test_without_a_first_dealer_one_is_drawn(book):
    body = {"rules": "standard", "players": {"A": "Ann", "B": "Bob"}}
    dealers = {
        book.ann.post(f"/books/{book.id}/games", body).json["hand"]["dealer"]
        for _ in range(40)
    }

    assert dealers == {"A", "B"}


def test_rules_are_a_preset_with_overrides(book):
    rules = {"preset": "jpgames-oklahoma", "target": 150, "stake": "0.05"}
    game = book.ann.get(f"/games/{book.start(rules)}").json

    assert game["preset"] == "jpgames-oklahoma"
    assert game["target"] == 150
    assert (game["rules"]["oklahoma"], game["rules"]["stake"]) == (True, "0.05")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rules": None}, "null_field"),
        ({"rules": "nowhere"}, "unknown_preset"),
        ({"rules": {"target": 9}}, "rule_value"),
        ({"rules": {"target": 100.5}}, "rule_value"),
        ({"rules": {"colour": 1}}, "unknown_rule"),
        ({"rules": 5}, "rule_value"),
        ({"players": {"A": "Ann"}}, "missing_field"),
        ({"players": {"A": "Ann", "B": ""}}, "text_length"),
        ({"players": {"A": "Ann", "B": "Bob", "C": "Cy"}}, "unknown_field"),
        ({"players": ["Ann", "Bob"]}, "not_an_object"),
        ({"players": {"A": "Ann", "B": "ann"}}, "same_player"),
        ({"first_dealer": "Ann"}, "unknown_choice"),
        ({"seats": 2}, "unknown_field"),
    ],
)
def test_a_game_with_a_bad_field_is_422(book, change, code):
    body = {"rules": "standard", "players": {"A": "Ann", "B": "Bob"}, **change}
    answer = book.referee.post(f"/books/{book.id}/games", body)

    assert answer.status_code == 422
    assert code_of(answer) == code


def test_wrong_rules_are_named_by_field(book):
    rules = {"target": 5, "gin_bonus": "lots"}
    body = {"rules": rules, "players": {"A": "Ann", "B": "Bob"}}
    answer = book.referee.post(f"/books/{book.id}/games", body)

    assert {error["field"] for error in answer.json["errors"]} == {
        "rules.target",
        "rules.gin_bonus",
    }


def test_a_player_starts_no_game_of_others(book):
    body = {"rules": "standard", "players": {"A": "Ann", "B": "Bob"}}
    answer = book.cy.post(f"/books/{book.id}/games", body)

    assert answer.status_code == 403
    assert code_of(answer) == "not_in_game"


def test_the_games_of_a_book_come_in_pages(book):
    started = [book.start() for _ in range(5)]
    book.ann.play(started[0], KNOCK, SHOW)
    seen, after = [], ""
    while True:
        page = book.watch.get(f"/books/{book.id}/games?limit=2{after}").json
        seen += page["games"]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"

    assert [game["id"] for game in seen] == started[::-1]
    last = seen[-1]
    assert last["players"]["A"] == {"id": book.players["Ann"], "name": "Ann"}
    assert last["version"] > 1
    assert last["score"]["B"]["points"] + last["score"]["A"]["points"] > 0
    assert last["status"] == "playing"


def test_a_hand_by_counts_is_two_plays(book, game):
    answer = book.ann.play(game, KNOCK, SHOW, seen=1)

    assert answer.status_code == 201, answer.json
    made = answer.json
    types = [event["type"] for event in made["events"]]
    assert types == ["hand_dealt", "knocked", "hand_shown", "hand_scored"]
    assert [event["seq"] for event in made["events"]] == [2, 3, 4, 5]
    assert made["version"] == made["game"]["version"] == 5
    assert answer.headers["ETag"] == '"5"'
    # Ann's 8 against Bob's 5: an undercut, 3 + 25.
    assert made["game"]["score"]["B"] == {"points": 28, "boxes": 1, "total": 28}
    assert made["game"]["hand"]["number"] == 2
    assert made["game"]["players"]["A"]["name"] == "Ann"


def test_one_play_and_a_batch_of_one_do_the_same(book):
    one, batch = book.start(), book.start()

    single = book.ann.play(one, KNOCK).json["game"]["hand"]
    body = {"plays": [KNOCK]}
    many = book.ann.post(f"/games/{batch}/plays", body, headers={"If-Match": "*"})

    assert many.json["game"]["hand"] == single


def test_a_batch_is_all_or_nothing(book, game):
    draw_twice = [DEAL, *PASSES, DRAWN, DRAWN]
    answer = book.ann.play(game, *draw_twice, seen=1)

    assert answer.status_code == 409
    assert answer.json["violations"][0]["play"] == 4
    assert book.ann.get(f"/games/{game}").json["version"] == 1


def test_a_field_that_the_game_refuses_is_named_by_its_path_in_the_batch(book, game):
    cards = ["7S", "7D", "7C", "5H", "6H", "7H", "9C", "TC", "JC", "2S"]
    show = {"type": "show", "player": "B", "cards": cards}
    batch = book.ann.play(game, KNOCK, show)
    book.ann.play(game, KNOCK)
    single = book.ann.play(game, show)

    assert (batch.status_code, code_of(batch)) == (422, "count_needed")
    assert batch.json["errors"][0]["field"] == "plays.1.count"
    assert single.json["errors"][0]["field"] == "count"


def test_an_illegal_play_names_the_rule_and_the_options(book, game):
    answer = book.ann.play(game, {**KNOCK, "count": 11}, seen=1)

    assert answer.status_code == 409
    assert code_of(answer) == "illegal_knock"
    (violation,) = answer.json["violations"]
    assert violation["code"] == "illegal_knock"
    assert violation["rule"]
    assert {option["option"] for option in answer.json["options"]} == {
        "accept",
        "play_on_exposed",
        "forfeit_hand",
    }
    assert all(option["basis"] for option in answer.json["options"])


def test_an_irregular_play_stands_with_a_ruling(book, game):
    ruling = {"option": "accept", "chosen_by": "B"}
    answer = book.bob.play(game, {**KNOCK, "count": 11, "ruling": ruling}, SHOW)

    assert answer.status_code == 201, answer.json
    types = [event["type"] for event in answer.json["events"]]
    assert "irregularity_ruled" in types


def test_a_version_is_needed_to_write(book, game):
    answer = book.ann.play(game, KNOCK, seen=None)

    assert answer.status_code == 428
    assert code_of(answer) == "version_needed"


@pytest.mark.parametrize(
    "tag", ['W/"1"', "1", '"1", "2"', "one", "", '"1', "**", '"1 "', '"1""']
)
def test_if_match_is_one_strong_tag_or_a_star(book, game, tag):
    answer = book.ann.post(f"/games/{game}/plays", KNOCK, headers={"If-Match": tag})

    assert answer.status_code == 400
    assert code_of(answer) == "bad_if_match"


@pytest.mark.parametrize("tag", ['"one"', '"-1"', '""', '"01"', '"0"', '"1.5.2"'])
def test_a_tag_that_no_game_had_is_stale(book, game, tag):
    answer = book.ann.post(f"/games/{game}/plays", KNOCK, headers={"If-Match": tag})

    assert answer.status_code == 412
    assert code_of(answer) == "stale_version"


def test_a_stale_version_is_412_with_the_game_as_it_is(book, game):
    book.bob.play(game, KNOCK, seen=1)
    answer = book.ann.play(game, KNOCK, seen=1)

    assert answer.status_code == 412
    assert code_of(answer) == "stale_version"
    current = book.ann.get(f"/games/{game}").json
    assert answer.json["version"] == current["version"] == 3
    assert answer.json["game"] == current


def test_a_tag_is_sent_back_as_it_came(book, game):
    tag = book.ann.get(f"/games/{game}").headers["ETag"]
    answer = book.ann.post(f"/games/{game}/plays", KNOCK, headers={"If-Match": tag})

    assert answer.status_code == 201


def test_two_phones_meet_and_the_second_tries_again(book, game):
    """Ann's and Bob's phones record the same hand; Bob's sees Ann's, and goes on."""
    ann = book.ann.play(game, KNOCK, SHOW, seen=1)
    bob = book.bob.play(game, {**KNOCK, "count": 7}, SHOW, seen=1)
    assert (ann.status_code, bob.status_code) == (201, 412)
    assert bob.json["game"]["score"]["B"]["points"] == 28

    again = book.bob.play(
        game,
        {**KNOCK, "player": "B"},
        {**SHOW, "player": "A"},
        seen=bob.json["version"],
    )
    assert again.status_code == 201
    assert again.json["game"]["hand"]["number"] == 3
    sheet = book.ann.get(f"/games/{game}/sheet").json
    assert [line["hand"] for line in sheet["columns"][0]["lines"]] == [1, 2]


def test_a_retry_gets_its_first_answer(book, game):
    headers = {"If-Match": '"1"', "Idempotency-Key": "tap-1"}
    first = book.ann.post(f"/games/{game}/plays", KNOCK, headers=headers)
    book.bob.play(game, SHOW)
    again = book.ann.post(f"/games/{game}/plays", KNOCK, headers=headers)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == first.json
    assert again.headers["ETag"] == first.headers["ETag"]
    assert book.ann.get(f"/games/{game}").json["version"] == 5


def test_a_retry_needs_no_version_any_more(book, game):
    key = {"Idempotency-Key": "tap-1"}
    first = book.ann.post(
        f"/games/{game}/plays", KNOCK, headers={**key, "If-Match": "*"}
    )
    again = book.ann.post(f"/games/{game}/plays", KNOCK, headers=key)

    assert again.status_code == 201
    assert again.json == first.json


def test_a_retry_may_be_spelled_otherwise(book, game):
    headers = {"If-Match": "*", "Idempotency-Key": "tap-1"}
    first = book.ann.post(f"/games/{game}/plays", KNOCK, headers=headers)
    text = json.dumps(dict(reversed(KNOCK.items())), indent=3).replace("8", "8.0")
    again = book.ann.post(
        f"/games/{game}/plays",
        data=text,
        content_type="application/json",
        headers=headers,
    )

    assert again.json == first.json


def test_the_same_key_with_another_body_is_422(book, game):
    headers = {"If-Match": "*", "Idempotency-Key": "tap-1"}
    book.ann.post(f"/games/{game}/plays", KNOCK, headers=headers)
    answer = book.ann.post(f"/games/{game}/plays", SHOW, headers=headers)

    assert answer.status_code == 422
    assert code_of(answer) == "key_reused"


def test_the_same_key_of_another_caller_is_another_request(book, game):
    headers = {"If-Match": "*", "Idempotency-Key": "tap-1"}
    book.ann.post(f"/games/{game}/plays", KNOCK, headers=headers)
    answer = book.bob.post(f"/games/{game}/plays", SHOW, headers=headers)

    assert answer.status_code == 201


def test_a_refusal_is_not_kept_for_a_retry(book, game):
    headers = {"If-Match": "*", "Idempotency-Key": "tap-1"}
    refused = book.bob.post(f"/games/{game}/plays", SHOW, headers=headers)
    book.ann.play(game, KNOCK)
    again = book.bob.post(f"/games/{game}/plays", SHOW, headers=headers)

    assert (refused.status_code, again.status_code) == (409, 201)


@pytest.mark.parametrize("key", ["", "x" * 65, "kéy"])
def test_an_idempotency_key_is_short_and_plain(book, game, key):
    headers = {"If-Match": "*", "Idempotency-Key": key}
    answer = book.ann.post(f"/games/{game}/plays", KNOCK, headers=headers)

    assert answer.status_code == 400
    assert code_of(answer) == "bad_idempotency_key"


def test_a_key_of_64_characters_is_fine(book, game):
    headers = {"If-Match": "*", "Idempotency-Key": "x" * 64}

    assert (
        book.ann.post(f"/games/{game}/plays", KNOCK, headers=headers).status_code == 201
    )


def test_a_retry_to_open_a_book_shows_no_keys(book):
    headers = {"Idempotency-Key": "open"}
    body = {"name": "X", "players": ["Ann", "Bob"]}
    first = book.nobody.post("/books", body, headers=headers)
    again = book.nobody.post("/books", body, headers=headers)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json["keys"]
    assert again.json == {**first.json, "keys": None}


@pytest.mark.parametrize(
    ("path", "body", "other", "hidden"),
    [
        ("keys", {"role": "watch"}, {"role": "referee"}, ("key", "keys")),
        ("players", {"name": "Dan"}, {"name": "Eve"}, ()),
        (
            "games",
            {"rules": "guide", "players": {"A": "Ann", "B": "Bob"}},
            {"rules": "guide", "players": {"A": "Bob", "B": "Ann"}},
            (),
        ),
    ],
    ids=["keys", "players", "games"],
)
def test_a_retry_makes_nothing_twice(book, path, body, other, hidden):
    headers = {"Idempotency-Key": "once"}
    url = f"/books/{book.id}/{path}"
    first = book.referee.post(url, body, headers=headers)
    again = book.referee.post(url, body, headers=headers)
    changed = book.referee.post(url, other, headers=headers)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json == {**first.json, **dict.fromkeys(hidden)}
    assert again.headers.get("Location") == first.headers.get("Location")
    assert changed.status_code == 422
    assert code_of(changed) == "key_reused"


def test_a_game_unchanged_is_304(book, game):
    first = book.ann.get(f"/games/{game}")
    tag = first.headers["ETag"]
    known = {"If-None-Match": tag}
    again = book.ann.get(f"/games/{game}", headers=known)

    assert tag == '"1"'
    assert again.status_code == 304
    assert again.get_data() == b""
    assert again.headers["ETag"] == tag
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert again.headers["Vary"] == first.headers["Vary"] == "Authorization, Cookie"
    book.bob.play(game, KNOCK)
    assert book.ann.get(f"/games/{game}", headers=known).status_code == 200


@pytest.mark.parametrize("part", ["sheet", "events", "hands/1"])
def test_what_belongs_to_a_game_is_304_until_it_changes(book, game, part):
    book.bob.play(game, KNOCK)
    tag = book.ann.get(f"/games/{game}/{part}").headers["ETag"]
    known = {"If-None-Match": tag}

    assert book.ann.get(f"/games/{game}/{part}", headers=known).status_code == 304
    other = book.watch.get(f"/games/{game}/{part}", headers=known)
    assert other.status_code == 200, "another role sees something else"
    book.bob.play(game, SHOW)
    assert book.ann.get(f"/games/{game}/{part}", headers=known).status_code == 200


def test_a_key_comes_before_304(book, game):
    known = {"If-None-Match": '"1"'}

    assert book.nobody.get(f"/games/{game}", headers=known).status_code == 401


def test_a_rename_changes_the_games_tag_and_not_its_version(book, game):
    known = {"If-None-Match": book.bob.get(f"/games/{game}").headers["ETag"]}
    body = {"id": book.players["Ann"], "name": "Anna"}
    book.ann.ask("PATCH", f"/books/{book.id}/players", json=body)
    answer = book.bob.get(f"/games/{game}", headers=known)

    assert answer.status_code == 200
    assert answer.json["players"]["A"]["name"] == "Anna"
    assert answer.json["version"] == 1
    tag = {"If-Match": answer.headers["ETag"]}
    assert book.ann.post(f"/games/{game}/plays", KNOCK, headers=tag).status_code == 201


def test_a_rename_of_another_leaves_the_tag(book, game):
    body = {"id": book.players["Cy"], "name": "Cyril"}
    book.cy.ask("PATCH", f"/books/{book.id}/players", json=body)

    assert book.bob.get(f"/games/{game}").headers["ETag"] == '"1"'


def test_a_game_is_shown_as_it_stood(book, game):
    before = book.ann.get(f"/games/{game}").json
    book.ann.play(game, KNOCK, SHOW)

    assert book.ann.get(f"/games/{game}?at=1").json == before
    knocked = book.ann.get(f"/games/{game}?at=3").json
    assert (knocked["version"], knocked["hand"]["phase"]) == (3, "show")
    assert (
        book.ann.get(f"/games/{game}?at=5").json == book.ann.get(f"/games/{game}").json
    )


@pytest.mark.parametrize("at", ["2", "0", "9" * 15, "9" * 40])
def test_a_game_has_no_state_beyond_its_log(book, game, at):
    answer = book.ann.get(f"/games/{game}?at={at}")

    assert answer.status_code == 404
    assert code_of(answer) == "not_found"


@pytest.mark.parametrize(
    "path", ["?at=x", "?at=", "?at=1.5", "?at=-1", "/events?after=x"]
)
def test_a_number_in_the_query_is_whole(book, game, path):
    answer = book.ann.get(f"/games/{game}{path}")

    assert answer.status_code == 422
    assert code_of(answer) == "wrong_type"


def test_events_after_a_seq(book, game):
    book.ann.play(game, KNOCK, SHOW)
    whole = book.ann.get(f"/games/{game}/events").json
    rest = book.ann.get(f"/games/{game}/events?after=3").json

    assert [event["seq"] for event in whole["events"]] == [1, 2, 3, 4, 5]
    assert (whole["version"], whole["next"]) == (5, None)
    assert rest["events"] == whole["events"][3:]
    assert set(whole["events"][0]) == {
        "seq", "entry", "type", "schema", "at", "by", "data", "digest", "salt", "hash",
    }  # fmt: skip
    none = book.ann.get(f"/games/{game}/events?after={'9' * 30}").json
    assert none["events"] == []


def test_events_come_in_stretches(book, game):
    book.ann.play(game, KNOCK, SHOW)
    page = book.ann.get(f"/games/{game}/events?limit=2").json

    assert [event["seq"] for event in page["events"]] == [1, 2]
    assert page["next"] == 2


def test_the_sheet(book, game):
    book.ann.play(game, KNOCK, SHOW)
    sheet = book.watch.get(f"/games/{game}/sheet").json

    (column,) = sheet["columns"]
    (line,) = column["lines"]
    assert (line["hand"], line["result"], line["winner"]) == (1, "undercut", "B")
    assert (line["points"], line["boxes"]) == (28, 1)
    assert line["running"] == {"A": 0, "B": 28}
    assert line["counted"]
    assert not line["amended"]
    assert not column["closed"]
    assert set(sheet) >= {"columns", "totals", "winner", "margin", "settlement"}


def test_a_hand_step_by_step(book, game):
    book.ann.play(game, DEAL, *PASSES, DRAWN)
    hand = book.ann.get(f"/games/{game}/hands/1").json

    assert hand["number"] == 1
    types = [event["type"] for step in hand["steps"] for event in step["events"]]
    assert types == ["hand_dealt", "upcard_passed", "upcard_passed", "card_drawn"]
    assert "QC" in json.dumps(hand["steps"][-1]["known"]["A"])


@pytest.mark.parametrize("number", ["2", "0", "9" * 7, "9" * 30, "x", "-1"])
@pytest.mark.parametrize("part", ["", "/ruling", "/notation"])
def test_a_hand_that_is_not_there_is_404(book, game, number, part):
    answer = book.ann.get(f"/games/{game}/hands/{number}{part}")

    assert answer.status_code == 404
    assert code_of(answer) == "not_found"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nowhere"),
        ("GET", "/books/{book}/nowhere"),
        ("GET", "/games/{game}/nowhere"),
        ("POST", "/books/{book}/nowhere"),
    ],
)
def test_what_is_not_there_is_a_404_problem(book, game, method, path):
    answer = book.ann.ask(method, path.format(book=book.id, game=game))

    assert answer.status_code == 404
    assert code_of(answer) == "not_found"


def test_another_method_is_405_with_what_is_allowed(book, game):
    answer = book.ann.ask("PUT", f"/games/{game}")

    assert answer.status_code == 405
    assert code_of(answer) == "method_not_allowed"
    assert "GET" in answer.headers["Allow"]


def test_an_unexpected_error_is_a_500_problem_without_details(book, monkeypatch):
    def fail(*_args, **_kwargs):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("events.registry.find_book", fail)
    answer = book.ann.get(f"/books/{book.id}")

    assert answer.status_code == 500
    assert code_of(answer) == "internal_error"
    assert "secret" not in answer.get_data(as_text=True)


def test_log_lines_hold_no_key(tmp_path, capfd):
    app = make_app(tmp_path, log="json")
    client = app.test_client(use_cookies=False)
    book = open_book(client)
    client.get(f"/k/{book.ann.key}")
    Person(client, book.ann.key).get(f"/nowhere/{book.ann.key}")
    app.extensions["upcard"].store.close()

    lines = capfd.readouterr().err.splitlines()
    facts = [json.loads(line) for line in lines]
    assert any(fact.get("path") == "/k/KEY" for fact in facts)
    assert any(fact.get("status") == 404 for fact in facts)
    assert book.ann.key not in "\n".join(lines)
