"""What is asked: plays, and the only way to decide them."""

from collections.abc import Mapping, Sequence

from referee.decide.batch import run
from referee.decide.log import Log
from referee.decide.may import may
from referee.decide.readable import check_readable
from referee.decide.rights import check_speakers
from referee.eyes import Eyes
from referee.game.events import Event, GameStarted
from referee.game.state import Game
from referee.plays import Play
from referee.rules import Player, Rules

ENGINE = 1
"""Raised when a ruling changes; every game says which engine it was begun under."""

__all__ = ["ENGINE", "check_readable", "check_speakers", "decide", "may", "start"]


def start(
    rules: Rules,
    preset: str | None,
    players: Mapping[Player, str],
    first_dealer: Player,
) -> GameStarted:
    """Begin a game; ``players`` are ids of two different players."""
    return GameStarted(rules, preset, ENGINE, players, first_dealer)


def decide(
    game: Game, plays: Sequence[Play], *, asker: Eyes
) -> list[tuple[int, Event]]:
    """Decide a batch of plays, all or none; ``asker`` says whose key sends them.

    Returns each event with the entry (a seq) it belongs to; the first event's seq is
    ``game.version + 1``. Raises ``Unreadable``, ``Impossible``, ``Illegal`` or
    ``Forbidden``, whose violations say which play of the batch was refused.
    """
    log = Log(game, asker)
    run(log, plays)
    return log.events
