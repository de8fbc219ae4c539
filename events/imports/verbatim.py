"""Events that stand in a file exactly as an export writes them.

Their text is taken apart without parsing it as JSON. Nothing is guessed: ``data`` must
be the very text that today's codec makes of what it says, so that the whole is JSON
with one reading, and parsing it would give the same row. Whatever stands in another
way is left to the parser, and to its refusals.
"""

import re
from contextlib import suppress

from events.codec import SCHEMAS, Undecodable, decode
from events.log import Row
from referee.game.events import Recorded

TIME = (
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d"
    r"(?:\.\d{1,6})?Z"
)
SALT = "[0-9a-f]{32}"
"""How ``at`` and ``salt`` of an event are written."""

_HASH = r"\w{64}"
"""Whether it is one, is told by what it is the hash of."""
_EVENT = re.compile(
    r'"seq":([1-9]\d{0,8}),"entry":([1-9]\d{0,8}),"type":"([a-z_]+)",'
    rf'"schema":([1-9]\d?),"at":"({TIME})","by":"(referee|A|B)",'
    rf'"data":(\{{[^\n]{{0,2000}}\}}),"digest":"({_HASH})","salt":"({SALT})","hash":"({_HASH})"'
    r"\}",
    re.ASCII,
)
_TODAY = {type_: str(schema) for type_, schema in SCHEMAS.items()}
_MISFITS = (ArithmeticError, LookupError, RecursionError, TypeError, Undecodable)
"""What decoding raises where ``data`` is no event: the parser looks at it again."""


Verbatim = tuple[Row, Recorded]
"""An event as a row of the log, and read back from there. JSON has no tuples: nothing
that was parsed is taken for one.
"""


def verbatim(
    text: str, at: int, *, before: str, between: str
) -> tuple[list[Verbatim], int]:
    """Return the events that stand one a line from ``at`` on as they are written
    today, and where the next value begins.

    ``before`` begins each, up to its ``seq``, and ``between`` stands behind it, a line
    feed in it and no other space. The last one before anything else stays: none is
    taken unless another begins behind it.
    """
    found: list[Verbatim] = []
    behind, into, step = between + before, len(before), len(between)
    if not text.startswith(before, at):
        return found, at
    with suppress(*_MISFITS):
        while each := _EVENT.match(text, at + into):
            seq, of, type_, schema, time, by, data, digest, salt, hash_ = each.groups()
            end = each.end()
            if schema != _TODAY.get(type_) or not text.startswith(behind, end):
                break
            today = SCHEMAS[type_]
            event = decode(type_, today, data, exact=True)
            n, m = int(seq), int(of)
            facts = (n, m, type_, today, time, by, data, digest, salt, hash_)
            found.append((Row._make(facts), Recorded(n, m, by, event)))
            at = end + step
    return found, at
