"""The end of a game: won by score or resignation, given up, or open again."""

from referee.game.entries import standing_plays
from referee.game.events import Event, GameAbandoned, GameReopened, GameWon
from referee.game.lines import lines_of
from referee.game.state import End, Game
from referee.plays import Abandon, Resign
from referee.rules import other
from referee.scoring import game_over


def end_of(game: Game) -> tuple[End, int | None] | None:
    """Work out how the game stands ended, from its lines and its standing entries.

    The target reached goes before what was said later: a resignation, or giving up;
    the entry of these two comes with the end.
    """
    lines = lines_of(game)
    over = game_over(game.rules, lines)
    if over is not None:
        winner, index = over
        line = lines[index]
        if line.hand is not None:
            return End("over", winner, line.hand, "score"), None
        after = game.adjustments[line.entry].after
        return End("over", winner, after, "score", line.entry), None
    for seq, play in standing_plays(game, game.entries_of(None)).items():
        after = game.entries[seq].after
        if isinstance(play, Resign):
            return End("over", other(play.player), after, "resignation"), seq
        if isinstance(play, Abandon):
            return End("abandoned", None, after, "abandoned"), seq
    return None


def end_events(game: Game, entry: int) -> list[tuple[int, Event]]:
    """Return the event that is due if the end of the game has changed.

    It belongs to ``entry``, the play that changed it, or to the resignation (or
    giving up) that counts again.
    """
    found = end_of(game)
    if found is None:
        return [(entry, GameReopened())] if game.end is not None else []
    end, said = found
    if end == game.end:
        return []
    if end.winner is None or end.by == "abandoned":
        return [(said or entry, GameAbandoned(end.hand))]
    won = GameWon(end.winner, end.by, end.hand, end.line)
    return [(said or entry, won)]
