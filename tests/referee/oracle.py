"""A slow solver that plays cards one by one, for holding the fast one against.

It knows nothing of ``referee``: cards are text, melds are tried out, lay-offs are put
down one after the other. No masks, no tables, no argument about what is best.
"""

from collections.abc import Iterable, Iterator
from functools import cache

RANKS = "A23456789TJQK"
SUITS = "CDHS"

Cards = frozenset[str]
Spread = tuple[Cards, ...]


def pips(card: str) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


def count(cards: Iterable[str]) -> int:
    return sum(pips(card) for card in cards)


@cache
def is_meld(cards: Cards) -> bool:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def melds_with(card: str, others: Cards) -> Iterator[Cards]:
    """Yield every meld that holds ``card`` and otherwise only cards of ``others``."""
    mates = sorted(other for other in others if other[0] == card[0])
    for places in range(1 << len(mates)):
        meld = frozenset(
            [card, *(mate for i, mate in enumerate(mates) if places >> i & 1)]
        )
        if is_meld(meld):
            yield meld
    mine = RANKS.index(card[0])
    for low in range(mine + 1):
        for high in range(mine, 13):
            run = frozenset(rank + card[1] for rank in RANKS[low : high + 1])
            if len(run) >= 3 and run - {card} <= others:
                yield run


@cache
def spreads(cards: Cards) -> list[tuple[Spread, Cards]]:
    """Return every way to lay cards: melds and what is loose."""
    if not cards:
        return [((), frozenset())]
    card = min(cards)
    others = cards - {card}
    ways = [(melds, loose | {card}) for melds, loose in spreads(others)]
    for meld in melds_with(card, others):
        ways += [((meld, *melds), loose) for melds, loose in spreads(cards - meld)]
    return ways


def deadwood(cards: Iterable[str]) -> int:
    return min(count(loose) for _, loose in spreads(frozenset(cards)))


def after_layoffs(loose: Cards, onto: Spread) -> int:
    """Return the least left of loose cards, laying them off one by one in any order."""
    left = count(loose)
    for card in sorted(loose):
        for place, meld in enumerate(onto):
            if is_meld(meld | {card}):
                grown = (*onto[:place], meld | {card}, *onto[place + 1 :])
                left = min(left, after_layoffs(loose - {card}, grown))
    return left


def defence(cards: Iterable[str], onto: Iterable[Iterable[str]]) -> int:
    """Return the least deadwood over all own melds and all lay-offs together."""
    spread = tuple(frozenset(meld) for meld in onto)
    reach = {card for card in cards if any(is_meld(meld | {card}) for meld in spread)}
    if not reach:
        return deadwood(cards)
    return min(after_layoffs(loose, spread) for _, loose in spreads(frozenset(cards)))


def standard_points(knocker: int, defender: int) -> int:
    """Score for the knocker (a loss is negative): 25 and 25, ties to the defender."""
    if knocker == 0:
        return defender + 25
    if defender > knocker:
        return defender - knocker
    return defender - knocker - 25


def best_for_knocker(knocker: Iterable[str], defender: Iterable[str]) -> int | None:
    """Return the most that any legal spread scores against its best answer."""
    worths = []
    for melds, loose in spreads(frozenset(knocker)):
        mine = count(loose)
        if mine <= 10:
            theirs = defence(defender, melds if mine else ())
            worths.append(standard_points(mine, theirs))
    return max(worths, default=None)
