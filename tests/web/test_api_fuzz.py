"""Bodies that nobody thought of: refused with a problem or taken, never a 500."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.web.conftest import code_of, open_book
from tests.web.test_api_rulings import ANN, BOB, SIDES
from tests.web.test_api_schemas import GOOD

WORDS = [
    *("type", "plays", "player", "cards", "melds", "layoffs", "card", "onto", "count"),
    *("ruling", "rules", "preset", "hands", "upcard", "seq", "play", "hand", "points"),
    *("A", "B", "both", "stock", "discard", "knock", "big_gin", "TS", "10♠", "guide"),
]
ODD = [-1, 0, 1, 10**30, 1.5, 2**63, "", " ", "\x00", "\ud7ff", "x" * 600, None, True]
LEAVES = st.sampled_from([*WORDS, *ODD]) | st.text(max_size=5) | st.integers()
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=4
        )
    ),
    max_leaves=12,
)
GAME = {"rules": "guide", "players": {"A": "Ann", "B": "Bob"}, "first_dealer": "A"}
BODIES = [
    *({"type": name, **fields} for name, fields in GOOD.items()),
    {"plays": [{"type": "deal"}, {"type": "pass", "player": "A"}]},
]
OTHERS = [
    ("/books/{book}/games", GAME),
    ("/books/{book}/players", {"name": "Dan"}),
    ("/books/{book}/keys", {"role": "watch", "label": "wall"}),
    ("/rulings/hand", {"cards": [*ANN, "QC"], "taken": "QC", "rules": "guide"}),
    ("/rulings/knock", {**SIDES, "claim": {"by": "knocker", "points": 3}}),
    ("/rulings/knock", {"knocker": {"cards": BOB}, "defender": {"cards": ANN}}),
]


@pytest.fixture(scope="module")
def shared(client):
    """One book and one game that all examples meet."""
    book = open_book(client)
    return book, book.start()


def places(value, path=()):
    """Yield every place in a body, so that something else can be put there."""
    yield path
    inner = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for name, each in inner:
        yield from places(each, (*path, name))


@st.composite
def spoilt(draw, bodies):
    """Draw a good body with one or two places that hold something else."""
    body = copy.deepcopy(draw(bodies))
    for _ in range(draw(st.integers(1, 2))):
        *way, last = draw(st.sampled_from([p for p in places(body) if p] or [("x",)]))
        target = body
        for step in way:
            target = target[step]
        target[last] = draw(ANYTHING)
    return body


def check(answer: TestResponse) -> None:
    assert answer.status_code < 500, answer.get_data(as_text=True)
    if answer.status_code >= 400:
        code_of(answer)
    elif answer.status_code < 300:
        json.loads(answer.get_data())


@settings(max_examples=150)
@given(body=ANYTHING | spoilt(st.sampled_from(BODIES)))
def test_any_body_of_a_play_is_answered(shared, body):
    book, game = shared
    version = book.referee.get(f"/games/{game}").json["version"]
    headers = {"If-Match": "*"}
    answer = book.referee.post(
        f"/games/{game}/plays",
        data=json.dumps(body),
        content_type="application/json",
        headers=headers,
    )

    check(answer)
    after = book.referee.get(f"/games/{game}").json["version"]
    assert (after > version) == (answer.status_code == 201)


@st.composite
def requests(draw):
    path, body = draw(st.sampled_from(OTHERS))
    return path, draw(ANYTHING | spoilt(st.just(body)))


@settings(max_examples=150)
@given(asked=requests())
def test_any_other_body_is_answered(shared, asked):
    book, _ = shared
    path, body = asked
    check(
        book.referee.post(
            path.replace("{book}", book.id),
            data=json.dumps(body),
            content_type="application/json",
        )
    )


@settings(max_examples=100)
@given(
    path=st.text(max_size=20),
    query=st.dictionaries(
        st.sampled_from(["at", "after", "limit", "x"]),
        st.text(max_size=10) | st.integers().map(str),
    ),
)
def test_any_address_is_answered(shared, path, query):
    book, game = shared
    for start in (f"/games/{game}/", f"/books/{book.id}/", "/games/", "/", ""):
        check(
            book.ann.get(f"{start}{path}".replace("?", "") or "/", query_string=query)
        )


@settings(max_examples=100)
@given(
    headers=st.dictionaries(
        st.sampled_from(
            ["If-Match", "If-None-Match", "Idempotency-Key", "Authorization", "Cookie"]
        ),
        st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"])),
    )
)
def test_any_headers_are_answered(shared, headers):
    book, game = shared
    for who in (book.ann, book.nobody):
        answer = who.get(f"/games/{game}", headers=headers)
        assert answer.status_code < 500
        check(who.post(f"/games/{game}/plays", {"type": "untrack"}, headers=headers))
