"""The solver beside OpenSpiel (C++, called from Python) and RLCard.

Each call begins with cards and ends with an answer, theirs as well as ours. OpenSpiel
knows no joint optimum; a settled knock is held against one call of its deadwood.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.peers import pyspiel_hands, pyspiel_utils, rlcard_deadwood, rlcard_hands
from bench.timing import Row, compared
from referee.cards import mask_of, parse_card
from referee.layoffs import best_defence, least_after_layoffs, meld_masks
from referee.melds import best_melds, discards, least_deadwood
from referee.plays import Knock, Show
from referee.rules import Rules
from referee.showdown import settle

FILE = Path(__file__).parents[1] / "tests" / "data" / "hands.json"
RULES = Rules()


def parsed(names: list[str]) -> tuple[Any, ...]:
    return tuple(parse_card(name) for name in names)


def rows() -> list[Row]:
    """Measure; the answers are checked against the peers' before."""
    vectors = json.loads(FILE.read_text(encoding="utf-8"))
    return [*deadwoods(vectors), *eleven(vectors), *knocks(vectors)]


def deadwoods(vectors: Any) -> list[Row]:
    names = [vector["cards"] for vector in vectors["deadwood"]]
    ours = [parsed(hand) for hand in names]
    utils = pyspiel_utils()
    spiel = pyspiel_hands(utils, names)
    beside = ("pyspiel min_deadwood", utils and utils.min_deadwood, spiel)
    rlcard = ("RLCard best clusters", rlcard_deadwood(), rlcard_hands(names))
    right = [vector["deadwood"] for vector in vectors["deadwood"]]
    for _, call, hands in (beside, rlcard):
        if call is not None:
            assert [call(hand) for hand in hands] == right
    return [
        compared("least deadwood of ten", least, ours, *beside, goal=0.5),
        compared("the same with its melds", best_melds, ours, *beside),
        compared("least deadwood of ten", least, ours, *rlcard, chunk=100),
    ]


def least(hand: Any) -> int:
    return least_deadwood(mask_of(hand))


def eleven(vectors: Any) -> list[Row]:
    names = [vector["cards"] for vector in vectors["best_discard"]]
    utils = pyspiel_utils()
    spiel = pyspiel_hands(utils, names)
    call = utils and each_ten(utils.min_deadwood)
    return [
        compared(
            "best discard of eleven",
            discards,
            [parsed(hand) for hand in names],
            "pyspiel, eleven calls",
            call,
            spiel,
            goal=0.4,
        )
    ]


def each_ten(deadwood: Callable[[Any], int]) -> Callable[[Any], int]:
    """Return the least of eleven calls, each without one of the cards."""

    def best(hand: Any) -> int:
        return min([deadwood(hand[:n] + hand[n + 1 :]) for n in range(11)])

    return best


def knocks(vectors: Any) -> list[Row]:
    knocked = vectors["knock"]
    utils = pyspiel_utils()
    spiel = pyspiel_hands(utils, [vector["defender_cards"] for vector in knocked])
    beside = ("pyspiel min_deadwood", utils and utils.min_deadwood, spiel)
    sides = [
        (
            parsed(vector["defender_cards"]),
            tuple(parsed(meld) for meld in vector["knocker_melds"]),
        )
        for vector in knocked
    ]
    given = [
        (
            Knock("A", cards=parsed(v["knocker_cards"]), melds=side[1]),
            Show("B", side[0]),
        )
        for v, side in zip(knocked, sides, strict=True)
    ]
    free = [(Knock("A", cards=play.cards), answer) for play, answer in given]
    return [
        compared("knock settled jointly, melds given", joint, sides, *beside, goal=1.5),
        compared("the same with melds and lay-offs", defence, sides, *beside),
        compared("settle, melds given", whole, given, *beside),
        compared("settle, knocker's best spread found", whole, free, *beside),
    ]


def joint(sides: Any) -> int:
    hand, onto = sides
    return least_after_layoffs(mask_of(hand), meld_masks(onto))


def defence(sides: Any) -> object:
    return best_defence(*sides)


def whole(plays: Any) -> object:
    return settle(RULES, None, *plays)
