"""A score book opened through the API, and phones that hold its links."""

import json
import time
import urllib.request
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page


@dataclass
class Table:
    """Ann and Bob, the key of each, and one for a referee."""

    url: str
    book: str
    referee: str
    ann: str
    bob: str

    def ask(
        self, method: str, path: str, body: Any = None, *, key: str | None = None
    ) -> Any:
        headers = {"Content-Type": "application/json", "If-Match": "*"}
        headers["Authorization"] = f"Bearer {key or self.referee}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.url}/api/v1{path}", data, headers, method=method
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def start(self, rules: Any = "standard") -> str:
        """Start a game, Bob dealing first; return its id."""
        players = {"A": "Ann", "B": "Bob"}
        body = {"rules": rules, "players": players, "first_dealer": "B"}
        return str(self.ask("POST", f"/books/{self.book}/games", body)["id"])

    def play(self, game: str, *plays: dict[str, Any]) -> Any:
        return self.ask("POST", f"/games/{game}/plays", {"plays": list(plays)})

    def score(self, game: str) -> tuple[int, int]:
        score = self.ask("GET", f"/games/{game}")["score"]
        return score["A"]["points"], score["B"]["points"]

    def give(self, page: Page, key: str | None = None) -> Page:
        """Open a link on a phone, as its button does; the referee's if not said."""
        page.goto(f"{self.url}/k/{key or self.referee}")
        page.locator("main form button").first.click()
        page.wait_for_load_state()
        return page


def open_table(url: str) -> Table:
    table = Table(url, "", "", "", "")
    body = {"name": "Sundays", "players": ["Ann", "Bob"]}
    request = urllib.request.Request(
        f"{url}/api/v1/books",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        book = json.load(answer)
    ann, bob = (book["keys"]["players"][player["id"]] for player in book["players"])
    table.book, table.referee = book["id"], book["keys"]["referee"]
    table.ann, table.bob = ann, bob
    return table


def until(page: Page, true: str, seconds: float = 10) -> None:
    """Wait for an expression; Playwright's own way needs ``unsafe-eval``."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(true):
        assert time.monotonic() < deadline, true
        page.wait_for_timeout(50)
