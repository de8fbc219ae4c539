"""What SQLite's errors mean to whoever wanted to write."""

from events import driver
from events.errors import StoreUnavailable, Trouble

_KINDS: dict[int, Trouble] = {
    5: "busy",
    6: "busy",
    8: "readonly",
    10: "failing",
    11: "failing",
    13: "full",
    14: "failing",
    15: "busy",
    26: "failing",
}
"""Primary result codes: BUSY LOCKED READONLY IOERR CORRUPT FULL CANTOPEN PROTOCOL
NOTADB. Any other is a mistake of ours and is not translated."""

_WORDS: dict[Trouble, str] = {
    "busy": "another process is holding the record; try again",
    "readonly": "the record is read-only just now",
    "failing": "the disk is failing or the record is damaged",
    "full": "the disk is full",
}


def _code(error: driver.Error) -> int:
    # An extended code keeps its primary one in the low byte.
    return getattr(error, "sqlite_errorcode", 1) & 0xFF


def is_busy(error: driver.Error) -> bool:
    """Whether another connection was in the way."""
    return _KINDS.get(_code(error)) == "busy"


def unavailable(error: driver.Error) -> StoreUnavailable:
    """Translate an error of the driver; raises it again where it is our mistake."""
    kind = _KINDS.get(_code(error))
    if kind is None:
        raise error
    return StoreUnavailable(kind, _WORDS[kind])
