"""What is asked: plays, and the only way to decide them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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

__all__ = [
    "ENGINE",
    "Decision",
    "check_readable",
    "check_speakers",
    "decide",
    "decision",
    "may",
    "start",
]


def start(
    rules: Rules,
    preset: str | None,
    players: Mapping[Player, str],
    first_dealer: Player,
) -> GameStarted:
    """Begin a game; ``players`` are ids of two different players."""
    return GameStarted(rules, preset, ENGINE, players, first_dealer)


@dataclass(frozen=True, slots=True)
class Decision:
    """The events that plays make, each with its entry, and the game after them.

    The entry is a seq; the first event has the seq after the game's version.
    """

    events: Sequence[tuple[int, Event]]
    game: Game


def decide(
    game: Game, plays: Sequence[Play], *, asker: Eyes
) -> Sequence[tuple[int, Event]]:
    """Decide a batch of plays, all or none; ``asker`` says whose key sends them.

    Raises ``Unreadable``, ``Impossible``, ``Illegal`` or ``Forbidden``, whose
    violations say which play of the batch was refused.
    """
    return decision(game, plays, asker=asker).events


def decision(game: Game, plays: Sequence[Play], *, asker: Eyes) -> Decision:
    """Decide as ``decide`` does; return the game that comes of it as well."""
    log = Log(game, asker)
    run(log, plays)
    return Decision(log.events, log.game)
