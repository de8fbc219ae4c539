"""Other libraries that know the cards of gin rummy, where they are installed."""

from collections.abc import Callable, Sequence
from typing import Any


def pyspiel_utils() -> Any:
    """Return OpenSpiel's helper for gin rummy, or ``None`` where it is missing."""
    try:
        from pyspiel.gin_rummy import GinRummyUtils
    except ImportError:
        return None
    return GinRummyUtils(13, 4, 10)


def pyspiel_hands(utils: Any, hands: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return hands as OpenSpiel's card numbers, read by its own function."""
    if utils is None:
        return []
    return [
        list(
            utils.card_strings_to_card_ints(
                [name[0] + name[1].lower() for name in hand]
            )
        )
        for hand in hands
    ]


def rlcard_deadwood() -> Callable[[Any], int] | None:
    """Return RLCard's least deadwood of ten cards, or ``None`` where it is missing."""
    try:
        from rlcard.games.gin_rummy.utils import melding, utils
    except ImportError:
        return None

    def least(hand: Any) -> int:
        clusters = melding.get_best_meld_clusters(hand)
        cluster = clusters[0] if clusters else []
        return int(utils.get_deadwood_count(hand, cluster))

    return least


def rlcard_hands(hands: Sequence[Sequence[str]]) -> list[Any]:
    """Return hands as RLCard's cards."""
    try:
        from rlcard.games.base import Card
    except ImportError:
        return []
    return [[Card(name[1], name[0]) for name in hand] for hand in hands]


def missing() -> list[str]:
    """Return the peers that are not installed here."""
    found = {"pyspiel": pyspiel_utils(), "RLCard": rlcard_deadwood()}
    return [name for name, peer in found.items() if peer is None]
