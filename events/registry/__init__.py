"""Books, players, keys, the list of games, and requests already answered.

Plain tables beside the log, untouched by ``rebuild``. Times (``at``: UTC, ISO 8601
with a trailing ``Z``) and ids are given by the caller.
"""

from events.registry.books import add_player, find_book, open_book, rename_player
from events.registry.games import archive_game, find_game, games_of
from events.registry.keys import (
    find_key,
    keys_of,
    make_key,
    note_use,
    revoke_key,
    used_lately,
)
from events.registry.requests import find_answer
from events.registry.values import (
    Answered,
    Book,
    BookPlayer,
    GameFilter,
    GameRow,
    Key,
    ListedGame,
    MadeKey,
    MadePlayer,
    Make,
    OpenedBook,
    Page,
    Request,
    Role,
)

__all__ = [
    "Answered",
    "Book",
    "BookPlayer",
    "GameFilter",
    "GameRow",
    "Key",
    "ListedGame",
    "MadeKey",
    "MadePlayer",
    "Make",
    "OpenedBook",
    "Page",
    "Request",
    "Role",
    "add_player",
    "archive_game",
    "find_answer",
    "find_book",
    "find_game",
    "find_key",
    "games_of",
    "keys_of",
    "make_key",
    "note_use",
    "open_book",
    "rename_player",
    "revoke_key",
    "used_lately",
]
