"""Hands as they are really played: the whole hands of the tests, in either seat."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "tests" / "data"
Play = dict[str, Any]


@cache
def whole_hands() -> list[list[Play]]:
    """Return the plays of each whole hand, dealt by B."""
    lines = (DATA / "whole_hands.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["plays"] for line in lines]


def swapped(plays: list[Play]) -> list[Play]:
    """Return the same plays with A and B in each other's seat."""
    text = json.dumps(plays)
    for old, new in (('"A"', '"?"'), ('"B"', '"A"'), ('"?"', '"B"')):
        text = text.replace(old, new)
    played: list[Play] = json.loads(text)
    return played


def hands(*, named: bool) -> Iterator[list[Play]]:
    """Yield whole hands without end; as a table sees them, unless ``named``."""
    while True:
        for hand in whole_hands():
            yield hand if named else as_seen(hand)


def as_seen(hand: list[Play]) -> list[Play]:
    """Return a hand without the cards that only one player saw at that moment."""
    return [
        {
            name: value
            for name, value in play.items()
            if name != "hands"
            and not (name == "card" and play.get("source") == "stock")
        }
        for play in hand
    ]
