"""Servers to be measured: each its own process, on a free port of this machine."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.line import Line

ROOT = Path(__file__).parents[1]
UPCARD = ("-c", "from web.cli import main; main()", "serve", "--port", "0")
PEERS = ("-m", "bench.peerapp")


class Served:
    """A running server: its ``port``, and its process's number, ``pid``."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self.pid = pid

    def line(self) -> Line:
        return Line(self.port)

    def cpu(self) -> float:
        """Return the processor time of all its threads so far, in microseconds."""
        tasks = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(int((t / "schedstat").read_text().split()[0]) for t in tasks) / 1e3

    def memory(self) -> int:
        """Return its resident memory in KiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]


@contextmanager
def served(how: tuple[str, ...], db: Path | None = None) -> Iterator[Served]:
    """Start a server, wait until it says where it is, and end it afterwards."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    if db is not None:
        env |= {"UPCARD_DB": str(db), "UPCARD_LOG": "text"}
    log = (db.parent / "server.log" if db else Path(os.devnull)).open("a")
    with log, subprocess.Popen(
        [sys.executable, *how],
        env=env, stdout=subprocess.PIPE, stderr=log, text=True,
    ) as child:  # fmt: skip
        try:
            assert child.stdout is not None
            for said in child.stdout:
                found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
                if found:
                    yield Served(int(found[1]), child.pid)
                    break
            else:
                raise RuntimeError("the server did not start; see server.log")
        finally:
            child.terminate()
            child.wait(15)


class Table:
    """A book with two players, opened through the API, and games in it."""

    def __init__(self, line: Line) -> None:
        self.line = line
        body = {"name": "Sundays", "players": ["Ann", "Bob"]}
        made = line.ask("POST", "/api/v1/books", body=body).json()
        ann, bob = (player["id"] for player in made["players"])
        self.book = made["id"]
        self.ann, self.bob = (made["keys"]["players"][each] for each in (ann, bob))
        self.referee, self.watch = made["keys"]["referee"], made["keys"]["watch"]

    def start(self, rules: Any = "standard") -> str:
        body = {"rules": rules, "players": {"A": "Ann", "B": "Bob"}}
        body |= {"first_dealer": "B"}
        answer = self.line.ask(
            "POST", f"/api/v1/books/{self.book}/games", key=self.referee, body=body
        )
        assert answer.status == 201, answer.body
        return str(answer.json()["id"])
