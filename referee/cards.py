"""Cards as small integers, and their names.

A card is ``suit * 13 + rank``: suits in the order C D H S, ranks A 2 ... K, so
that a suit's thirteen cards are thirteen neighbouring bits of a 52-bit mask.
"""

from collections.abc import Iterable, Iterator
from typing import NewType

from referee.errors import Unreadable

Card = NewType("Card", int)

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK: tuple[Card, ...] = tuple(Card(n) for n in range(52))

_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_NAMED = {name: Card(n) for n, name in enumerate(_NAMES)}
"""Every card by its name as it leaves Upcard, and as it is stored: ``TS``."""
_SYMBOLS = str.maketrans(
    {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
    | {"\ufe0f": "", "\ufe0e": ""}
)
_BITS = tuple(1 << n for n in range(52))
_POINTS = tuple(min(n % 13 + 1, 10) for n in range(52))


def parse_card(text: str) -> Card:
    """Read one card: ``TS``, ``ts``, ``10S``, ``10♠`` and ``T♠`` are the same card.

    Raises ``Unreadable`` (code ``not_a_card``) for anything else.
    """
    card = CARD_NAMED.get(text)
    if card is not None:
        return card
    plain = text.strip().translate(_SYMBOLS).upper()
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    card = CARD_NAMED.get(plain)
    if card is None:
        raise Unreadable("not_a_card", f"{text!r} is not a card")
    return card


def card_name(card: Card) -> str:
    """Name a card as it leaves Upcard: rank then suit, ``TS``."""
    return _NAMES[card]


def card_names(cards: Iterable[Card]) -> list[str]:
    """Name several cards, in the order given."""
    return [_NAMES[card] for card in cards]


def rank_of(card: Card) -> int:
    """Return the rank, 0 for the ace to 12 for the king."""
    return card % 13


def suit_of(card: Card) -> int:
    """Return the suit as an index into ``SUITS``."""
    return card // 13


def card_points(card: Card) -> int:
    """Return what a card counts as deadwood: ace 1, faces 10, else its pips."""
    return _POINTS[card]


def mask_of(cards: Iterable[Card]) -> int:
    """Return a 52-bit set of cards."""
    mask = 0
    for card in cards:
        mask |= _BITS[card]
    return mask


def cards_in(mask: int) -> Iterator[Card]:
    """Walk the cards of a 52-bit set, clubs first, aces first."""
    while mask:
        low = mask & -mask
        yield Card(low.bit_length() - 1)
        mask ^= low
