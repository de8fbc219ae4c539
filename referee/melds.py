"""Melds: what is one, every way to spread a hand, and the best of them.

Runs are look-ups (``referee.pack``); sets are tried only where a rank is held three
times.
Source of the rules: ``docs/rules.md``, "The hand".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from referee.cards import Card, card_points, cards_in, mask_of, rank_of
from referee.pack import (
    CARDS_OF,
    EVERY_SUIT,
    FIRST_RUN,
    IN_RUN,
    LOOSE,
    PIPS,
    PLACE,
    SETS_WITHIN,
    SUIT,
    Table,
    runs_from,
)
from referee.plays import Cards, Melds

__all__ = [
    "Arrangement",
    "arrangement",
    "best_masks",
    "best_melds",
    "discards",
    "is_meld",
    "least_deadwood",
    "melds_in",
    "points_in",
    "spread_masks",
]

_BITS = tuple(1 << n for n in range(52))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Cards laid as disjoint melds, what is left over, and what that counts.

    Sets come first, lowest rank first, then runs by suit; ``loose`` goes by rank.
    """

    melds: Melds
    loose: Cards
    deadwood: int


def is_meld(cards: Iterable[Card]) -> bool:
    """Whether these cards, in any order, are a set or a run (ace low only).

    A card named twice makes no meld.
    """
    cards = tuple(cards)
    mask = mask_of(cards)
    return mask in CARDS_OF and mask.bit_count() == len(cards)


def melds_in(mask: int) -> tuple[int, ...]:
    """Return the masks of all melds that can be made of a 52-bit set of cards.

    Canonical order: sets by rank, then runs by suit and lowest card; the larger meld
    first.
    """
    ranks = ranks_of_sets(mask)
    found = [
        meld
        for rank in range(13)
        if ranks >> rank & 1
        for meld in SETS_WITHIN[mask & EVERY_SUIT << rank]
    ]
    for shift in (0, 13, 26, 39):
        found += [run << shift for run in _runs_in(mask >> shift & SUIT)]
    return tuple(found)


@lru_cache(maxsize=8192)
def _runs_in(suit: int) -> tuple[int, ...]:
    return tuple(
        run
        for low in range(11)
        if suit >> low & 1
        for run in reversed(runs_from(suit >> low << low))
    )


def least_deadwood(mask: int) -> int:
    """Return the least deadwood that any arrangement of a set of cards leaves."""
    c, d, h, s = mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39
    ranks = (c & d & (h | s)) | (h & s & (c | d))
    if ranks:
        return _least(c, d, h, s, ranks)
    return LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]


def _least(c: int, d: int, h: int, s: int, ranks: int) -> int:
    """Return the least deadwood of four suits where ``ranks`` may be sets.

    Ranks of which no card can be in a run give their sets away for nothing, so only
    one that runs want is tried without its set, or with three of its four cards.
    """
    tied = ranks & (IN_RUN[c] | IN_RUN[d] | IN_RUN[h] | IN_RUN[s])
    if tied != ranks:
        out = ~(ranks ^ tied)
        c, d, h, s = c & out, d & out, h & out, s & out
    if not tied:
        return LOOSE[c] + LOOSE[d] + LOOSE[h] + LOOSE[s]
    bit = tied & -tied
    tied ^= bit
    out = ~bit
    best = _least(c & out, d & out, h & out, s & out, tied)
    least = _least(c, d, h, s, tied)
    if least < best:
        best = least
    if c & d & h & s & bit:
        return min(
            best,
            _least(c, d & out, h & out, s & out, tied),
            _least(c & out, d, h & out, s & out, tied),
            _least(c & out, d & out, h, s & out, tied),
            _least(c & out, d & out, h & out, s, tied),
        )
    return best


def in_runs(mask: int) -> int:
    """Return those of a set of cards that are in some run of it."""
    return (
        IN_RUN[mask & SUIT]
        | IN_RUN[mask >> 13 & SUIT] << 13
        | IN_RUN[mask >> 26 & SUIT] << 26
        | IN_RUN[mask >> 39] << 39
    )


def ranks_of_sets(mask: int) -> int:
    """Return the ranks that a set of cards holds at least three times, as 13 bits."""
    c, d, h, s = mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39
    return (c & d & (h | s)) | (h & s & (c | d))


def set_choices(mask: int) -> list[tuple[int, ...]]:
    """Return every choice of sets out of a hand; the most sets first, none last."""
    ranks = ranks_of_sets(mask)
    choices: list[tuple[int, ...]] = [()]
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        fits = SETS_WITHIN[mask & low * EVERY_SUIT]
        more: list[tuple[int, ...]] = [(meld,) for meld in fits]
        choices = [old + new for old in choices for new in (*more, ())]
    return choices


def run_choice(mask: int) -> list[int]:
    """Return runs of a set of cards that leave its loose points least."""
    runs: list[int] = []
    for shift in (0, 13, 26, 39):
        suit = mask >> shift & SUIT
        while run := FIRST_RUN[suit]:
            runs.append(run << shift)
            suit ^= run
    return sorted(runs, key=PLACE.__getitem__)


def loose_points(mask: int) -> int:
    """Return the least that a set of cards leaves loose if only runs are laid."""
    return _suit_by_suit(LOOSE, mask)


def points_in(mask: int) -> int:
    """Return what the cards of a set count, all of them loose."""
    return _suit_by_suit(PIPS, mask)


def _suit_by_suit(table: Table, mask: int) -> int:
    return (
        table[mask & SUIT]
        + table[mask >> 13 & SUIT]
        + table[mask >> 26 & SUIT]
        + table[mask >> 39]
    )


def best_masks(mask: int) -> list[int]:
    """Return the melds of ``best_melds`` as masks."""

    def left(sets: tuple[int, ...]) -> int:
        return loose_points(mask & ~sum(sets))

    sets = min(set_choices(mask), key=left)
    return [*sets, *run_choice(mask & ~sum(sets))]


def arrangement(mask: int, melds: Iterable[int]) -> Arrangement:
    """Return the arrangement of a set of cards laid as these disjoint melds."""
    melds = tuple(melds)
    loose = tuple(sorted(cards_in(mask & ~sum(melds)), key=_by_rank))
    cards = tuple([CARDS_OF[meld] for meld in melds])
    return Arrangement(cards, loose, sum(map(card_points, loose)))


def _by_rank(card: Card) -> tuple[int, int]:
    return rank_of(card), card


def best_melds(cards: Iterable[Card]) -> Arrangement:
    """Return an arrangement of least deadwood, for any number of cards.

    Among several of them always the same one: it has all sets that it can have, and
    the longest runs.
    """
    mask = mask_of(cards)
    return arrangement(mask, best_masks(mask))


@lru_cache(maxsize=256)
def spread_masks(mask: int) -> tuple[tuple[int, ...], ...]:
    """Return every legal spread of a set of cards as masks of its melds.

    Every set of disjoint melds is legal, none at all and ones that could be extended
    included. Canonical order: no meld last, larger melds first.
    """
    found: list[tuple[int, ...]] = []
    melds = melds_in(mask)

    def lay(laid: tuple[int, ...], begin: int, free: int) -> None:
        for place in range(begin, len(melds)):
            meld = melds[place]
            if meld & free == meld:
                lay((*laid, meld), place + 1, free ^ meld)
        found.append(laid)

    lay((), 0, mask)
    return tuple(found)


def discards(
    cards: Iterable[Card], taken: Card | None = None
) -> list[tuple[Card, int]]:
    """Return what each discard of an eleven-card hand would leave, least first.

    ``taken``, the card just taken from the pile, is left out: it may not be
    discarded. Equal deadwood goes by the order of the pack.
    """
    mask = mask_of(cards)
    left = [
        (card, least_deadwood(mask ^ _BITS[card]))
        for card in cards_in(mask)
        if card != taken
    ]
    return sorted(left, key=lambda pair: pair[1])
