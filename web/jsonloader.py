"""JSON as it comes in, read strictly.

Promised: what is returned has no key twice, no NaN or Infinity, no lone surrogate, no
number beyond a double, and is nested at most ``DEEPEST`` deep. A number without a
fraction (``1.0``) is a whole number, as JSON knows only one kind; ``1.5`` stays a
float. Not promised: that it is an object, or fits any schema.
"""

import json
import math
from collections.abc import Iterable
from typing import Any

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from web.errors import Problem

LARGEST = 64 * 1024
"""Bytes a request body may have."""
DEEPEST = 32
LONGEST_NUMBER = 400
_EXACT = 2**53


def read_json(request: Request) -> Any:
    """Return the JSON of a request.

    Raises ``Problem``: 415 ``not_json_type``, 413 ``too_large``, 400 ``bad_json``.
    """
    if request.mimetype != "application/json":
        raise Problem(
            415, "not_json_type", "send JSON with Content-Type: application/json"
        )
    try:
        body = request.get_data(cache=True)
    except RequestEntityTooLarge:
        body = None
    if body is None or len(body) > LARGEST:
        raise Problem(413, "too_large", f"a request body may have {LARGEST} bytes")
    return parse_json(body)


def parse_json(body: bytes) -> Any:
    """Read JSON text strictly; raises ``Problem`` 400 ``bad_json``."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_whole,
            parse_float=_number,
        )
        _check(value, DEEPEST)
    except RecursionError:
        raise _bad(f"nested more than {DEEPEST} deep") from None
    except UnicodeDecodeError:
        raise _bad("the body is not UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise _bad(f"not JSON: {error.msg} at {where}") from None
    return value


def _bad(detail: str) -> Problem:
    return Problem(400, "bad_json", detail)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad(f"the key {twice!a} is there twice")
    return found


def _constant(text: str) -> Any:
    raise _bad(f"{text} is not a number in JSON")


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise _bad(f"a number may have {LONGEST_NUMBER} digits")
    return int(text)


def _number(text: str) -> int | float:
    value = float(text)
    if math.isinf(value):
        raise _bad("a number is beyond what can be read")
    return int(value) if value.is_integer() and abs(value) < _EXACT else value


def _check(value: Any, levels: int) -> None:
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        _check_all(value, levels)
        _check_all(value.values(), levels)
    elif isinstance(value, list):
        _check_all(value, levels)


def _check_all(values: Iterable[Any], levels: int) -> None:
    if not levels:
        raise _bad(f"nested more than {DEEPEST} deep")
    for value in values:
        _check(value, levels - 1)


def _check_text(text: str) -> None:
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise _bad("half a character: a lone surrogate")
