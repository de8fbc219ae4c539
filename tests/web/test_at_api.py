"""``?at=SEQ``: the past stays what it was, byte by byte, whatever is corrected."""

import json
from pathlib import Path

import pytest

from tests.web.conftest import Book

DATA = Path(__file__).parents[1] / "data" / "whole_hands.jsonl"
WHOLE = json.loads(DATA.read_text(encoding="utf-8").splitlines()[1])["plays"]
COUNTS = [
    {"type": "knock", "player": "A", "count": 8},
    {"type": "show", "player": "B", "count": 5},
]


def past(book: Book, game: str, upto: int) -> dict[tuple[str, int], bytes]:
    """What each kind of key is told of every moment up to ``upto``."""
    people = {"referee": book.referee, "ann": book.ann, "watch": book.watch}
    return {
        (name, seq): person.get(f"/games/{game}?at={seq}").data
        for name, person in people.items()
        for seq in range(1, upto + 1)
    }


@pytest.mark.parametrize(
    "corrections",
    [
        [{"type": "amend", "seq": 2, "play": {**COUNTS[0], "count": 3}}],
        [{"type": "amend", "seq": 1, "rules": "bicycle"}],
        [{"type": "retract", "hand": 1}],
        [{"type": "retract", "hand": 2}, {"type": "retract", "hand": 1}],
    ],
)
def test_the_past_is_the_same_before_and_after_a_correction(book, corrections):
    game = book.start()
    plays = [play if play["type"] != "deal" else {**play} for play in WHOLE]
    answer = book.referee.play(game, *COUNTS, *plays)
    assert answer.status_code == 201, answer.json
    version = answer.json["version"]
    before = past(book, game, version)
    for correction in corrections:
        answer = book.referee.play(game, correction)
        assert answer.status_code == 201, answer.json
    assert past(book, game, version) == before


def test_past_the_end_there_is_nothing(book, game):
    assert book.ann.get(f"/games/{game}?at=1").status_code == 200
    assert book.ann.get(f"/games/{game}?at=2").status_code == 404
