"""Events that stand in a file exactly as an export writes them.

Their text is taken apart without parsing it as JSON. Nothing is guessed: ``data`` must
be the very text that today's codec makes of what it says, so that the whole is JSON
with one reading, and parsing it would give the same row. Whatever stands in another
way is left to the parser, and to its refusals.
"""

import re
from typing import NamedTuple

from events.codec import SCHEMAS, Undecodable, decode
from events.log import Row
from referee.game.events import Recorded

TIME = (
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d"
    r"(?:\.\d{1,6})?Z"
)
SALT = "[0-9a-f]{32}"
"""How ``at`` and ``salt`` of an event are written."""

_HASH = "[0-9a-f]{64}"
_EVENT = re.compile(
    r'"seq":([1-9]\d{0,8}),"entry":([1-9]\d{0,8}),"type":"([a-z_]+)",'
    rf'"schema":([1-9]\d?),"at":"({TIME})","by":"(referee|A|B)",'
    rf'"data":(\{{[^\n]{{0,2000}}\}}),"digest":"({_HASH})","salt":"({SALT})","hash":"({_HASH})"'
    r"\}",
    re.ASCII,
)
_MISFITS = (ArithmeticError, LookupError, RecursionError, TypeError, Undecodable)
"""What decoding raises where ``data`` is no event: the parser looks at it again."""


class Verbatim(NamedTuple):
    """An event as a row of the log, and read back from there."""

    row: Row
    recorded: Recorded


def verbatim(text: str, at: int) -> tuple[Verbatim, int] | None:
    """Return the event whose members begin at ``at``, and where its text ends.

    ``None`` where it does not stand as it is written today.
    """
    found = _EVENT.match(text, at)
    if found is None:
        return None
    seq, entry, type_, schema, time, by, data, digest, salt, hash_ = found.groups()
    version = int(schema)
    if version != SCHEMAS.get(type_):
        return None
    try:
        event = decode(type_, version, data, exact=True)
    except _MISFITS:
        return None
    at_seq, of = int(seq), int(entry)
    row = Row(at_seq, of, type_, version, time, by, data, digest, salt, hash_)
    return Verbatim(row, Recorded(at_seq, of, by, event)), found.end()
