"""Who asks, where that is known without a look into the file."""

import re

from events import registry
from events.registry import GameRow, Key
from events.store import Store
from web import clock
from web.auth import COOKIE, GameCaller, caller_of
from web.quick.reply import Environ


def known_caller(store: Store, environ: Environ, uid: str) -> GameCaller | None:
    """Return who asks about a game with a good key that was noted in this hour."""
    game = registry.find_game(store, uid)
    secret = game and _secret(environ, game)
    key = registry.find_key(store, secret) if secret else None
    if game is None or key is None or not _good(key, game):
        return None
    return caller_of(game, key)


def _secret(environ: Environ, game: GameRow) -> str | None:
    """Return the key as it came: by header, or else in the book's cookie."""
    given: str | None = environ.get("HTTP_AUTHORIZATION")
    if given is not None:
        return given[7:] if given.startswith("Bearer ") else None
    name, text = f"{COOKIE}{game.book}", environ.get("HTTP_COOKIE", "")
    found = re.search(f"(?:^|; ?){re.escape(name)}=([a-z2-7]+)(?=;|$)", text)
    # Which of several counts, Flask knows.
    return found[1] if found and text.count(name) == 1 else None


def _good(key: Key, game: GameRow) -> bool:
    return key.book == game.book and registry.used_lately(key, at=clock.now())
