"""A game as the lists of games show it."""

from typing import Any

from events.registry import Book, ListedGame
from referee.rules import PLAYERS
from web.strings import ENGLISH


def game_row(book: Book, listed: ListedGame) -> dict[str, Any]:
    """Return a game as a list shows it."""
    seats = listed.game.players
    return {
        "id": listed.game.uid,
        "names": {seat: book.name_of(seats[seat]) for seat in PLAYERS},
        "points": {seat: listed.score[seat]["points"] for seat in PLAYERS},
        "totals": {seat: listed.score[seat]["total"] for seat in PLAYERS},
        "status": listed.status,
        "winner": listed.winner,
        "rules": ENGLISH.get(f"preset.{listed.preset}", ""),
        "hands": listed.hands,
        "hand": listed.hands + 1,
        "day": listed.changed[:10],
        "archived": listed.game.archived is not None,
    }
