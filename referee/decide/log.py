"""Events as they are decided, and the game they make as they come."""

from referee.eyes import Eyes
from referee.game.events import Event, Recorded
from referee.game.evolve import evolve
from referee.game.state import Game


class Log:
    """What a batch of plays has appended so far; nothing outside sees it change."""

    def __init__(self, game: Game, asker: Eyes) -> None:
        self.game = game
        self.asker: Eyes = asker
        self.events: list[tuple[int, Event]] = []

    def copy(self) -> "Log":
        """Return a log to try events on."""
        other = Log(self.game, self.asker)
        other.events = list(self.events)
        return other

    def become(self, tried: "Log") -> None:
        """Take over what was tried on a copy."""
        self.game, self.events = tried.game, tried.events

    @property
    def seq(self) -> int:
        """The number that the next event will have."""
        return self.game.version + 1

    def add(self, entry: int, event: Event) -> None:
        """Append an event of an entry and apply it."""
        recorded = Recorded(self.seq, entry, self.asker, event)
        self.game = evolve(self.game, recorded)
        self.events.append((entry, event))
