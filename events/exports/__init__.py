"""The record taken out: whole or as one key may see it, a piece at a time.

Every function yields text as it is made and holds one stretch of one game at most;
``eyes`` says of each game what may be seen of it. What leaves as ``json`` or
``ndjson`` for the referee's eyes can be brought back by ``events.imports``.
"""

from events.exports.record import FORMAT, SCHEMA, Seal, as_json, as_ndjson
from events.exports.scope import EyesOn, Scope, all_books, of_book, of_game
from events.exports.tables import games_csv, hands_csv

__all__ = [
    "FORMAT",
    "SCHEMA",
    "EyesOn",
    "Scope",
    "Seal",
    "all_books",
    "as_json",
    "as_ndjson",
    "games_csv",
    "hands_csv",
    "of_book",
    "of_game",
]
