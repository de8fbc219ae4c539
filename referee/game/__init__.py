"""What has happened: events, the game they make, and the only way to make it."""

from referee.game.entry import Entry
from referee.game.evolve import Replay, evolve, evolve_all, replay
from referee.game.state import End, Game, Hand, knock_limit, next_dealer

__all__ = [
    "End",
    "Entry",
    "Game",
    "Hand",
    "Replay",
    "evolve",
    "evolve_all",
    "knock_limit",
    "next_dealer",
    "replay",
]
