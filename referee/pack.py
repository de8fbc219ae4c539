"""Every meld of the pack, and look-ups of what a suit's cards make.

A suit's thirteen cards are thirteen bits, so everything about the runs of a hand is
four look-ups in tables of 8,192 places.
"""

from referee.cards import Card, card_points, cards_in
from referee.plays import Cards

__all__ = [
    "CARDS_OF",
    "EVERY_SUIT",
    "FIRST_RUN",
    "IN_RUN",
    "LOOSE",
    "MASK_OF",
    "PIPS",
    "PLACE",
    "SETS_WITHIN",
    "SUIT",
    "Table",
    "runs_from",
]

Table = tuple[int, ...]
"""Something of every set of cards of one suit: a look-up by its thirteen bits."""

SUIT = 8191
"""The mask of one suit's thirteen cards, shifted down."""

EVERY_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; shifted by a rank, that rank."""

_POINTS = tuple(card_points(Card(rank)) for rank in range(13))


def _run_tables() -> tuple[Table, Table, Table]:
    """Work out, for each set of cards of one suit, all there is to know of its runs.

    Returns the points left loose by its best runs; the first of these runs (0 if
    none); the cards that are in a run at all.
    """
    loose, first, within = [0], [0], [0]
    for mask in range(1, 8192):
        low = mask & -mask
        pips = _POINTS[low.bit_length() - 1]
        without = mask ^ low
        best, run = loose[without] + pips, first[without]
        touched = within[without]
        for taken in runs_from(mask):
            touched |= taken
            if loose[mask ^ taken] <= best:
                best, run = loose[mask ^ taken], taken
        loose.append(best)
        first.append(run)
        within.append(touched)
    return tuple(loose), tuple(first), tuple(within)


def runs_from(mask: int) -> list[int]:
    """Return the runs of one suit that begin at its lowest card, shortest first."""
    low = mask & -mask
    runs, run, top = [], low * 7, low * 8
    while run & mask == run and run <= SUIT:
        runs.append(run)
        run |= top
        top *= 2
    return runs


LOOSE, FIRST_RUN, IN_RUN = _run_tables()
"""Look-ups over one suit's mask: see ``_run_tables``."""

PIPS: Table = tuple(sum(map(card_points, cards_in(mask))) for mask in range(8192))
"""The points of one suit's cards, by their mask."""


def _sets_of(rank: int) -> list[int]:
    """Return the masks of the five sets of a rank, all four cards first."""
    whole = EVERY_SUIT << rank
    return [whole, *(whole ^ (1 << card) for card in reversed(list(cards_in(whole))))]


def _all_melds() -> list[int]:
    """Return the masks of all melds: sets by rank, then runs by suit and lowest card,
    the larger meld first.
    """
    sets = [meld for rank in range(13) for meld in _sets_of(rank)]
    return sets + [
        run << 13 * suit
        for suit in range(4)
        for low in range(11)
        for run in reversed(runs_from(SUIT >> low << low))
    ]


CARDS_OF: dict[int, Cards] = {meld: tuple(cards_in(meld)) for meld in _all_melds()}
"""Every meld of the pack (65 sets, 264 runs) by its mask, in canonical order."""

MASK_OF = {cards: meld for meld, cards in CARDS_OF.items()}
"""The mask of each meld by its cards in order."""

PLACE = {meld: place for place, meld in enumerate(CARDS_OF)}
"""The place of each meld in that order."""

SETS_WITHIN = {
    held: tuple(meld for meld in _sets_of(rank) if meld & held == meld)
    for rank in range(13)
    for held in _sets_of(rank)
}
"""The sets that can be made of three or four cards of a rank, all four first."""
