"""Lay-offs: the defender's best answer to a knocker's spread.

Own melds and lay-offs are settled together, since an own meld may be broken to lay
off more. Two facts keep that small. Within one suit, all cards that continue a run
of the knocker's without a gap can go on it: an own run that touches such a chain lies
wholly within it. And the fourth card of a set is either laid on it or not.
Source of the rules: ``docs/rules.md``, "The hand".
"""

from collections.abc import Iterable, Iterator, Sequence

from referee.cards import Card, mask_of
from referee.game.events import Laid
from referee.melds import (
    arrangement,
    best_masks,
    in_runs,
    least_deadwood,
    points_in,
    ranks_of_sets,
    run_choice,
    set_choices,
)
from referee.pack import CARDS_OF, EVERY_SUIT, MASK_OF, SETS_WITHIN, SUIT
from referee.plays import LayOff, Melds

__all__ = [
    "as_laid",
    "best_defence",
    "fits",
    "in_order",
    "least_after_layoffs",
    "meld_masks",
]

Run = tuple[int, int, int, tuple[int, ...]]
"""How to find the chains of a knocker's run: 13 times its suit, the rank after its
highest card, the mask of the ranks below its lowest, and of every set of these those
that reach up to the run without a gap.
"""


def _neighbours(meld: int) -> int:
    """Return the cards that go on a meld at once: its fourth, or either end's next."""
    low, high = min(CARDS_OF[meld]), max(CARDS_OF[meld])
    if low // 13 != high // 13:
        return EVERY_SUIT << low % 13 & ~meld
    below = 1 << low - 1 if low % 13 else 0
    return below | (1 << high + 1 if high % 13 < 12 else 0)


def _low_chains(low: int) -> tuple[int, ...]:
    """Return, of every set of the ranks below a run, those that go on it."""
    under = (1 << low) - 1
    gaps = [(~part & under).bit_length() for part in range(1 << low)]
    return tuple(part >> gap << gap for part, gap in enumerate(gaps))


_BELOW = tuple(_low_chains(low) for low in range(11))
_ABOVE = tuple(part & ~(part + 1) for part in range(1 << 10))
"""Of every set of the ranks above a run, those that go on it."""


def _as_run(meld: int) -> Run | None:
    low, high = min(CARDS_OF[meld]), max(CARDS_OF[meld])
    if low // 13 != high // 13:
        return None
    below = low % 13
    return low - below, high % 13 + 1, (1 << below) - 1, _BELOW[below]


_NEXT = {meld: _neighbours(meld) for meld in CARDS_OF}
_RUN = {meld: _as_run(meld) for meld in CARDS_OF}
_OPEN = {meld: (_NEXT[meld], _RUN[meld]) for meld in CARDS_OF}


def _chain(hand: int, run: Run) -> int:
    """Return those of a hand's cards that continue a run at either end, no gap."""
    shift, up, under, below = run
    suit = hand >> shift & SUIT
    return (_ABOVE[suit >> up] << up | below[suit & under]) << shift


def least_after_layoffs(hand: int, melds: Iterable[int]) -> int:
    """Return the defender's least deadwood against melds of the knocker.

    ``hand`` is a set of cards (52 bits) that shares none with the melds; each meld is
    such a set too. The joint optimum of own melds and lay-offs.
    """
    runs: list[Run] = []
    fourths = off = 0
    for meld in melds:
        near, run = _OPEN[meld]
        if near & hand:
            if run:
                runs.append(run)
                shift, up, under, below = run
                suit = hand >> shift & SUIT
                off |= (_ABOVE[suit >> up] << up | below[suit & under]) << shift
            else:
                fourths |= near & hand
    if off:
        torn = ranks_of_sets(hand) & (off | off >> 13 | off >> 26 | off >> 39)
        if torn:
            return _least_torn(hand, off, torn, runs, fourths)
        hand ^= off
        fourths &= hand
    return _least_left(hand, fourths) if fourths else least_deadwood(hand)


def meld_masks(melds: Melds) -> list[int]:
    """Return the mask of each meld, whatever the order of its cards."""
    return [MASK_OF.get(meld) or mask_of(meld) for meld in melds]


def _least_torn(hand: int, off: int, torn: int, runs: list[Run], fourths: int) -> int:
    """Return the least deadwood where own sets (``torn`` ranks) and chains share cards.

    Each choice of these sets in turn is kept back from the chains, and none. None need
    not be tried where all chains are as long with a set kept back of which no other
    card is in a run: that set is for nothing.
    """
    bare = hand ^ off
    best, needed = 1000, True
    for sets in _unions(hand, torn, off):
        rest = hand ^ sets
        for shift, up, under, below in runs:
            suit = rest >> shift & SUIT
            rest ^= (_ABOVE[suit >> up] << up | below[suit & under]) << shift
        free = fourths & rest
        left = _least_left(rest, free) if free else least_deadwood(rest)
        if left < best:
            best = left
        if needed and not rest & off:
            needed = bool(in_runs(bare) & sets)
    if needed:
        free = fourths & bare
        return min(best, _least_left(bare, free) if free else least_deadwood(bare))
    return best


def _unions(hand: int, ranks: int, off: int) -> Sequence[int]:
    """Return the cards of each choice of sets of these ranks, but of none.

    Of four of a kind a card is left out that a chain or an own run wants: all four are
    never better than three, and the fourth in the chain.
    """
    low = ranks & -ranks
    fits: Sequence[int] = SETS_WITHIN[hand & low * EVERY_SUIT]
    if len(fits) > 1:
        whole, wanted = fits[0], off | in_runs(hand)
        fits = [one for one in fits[1:] if (whole ^ one) & wanted]
    if ranks == low:
        return fits
    others = _unions(hand, ranks ^ low, off)
    return [*fits, *others, *(one | other for one in fits for other in others)]


def _least_left(rest: int, fourths: int) -> int:
    """Return the least deadwood of cards of which only ``fourths`` can be laid off.

    One of which no own run can be made goes for nothing; else both is tried.
    """
    tied = fourths & in_runs(rest)
    rest &= ~(fourths & ~tied)
    if not tied:
        return least_deadwood(rest)
    return min([least_deadwood(rest ^ part) for part in _parts(tied)])


def _parts(mask: int) -> list[int]:
    """Return every part of a set of cards, the empty one first."""
    parts = [0]
    while mask:
        low = mask & -mask
        mask ^= low
        parts += [part | low for part in parts]
    return parts


def best_defence(
    cards: Iterable[Card],
    onto: Melds,
    *,
    melds: Melds | None = None,
    layoffs: Sequence[LayOff] | None = None,
) -> Laid:
    """Lay the defender's cards as well as can be against the melds ``onto``.

    What is given stands, ``()`` being none; only what is ``None`` is worked out. Among
    equal answers the one with fewest lay-offs. ``layoffs`` of the answer are in an
    order in which each is legal when they are played one by one.

    Not checked: that what is given is legal.
    """
    hand, spread = mask_of(cards), meld_masks(onto)
    if melds is not None:
        own = meld_masks(melds)
        if layoffs is None:
            layoffs = layoffs_of(hand & ~sum(own), spread)
        return as_laid(hand, own, layoffs, onto)
    if layoffs is not None:
        rest = hand & ~mask_of(lay.card for lay in layoffs)
        return as_laid(hand, best_masks(rest), layoffs, onto)
    own, laid, _ = joint_best(hand, spread)
    return as_laid(hand, own, layoffs_of(laid, spread), onto)


def joint_best(hand: int, spread: Sequence[int]) -> tuple[list[int], int, int]:
    """Return own melds and the cards laid off that together leave least deadwood,
    and that deadwood. Among equal ones the fewest lay-offs, then the most sets.
    """
    return min(_joint_ways(hand, spread), key=lambda way: (way[2], way[1].bit_count()))


def _joint_ways(
    hand: int, spread: Sequence[int]
) -> Iterator[tuple[list[int], int, int]]:
    """Walk the best answer of each choice of own sets and of fourth cards laid off."""
    fourths = sum(_NEXT[meld] & hand for meld in spread if not _RUN[meld])
    for sets in set_choices(hand):
        rest = hand & ~sum(sets)
        for laid in _parts(fourths & rest):
            runs, off = _chains(rest ^ laid, spread)
            loose = rest & ~off & ~laid & ~sum(runs)
            yield [*sets, *runs], off | laid, points_in(loose)


def _chains(rest: int, spread: Sequence[int]) -> tuple[list[int], int]:
    """Return own runs, and the cards that go on the knocker's runs.

    Three or more in a chain are an own run as well: then they stay the defender's.
    """
    off = _chained(rest, spread)
    runs = run_choice(off)
    off &= ~sum(runs)
    return sorted([*runs, *run_choice(rest & ~off & ~sum(runs))]), off


def _chained(loose: int, spread: Sequence[int]) -> int:
    off = 0
    for meld in spread:
        run = _RUN[meld]
        if run:
            off |= _chain(loose, run)
    return off


def layoffs_of(laid: int, spread: Sequence[int]) -> tuple[LayOff, ...]:
    """Say for each card laid off where it goes, in an order that can be played.

    Chains first, so that a card that also is a fourth stays the link of its chain.
    """
    if not laid:
        return ()
    grown, answer = list(spread), []
    runs_first = sorted(range(len(spread)), key=lambda n: _RUN[spread[n]] is None)
    for place in runs_first:
        while near := _NEXT[grown[place]] & laid:
            card = near & -near
            grown[place] |= card
            laid ^= card
            answer.append(LayOff(Card(card.bit_length() - 1), place))
    return tuple(answer)


def fits(meld: Iterable[Card], cards: Iterable[Card]) -> bool:
    """Whether these cards together can be laid on a meld, in some order."""
    whole = mask_of(meld) | mask_of(cards)
    return whole in CARDS_OF


def in_order(layoffs: Sequence[LayOff], onto: Melds) -> tuple[LayOff, ...]:
    """Put legal lay-offs into an order in which each is legal one by one."""
    if not layoffs:
        return ()
    spread = meld_masks(onto)
    parts = [0] * len(spread)
    for lay in layoffs:
        parts[lay.onto] |= 1 << lay.card
    return tuple(
        LayOff(lay.card, place)
        for place, part in enumerate(parts)
        for lay in layoffs_of(part, [spread[place]])
    )


def as_laid(
    hand: int, own: Iterable[int], layoffs: Sequence[LayOff], onto: Melds
) -> Laid:
    """Return how a hand lies with these own melds and lay-offs."""
    layoffs = in_order(layoffs, onto)
    left = hand & ~mask_of(lay.card for lay in layoffs)
    lies = arrangement(left, own)
    return Laid(lies.deadwood, lies.melds, layoffs, lies.loose)
