"""Many tables at once on one served record: ``python -m bench.load``.

A server process on loopback; at each table four phones poll and one of them records.
Bounded: so many tables, so many seconds. Prints p50 and p99 by operation, errors, and
fairness: what the slowest writer got done beside the fastest.
"""

import argparse
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

API = "/api/v1"
PHONES = 4
POLL = 2.0
"""Seconds between two looks of a phone."""
PAUSE = 2.0
"""Seconds between two hands of a table; a real one takes minutes."""
RULES = {"preset": "jpgames", "target": 1000, "gin_bonus": 0}
HAND = [
    {"type": "knock", "player": "A", "count": 1},
    {"type": "show", "player": "B", "count": 2},
]


@dataclass
class Figures:
    """What all threads together have seen."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    hands: dict[str, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, what: str, seconds: float) -> None:
        with self.lock:
            self.times[what].append(seconds)

    @property
    def fairness(self) -> float:
        """Hands of the slowest writer beside those of the fastest."""
        return min(self.hands.values()) / max(self.hands.values())


class Line:
    """One kept connection to the server."""

    def __init__(self, port: int, key: str | None, figures: Figures) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.key, self.figures = key, figures
        self.tag: str | None = None

    def ask(
        self, what: str, method: str, path: str, body: Any = None, **more: str
    ) -> Any:
        headers = {name.replace("_", "-"): text for name, text in more.items()}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        data = None if body is None else json.dumps(body)
        if data:
            headers["Content-Type"] = "application/json"
        began = time.perf_counter()
        self.http.request(method, API + path, data, headers)
        answer = self.http.getresponse()
        text = answer.read()
        self.figures.note(what, time.perf_counter() - began)
        if answer.status >= 400:
            self.figures.errors.append(f"{what} {answer.status} {text[:200]!r}")
        self.tag = answer.headers.get("ETag", self.tag)
        return json.loads(text) if text else None


def serve(db: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start the server and wait until it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen(
        [sys.executable, "-c", "from web.cli import main; main()",
         "serve", "--port", str(port)],
        env=os.environ | {"UPCARD_DB": str(db), "UPCARD_RATE_LIMIT": "off"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return process, port
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def opened(port: int, figures: Figures) -> tuple[str, dict[str, str]]:
    """Open a table: a book, its keys, a game."""
    line = Line(port, None, figures)
    made = line.ask("open", "POST", "/books", {"name": "x", "players": ["Ann", "Bob"]})
    line.key = made["keys"]["referee"]
    body = {"rules": RULES, "players": {"A": "Ann", "B": "Bob"}, "first_dealer": "B"}
    game = line.ask("open", "POST", f"/books/{made['id']}/games", body)
    line.http.close()
    return game["id"], made["keys"]


def poll(
    line: Line, game: str, until: float, offset: float, stopped: threading.Event
) -> None:
    """Look every two seconds, by turns at the game and at its sheet."""
    stopped.wait(offset)
    tags: dict[str, str | None] = {}
    paths = (f"/games/{game}", f"/games/{game}/sheet")
    turn = 0
    while time.monotonic() < until:
        path = paths[turn % 2]
        turn += 1
        line.tag = None
        more = {"If_None_Match": tags[path]} if tags.get(path) else {}
        line.ask("poll", "GET", path, **more)
        tags[path] = line.tag
        stopped.wait(POLL)
    line.http.close()


def write(
    line: Line, game: str, until: float, offset: float, stopped: threading.Event
) -> None:
    """Record a hand, again and again; each names what it saw and may be repeated."""
    stopped.wait(offset)
    done, version = 0, 1
    while time.monotonic() < until:
        head = {"If_Match": f'"{version}"', "Idempotency_Key": f"{game}-{done}"}
        body = {"plays": HAND}
        found = line.ask("record", "POST", f"/games/{game}/plays", body, **head)
        version = found.get("version", version)
        done += 1
        stopped.wait(PAUSE)
    line.figures.hands[game] = done
    line.http.close()


def run(tables: int, seconds: float) -> Figures:
    """Let so many tables play for so long; return what was seen."""
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "upcard.db"
        process, port = serve(db)
        try:
            return _played(port, tables, seconds)
        finally:
            process.terminate()
            process.wait(30)


def _played(port: int, tables: int, seconds: float) -> Figures:
    figures, stopped = Figures(), threading.Event()
    found = [opened(port, figures) for _ in range(tables)]
    until = time.monotonic() + seconds
    threads = []
    for number, (game, keys) in enumerate(found):
        every = [keys["referee"], *keys["players"].values(), keys["watch"]]
        for phone in range(PHONES):
            line = Line(port, every[phone % len(every)], figures)
            offset = POLL * (number * PHONES + phone) / (tables * PHONES)
            given = (line, game, until, offset, stopped)
            threads.append(threading.Thread(target=poll, args=given))
        writer = Line(port, keys["referee"], figures)
        offset = PAUSE * number / tables
        # Each writes as long as any other, however late it began.
        given = (writer, game, until + offset, offset, stopped)
        threads.append(threading.Thread(target=write, args=given))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return figures


def table(figures: Figures) -> str:
    """Return the figures as a table in Markdown."""
    lines = ["| operation | count | p50 ms | p99 ms |", "|---|---|---|---|"]
    for what, times in sorted(figures.times.items()):
        cut = quantiles(times, n=100)
        lines.append(
            f"| {what} | {len(times)} | {cut[49] * 1e3:.1f} | {cut[98] * 1e3:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Run and print; exit 1 on any error or an unfair share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    figures = run(given.tables, given.seconds)
    print(f"{given.tables} tables, {PHONES} phones each, {given.seconds:g} s\n")
    print(table(figures))
    print(f"\nerrors: {len(figures.errors)}  slowest/fastest writer: "
          f"{figures.fairness:.2f} (at least 0.90)")  # fmt: skip
    for error in figures.errors[:10]:
        print(error)
    raise SystemExit(bool(figures.errors) or figures.fairness < 0.9)


if __name__ == "__main__":
    main()
