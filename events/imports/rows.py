"""Events of a file as rows of the log: their form and their chain checked."""

import re
from collections.abc import Sequence
from typing import Any

from events import chain
from events.codec import Undecodable, canonical, decode
from events.imports.refused import ImportRefused, bad
from events.imports.verbatim import SALT, TIME
from events.log import Row
from referee.game.events import Recorded

_MEMBERS = {
    "seq": int,
    "entry": int,
    "type": str,
    "schema": int,
    "at": str,
    "by": str,
    "data": dict,
    "digest": str,
    "salt": str,
    "hash": str,
}
_AT = re.compile(TIME, re.ASCII)
_SALT = re.compile(SALT)
_NO_TEXT = re.compile("[\ud800-\udfff]")
"""Halves of a character, which JSON can name."""


def rows_of(uid: str, events: Sequence[tuple[int, Any]]) -> list[Row]:
    """Return the events of a game as rows, each held against the one before.

    Raises ``ImportRefused`` for the first that is not what it was.
    """
    rows: list[Row] = []
    head = chain.FIRST
    for seq, (line, event) in enumerate(events, 1):
        row = event[0] if isinstance(event, tuple) else _row(line, event)
        own, entry, type_, schema, at, by, data, digest, salt, hash_ = row
        if own != seq:
            raise bad(line, f"seq {seq} is missing: seq {own} stands in its place")
        if not 1 <= entry <= seq:
            raise bad(line, f"seq {seq}: no event can be of entry {entry}")
        if chain.digest_of(salt, data) != digest:
            raise bad(line, f"seq {seq}: its data was changed")
        head = chain.hash_of(head, uid, seq, entry, type_, schema, at, by, digest)
        if head != hash_:
            raise bad(line, f"seq {seq}: not as it was recorded")
        rows.append(row)
    return rows


def _row(line: int, event: Any) -> Row:
    """Return one event as a row whose fields are of the right kinds."""
    if not isinstance(event, dict):
        raise bad(line, "an event is an object")
    if "salt" not in event and set(event) == set(_MEMBERS) - {"salt"}:
        raise ImportRefused(
            "redacted_export",
            "this export was made with a key that does not see every card, so the "
            "record is not whole: make one with the referee's key",
            line=line,
        )
    wrong = sorted(set(event) ^ set(_MEMBERS))
    if wrong:
        raise bad(line, f"an event has {', '.join(_MEMBERS)}: look at {wrong[0]!a}")
    for name, kind in _MEMBERS.items():
        if type(event[name]) is not kind:
            raise bad(line, f"{name} is of the wrong kind")
    try:
        text = canonical(event["data"])
        text.encode()
    except (ValueError, RecursionError) as error:
        raise bad(line, f"data cannot be kept: {error}") from None
    _check_words(line, event)
    return Row(**{**event, "data": text})


def _check_words(line: int, event: dict[str, Any]) -> None:
    if _NO_TEXT.search(event["type"]):
        raise bad(line, "type is text that can be kept")
    if event["by"] not in ("referee", "A", "B"):
        raise bad(line, "by is referee, A or B")
    if not _AT.fullmatch(event["at"]):
        raise bad(line, "at is a time such as 2026-01-31T20:15:00.000Z")
    if not _SALT.fullmatch(event["salt"]):
        raise bad(line, "salt is 32 hex characters")


def recorded(row: Row, line: int) -> Recorded:
    """Read a row back; one that says more than its event can hold is refused."""
    try:
        event = decode(row.type, row.schema, row.data, exact=True)
    except Undecodable as error:
        raise bad(line, f"seq {row.seq}: {error}") from None
    return Recorded(row.seq, row.entry, row.by, event)
