"""A request's plays: one, or several in a batch."""

from typing import Any

from flask import g
from marshmallow import ValidationError

from referee.plays import Play
from web.schemas.base import unreadable
from web.schemas.fields import MESSAGES, read_each, refuse, refuse_at
from web.schemas.plays import read_play

MOST_PLAYS = 500
"""Plays in one batch."""


def load_plays(body: Any) -> list[Play]:
    """Read one play, or ``{plays: […]}``; raises ``Problem`` 422."""
    g.batch = _is_batch(body)
    try:
        g.plays = plays_in(body)
    except ValidationError as error:
        raise unreadable(error.messages) from None
    return list(g.plays)


def plays_in(body: Any) -> list[Play]:
    """Read one play, or ``{plays: […]}``; raises ``ValidationError``."""
    return _read_batch(body) if _is_batch(body) else [read_play(body)]


def _is_batch(body: Any) -> bool:
    return isinstance(body, dict) and "plays" in body and "type" not in body


def _read_batch(body: dict[str, Any]) -> list[Play]:
    extra = {name: [MESSAGES["unknown"]] for name in body if name != "plays"}
    if extra:
        raise refuse_at(extra)
    try:
        found: list[Play] = read_each(body["plays"], read_play, "plays")
        if not 1 <= len(found) <= MOST_PLAYS:
            raise refuse("list_length", f"must be 1 to {MOST_PLAYS} plays")
    except ValidationError as error:
        raise refuse_at({"plays": error.messages}) from None
    return found
