"""What each key may see of one hand.

A card that was recorded before it was shown (a dealt hand, a draw from the stock) is
seen by its own player and by the referee key only. Once the hand is over, cards that
were publicly named in it are seen in its earlier events too; a card never shown stays
private for ever. Under ``look_back: forbidden`` player and watch keys see, while the
hand runs, only the top discard and the cards now in their own hand.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast

from referee.cards import Card
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    HandDealt,
    HandShown,
    IrregularityRuled,
    Knocked,
)
from referee.game.state import Hand
from referee.rules import Player, Rules

Eyes = Literal["referee", "A", "B", "watch"]
EYES: tuple[Eyes, ...] = ("referee", "A", "B", "watch")
"""Every kind of key there is."""


def lays_discard(event: Knocked) -> bool:
    """Whether a card went to the pile with this knock; big gin discards nothing."""
    if event.discard is not None:
        return True
    if event.cards is None:
        return event.call != "big_gin"
    return len(event.cards) != 11


def public_cards(hand: Hand, *, limit_card: bool = True) -> frozenset[Card]:
    """Return the cards publicly named in a hand so far.

    These are the upcard, cards taken from the pile and discarded, knocked and shown
    cards, and those ruled onto the pile. Draws from the stock, dealt hands and plays
    that were taken back are not. ``limit_card=False`` leaves out an upcard that only
    sets the limit (``deal: eleven``), since its place in the deal is not known.
    """
    named: set[Card | None] = set()
    for recorded in hand.happened:
        match recorded.event:
            case HandDealt(upcard=upcard):
                named.add(upcard if limit_card else None)
            case CardDiscarded(card=card) | CardDrawn(source="discard", card=card):
                named.add(card)
            case Knocked() | HandShown() as event:
                named.update(shown_cards(event))
            case IrregularityRuled(option="extra_to_pile", cards=cards):
                named.update(cards or ())
            case _:
                pass
    return frozenset(card for card in named if card is not None)


def shown_cards(event: Knocked | HandShown) -> list[Card]:
    """Return every card that a knock or a show names, the knock's discard first."""
    discard = event.discard if isinstance(event, Knocked) else None
    first = [] if discard is None else [discard]
    return [*first, *held_cards(event)]


def held_cards(event: Knocked | HandShown) -> list[Card]:
    """Return the cards that a knock or a show says are in the hand.

    Where the cards were not listed, those of its melds and lay-offs.
    """
    if event.cards is not None:
        return list(event.cards)
    held = [card for meld in event.melds or () for card in meld]
    if isinstance(event, HandShown):
        held += [layoff.card for layoff in event.layoffs or ()]
    return list(dict.fromkeys(held))


@dataclass(frozen=True, slots=True)
class View:
    """What one pair of eyes may see of one hand, as it stands.

    ``public`` holds the cards that the end of the hand has opened; ``in_sight`` those
    that ``look_back: forbidden`` leaves in sight while the hand runs, else ``None``;
    ``own`` those of them that are now in these eyes' own hand.
    """

    eyes: Eyes
    public: frozenset[Card] = frozenset()
    in_sight: frozenset[Card] | None = None
    own: frozenset[Card] = frozenset()

    def sees(self, card: Card, owner: Player | None) -> bool:
        """Whether these eyes see a card; ``owner`` is whose it is, if hidden."""
        if self.eyes == "referee":
            return True
        if self.in_sight is not None and card not in self.in_sight:
            return False
        return owner is None or owner == self.eyes or card in self.public


REFEREE = View("referee")


def view_of(rules: Rules, hand: Hand, eyes: Eyes) -> View:
    """Return what these eyes may see of a hand."""
    if eyes == "referee":
        return REFEREE
    if hand.ended:
        return View(eyes, public_cards(hand, limit_card=rules.deal == "upcard"))
    if rules.look_back == "allowed":
        return View(eyes)
    top, own = _in_sight(rules, hand, eyes)
    return View(eyes, frozenset(), own | top, own)


def _in_sight(
    rules: Rules, hand: Hand, eyes: Eyes
) -> tuple[frozenset[Card], frozenset[Card]]:
    """Return the top of the pile and the cards that these eyes know they hold."""
    pile: list[Card | None] = []
    own: set[Card | None] = set()
    for recorded in hand.happened:
        match recorded.event:
            case HandDealt(hands=hands) as dealt:
                if not dealt.implied and rules.deal == "upcard":
                    pile.append(dealt.upcard)
                own.update(hands.get(cast(Player, eyes), ()))
            case CardDrawn(player=player, source=source, card=card):
                if source == "discard" and pile:
                    top = pile.pop()
                    card = top if card is None else card
                own.update({card} if player == eyes else ())
            case CardDiscarded(player=player, card=card):
                pile.append(card)
                own.difference_update({card} if player == eyes else ())
            case Knocked(player=player, discard=card) as knock:
                pile += [card] if lays_discard(knock) else []
                own.difference_update({card} if player == eyes else ())
            case IrregularityRuled(option="extra_to_pile", cards=cards):
                pile += cards or (None,)
            case _:
                pass
    return _known(pile[-1:]), _known(own)


def _known(cards: Iterable[Card | None]) -> frozenset[Card]:
    return frozenset(card for card in cards if card is not None)
