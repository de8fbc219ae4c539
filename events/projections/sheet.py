"""The score sheet of a game."""

from collections.abc import Sequence

from referee.game import Game
from referee.game.lines import lines_of
from referee.scoring import Line, Sheet, sheet_of


def sheet_for(game: Game, lines: Sequence[Line] | None = None) -> Sheet:
    """Work out a game's sheet from its lines; a resignation names its winner.

    ``lines`` are those of the game, where they have been worked out already.
    """
    ended = game.end.winner if game.end else None
    told = lines_of(game) if lines is None else lines
    return sheet_of(game.rules, told, ended=ended)
