"""Promise 7: two plays, each legal alone and not both: one of them wins."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.promises.record import lengths
from tests.promises.running import LONG, open_table

DEAL = [
    {"type": "deal", "upcard": "7D"},
    {"type": "pass", "player": "A"},
    {"type": "pass", "player": "B"},
]
RACES = {
    "two draws": (
        DEAL,
        {"type": "draw", "player": "A", "source": "stock"},
        {"type": "draw", "player": "A", "source": "stock", "card": "9C"},
        "already_drawn",
    ),
    "one card in two hands": (
        [{"type": "deal", "upcard": "7D"}, {"type": "untrack"}],
        {"type": "knock", "player": "A", "count": 3},
        {"type": "knock", "player": "B", "count": 3},
        None,
    ),
    "the last hand twice": (
        [],
        {"plays": [{"type": "knock", "player": "A", "count": 4},
                   {"type": "show", "player": "B", "count": 90}]},
        {"type": "resign", "player": "A"},
        None,
    ),
}  # fmt: skip


def race(serving, name, rounds):
    """Send both plays at once, without naming a version, in a fresh game each time."""
    before, one, two, _ = RACES[name]
    table = open_table(serving, games=0)
    seats = {"A": "Ann", "B": "Bob"}
    rules = LONG | {"target": 50}
    told = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(rounds):
            body = {"rules": rules, "players": seats, "first_dealer": "B"}
            caller = table.caller()
            game = caller.ask("POST", f"/books/{table.book}/games", body).json["id"]
            path = f"/games/{game}/plays"
            if before:
                made = caller.ask("POST", path, {"plays": before}, If_Match="*")
                assert made.status == 201, made.text
            both = [
                pool.submit(table.caller().ask, "POST", path, play, If_Match="*")
                for play in (one, two)
            ]
            told.append([each.result() for each in both])
    return told


@pytest.mark.parametrize("name", RACES)
def test_of_two_plays_that_exclude_each_other_one_wins(serving, show, name):
    rounds = 10
    told = race(serving, name, rounds)

    statuses = [sorted(answer.status for answer in both) for both in told]
    wrong = sum(each != [201, 409] for each in statuses)
    show(f"{name}, sent at once", rounds, wrong=wrong)
    assert serving.stop() == 0
    lengths(serving.db)
