"""What a file says beside its games: the book, its players, the seal."""

import unicodedata
from dataclasses import dataclass
from typing import Any

from events.exports.record import FORMAT, SCHEMA, Seal
from events.imports.judge import is_id
from events.imports.refused import bad
from events.registry import BookPlayer

LONGEST = 60
_BANNED = ("Cc", "Cs", "Zl", "Zp")


@dataclass(frozen=True, slots=True)
class Names:
    """The book's name in the file, and its players."""

    book: str
    players: tuple[BookPlayer, ...]


def check_format(about: dict[str, Any]) -> None:
    """Refuse a file that is of another program, or of a newer Upcard."""
    if about.get("format", FORMAT) != FORMAT:
        raise bad(None, f"this is not an export of Upcard: its format is not {FORMAT}")
    schema = about.get("schema", SCHEMA)
    if schema != SCHEMA:
        reason = f"its schema is {schema!a}; this Upcard reads schema {SCHEMA}"
        raise bad(None, f"this export is of another Upcard: {reason}")


def names_of(about: dict[str, Any], seal: Seal) -> Names:
    """Return the names once every game has been taken into ``seal``.

    Raises ``ImportRefused`` where they are none, or not those that were sealed.
    """
    check_format(about)
    wanted = {"format", "schema", "book", "players", "seal"}
    for name in sorted(wanted ^ set(about)):
        if name in wanted:
            raise bad(None, f"this is not a whole export of Upcard: {name} is missing")
        raise bad(None, f"an export of Upcard has no member {name[:60]!a}")
    book = about["book"]
    if not isinstance(book, dict) or set(book) != {"name"} or not is_name(book["name"]):
        raise bad(None, "a book has a name")
    if not isinstance(about["players"], list):
        raise bad(None, "players is not a list")
    players = [_pair(each) for each in about["players"]]
    if len({each.id for each in players}) != len(players):
        raise bad(None, "a player is there twice")
    seal.names(book["name"], [(each.id, each.name) for each in players])
    if seal.text() != about["seal"]:
        reason = "a name, the list of games, or the seal itself was changed"
        raise bad(None, f"the seal does not hold: {reason}")
    return Names(book["name"], tuple(players))


def _pair(value: Any) -> BookPlayer:
    if not isinstance(value, dict) or set(value) != {"id", "name"}:
        raise bad(None, "a player has id and name")
    if not is_id(value["id"]) or not is_name(value["name"]):
        raise bad(None, f"this is no id with a name: {str(value)[:200]!a}")
    return BookPlayer(value["id"], value["name"])


def is_name(value: Any) -> bool:
    """Whether this can be a name here: trimmed, 1 to 60, no control characters."""
    return (
        isinstance(value, str)
        and 1 <= len(value) <= LONGEST
        and value == value.strip()
        and not any(unicodedata.category(char) in _BANNED for char in value)
    )
