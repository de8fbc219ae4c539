"""Promise 17: SIGTERM finishes what is running, exit 0; a restart serves at once."""

import signal
import threading
import time

import pytest

from tests.promises.record import lengths
from tests.promises.running import HAND, open_table

SOON = 1.5
"""Seconds that a restart may take."""


def stopped_under_load(serve, db, times, number=signal.SIGTERM):
    """Stop a server so many times while six phones write; return statuses and told."""
    serving = serve(db)
    table = open_table(serving, games=6)
    told, statuses, wrong = {}, [], []
    for _ in range(times):
        stopping = threading.Event()

        def write(game, stopping=stopping):
            caller = table.caller()
            while not stopping.is_set():
                try:
                    answer = caller.ask(
                        "POST", f"/games/{game}/plays", {"plays": HAND}, If_Match="*"
                    )
                except OSError:
                    return
                if answer.status != 201:
                    wrong.append(answer.status)
                told[game] = answer.json["version"]

        phones = [threading.Thread(target=write, args=(g,)) for g in table.games]
        for phone in phones:
            phone.start()
        time.sleep(0.5)
        statuses.append(serving.stop(number))
        stopping.set()
        for phone in phones:
            phone.join(60)
        serving.start()
    serving.stop()
    return statuses, told, wrong


@pytest.mark.parametrize("times", [2, pytest.param(8, marks=pytest.mark.slow)], ids=str)
def test_a_stop_under_load_loses_nothing_and_exits_0(db, serve, show, times):
    statuses, told, wrong = stopped_under_load(serve, db, times)

    found = lengths(db)
    lost = sum(found[game] < version for game, version in told.items())
    bad = sum(status != 0 for status in statuses) + len(wrong)
    show("SIGTERM while six phones write", times, lost=lost, wrong=bad)
    assert "unexpected error" not in "".join(
        each.read_text() for each in db.parent.glob("*.log")
    )


def test_a_restart_serves_soon(db, serve, show):
    """The best of three, by the clock: the first start of a build compiles."""
    serving = serve(db)
    open_table(serving)
    waited = []
    for _ in range(3):
        assert serving.stop() == 0
        waited.append(serving.start())
    soonest = min(waited)
    show(f"restart: {soonest:.2f} s by the clock", 3, wrong=int(soonest > SOON))
