"""The ruling document beside the settled knock it explains."""

import json
from collections.abc import Iterator

from bench.dealt import DATA
from bench.solver import RULES, parsed, whole
from bench.timing import Row, compared
from referee.plays import Knock, Show
from referee.ruling import explain, ruling_data


def rows() -> Iterator[Row]:
    vectors = json.loads((DATA / "hands.json").read_text(encoding="utf-8"))["knock"]
    plays = [
        (
            Knock("A", cards=parsed(vector["knocker_cards"])),
            Show("B", parsed(vector["defender_cards"])),
        )
        for vector in vectors
    ]

    def document(both: tuple[Knock, Show]) -> object:
        return ruling_data(explain(RULES, None, *both))

    yield compared(
        "ruling document, spread chosen among all", document, plays,
        "the settled knock", whole, plays, goal=12, stretch=6,
        rounds=5, chunk=400,
    )  # fmt: skip
