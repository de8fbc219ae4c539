"""One hand examined: what it leaves, whether it may knock, what to discard."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card, card_name, card_names
from referee.errors import Impossible
from referee.game.state import knock_limit
from referee.melds import best_melds, discards
from referee.plays import Cards, Melds
from referee.rules import Rules
from referee.ruling.explain import needs_upcard
from referee.ruling.values import Data

__all__ = ["Examined", "examine_hand", "examined_data"]


@dataclass(frozen=True, slots=True)
class Examined:
    """A hand of ten or eleven cards.

    ``deadwood``, ``melds`` and ``loose`` are of all the cards, eleven too, so that 0
    of eleven is big gin. ``discards`` is what each discard would leave, least first;
    empty for ten cards.
    """

    deadwood: int
    melds: Melds
    loose: Cards
    can_knock: bool
    discards: tuple[tuple[Card, int], ...]


def examine_hand(
    rules: Rules,
    upcard: Card | None,
    cards: Sequence[Card],
    *,
    taken: Card | None = None,
) -> Examined:
    """Examine a hand of ten or eleven cards.

    Eleven can knock if some discard leaves no more than the limit, or as big gin
    where that is played. ``taken``, which came from the pile just now, is left out of
    the discards.

    Raises ``Impossible`` (``taken_not_held``) for a card taken that is not among
    eleven, and ``Illegal`` (``upcard_needed``) where the limit depends on an upcard
    that is not named.
    """
    if taken is not None and (len(cards) < 11 or taken not in cards):
        raise Impossible(
            "taken_not_held", "taken must be one of eleven cards", rule="the turn"
        )
    limit = knock_limit(rules, upcard)
    if limit is None:
        raise needs_upcard(rules)
    best = best_melds(cards)
    left = tuple(discards(cards, taken)) if len(cards) > 10 else ()
    big_gin = bool(left) and best.deadwood == 0 and rules.big_gin_bonus is not None
    least = left[0][1] if left else best.deadwood
    return Examined(
        deadwood=best.deadwood,
        melds=best.melds,
        loose=best.loose,
        can_knock=big_gin or least <= limit,
        discards=left,
    )


def examined_data(hand: Examined) -> Data:
    """Return an examined hand as plain JSON data."""
    return {
        "deadwood": hand.deadwood,
        "melds": [card_names(meld) for meld in hand.melds],
        "loose": card_names(hand.loose),
        "can_knock": hand.can_knock,
        "discards": [
            {"card": card_name(card), "deadwood": left} for card, left in hand.discards
        ],
    }
