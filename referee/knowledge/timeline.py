"""A hand's record as moves and names, in the order of the table.

A *move* says that a card went from one place to another; a *name* says which card it
was, or that a card was in a hand. Leaving an entry out forgets its names: its moves
stay. ``deals`` asks whether some deal of 52 cards fits both.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import Card
from referee.eyes.view import REFEREE, View, held_cards, lays_discard
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    HandDealt,
    HandShown,
    IrregularityRuled,
    Knocked,
    Recorded,
    TrackingEnded,
)
from referee.rules import PLAYERS, Player, Rules

A, B, STOCK, UNSEEN, AWAY = 0, 1, 2, -1, 3
"""Places. ``UNSEEN``: a card not named yet. ``AWAY``: anywhere but under the pile's
top when tracking ended. ``PILE + n``: the card that lies, or lay, as token ``n``."""
PILE = 8
SEATS: dict[Player, int] = {"A": A, "B": B}

HOLD, DRAW, LAY, TAKE, END, LOOSE = range(6)
"""Steps: a card is named at a place · a card leaves the stock for a hand · a card is
laid on the pile · the top of the pile goes to a hand · tracking ended · a card is
named later, when only the pile under the top is still proven."""

Step = tuple[int, int, int, int]
"""What, place, card or token (-1 if not named), name (-1 if none)."""

NOTHING = -1
SHOWS = "shows"


class Name(NamedTuple):
    """One thing an entry says beyond its move: this card was there, or a number."""

    entry: int
    who: Player | None
    verb: str
    card: int


class Miscount(NamedTuple):
    """A ruling found a hand too long or too short; ``more`` cards than by its moves."""

    seat: int
    more: int
    name: int


class Said(NamedTuple):
    """A card named after tracking ended, at a ``moment`` (a knock and its show)."""

    moment: int
    place: int
    card: int
    name: int


@dataclass(slots=True)
class Token:
    """A card on the pile: where from, and who took it, at which steps."""

    origin: int
    laid: int
    names: list[tuple[int, int]]
    taker: int = NOTHING
    taken: int = NOTHING


class Timeline:
    """The moves and names of one hand; built by ``timeline``.

    ``dealt`` is how many cards each hand began with, ``held`` how many it has at the
    end. ``pile`` holds the tokens that lie on the pile at the end (or when tracking
    ended), the top last. ``moment`` numbers the knocks after tracking ended. Not
    ``sound``: a card was taken from an empty pile.
    """

    def __init__(self, rules: Rules, view: View) -> None:
        self._eleven = rules.deal == "eleven"
        self._sees = view.sees
        self._owed = False
        self.steps: list[Step] = []
        self.names: list[Name] = []
        self.tokens: list[Token] = []
        self.miscounts: list[Miscount] = []
        self._uncounted: dict[int, int] = {}
        self.said: list[Said] = []
        self.dealt = (0, 0)
        self.held = [0, 0]
        self.pile: list[int] = []
        self.tracked = False
        self.moment = 0
        self.sound = True

    def follow(self, happened: Iterable[Recorded]) -> None:
        """Take in events in their order."""
        for recorded in happened:
            event = recorded.event
            entry = recorded.entry
            if isinstance(event, CardDiscarded):
                self._discarded(entry, event)
            elif isinstance(event, CardDrawn):
                self._drawn(entry, event)
            elif isinstance(event, HandDealt):
                self._dealt(entry, event)
            elif isinstance(event, Knocked):
                self._knocked(entry, event)
            elif isinstance(event, HandShown):
                self._shown(entry, event)
            elif isinstance(event, IrregularityRuled):
                self._ruled(entry, event)
            elif isinstance(event, TrackingEnded):
                self._end()

    def look(self, view: View) -> None:
        """From here on the names count that this view sees."""
        self._sees = view.sees

    def still(self, cards: Iterable[Card], player: Player) -> None:
        """Say that cards named before are in that hand now."""
        named: dict[int, Name] = {}
        for name in self.names:
            if name.who == player or name.card not in named:
                named[name.card] = name
        for card in cards:
            self._hold(SEATS[player], [card], named[card])

    def _name(self, entry: int, who: Player | None, verb: str, card: int) -> int:
        self.names.append(Name(entry, who, verb, card))
        return len(self.names) - 1

    def _hold(self, seat: int, cards: Iterable[Card], name: Name) -> None:
        entry, who, verb, _ = name
        names, steps = self.names, self.steps
        for card in cards:
            steps.append((HOLD, seat, card, len(names)))
            names.append(Name(entry, who, verb, card))

    def _lay(self, origin: int, names: list[tuple[int, int]]) -> None:
        token = len(self.tokens)
        self.tokens.append(Token(origin, len(self.steps), names))
        self.steps.append((LAY, origin, token, NOTHING))
        self.pile.append(token)
        if origin != STOCK:
            self.held[origin] -= 1

    def _named(
        self, entry: int, who: Player | None, verb: str, card: Card | None
    ) -> list[tuple[int, int]]:
        """Return the names of a card that went to the pile: one, or none."""
        if card is None or not self._sees(card, None):
            return []
        return [(card, self._name(entry, who, verb, card))]

    def _dealt(self, entry: int, event: HandDealt) -> None:
        extra = 1 if self._eleven else 0
        a, b = (10, 10 + extra) if event.dealer == "A" else (10 + extra, 10)
        self.dealt = (a, b)
        self.held = [a, b]
        self.tracked = not event.implied
        if event.implied:
            self.steps.append((END, NOTHING, NOTHING, NOTHING))
            return
        if not self._eleven:
            self._lay(STOCK, self._named(entry, None, "was turned up", event.upcard))
        for player in PLAYERS:
            cards = event.hands.get(player, ())
            seen = [card for card in cards if self._sees(card, player)]
            self._hold(SEATS[player], seen, Name(entry, player, "was dealt", NOTHING))

    def _drawn(self, entry: int, event: CardDrawn) -> None:
        player, card = event.player, event.card
        seat = SEATS[player]
        self.held[seat] += 1
        if event.source == "discard":
            self._taken(seat, self._named(entry, player, "took", card))
        elif card is not None and self._sees(card, player):
            name = self._name(entry, player, "drew", card)
            self.steps.append((DRAW, seat, card, name))
        else:
            self.steps.append((DRAW, seat, NOTHING, NOTHING))

    def _taken(self, seat: int, names: list[tuple[int, int]]) -> None:
        if not self.pile:
            self.sound = False
            return
        number = self.pile.pop()
        token = self.tokens[number]
        token.names += names
        token.taker, token.taken = seat, len(self.steps)
        self.steps.append((TAKE, seat, number, NOTHING))

    def _discarded(self, entry: int, event: CardDiscarded) -> None:
        player = event.player
        named = self._named(entry, player, "discarded", event.card)
        self._lay(SEATS[player], named)

    def _knocked(self, entry: int, event: Knocked) -> None:
        player = event.player
        seat = SEATS[player]
        held = held_cards(event)
        shows = Name(entry, player, SHOWS, NOTHING)
        if not self.tracked:
            self.moment += 1
            gone = [] if event.discard is None else [event.discard]
            self._say(PILE, gone, Name(entry, player, "discarded", NOTHING))
            self._say(seat, held, shows)
            return
        if event.upcard is not None and not self._eleven:
            self.tokens[0].names += self._named(
                entry, None, "was the upcard", event.upcard
            )
        self._owed = event.cards is None and not lays_discard(event)
        if lays_discard(event):
            self._lay(seat, self._named(entry, player, "discarded", event.discard))
        self._hold(seat, held, shows)

    def _shown(self, entry: int, event: HandShown) -> None:
        seat = SEATS[event.player]
        shows = Name(entry, event.player, SHOWS, NOTHING)
        if not self.tracked:
            self._say(seat, held_cards(event), shows)
            return
        count = len(event.cards) if event.cards is not None else event.held
        if seat in self._uncounted and count is not None:
            self._miscounted(self._uncounted[seat], event.player, count)
        self._hold(seat, held_cards(event), shows)

    def _say(self, place: int, cards: Iterable[Card], name: Name) -> None:
        for card in cards:
            self.names.append(name._replace(card=card))
            number = len(self.names) - 1
            self.steps.append((LOOSE, AWAY, card, number))
            self.said.append(Said(self.moment, place, card, number))

    def _ruled(self, entry: int, event: IrregularityRuled) -> None:
        seat = SEATS[event.offender]
        if not self.tracked:
            self.moment += event.option == "play_on_exposed"
        elif event.option == "extra_to_pile":
            for card in event.cards or (None,):
                self._lay(STOCK, self._named(entry, None, "was put on the pile", card))
        elif event.option == "play_on_exposed" and self._owed:
            self._lay(seat, [])
        elif event.option in ("play_on", "adjust"):
            if event.count is None:
                self._uncounted[seat] = entry
            else:
                self._miscounted(entry, event.offender, event.count)

    def _miscounted(self, entry: int, player: Player, count: int) -> None:
        seat = SEATS[player]
        more = count - self.held[seat]
        self.held[seat] = count
        name = self._name(entry, player, f"held {count} cards", NOTHING)
        self.miscounts.append(Miscount(seat, more, name))

    def _end(self) -> None:
        self.tracked = False
        self.steps.append((END, NOTHING, NOTHING, NOTHING))


def timeline(
    rules: Rules,
    happened: Iterable[Recorded],
    view: View,
    extra: Sequence[Recorded] = (),
    *,
    own: frozenset[int] | None = None,
) -> Timeline:
    """Return what these eyes may see of a hand's record and of ``extra`` after it.

    Of ``own`` entries in ``extra`` (``None``: of all) every name counts: the asker
    knows what he sends.
    """
    line = Timeline(rules, view)
    line.follow(happened)
    if view.own and line.tracked:
        line.still(view.own, "A" if view.eyes == "A" else "B")
    if own is None:
        line.look(REFEREE)
        line.follow(extra)
        return line
    for recorded in extra:
        line.look(REFEREE if recorded.entry in own else view)
        line.follow([recorded])
    return line
