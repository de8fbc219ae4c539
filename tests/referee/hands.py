"""Short ways to write cards, knocks and shows in tests, and the vectors of hands."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from referee.cards import DECK, Card, card_name, card_names, mask_of, parse_card
from referee.game.events import Laid
from referee.melds import Arrangement, arrangement, spread_masks
from referee.plays import Knock, LayOff, Show

FILE = Path(__file__).parents[1] / "data" / "hands.json"


@cache
def vectors(kind: str) -> list[Any]:
    """Return the vectors of a kind: ``deadwood``, ``best_discard`` or ``knock``."""
    return list(json.loads(FILE.read_text(encoding="utf-8"))[kind])


def cards(text: str | list[str]) -> tuple[Card, ...]:
    """Read ``"7C 7D 7H"``, or a list of names."""
    names = text.split() if isinstance(text, str) else text
    return tuple(parse_card(name) for name in names)


def melds(*texts: str | list[str]) -> tuple[tuple[Card, ...], ...]:
    return tuple(cards(text) for text in texts)


def layoffs(*pairs: tuple[str, int]) -> tuple[LayOff, ...]:
    return tuple(LayOff(parse_card(name), onto) for name, onto in pairs)


def knock(text: str | list[str] | None = None, **more: Any) -> Knock:
    """A's knock; ``knock("7C ...", count=3)``."""
    return Knock("A", cards=None if text is None else cards(text), **more)


def show(text: str | list[str] | None = None, **more: Any) -> Show:
    """B's show."""
    return Show("B", cards=None if text is None else cards(text), **more)


def named(laid: Laid) -> tuple[int, set[str], list[tuple[str, int]], set[str]]:
    """Return how a hand lies in names: deadwood, melds, lay-offs, loose cards."""
    return (
        laid.deadwood,
        {" ".join(card_names(meld)) for meld in laid.melds},
        [(card_name(lay.card), lay.onto) for lay in laid.layoffs],
        set(card_names(laid.loose)),
    )


def spreads(hand: Iterable[Card]) -> list[Arrangement]:
    """Return every legal spread of a hand."""
    mask = mask_of(hand)
    return [arrangement(mask, melds) for melds in spread_masks(mask)]


NARROW = [DECK[suit * 13 + rank] for suit in range(4) for rank in range(7)]
"""A pack of sevens and lower: hands of it are full of melds that share cards."""

packs = st.sampled_from([DECK, NARROW, NARROW, DECK[13:39], DECK[:13] + DECK[20:39]])


def hand_of(size: int) -> st.SearchStrategy[list[Card]]:
    """Hands of so many cards, more often than not with many melds."""
    return packs.flatmap(lambda pack: st.permutations(list(pack))).map(
        lambda pack: pack[:size]
    )


two_hands = packs.flatmap(lambda pack: st.permutations(list(pack))).map(
    lambda pack: (pack[:10], pack[10:20])
)
"""A knocker's and a defender's ten cards."""
