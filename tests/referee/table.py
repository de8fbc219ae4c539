"""A table for tests: plays go in as they are sent, the game comes out."""

from typing import Any

from referee.cards import Card, parse_card
from referee.decide import decide, start
from referee.errors import Refusal
from referee.eyes import Eyes
from referee.game import Game, evolve, replay
from referee.game.events import Recorded
from referee.plays import PLAY_TYPES, Chosen, LayOff, Play
from referee.presets import parse_rules

CARDS = ("card", "discard", "upcard")


def cards(text: Any) -> tuple[Card, ...]:
    """Read cards from a list of names or one text with spaces."""
    names = text.split() if isinstance(text, str) else text
    return tuple(parse_card(name) for name in names)


def play_of(data: dict[str, Any]) -> Play:
    """Make a play from its wire form; lists of cards may be one text."""
    fields = dict(data)
    kind = PLAY_TYPES[fields.pop("type")]
    readers = {
        "cards": cards,
        "melds": lambda melds: tuple(cards(meld) for meld in melds),
        "hands": lambda hands: {who: cards(hand) for who, hand in hands.items()},
        "layoffs": lambda lays: tuple(
            LayOff(parse_card(lay["card"]), lay["onto"]) for lay in lays
        ),
        "ruling": lambda chosen: Chosen(**chosen),
        "play": play_of,
        "rules": lambda rules: parse_rules(rules)[0],
        **dict.fromkeys(CARDS, parse_card),
    }
    for name, value in fields.items():
        if name in readers:
            fields[name] = readers[name](value)
    return kind(**fields)


class Table:
    """A game and its log. Calling it plays a batch; a refusal changes nothing."""

    def __init__(self, rules: Any = "jpgames", *, first_dealer: str = "B") -> None:
        chosen, preset = parse_rules(rules)
        started = start(chosen, preset, {"A": "ann", "B": "bob"}, first_dealer)
        self.log = [Recorded(1, 1, "referee", started)]
        self.game: Game = evolve(None, self.log[0])

    def __call__(self, *plays: dict[str, Any], asker: Eyes = "referee") -> list[str]:
        """Play, and return the names of the events; replay must give the same game."""
        decided = decide(self.game, [play_of(play) for play in plays], asker=asker)
        for entry, event in decided:
            recorded = Recorded(self.game.version + 1, entry, asker, event)
            self.log.append(recorded)
            self.game = evolve(self.game, recorded)
        assert replay(self.log) == self.game
        return [type(event).__name__ for _, event in decided]

    def refused(self, *plays: dict[str, Any], asker: Eyes = "referee") -> Refusal:
        """Play what must be refused, and return the refusal."""
        before = self.game
        try:
            self(*plays, asker=asker)
        except Refusal as refusal:
            assert self.game == before
            return refusal
        raise AssertionError(f"accepted: {plays}")

    @property
    def hand(self):
        """The running hand."""
        return self.game.current

    def score(self, number: int = 1) -> tuple[str, str, int]:
        """Return result, winner and points of a hand."""
        score = self.game.hand(number).score
        return score.result, score.winner, score.points


def options_of(refusal: Refusal) -> list[str]:
    """Name the options that a refusal offers."""
    return [option.option for option in refusal.options]


def stock(player: str, card: str | None = None, **more: Any) -> dict[str, Any]:
    """Draw from the stock."""
    named = {} if card is None else {"card": card}
    return {"type": "draw", "player": player, "source": "stock", **named, **more}


def take(player: str, **more: Any) -> dict[str, Any]:
    """Take the top of the pile."""
    return {"type": "draw", "player": player, "source": "discard", **more}


def discard(player: str, card: str, **more: Any) -> dict[str, Any]:
    """Discard a card."""
    return {"type": "discard", "player": player, "card": card, **more}


def passed(player: str, **more: Any) -> dict[str, Any]:
    """Pass."""
    return {"type": "pass", "player": player, **more}


def deal(**more: Any) -> dict[str, Any]:
    """Deal."""
    return {"type": "deal", **more}


def knock(player: str, count: int | None = None, **more: Any) -> dict[str, Any]:
    """Knock, by count or with what is given."""
    counted = {} if count is None else {"count": count}
    return {"type": "knock", "player": player, **counted, **more}


def show(player: str, count: int | None = None, **more: Any) -> dict[str, Any]:
    """Show, by count or with what is given."""
    counted = {} if count is None else {"count": count}
    return {"type": "show", "player": player, **counted, **more}


def ruling(option: str, by: str = "both") -> dict[str, Any]:
    """Choose an option for an irregular play."""
    return {"option": option, "chosen_by": by}
