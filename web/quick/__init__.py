"""What a table asks all evening, answered before Flask is asked.

Phones ask every two seconds whether something has changed, and each play is a request.
The plain case of both is answered here: a good key that was noted in this hour, while
this process alone writes the record. Every other request, and every refusal, goes on
to Flask, which answers the plain case in the very same way.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from events.errors import RecordError
from web import logs
from web.quick.plays import recorded
from web.quick.polls import polled
from web.quick.reply import Environ, Headers, Reply
from web.server import Server

__all__ = ["Quick"]

StartResponse = Callable[..., Any]
Wsgi = Callable[[Environ, StartResponse], Iterable[bytes]]

_HEADERS: Headers = [
    ("Cache-Control", "private, no-cache"),
    ("Vary", "Authorization, Cookie"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Content-Security-Policy", "default-src 'none'"),
]


class _Answer(list[bytes]):
    """A body; what is noted of it is noted once it has been sent."""

    def __init__(self, body: list[bytes], note: Callable[[], None]) -> None:
        super().__init__(body)
        self._note = note

    def close(self) -> None:
        """Be told by the server that all has been sent, or never will be."""
        self._note()


class Quick:
    """A WSGI application in front of ``app``'s own."""

    def __init__(self, app: Flask) -> None:
        self._flask: Wsgi = app.wsgi_app
        self._server: Server = app.extensions["upcard"]
        self._metrics = app.extensions["upcard_metrics"]

    def __call__(
        self, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer a poll or a play, or let Flask answer."""
        began = time.perf_counter()
        reply = self._reply(environ)
        if reply is None:
            return self._flask(environ, start_response)
        number = logs.number_of(environ.get("HTTP_X_REQUEST_ID", ""))
        headers = [*_HEADERS, *reply.headers, ("X-Request-Id", number)]
        start_response(reply.status, headers)
        return _Answer(reply.body, lambda: self._note(environ, reply, began, number))

    def _note(self, environ: Environ, reply: Reply, began: float, number: str) -> None:
        method, code = environ["REQUEST_METHOD"], int(reply.status[:3])
        self._metrics.count(method, code, plays=reply.plays, refused=None)
        logs.told(method, environ["PATH_INFO"], code, began, number)

    def _reply(self, environ: Environ) -> Reply | None:
        if environ.get("QUERY_STRING") or not self._server.store.alone:
            return None
        method = environ["REQUEST_METHOD"]
        if method == "POST":
            return recorded(self._server, environ)
        try:
            return polled(self._server, environ) if method == "GET" else None
        except RecordError:
            return None
