"""What the strict loader takes and refuses."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.conftest import code_of
from web.errors import Problem
from web.jsonloader import DEEPEST, LARGEST, parse_json

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(PLAIN)
def test_plain_json_is_read_as_it_is(value):
    assert parse_json(json.dumps(value).encode()) == value


@pytest.mark.parametrize("text", ["1.0", "1e2", "-0.0", "1E+3"])
def test_a_number_without_a_fraction_is_a_whole_number(text):
    value = parse_json(text.encode())

    assert isinstance(value, int)
    assert value == float(text)


@pytest.mark.parametrize("text", ["1.5", "1e30", "9007199254740993.5"])
def test_other_numbers_stay_as_they_are(text):
    assert isinstance(parse_json(text.encode()), float)


def test_a_big_whole_number_is_left_to_the_schema():
    assert parse_json(b"1" + b"0" * 30) == 10**30


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nope",
        b'{"a": 1,}',
        b"\xff",
        b'{"a": 1, "a": 2}',
        b'{"x": {"a": 1, "b": 2, "a": 1}}',
        b"NaN",
        b"[Infinity]",
        b"[-Infinity]",
        b"1e999",
        b"1" * 401,
        b'"\\ud800"',
        b'{"\\udfff": 1}',
        b'["ok", ["\\ud800x"]]',
        b"\xed\xa0\x80",
        b"[" * (DEEPEST + 2) + b"]" * (DEEPEST + 2),
        b"[" * 3000 + b"]" * 3000,
        b'{"a":' * 3000 + b"1" + b"}" * 3000,
        b"[" * 30000,
    ],
    ids=range(20),
)
def test_what_is_no_plain_json_is_refused(body):
    with pytest.raises(Problem) as refused:
        parse_json(body)

    assert (refused.value.status, refused.value.code) == (400, "bad_json")


def test_a_surrogate_pair_is_one_character():
    assert parse_json(b'"\\ud83c\\udca1"') == "🂡"


def test_nesting_up_to_the_limit_is_read():
    assert parse_json(b"[" * DEEPEST + b"]" * DEEPEST) is not None


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded"]
)
def test_another_content_type_is_415(book, kind):
    answer = book.nobody.post("/books", data=b"{}", content_type=kind)

    assert answer.status_code == 415
    assert code_of(answer) == "not_json_type"


def test_a_charset_beside_the_content_type_is_fine(book):
    body = json.dumps({"name": "X", "players": ["Ann"]})
    answer = book.nobody.post(
        "/books", data=body, content_type="application/json; charset=utf-8"
    )

    assert answer.status_code == 201


@pytest.mark.parametrize("size", [LARGEST + 1, 1_000_000])
def test_a_body_beyond_64_kib_is_413(book, size):
    answer = book.nobody.post(
        "/books", data=b" " * size, content_type="application/json"
    )

    assert answer.status_code == 413
    assert code_of(answer) == "too_large"


def test_a_body_of_exactly_64_kib_is_read(book):
    body = json.dumps({"name": "X", "players": ["Ann"]}).encode().ljust(LARGEST)

    answer = book.nobody.post("/books", data=body, content_type="application/json")

    assert answer.status_code == 201


@pytest.mark.parametrize("body", [b"[]", b'"book"', b"1", b"null", b"true"])
@pytest.mark.parametrize("path", ["/books", "/rulings/hand", "/rulings/knock"])
def test_what_is_no_object_is_422(book, body, path):
    answer = book.nobody.post(path, data=body, content_type="application/json")

    assert answer.status_code == 422
    assert code_of(answer) == "not_an_object"


@pytest.mark.parametrize("body", [b'{"name":"\\ud800","players":["A"]}', b"[" * 3000])
def test_bad_json_is_a_problem_through_the_door(book, body):
    answer = book.nobody.post("/books", data=body, content_type="application/json")

    assert answer.status_code == 400
    assert code_of(answer) == "bad_json"
