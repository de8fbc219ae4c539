"""Events as they are decided, and the game they make as they come."""

from collections.abc import Sequence

from referee.changed import changed
from referee.eyes import Eyes
from referee.game.events import Event, Recorded
from referee.game.evolve import evolve
from referee.game.rewind import with_hand
from referee.game.state import Game, Hand


class Log:
    """What a batch of plays has appended so far; nothing outside sees it change."""

    def __init__(self, game: Game, asker: Eyes) -> None:
        self.game = game
        self.asker: Eyes = asker
        self.events: list[tuple[int, Event]] = []

    @property
    def seq(self) -> int:
        """The number that the next event will have."""
        return self.game.version + 1

    def add(self, entry: int, event: Event) -> None:
        """Append an event of an entry and apply it."""
        recorded = Recorded(self.seq, entry, self.asker, event)
        self.game = evolve(self.game, recorded)
        self.events.append((entry, event))

    def add_hand(self, hand: Hand, events: Sequence[tuple[int, Event]]) -> None:
        """Append the events of a hand decided again, which make it what it is now."""
        version = self.game.version + len(events)
        self.game = changed(with_hand(self.game, hand), version=version)
        self.events += events
