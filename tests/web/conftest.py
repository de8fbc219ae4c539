"""A server in the test's own folder, and people with keys who talk to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from web import Settings, create_app

API = "/api/v1"


def make_app(folder: Path, **changes: Any) -> Flask:
    """Make an application on a record of its own, limiters off."""
    given = {"db": folder / "upcard.db", "rate_limit": False, **changes}
    app = create_app(Settings(**given))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


@contextmanager
def own_app(folder: Path) -> Iterator[Flask]:
    """Make an application on a record of its own, and close it in the end."""
    app = make_app(folder)
    yield app
    app.extensions["upcard"].store.close()


@dataclass
class Person:
    """Somebody with a key, or with none."""

    client: FlaskClient
    key: str | None

    def ask(self, method: str, path: str, **kwargs: Any) -> TestResponse:
        headers = dict(kwargs.pop("headers", {}))
        if self.key is not None:
            headers.setdefault("Authorization", f"Bearer {self.key}")
        return self.client.open(API + path, method=method, headers=headers, **kwargs)

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        return self.ask("GET", path, **kwargs)

    def post(self, path: str, body: Any = None, **kwargs: Any) -> TestResponse:
        if body is not None:
            kwargs["json"] = body
        return self.ask("POST", path, **kwargs)

    def play(self, game: str, *plays: dict[str, Any], seen: Any = "*") -> TestResponse:
        """Record plays; ``seen`` is the version, ``*`` or None."""
        tag = seen if seen in ("*", None) else f'"{seen}"'
        headers = {} if tag is None else {"If-Match": tag}
        body = plays[0] if len(plays) == 1 else {"plays": list(plays)}
        return self.post(f"/games/{game}/plays", body, headers=headers)


@dataclass
class Book:
    """An open book: Ann, Bob and Cy, a key for each, and one for a referee."""

    id: str
    players: dict[str, str]
    nobody: Person
    referee: Person
    ann: Person
    bob: Person
    cy: Person
    watch: Person

    def start(self, rules: Any = "standard", **more: Any) -> str:
        """Start a game of Ann (A) and Bob (B), Bob dealing first; return its id."""
        body = {"rules": rules, "players": {"A": "Ann", "B": "Bob"}}
        body |= {"first_dealer": "B", **more}
        answer = self.referee.post(f"/books/{self.id}/games", body)
        assert answer.status_code == 201, answer.json
        return str(answer.json["id"])


def open_book(client: FlaskClient, name: str = "Sundays") -> Book:
    """Open a book through the API."""
    nobody = Person(client, None)
    answer = nobody.post("/books", {"name": name, "players": ["Ann", "Bob", "Cy"]})
    assert answer.status_code == 201, answer.json
    players = {player["name"]: player["id"] for player in answer.json["players"]}
    keys = answer.json["keys"]
    people = {
        name.lower(): Person(client, keys["players"][player])
        for name, player in players.items()
    }
    return Book(
        answer.json["id"],
        players,
        nobody,
        Person(client, keys["referee"]),
        watch=Person(client, keys["watch"]),
        **people,
    )


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for a whole module: each test opens a book of its own."""
    with own_app(tmp_path_factory.mktemp("record")) as app:
        yield app


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client(use_cookies=False)


@pytest.fixture
def book(client: FlaskClient) -> Book:
    return open_book(client)


@pytest.fixture
def other_book(client: FlaskClient) -> Book:
    return open_book(client, "Mondays")


@pytest.fixture
def game(book: Book) -> str:
    return book.start()


def code_of(answer: TestResponse) -> str:
    """Return the code of a problem, after checking that it is one."""
    problem = answer.json
    assert answer.mimetype == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert problem["type"].endswith(f"/docs/errors#{problem['code']}")
    assert problem["title"]
    assert problem["detail"]
    return str(problem["code"])


KNOCK = {"type": "knock", "player": "A", "count": 8}
SHOW = {"type": "show", "player": "B", "count": 5}
