"""Loading a body: all that is wrong with it at once, field by field, with codes."""

from collections.abc import Iterator
from typing import Any

from flask import g
from marshmallow import RAISE, Schema, ValidationError

from web.errors import Problem
from web.schemas.fields import MESSAGES, Said


class Strict(Schema):
    """A schema that refuses unknown fields, with a code for every refusal."""

    error_messages = {  # noqa: RUF012
        "unknown": MESSAGES["unknown"],
        "type": MESSAGES["type"],
    }

    class Meta:
        """Unknown fields are refused, never ignored."""

        unknown = RAISE


def load(schema: Schema, body: Any) -> Any:
    """Load a body, or raise ``Problem`` 422 that names every wrong field."""
    try:
        return schema.load(body)
    except ValidationError as error:
        raise unreadable(error.messages) from None


def unreadable(messages: Any) -> Problem:
    """Turn what marshmallow says into the problem document's ``errors``."""
    errors: list[dict[str, str]] = [
        {"field": ".".join(path), "code": code, "detail": text}
        for path, code, text in _flat(messages, ())
    ]
    violations = [
        {
            "code": error["code"],
            "rule": "",
            "detail": f"{error['field']} {error['detail']}".strip(),
            "play": _play_of(error["field"]),
            "entries": [],
        }
        for error in errors
    ]
    code, detail = errors[0]["code"], str(violations[0]["detail"])
    return Problem(422, code, detail, errors=errors, violations=violations)


def _play_of(field: str) -> int:
    parts = field.split(".")
    if getattr(g, "batch", False) and len(parts) > 1 and parts[1].isdigit():
        return int(parts[1])
    return 0


def _flat(
    messages: Any, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str, str]]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            step = () if name == "_schema" else (str(name),)
            yield from _flat(inner, path + step)
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flat(inner, path)
    else:
        code = messages.code if isinstance(messages, Said) else "wrong_type"
        yield path, code, str(messages)
