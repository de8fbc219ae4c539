"""A server process of the test's own on loopback, and callers who do not give up."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
SERVE = [sys.executable, "-c", "from web.cli import main; main()"]
HAND = [
    {"type": "knock", "player": "A", "count": 1},
    {"type": "show", "player": "B", "count": 1},
]
"""A hand by counts: four events and, under ``LONG``, a win worth nothing."""
LONG = {"preset": "jpgames", "target": 1000, "gin_bonus": 0, "tie": "knocker"}
"""Rules of a game that does not end, however fast the computer that runs the test."""
API = "/api/v1"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.text)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def upcard(*words: str, db: Path, seconds: float = 60) -> subprocess.CompletedProcess:
    """Run a command of ours to its end, in a process of its own."""
    return subprocess.run(
        [*SERVE, *words],
        cwd=ROOT,
        env=os.environ | {"UPCARD_DB": str(db)},
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


class Serving:
    """A served record. Started, killed and started again on the same port."""

    def __init__(self, db: Path, *, log: Path | None = None, **settings: str) -> None:
        self.db = db
        self.port = free_port()
        self.log = log or db.with_name(f"{db.name}.{self.port}.log")
        self.env = os.environ | {"UPCARD_DB": str(db), "UPCARD_RATE_LIMIT": "off"}
        self.env |= settings
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *, wait: float = 30) -> float:
        """Start it and return the seconds until it answered."""
        began = time.perf_counter()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*SERVE, "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
            )
        while time.perf_counter() - began < wait:
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            try:
                if Caller(self).ask("GET", "/health/live").status == 200:
                    return time.perf_counter() - began
            except OSError:
                time.sleep(0.01)
        raise AssertionError("the server did not come up: " + self.log.read_text())

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """End it as a power switch would, and nothing but it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(30)

    def stop(self, number: int = signal.SIGTERM, *, seconds: float = 30) -> int:
        """Ask it to end and return its exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(seconds)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


class Caller:
    """One client on a connection that is kept, made anew where it broke."""

    def __init__(self, serving: Serving, key: str | None = None) -> None:
        self.serving = serving
        self.key = key
        self._http: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: Any = None, *, wait: float = 30, **more: str
    ) -> Answer:
        """Send one request; raises ``OSError`` where no whole answer came."""
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        if self.key is not None:
            headers.setdefault("Authorization", f"Bearer {self.key}")
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        if self._http is None:
            port = self.serving.port
            self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=wait)
        try:
            self._http.request(method, address(path), data, headers)
            found = self._http.getresponse()
            return Answer(found.status, dict(found.headers), found.read())
        except (http.client.HTTPException, OSError) as error:
            self.hang_up()
            raise ConnectionError(str(error)) from error

    def hang_up(self) -> None:
        if self._http is not None:
            self._http.close()
            self._http = None

    def __del__(self) -> None:
        self.hang_up()

    def insist(self, *given: Any, seconds: float = 60, **more: str) -> Answer:
        """Send the same request until it is answered."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return self.ask(*given, **more)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)


def address(path: str) -> str:
    return path if path.startswith(("/api/", "/metrics", "/g/")) else API + path


@dataclass
class Table:
    """An open book with its keys, and games in it."""

    serving: Serving
    book: str
    keys: dict[str, str]
    games: list[str]

    def caller(self, who: str = "referee") -> Caller:
        return Caller(self.serving, self.keys[who])

    def more(self) -> str:
        """Start one more game, Bob dealing."""
        seats = {"A": "Ann", "B": "Bob"}
        body = {"rules": LONG, "players": seats, "first_dealer": "B"}
        made = self.caller().ask("POST", f"/books/{self.book}/games", body)
        assert made.status == 201, made.text
        self.games.append(made.json["id"])
        return self.games[-1]


def open_table(serving: Serving, *, games: int = 1, name: str = "Home") -> Table:
    """Open a book over HTTP and start games in it."""
    body = {"name": name, "players": ["Ann", "Bob", "Cy"]}
    made = Caller(serving).ask("POST", "/books", body)
    assert made.status == 201, made.text
    found = made.json
    names = {player["id"]: player["name"].lower() for player in found["players"]}
    keys = {names[id_]: key for id_, key in found["keys"]["players"].items()}
    keys |= {"referee": found["keys"]["referee"], "watch": found["keys"]["watch"]}
    table = Table(serving, found["id"], keys, [])
    for _ in range(games):
        table.more()
    return table


def in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    """Do ``work(0)``, ``work(1)`` and so on at once; raises what any of them raised."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))
