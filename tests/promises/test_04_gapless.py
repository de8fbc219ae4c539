"""Promise 4: events are numbered 1 to n, in the order of commits, whatever the clock
says.
"""

import threading
from itertools import count

import pytest

from tests.promises.record import lengths
from tests.promises.running import HAND, LONG, open_table
from tests.web.conftest import KNOCK, SHOW, make_app, open_book
from web import clock

YEAR = 31_556_952.0
NOW = 1_790_000_000.0


@pytest.mark.parametrize(
    "jumps",
    [[0, -50 * YEAR, 20 * YEAR, -1], [0, 0, 0, 0], [60 * YEAR, -30 * YEAR, 1, 1]],
    ids=["back and forth", "standing still", "far ahead"],
)
def test_clock_jumps_move_no_event(tmp_path, monkeypatch, show, jumps):
    app = make_app(tmp_path)
    book = open_book(app.test_client(use_cookies=False))
    game = book.start(LONG)
    ticks = count()
    monkeypatch.setattr(
        clock.time, "time", lambda: NOW + jumps[next(ticks) % len(jumps)]
    )
    hands = 6
    for hand in range(hands):
        who = {**KNOCK, "count": 9}, {**SHOW, "count": 9 - hand % 5}
        assert book.referee.play(game, *who).status_code == 201
    events = book.referee.get(f"/games/{game}/events").json["events"]
    app.extensions["upcard"].store.close()

    seqs = [event["seq"] for event in events]
    wrong = sum(seq != number for number, seq in enumerate(seqs, 1))
    lost = 1 + 4 * hands - len(seqs)
    show("clock jumps between events", hands, lost=lost, wrong=wrong)
    assert lengths(tmp_path / "upcard.db") == {game: len(seqs)}


def test_a_reader_who_follows_sees_no_gap_while_others_write(serving, show):
    table = open_table(serving)
    game, reader = table.games[0], table.caller("watch")
    writers = [table.caller() for _ in range(3)]

    def write(caller):
        for _ in range(8):
            answer = caller.ask(
                "POST", f"/games/{game}/plays", {"plays": HAND}, If_Match="*"
            )
            assert answer.status == 201

    threads = [threading.Thread(target=write, args=(each,)) for each in writers]
    for thread in threads:
        thread.start()
    seen = []
    while any(thread.is_alive() for thread in threads) or len(seen) < 97:
        after = seen[-1] if seen else 0
        found = reader.ask("GET", f"/games/{game}/events?after={after}").json
        seen += [event["seq"] for event in found["events"]]
        assert len(seen) <= 97
    for thread in threads:
        thread.join()

    wrong = sum(seq != number for number, seq in enumerate(seen, 1))
    show("events followed while three write", len(seen), wrong=wrong)
