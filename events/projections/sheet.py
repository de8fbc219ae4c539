"""The score sheet of a game."""

from referee.game import Game
from referee.game.lines import lines_of
from referee.scoring import Sheet, sheet_of


def sheet_for(game: Game) -> Sheet:
    """Work out a game's sheet from its lines; a resignation names its winner."""
    ended = game.end.winner if game.end else None
    return sheet_of(game.rules, lines_of(game), ended=ended)
