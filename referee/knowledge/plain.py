"""Records that leave nothing to choose, followed on from the play before.

Where every card laid on the pile by a player was named when it was laid, and nothing
irregular happened, there is one course at most (see ``deals``), and each event goes on
from where the one before it left the cards. Most hands are so to their end. Nothing is
said here of any other: ``timeline`` and ``deals`` judge them, and these as well, with
the same answers.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from referee.cards import DECK, Card
from referee.eyes.view import Eyes, View, held_cards, lays_discard
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
    HandDealt,
    HandScored,
    HandShown,
    HandVoided,
    Knocked,
    Recorded,
    UpcardPassed,
)
from referee.game.state import Hand
from referee.knowledge.cards import Cards
from referee.knowledge.timeline import NOTHING, SEATS, STOCK, UNSEEN
from referee.rules import PLAYERS, Player, Rules

MOST = 1024
"""Records remembered; beyond, all are forgotten."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Where the cards are after ``happened``, for one pair of eyes.

    ``pile`` holds the tokens that lie on it, the top last; ``owners`` is of
    ``owners_of``.
    """

    happened: tuple[Recorded, ...]
    cards: Cards
    pile: tuple[int, ...] = ()
    owners: Set[Player] = frozenset()

    def known(self) -> dict[Player, tuple[Card, ...]]:
        """Return the cards that are certain to be in each player's hand."""
        where, unseen = self.cards.where, self.cards.unseen
        hidden = [place for place, number in enumerate(unseen) if number]
        hidden += [NOTHING for token in self.pile if self.cards.tokens[token] < 0]
        known = {}
        for player in PLAYERS:
            seat = SEATS[player]
            here = (seat, UNSEEN) if hidden == [seat] else (seat,)
            known[player] = tuple(card for card in DECK if where[card] in here)
        return known


NOTHING_YET = Plain((), Cards(0, 0, 0))


class _Walk:
    """A record as it is followed, as far as one pair of eyes sees it."""

    def __init__(self, start: Plain, eyes: Eyes, *, eleven: bool) -> None:
        self.cards = start.cards.copy()
        self.pile = [*start.pile]
        self._dealt = bool(start.happened)
        self._sees = View(eyes).sees
        self._eleven = eleven

    def along(self, happened: Iterable[Recorded]) -> bool:
        """Follow events in their order; whether all of them are plain, and fit."""
        return all(map(self._step, [recorded.event for recorded in happened]))

    def _step(self, event: Event) -> bool:
        if not self._dealt:
            return isinstance(event, HandDealt) and self._deal(event)
        if isinstance(event, CardDiscarded):
            return self._lay(SEATS[event.player], event.card)
        if isinstance(event, CardDrawn):
            return self._draw(event)
        if isinstance(event, Knocked):
            return self._knock(event)
        if isinstance(event, HandShown):
            return self._hold(event.player, held_cards(event))
        return isinstance(event, UpcardPassed | HandScored | HandVoided)

    def _deal(self, event: HandDealt) -> bool:
        extra = 1 if self._eleven else 0
        a, b = (10, 10 + extra) if event.dealer == "A" else (10 + extra, 10)
        self._dealt, self.cards = True, Cards(a, b, 0)
        if event.implied or not (self._eleven or self._lay(STOCK, event.upcard)):
            return False
        return all(
            self._hold(player, (card for card in cards if self._sees(card, player)))
            for player, cards in event.hands.items()
        )

    def _hold(self, player: Player, cards: Iterable[Card]) -> bool:
        seat = SEATS[player]
        return all(self.cards.hold(seat, card) for card in cards)

    def _lay(self, origin: int, card: Card | None) -> bool:
        """Lay a card on the pile; one from a hand must have a name."""
        if card is None and origin != STOCK:
            return False
        tokens = self.cards.tokens
        self.pile.append(len(tokens))
        tokens.append(NOTHING)
        named = NOTHING if card is None else card
        return self.cards.lay(origin, self.pile[-1], named)

    def _draw(self, event: CardDrawn) -> bool:
        seat, card = SEATS[event.player], event.card
        if event.source == "discard":
            return self._take(seat, card)
        if card is None or not self._sees(card, event.player):
            card = None
        return self.cards.draw(seat, NOTHING if card is None else card)

    def _take(self, seat: int, card: Card | None) -> bool:
        if not self.pile:
            return False
        token = self.pile.pop()
        if card not in (None, self.cards.tokens[token]):
            return False
        self.cards.take(seat, token)
        return True

    def _knock(self, event: Knocked) -> bool:
        if not self._eleven and event.upcard not in (None, self.cards.tokens[0]):
            return False
        seat = SEATS[event.player]
        if lays_discard(event) and not self._lay(seat, event.discard):
            return False
        return self._hold(event.player, held_cards(event))


def plain(rules: Rules, hand: Hand, eyes: Eyes) -> Plain | None:
    """Return where the cards are, as far as these eyes see; ``None`` where the record
    is not plain or cannot be so.
    """
    whole = _followed(rules, hand.happened, "referee")
    if whole is None or eyes == "referee":
        return whole
    if rules.look_back != "allowed":
        return None
    if whole.owners <= {eyes}:
        return whole
    return None if hand.ended else _followed(rules, hand.happened, eyes)


def fits(rules: Rules, start: Plain, extra: Iterable[Recorded]) -> bool:
    """Whether ``extra`` can follow, told by somebody who knows every card named in it.

    ``False`` too where it is not plain.
    """
    return _Walk(start, "referee", eleven=rules.deal == "eleven").along(extra)


_lately: dict[tuple[int, Eyes, str], tuple[tuple[Recorded, ...], Plain | None]] = {}
"""What came of a record, found by its last event: the record of a play goes on from
that of the play before.
"""


def _followed(rules: Rules, happened: tuple[Recorded, ...], eyes: Eyes) -> Plain | None:
    if not happened:
        return NOTHING_YET
    kept = _kept(rules, happened, eyes)
    if kept is not None:
        return kept[1]
    before = _kept(rules, happened[:-1], eyes) if happened[1:] else None
    start = NOTHING_YET if before is None else before[1]
    made = None if start is None else _gone_on(rules, start, happened, eyes)
    if len(_lately) >= MOST:
        _lately.clear()
    _lately[id(happened[-1]), eyes, rules.deal] = (happened, made)
    return made


def _kept(
    rules: Rules, happened: tuple[Recorded, ...], eyes: Eyes
) -> tuple[tuple[Recorded, ...], Plain | None] | None:
    kept = _lately.get((id(happened[-1]), eyes, rules.deal))
    return kept if kept is not None and kept[0] == happened else None


def _gone_on(
    rules: Rules, start: Plain, happened: tuple[Recorded, ...], eyes: Eyes
) -> Plain | None:
    walk = _Walk(start, eyes, eleven=rules.deal == "eleven")
    rest = happened[len(start.happened) :]
    if not walk.along(rest):
        return None
    owners = start.owners | owners_of(rest)
    return Plain(happened, walk.cards, tuple(walk.pile), owners)


def owners_of(happened: Iterable[Recorded]) -> set[Player]:
    """Return the players of whom a card was named that others may not see."""
    owners: set[Player] = set()
    for recorded in happened:
        event = recorded.event
        if isinstance(event, CardDrawn):
            if event.source == "stock" and event.card is not None:
                owners.add(event.player)
        elif isinstance(event, HandDealt):
            owners.update(player for player, cards in event.hands.items() if cards)
    return owners
