"""Every code has its section in docs/errors.md, and its example yields it."""

import ast
import json
import re
from pathlib import Path

import pytest

from referee.cards import DECK, card_name
from referee.irregularities import IRREGULARITIES
from tests.docs.pages import blocks, page, sections
from tests.web.conftest import API, code_of

ROOT = Path(__file__).parents[2]
SECTIONS = sections(page("docs/errors.md"))
EXAMPLES = {
    code: json.loads(blocks(body + "\n", "json")[0])
    for code, body in SECTIONS.items()
    if "```json" in body
}
# Where they are shown to happen, since one request cannot.
ELSEWHERE = {
    "bad_request": "a fallback for what werkzeug refuses",
    "books_closed": "test_api_books.py",
    "cross_site": "test_api_auth.py",
    "game_differs": "test_api_history.py",
    "game_unreadable": "test_reports_promises.py",
    "held_elsewhere": "test_api_history.py",
    "internal_error": "test_api_games.py",
    "key_reused": "test_api_games.py",
    "redacted_export": "test_api_history.py",
    "verdicts_differ": "test_api_history.py",
    "notation": "tests/referee/test_notation.py",
    "storage_busy": "test_api_store.py",
    "storage_failing": "test_api_store.py",
    "storage_full": "test_api_store.py",
    "storage_readonly": "test_api_store.py",
    "too_large": "test_api_json.py",
    "too_many_requests": "test_api_books.py",
}
REFUSING = {
    "Forbidden": 0,
    "Illegal": 0,
    "ImportRefused": 0,
    "Impossible": 0,
    "Problem": 1,
    "Said": 0,
    "Unreadable": 0,
    "Violation": 0,
    "_no": 0,
    "forbidden": 0,
    "irregular": 0,
    "refuse": 0,
    "unknown_choice": 0,
}


def raised():
    """Yield every code that the sources refuse with, as far as a reader can see."""
    for part in ("referee", "events", "web"):
        for path in (ROOT / part).rglob("*.py"):
            if "notation" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield from _codes(node)


def _codes(node):
    """Yield the codes in one call, in one default of ``code``, in one ``code = …``."""
    given = []
    if isinstance(node, ast.Call):
        place = REFUSING.get(getattr(node.func, "id", getattr(node.func, "attr", "")))
        given = [k.value for k in node.keywords if k.arg == "code"]
        if place is not None and len(node.args) > place:
            given.append(node.args[place])
    elif isinstance(node, ast.arguments):
        pairs = zip(node.kwonlyargs, node.kw_defaults, strict=True)
        given = [default for arg, default in pairs if arg.arg == "code" and default]
    elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "code":
        value = node.value
        given = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    for each in given:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


CODES = sorted(set(raised()))


def test_the_reader_of_the_sources_finds_what_it_should():
    assert {"illegal_knock", "not_a_card", "wrong_phase", "key_needed"} <= set(CODES)
    assert len(CODES) > 80


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_documented(code):
    assert code in SECTIONS


@pytest.mark.parametrize("code", SECTIONS)
def test_every_section_says_what_it_means_and_what_to_do(code):
    body = SECTIONS[code]

    assert re.match(r"[45]\d\d\. \S", body)
    assert "\nTo do: " in body
    assert (code in EXAMPLES) != (code in ELSEWHERE)


def test_no_code_is_documented_that_is_never_used():
    plain = "\n".join(
        path.read_text(encoding="utf-8")
        for part in ("referee", "events", "web")
        for path in (ROOT / part).rglob("*.py")
    )
    stored = {code for code in SECTIONS if code.startswith("storage_")}
    unused = [code for code in SECTIONS if f'"{code}"' not in plain]

    assert set(unused) <= stored
    assert not set(IRREGULARITIES) & set(unused)


def people(book):
    return {"A": book.ann, "B": book.bob, "C": book.cy, None: book.referee} | {
        name: getattr(book, name) for name in ("watch", "nobody")
    }


def wear_down(book, game, left):
    """Play turns of which nothing but the discards is known, until the stock is low."""
    passes = [{"type": "pass", "player": player} for player in "AB"]
    plays = [{"type": "deal", "upcard": "7D"}, *passes]
    discards = (card_name(card) for card in DECK if card_name(card) not in ("7D", "KS"))
    for turn in range(31 - left):
        player = "AB"[turn % 2]
        card = next(discards)
        plays.append({"type": "draw", "player": player, "source": "stock"})
        plays.append({"type": "discard", "player": player, "card": card})
    answer = book.referee.play(game, *plays)
    assert answer.status_code == 201, answer.json


def play_out(book, example):
    game = book.start(example.get("rules", "standard"))
    if "until_stock" in example:
        wear_down(book, game, example["until_stock"])
    if "before" in example:
        assert book.referee.play(game, *example["before"]).status_code == 201
    who = people(book)[example.get("as")]
    *good, bad = example["plays"]
    for play in good:
        answer = who.play(game, play)
        assert answer.status_code == 201, answer.json
    return who.play(game, bad)


def send(book, example):
    keys = book.referee.get(f"/books/{book.id}/keys").json["keys"]
    ids = {
        "{book}": book.id,
        "{game}": book.start(),
        "{bob}": book.players["Bob"],
        "{bobs_key}": next(k["id"] for k in keys if k["player"] == book.players["Bob"]),
        "{referees_key}": next(k["id"] for k in keys if k["role"] == "referee"),
    }
    text = json.dumps(example)
    for name, value in ids.items():
        text = text.replace(name, value)
    filled = json.loads(text)
    method, path = filled["request"].split(" ")
    sent = {"headers": filled.get("headers", {})}
    if "raw" in filled:
        sent["data"] = filled["raw"]
        sent["content_type"] = filled.get("type", "application/json")
    elif "body" in filled:
        sent["json"] = filled["body"]
    return people(book)[filled.get("as")].ask(method, path, **sent)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_example_of_a_code_yields_it(book, code):
    example = EXAMPLES[code]
    answer = (play_out if "plays" in example else send)(book, example)

    assert code_of(answer) == code
    assert answer.status_code == int(SECTIONS[code][:3])
    if answer.status_code == 422:
        assert answer.json["violations"]


def test_the_example_at_the_top_of_the_page_is_a_problem_as_it_is_sent(book, game):
    shown = json.loads(blocks(page("docs/errors.md"), "json")[0])
    sent = book.ann.play(game, {"type": "knock", "player": "A", "count": 11}).json

    assert set(sent) == set(shown)
    assert sent["violations"] == shown["violations"]
    assert sent["options"][0] == shown["options"][0]
    assert {**sent, "type": 0, "options": 0} == {**shown, "type": 0, "options": 0}


def test_the_page_of_the_type_has_the_section(book, game, client):
    problem = book.nobody.get(f"/games/{game}").json
    path, anchor = problem["type"].removeprefix("http://localhost").split("#")
    html = client.get(path).get_data(as_text=True)

    assert f'id="{anchor}"' in html
    assert API not in path


def test_what_is_unreadable_in_itself_is_told_before_a_stale_version(book, game):
    rule = {"type": "rule", "code": "coffee", "option": "stand"}
    rule |= {"offender": "A", "chosen_by": "A"}
    answer = book.referee.play(game, rule, seen=9)
    assert (answer.status_code, code_of(answer)) == (422, "unknown_irregularity")
