"""Polls answered from memory, before Flask is asked.

A phone asks every two seconds whether its game or its sheet has changed. Where the
caller has a good key that was noted in this hour, and this process alone writes the
record, the answer is known without a look into the file. Every other request, and
every refusal, goes on to Flask, which answers polls in the very same way.
"""

import re
import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from events import projections, registry
from events.errors import RecordError
from events.registry import GameRow, Key
from web import clock, logs
from web.api.answers import version_tag
from web.auth import COOKIE, GameCaller, caller_of
from web.server import Server

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
StartResponse = Callable[..., Any]
Wsgi = Callable[[Environ, StartResponse], Iterable[bytes]]

_POLL = re.compile(r"/api/v1/games/([a-z0-9]{1,40})(/sheet)?")
_TAG = re.compile(r'(?:W/)?("[^",]*")')
_HEADERS: Headers = [
    ("Cache-Control", "private, no-cache"),
    ("Vary", "Authorization, Cookie"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Content-Security-Policy", "default-src 'none'"),
]


class Polls:
    """A WSGI application in front of ``app``'s own."""

    def __init__(self, app: Flask) -> None:
        self._flask: Wsgi = app.wsgi_app
        self._server: Server = app.extensions["upcard"]
        self._metrics = app.extensions["upcard_metrics"]

    def __call__(
        self, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer a poll, or let Flask answer."""
        began = time.perf_counter()
        try:
            found = self._found(environ)
        except RecordError:
            found = None
        if found is None:
            return self._flask(environ, start_response)
        status, headers, body = found
        number = logs.number_of(environ.get("HTTP_X_REQUEST_ID", ""))
        start_response(status, [*_HEADERS, *headers, ("X-Request-Id", number)])
        code = int(status[:3])
        self._metrics.count("GET", code, plays=(), refused=None)
        logs.told("GET", environ["PATH_INFO"], code, began, number)
        return body

    def _found(self, environ: Environ) -> tuple[str, Headers, list[bytes]] | None:
        if environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
            return None
        asked = _POLL.fullmatch(environ["PATH_INFO"])
        if asked is None or not self._server.store.alone:
            return None
        caller = self._caller(environ, asked[1])
        if caller is None:
            return None
        return self._answer(environ, caller, sheet=asked[2] is not None)

    def _caller(self, environ: Environ, uid: str) -> GameCaller | None:
        store = self._server.store
        game = registry.find_game(store, uid)
        secret = game and _secret(environ, game)
        key = registry.find_key(store, secret) if secret else None
        if game is None or key is None or not _good(key, game):
            return None
        return caller_of(game, key)

    def _answer(
        self, environ: Environ, caller: GameCaller, *, sheet: bool
    ) -> tuple[str, Headers, list[bytes]] | None:
        store = self._server.store
        now = projections.newest_of(store, caller.game.uid)
        if now is None:
            return None
        if sheet:
            tag = f'"{now.version}-{caller.eyes}-{self._server.build}"'
        else:
            book = registry.find_book(store, caller.game.book)
            if book is None:
                return None
            tag = f'"{version_tag(caller.game, book, now.version)}"'
        known = environ.get("HTTP_IF_NONE_MATCH")
        given = None if known is None else _TAG.fullmatch(known)
        if given is not None and given[1] == tag:
            return "304 NOT MODIFIED", [("ETag", tag)], []
        if not sheet or (known is not None and given is None):
            return None
        body = f"{now.sheet}\n".encode()
        headers = [("ETag", tag), ("Content-Type", "application/json")]
        return "200 OK", [*headers, ("Content-Length", str(len(body)))], [body]


def _secret(environ: Environ, game: GameRow) -> str | None:
    """Return the key as it came: by header, or else in the book's cookie."""
    given: str | None = environ.get("HTTP_AUTHORIZATION")
    if given is not None:
        return given[7:] if given.startswith("Bearer ") else None
    wanted = f"(?:^|; ?){COOKIE}{re.escape(game.book)}=([a-z2-7]+)(?=;|$)"
    found = re.findall(wanted, environ.get("HTTP_COOKIE", ""))
    return str(found[0]) if len(found) == 1 else None


def _good(key: Key, game: GameRow) -> bool:
    return key.book == game.book and registry.used_lately(key, at=clock.now())
