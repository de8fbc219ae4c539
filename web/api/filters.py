"""Which games of a book a list is to show, read from the query."""

from datetime import date, timedelta
from typing import Any

from flask import request

from events.registry import GameFilter
from web.api.spec import asks
from web.errors import Problem
from web.schemas.base import unreadable
from web.schemas.fields import Said

STATUSES = ("playing", "over", "abandoned")
PARAMETERS: list[dict[str, Any]] = [
    {"name": "after", "in": "query", "schema": {"type": "string"}},
    *asks("limit"),
    {"name": "status", "in": "query", "schema": {"enum": list(STATUSES)}},
    {"name": "player", "in": "query", "schema": {"type": "string"}},
    {"name": "winner", "in": "query", "schema": {"type": "string"}},
    {"name": "preset", "in": "query", "schema": {"type": "string"}},
    {"name": "since", "in": "query", "schema": {"type": "string", "format": "date"}},
    {"name": "until", "in": "query", "schema": {"type": "string", "format": "date"}},
    {"name": "archived", "in": "query", "schema": {"type": "boolean"}},
]


def game_filter() -> GameFilter:
    """Read the filters of a list of games; days are days of UTC, both included.

    Raises 422 ``filter_value`` for one that cannot be read.
    """
    given = request.args
    return GameFilter(
        status=_choice("status", STATUSES),
        player=given.get("player"),
        winner=given.get("winner"),
        preset=given.get("preset"),
        since=_day("since"),
        until=_day("until", later=1),
        archived=_flag("archived"),
    )


def _choice(name: str, choices: tuple[str, ...]) -> str | None:
    text = request.args.get(name)
    if text is not None and text not in choices:
        raise _refused(name, f"must be one of {', '.join(choices)}")
    return text


def _flag(name: str) -> bool | None:
    text = _choice(name, ("true", "false"))
    return None if text is None else text == "true"


def _day(name: str, *, later: int = 0) -> str | None:
    text = request.args.get(name)
    if text is None:
        return None
    try:
        return (date.fromisoformat(text) + timedelta(days=later)).isoformat()
    except (ValueError, OverflowError):
        raise _refused(name, "must be a day such as 2026-11-30") from None


def _refused(name: str, problem: str) -> Problem:
    return unreadable({name: [Said("filter_value", problem)]})
