"""Every way to change one number or one card of a ruling."""

import re
from collections.abc import Iterator
from typing import Any

from tests.referee.checker import CARD, NUMBER

WORD = re.compile(f"{CARD.pattern}|{NUMBER.pattern}")
Path = tuple[Any, ...]


def leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Walk all values that are not lists or objects."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from leaves(value, (*path, name))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from leaves(value, (*path, place))
    else:
        yield path, data


def changed(value: Any) -> Iterator[Any]:
    """Return a value with one of its numbers or cards changed, each in turn."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield value + 1
        yield value - 1
    elif isinstance(value, str):
        for found in WORD.finditer(value):
            begin, end = found.span()
            for word in other_words(found.group()):
                yield value[:begin] + word + value[end:]


def other_words(word: str) -> list[str]:
    """Return another suit and another rank of a card, another number."""
    if word.isdigit():
        return [str(int(word) + 1)]
    suit, rank = "CDHSC", "A23456789TJQKA"
    return [
        word[0] + suit[suit.index(word[1]) + 1],
        rank[rank.index(word[0]) + 1] + word[1],
    ]


def put(data: Any, path: Path, value: Any) -> Any:
    """Return a copy with the value at a path replaced."""
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = put(data[path[0]], path[1:], value)
    return copy


def mutants(ruling: Any) -> Iterator[tuple[Path, Any, Any]]:
    """Walk every changed ruling with the place and the value that was put there."""
    for path, value in leaves(ruling):
        for other in changed(value):
            yield path, other, put(ruling, path, other)
