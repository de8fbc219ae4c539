"""400 phones that poll, and an hour's worth of mixed load in a minute or two."""

import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.dealt import hands, swapped
from bench.house import UPCARD, Served, Table, served
from bench.line import Line, request
from bench.served import filled, play
from bench.timing import NOBODY, Row

PHONES = 400
TABLES = 100
EVERY = 2.0
"""Seconds between two polls of one phone."""
HOUR = 4 * 1800
"""What four phones at one table ask in an hour."""


def rows(seconds: float = 30) -> Iterator[Row]:
    """Poll from 400 phones at 100 tables, four a table, while some tables play."""
    with (
        tempfile.TemporaryDirectory(prefix="upcard-bench-") as folder,
        served(UPCARD, Path(folder) / "upcard.db") as server,
    ):
        polls = polling(server, opened(server))
        yield from polled(server, polls, seconds)


def opened(server: Served) -> list[tuple[Table, str]]:
    """Open tables in a few books, a game begun at each."""
    line = server.line()
    books = [Table(line) for _ in range(10)]
    return [(books[n % 10], filled(books[n % 10], 1)) for n in range(TABLES)]


def polling(server: Served, tables: list[tuple[Table, str]]) -> list[bytes]:
    line = server.line()
    polls = []
    for n in range(PHONES):
        table, game = tables[n % TABLES]
        path = f"/api/v1/games/{game}"
        key = (table.ann, table.bob, table.watch, table.ann)[n // TABLES]
        tag = line.ask("GET", path, key=key).headers["etag"]
        polls.append(request("GET", path, key=key, headers={"If-None-Match": tag}))
    return polls


def polled(server: Served, polls: list[bytes], seconds: float) -> Iterator[Row]:
    """Send each phone's poll every two seconds, from eight threads with 50 each."""
    took: list[float] = []
    wrong: list[int] = []
    began, cpu = time.monotonic(), server.cpu()
    size = len(polls) // 8

    def some(mine: list[bytes], offset: float) -> None:
        lines = [Line(server.port) for _ in mine]
        due = [began + offset + EVERY * n / len(mine) for n in range(len(mine))]
        while time.monotonic() < began + seconds:
            for n, raw in enumerate(mine):
                time.sleep(max(0.0, due[n] - time.monotonic()))
                asked = time.perf_counter()
                status = lines[n].send(raw).status
                took.append((time.perf_counter() - asked) * 1e6)
                if status not in (200, 304):
                    wrong.append(status)
                due[n] += EVERY
        for line in lines:
            line.close()

    threads = [
        threading.Thread(target=some, args=(polls[n * size : (n + 1) * size], n / 40))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.monotonic() - began
    share = (server.cpu() - cpu) / 1e6 / spent
    percent = quantiles(took, n=100)
    note = (
        f"{len(took)} polls in {spent:.0f} s, {len(wrong)} wrong; "
        f"server's CPU {share:.1%} of one core, {server.memory() >> 10} MiB"
    )
    yield Row("400 phones: median of a poll", NOBODY, percent[49], rounds=1, chunk=1)
    yield Row(
        "400 phones: p99 of a poll", NOBODY, percent[98], rounds=1, chunk=1, note=note
    )


def memory() -> Iterator[Row]:
    """Memory after an hour's worth of mixed load, beside that after its beginning.

    Plays, polls, rulings and refusals, as fast as they go; bounded to four minutes.
    """
    with (
        tempfile.TemporaryDirectory(prefix="upcard-bench-") as folder,
        served(UPCARD, Path(folder) / "upcard.db") as server,
    ):
        table = Table(server.line())
        mixed(table, HOUR // 20, until=time.monotonic() + 60)
        before = server.memory()
        asked = mixed(table, HOUR, until=time.monotonic() + 180)
        after = server.memory()
        yield Row(
            "memory after an hour's worth of load", "after three minutes' worth",
            after, before, after / before, 1.2, 1.05, 1, 1,
            f"{asked} requests; KiB, not us",
        )  # fmt: skip


def mixed(table: Table, requests: int, *, until: float) -> int:
    """Send so many requests, or as many as go; return how many."""
    asked = 0
    for hand in hands(named=True):
        game = table.start({"preset": "standard", "target": 1000})
        for turn in (hand, swapped(hand)):
            dealt = table.line.ask("GET", f"/api/v1/games/{game}", key=table.ann)
            if dealt.json()["hand"]["dealer"] == ("B" if turn is hand else "A"):
                play(table, game, turn)
            for path in ("", "/sheet", "/events", "/hands/1", "/hands/1/ruling"):
                table.line.ask("GET", f"/api/v1/games/{game}{path}", key=table.ann)
                asked += 1
            wrong: Any = {"type": "draw", "player": "A", "source": "nowhere"}
            table.line.ask(
                "POST", f"/api/v1/games/{game}/plays", key=table.ann,
                headers={"If-Match": "*"}, body=wrong,
            )  # fmt: skip
            asked += 1
            if asked >= requests or time.monotonic() > until:
                return asked
    raise AssertionError("hands never end")
