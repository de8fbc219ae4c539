"""Promise 6: a batch lands whole, or nothing of it does."""

import threading
import time
from random import Random

import pytest

from tests.promises.record import lengths, rows
from tests.promises.running import HAND, LONG, open_table
from tests.web.conftest import code_of, make_app, open_book

BATCH = HAND * 20
"""Twenty hands: eighty events, in one transaction."""
EVENTS = 80


def killed_inside(serve, db, kills, seed):
    """Kill the server while big batches are on their way; return what was told."""
    serving = serve(db)
    table = open_table(serving)
    game, caller = table.games[0], table.caller()
    path, chance, told = f"/games/{game}/plays", Random(seed), []
    for number in range(kills):
        worker = threading.Timer(chance.uniform(0.0, 0.03), serving.kill)
        worker.start()
        head = {"If-Match": "*", "Idempotency-Key": f"batch {number}"}
        try:
            answer = caller.ask("POST", path, {"plays": BATCH}, **head)
            told.append(answer.json["version"])
        except OSError:
            pass
        worker.join()
        serving.process.wait(10)
        serving.start()
        caller.hang_up()
        time.sleep(0.05)
    assert serving.stop() == 0
    return game, told


def check_batches(db, game, told, show, kills):
    length = lengths(db)[game]
    landed = rows(db, "SELECT last_seq FROM requests WHERE scope LIKE 'game:%'")
    half = (length - 1) % EVENTS
    lost = sum(version not in {seq for (seq,) in landed} for version in told)
    show(
        "kill -9 inside a batch of 80 events",
        kills,
        lost=lost,
        doubled=length - 1 - EVENTS * len(landed),
        wrong=half,
    )


def test_a_kill_inside_a_batch_leaves_all_or_nothing(db, serve, show):
    game, told = killed_inside(serve, db, 3, seed=3)

    check_batches(db, game, told, show, 3)


@pytest.mark.slow
def test_many_kills_inside_a_batch_leave_all_or_nothing(db, serve, show):
    game, told = killed_inside(serve, db, 20, seed=4)

    check_batches(db, game, told, show, 20)


def test_a_disk_that_fills_up_inside_a_batch_leaves_nothing_of_it(tmp_path, show):
    app = make_app(tmp_path)
    store = app.extensions["upcard"].store
    book = open_book(app.test_client(use_cookies=False))
    game = book.start(LONG)
    tried = wrong = refused = 0
    for room in range(0, 24, 2):
        version = book.referee.get(f"/games/{game}").json["version"]
        (pages,) = store._writer.execute("PRAGMA page_count").fetchone()
        store._writer.execute(f"PRAGMA max_page_count = {pages + room}")
        answer = book.referee.play(game, *BATCH)
        store._writer.execute("PRAGMA max_page_count = 1000000")
        after = book.referee.get(f"/games/{game}").json["version"]
        tried += 1
        if answer.status_code == 507:
            refused += 1
            wrong += (code_of(answer), after) != ("storage_full", version)
        else:
            wrong += (answer.status_code, after) != (201, version + EVENTS)
    store.close()

    show("disk full inside a batch of 80 events", tried, wrong=wrong)
    assert 0 < refused < tried, "some batches must fit and some must not"
    lengths(tmp_path / "upcard.db")


def test_one_play_refused_refuses_its_batch(table, show):
    caller, game = table.caller(), table.games[0]
    spoilt = [*HAND, *HAND, HAND[1]]
    answer = caller.ask("POST", f"/games/{game}/plays", {"plays": spoilt}, If_Match="*")

    assert (answer.status, answer.json["violations"][0]["play"]) == (409, 4)
    version = caller.ask("GET", f"/games/{game}").json["version"]
    show("a batch whose last play is refused", 1, wrong=version - 1)
