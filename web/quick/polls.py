"""Polls: whether a game or its sheet has changed, answered from memory."""

import re

from events import projections, registry
from web.api.answers import version_tag
from web.auth import GameCaller
from web.quick.callers import known_caller
from web.quick.reply import Environ, Reply, json_reply
from web.server import Server

_POLL = re.compile(r"/api/v1/games/([a-z0-9]{1,40})(/sheet)?")
_TAG = re.compile(r'(?:W/)?("[^",]*")')


def polled(server: Server, environ: Environ) -> Reply | None:
    """Answer a poll that is one; ``None`` is for Flask to answer.

    Raises ``RecordError`` where the record cannot be read.
    """
    asked = _POLL.fullmatch(environ["PATH_INFO"])
    caller = known_caller(server.store, environ, asked[1]) if asked else None
    if asked is None or caller is None:
        return None
    return _answer(server, environ, caller, sheet=asked[2] is not None)


def _answer(
    server: Server, environ: Environ, caller: GameCaller, *, sheet: bool
) -> Reply | None:
    now = projections.newest_of(server.store, caller.game.uid)
    if now is None:
        return None
    if sheet:
        tag = f'"{now.version}-{caller.eyes}-{server.build}"'
    else:
        book = registry.find_book(server.store, caller.game.book)
        if book is None:
            return None
        tag = f'"{version_tag(caller.game, book, now.version)}"'
    known = environ.get("HTTP_IF_NONE_MATCH")
    given = None if known is None else _TAG.fullmatch(known)
    if given is not None and given[1] == tag:
        return Reply("304 NOT MODIFIED", [("ETag", tag)], [])
    if not sheet or (known is not None and given is None):
        return None
    return json_reply("200 OK", tag, now.sheet)
