"""Recording from a form: the version it showed, once only, then a GET."""

import hashlib
import json
from typing import Any

from flask import request

from events import handler
from events.chance import new_salt
from events.registry import Key, Request
from web import clock
from web.auth import GameCaller
from web.errors import Problem
from web.pages.door import typed
from web.schemas.batches import load_plays
from web.server import server

LONGEST_ONCE = 64


def once(scope: str, key: Key | None, form: dict[str, str]) -> Request | None:
    """Return the form's hidden once-only token as a repeatable request."""
    token = form.get("once", "")
    if not (0 < len(token) <= LONGEST_ONCE and token.isascii() and token.isprintable()):
        return None
    text = f"{request.method} {request.path}\n{json.dumps(typed(form), sort_keys=True)}"
    caller = "" if key is None else key.id
    return Request(scope, caller, token, hashlib.sha256(text.encode()).hexdigest())


def seen(form: dict[str, str]) -> int:
    """Return the version that the form was made from; raises 428 without one."""
    text = form.get("version", "")
    if not (text.isascii() and text.isdigit()):
        raise Problem(
            428, "version_needed", "this form does not say what it was made from"
        )
    return int(text[:15])


def record(
    caller: GameCaller, plays: list[dict[str, Any]], form: dict[str, str]
) -> handler.Outcome:
    """Record plays through the one writer; raises what it raises."""
    return handler.handle(
        server().store,
        caller.game.uid,
        load_plays({"plays": plays}),
        asker=caller.eyes,
        expected=seen(form),
        at=clock.now(),
        salts=new_salt,
        request=once(f"game:{caller.game.uid}", caller.key, form),
    )
