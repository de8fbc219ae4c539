"""Statistics of a book, drawn by the server: no script is needed to see them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response

from events import registry
from events.projections.standings import standings
from events.projections.statistics import Statistics, race_of, statistics
from events.registry import Book
from referee.rules import PLAYERS
from web.api.history import FORMS
from web.auth import book_key
from web.pages.door import page, pages
from web.server import server
from web.strings import say

WIDTH = 320
LINE = 28
"""Height of one bar with its words, in the units of the drawing."""
HEIGHT = 160
Values = Sequence[tuple[str, float, str]]
"""Of each bar its label, its value, and the value in words."""
ROWS = (
    "games",
    "won",
    "hands_won",
    "points",
    "gins",
    "undercuts_given",
    "average_deadwood",
    "longest_run",
)
"""What the table says of each player, row by row, as the standings name it."""
_LABEL = 118
_ROOM = 44


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart: its words, how long it is, and what stands at its end."""

    label: str
    value: str
    y: int
    length: int

    @property
    def end(self) -> int:
        """Where the value is written."""
        return _LABEL + self.length + 6


@pages.get("/b/<book>/statistics")
def statistics_page(book: str) -> Response:
    """Show who leads, who owes whom, and how hands end."""
    book_key(book)
    store = server().store
    with store.reading():
        found = registry.find_book(store, book)
        assert found is not None, "a key opens a book that exists"
        told = standings(store, book)
        numbers = statistics(store, book)
        return page(
            "statistics.html",
            book=found,
            players=told["players"],
            rows=ROWS,
            owed=_debts(found, told["settlement"]["book"]["owed"]),
            staked=bool(told["settlement"]["games"]),
            race=_race(found, numbers.latest),
            charts=list(_charts(numbers)),
            width=WIDTH,
            height=HEIGHT,
            label=_LABEL,
            forms=[*FORMS],
        )


def _debts(book: Book, owed: Iterable[dict[str, str]]) -> list[str]:
    return [
        say(
            "statistics.debt",
            payer=book.name_of(debt["from"]),
            payee=book.name_of(debt["to"]),
            amount=debt["amount"],
        )
        for debt in owed
    ]


def _charts(numbers: Statistics) -> Iterable[dict[str, Any]]:
    """Yield the charts that have anything to show."""
    results: Values = [
        (say(f"result.{result}"), n, str(n)) for result, n in numbers.results
    ]
    knocks: Values = [(str(count), n, str(n)) for count, n in numbers.knocks]
    lengths: Values = [
        (say("statistics.length", draws=draws), points, f"{points:.1f}")
        for draws, _, points in numbers.lengths
    ]
    named = {"results": results, "knocks": knocks, "lengths": lengths}
    for name, values in named.items():
        if values:
            yield {
                "name": name,
                "title": say(f"statistics.{name}"),
                "bars": bars(values),
                "height": LINE * len(values),
            }


def bars(values: Values) -> list[Bar]:
    """Lay bars out one below the other, the longest as long as there is room."""
    most = max(value for _, value, _ in values) or 1
    room = WIDTH - _LABEL - _ROOM
    return [
        Bar(label, text, LINE * place, round(room * max(value, 0) / most))
        for place, (label, value, text) in enumerate(values)
    ]


def _race(book: Book, uid: str | None) -> dict[str, Any] | None:
    """Return the lines of a game's score race, or None where nothing has been won."""
    if uid is None:
        return None
    game = registry.find_game(server().store, uid)
    assert game is not None, "it comes from the list of games"
    scores = race_of(server().store, uid)
    if not scores["A"][1:]:
        return None
    return {
        "game": uid,
        "sides": [
            {
                "name": book.name_of(game.players[seat]),
                "points": scores[seat][-1],
                "line": polyline(scores[seat], every=[*scores["A"], *scores["B"]]),
            }
            for seat in PLAYERS
        ],
    }


def polyline(scores: Sequence[int], *, every: Sequence[int]) -> str:
    """Return the points of a line through scores, scaled so that ``every`` fits in."""
    low, high = min(every), max(every)
    step = (WIDTH - 20) / max(len(scores) - 1, 1)
    scale = (HEIGHT - 20) / max(high - low, 1)
    return " ".join(
        f"{10 + step * place:.1f},{HEIGHT - 10 - scale * (score - low):.1f}"
        for place, score in enumerate(scores)
    )
