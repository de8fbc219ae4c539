"""Plays: recorded and answered without a detour.

What is looked at here is only whether a request is the plain case. Where it is not, or
is refused, nothing has been recorded: Flask reads it again, and says why.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple

from werkzeug.wsgi import get_host

from events import chance, registry
from events.errors import RequestReused, VersionConflict
from events.handler import handle
from events.registry import Book, Request
from referee.decide import check_readable, check_speakers
from referee.errors import Refusal
from referee.plays import Play
from web import clock
from web.api.answers import recorded_text, version_tag
from web.api.doors import need_version, request_of, version_in
from web.auth import GameCaller, is_same_origin
from web.errors import FAILED
from web.jsonloader import LARGEST, parse_json
from web.quick.callers import known_caller
from web.quick.reply import Environ, Reply, json_reply
from web.schemas.batches import plays_in
from web.server import Server

_PLAYS = re.compile(r"/api/v1/games/([a-z0-9]{1,40})/plays")
_SHORT = 100
"""Bytes of a turn, written as a program writes it."""


class _Asked(NamedTuple):
    """What a plain request asks for."""

    caller: GameCaller
    book: Book
    plays: Sequence[Play]
    expected: int | None
    request: Request | None


def recorded(server: Server, environ: Environ) -> Reply | None:
    """Record what a request asks for; ``None``: nothing was, and Flask may say why."""
    try:
        asked = _asked(server, environ)
    except Exception:
        # Whatever it is, Flask meets it again, and tells or logs it.
        return None
    try:
        return None if asked is None else _recorded(server, asked)
    except (Refusal, VersionConflict, RequestReused):
        return None
    except Exception as error:
        # Not to be tried again: it may have been recorded, or have waited long.
        environ[FAILED] = error
        return None


def _recorded(server: Server, asked: _Asked) -> Reply | None:
    """Record plays and make the answer; ``None`` for a repeat, raises its refusals."""
    caller = asked.caller
    made = handle(
        server.store,
        caller.game.uid,
        asked.plays,
        asker=caller.eyes,
        expected=asked.expected,
        at=clock.now(),
        salts=chance.new_salt,
        request=asked.request,
    )
    if made.after is None:
        return None
    tag = version_tag(caller.game, asked.book, made.last)
    text = recorded_text(caller, asked.book, made)
    return json_reply("201 CREATED", f'"{tag}"', text, plays=asked.plays)


def _asked(server: Server, environ: Environ) -> _Asked | None:
    path = environ["PATH_INFO"]
    found = _PLAYS.fullmatch(path)
    caller = known_caller(server.store, environ, found[1]) if found else None
    if caller is None or not caller.may_play or not _is_from_here(environ):
        return None
    book = registry.find_book(server.store, caller.game.book)
    raw = _body(environ)
    if book is None or raw is None:
        return None
    body, plays = _read_lately(raw) if len(raw) <= _SHORT else _read(raw)
    check_speakers(plays, caller.eyes)
    expected = need_version(version_in(environ.get("HTTP_IF_MATCH")))
    given, scope = environ.get("HTTP_IDEMPOTENCY_KEY"), f"game:{caller.game.uid}"
    request = request_of(given, scope, caller.key, f"POST {path}", body)
    return _Asked(caller, book, plays, expected, request)


def _is_from_here(environ: Environ) -> bool:
    """Whether no other site can have sent this: a key in a header, or our own page."""
    if "HTTP_AUTHORIZATION" in environ:
        return True
    site, origin = environ.get("HTTP_SEC_FETCH_SITE"), environ.get("HTTP_ORIGIN")
    return is_same_origin(site, origin, {get_host(environ).lower()})


def _body(environ: Environ) -> bytes | None:
    """Return the body of a request, and leave it to be read again."""
    kind, _, _ = environ.get("CONTENT_TYPE", "").partition(";")
    size = environ.get("CONTENT_LENGTH", "")
    if kind != "application/json" or not (size.isdecimal() and int(size) <= LARGEST):
        return None
    raw: bytes = environ["wsgi.input"].read(int(size))
    environ["wsgi.input"] = BytesIO(raw)
    return raw


def _read(raw: bytes) -> tuple[Any, Sequence[Play]]:
    body = parse_json(raw)
    plays = plays_in(body)
    check_readable(plays)
    return body, plays


_read_lately = lru_cache(maxsize=4096)(_read)
"""Turns make most of an evening, and few different ones: 104 discards."""
