"""The showdown: how both hands lie, and what the hand is worth.

What is given counts, if it is legal. What is left out is worked out (``best``: the
knocker's spread among all legal ones, then the defender's joint optimum of own melds
and lay-offs) or counts as none (``declared``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.cards import Card, card_name, mask_of
from referee.errors import Illegal, Impossible, Unreadable
from referee.game.events import HandShown, Judged, Knocked, Laid
from referee.game.state import knock_limit
from referee.knocks import (
    all_melded,
    bad_spread,
    is_big_gin,
    judge_knock,
    judge_melds,
    knock_spreads,
    least_spread,
    names,
)
from referee.layoffs import best_defence, fits, least_after_layoffs, meld_masks
from referee.plays import Cards, Knock, LayOff, Melds, Show
from referee.rules import Rules
from referee.scoring import HandPoints, hand_points

__all__ = [
    "Showdown",
    "check_show",
    "defence_against",
    "is_big_gin",
    "judge_knock",
    "judge_show",
    "knock_spreads",
    "least_spread",
    "settle",
    "spreads_that_count",
    "worth",
]


@dataclass(frozen=True, slots=True)
class Showdown:
    """A hand scored. ``points`` is all that counts toward the target:
    ``(difference + bonus) * multiplier + box_points``.

    ``limit`` is ``None`` where it is not known. Where only a count is known, that
    side's ``Laid`` has no cards.
    """

    result: Judged
    winner: Literal["knocker", "defender"]
    points: int
    boxes: int
    difference: int
    bonus: int
    multiplier: int
    box_points: int
    limit: int | None
    knock: Laid
    defence: Laid


def settle(
    rules: Rules, upcard: Card | None, knock: Knock | Knocked, show: Show | HandShown
) -> Showdown:
    """Score a hand whose knock counts as legal, or was accepted.

    The knocker's spread, where it was not laid, is among those within the limit (all,
    where none is) the one with the best result for the knocker after the defender's
    best answer; among equal ones that of lower deadwood. It is that of least deadwood
    where the defender gives only a count, or names lay-offs.

    The knock is not judged again. Of the defender's side raises ``Unreadable``
    (``show_needs``, ``cards_needed``, ``count_needed``), ``Impossible``
    (``card_twice``, ``card_not_held``, ``count_differs``) and ``Illegal``
    (``bad_spread``, ``bad_layoff``, ``layoff_on_gin``).
    """
    laid, defence = _both_sides(rules, upcard, knock, show)
    points = worth(rules, upcard, knock, laid, defence.deadwood)
    return _showdown(rules, upcard, points, laid, defence)


def _showdown(
    rules: Rules, upcard: Card | None, points: HandPoints, laid: Laid, defence: Laid
) -> Showdown:
    return Showdown(
        result=points.result,
        winner=points.winner,
        points=points.points,
        boxes=points.boxes,
        difference=points.difference,
        bonus=points.bonus,
        multiplier=points.multiplier,
        box_points=points.box_points,
        limit=knock_limit(rules, upcard),
        knock=laid,
        defence=defence,
    )


def worth(
    rules: Rules,
    upcard: Card | None,
    knock: Knock | Knocked,
    laid: Laid,
    defence: int,
) -> HandPoints:
    """Score the knocker's cards as laid against the defender's deadwood."""
    big = all_melded(knock, laid)
    return hand_points(rules, upcard, laid.deadwood, defence, big_gin=big)


def spreads_that_count(
    rules: Rules, upcard: Card | None, knock: Knock | Knocked
) -> tuple[Laid, ...]:
    """Return the spreads the knocker may have: those within the limit, if any is.

    Called gin or big gin, only those without deadwood, if there are any.
    """
    if is_big_gin(knock) or knock.call == "gin":
        lies = knock_spreads(rules, knock, within=0)
        if lies[0].deadwood == 0:
            return lies
    return knock_spreads(rules, knock, within=knock_limit(rules, upcard))


def _both_sides(
    rules: Rules, upcard: Card | None, knock: Knock | Knocked, show: Show | HandShown
) -> tuple[Laid, Laid]:
    judge_show(knock, show)
    lies = spreads_that_count(rules, upcard, knock)
    if show.cards is None or show.layoffs:
        lies = (min(lies, key=_deadwood),)
    answer = _answer(rules, knock, show)
    pairs = _held_against_count(show, [(laid, answer(laid)) for laid in lies])

    def for_knocker(pair: tuple[Laid, int]) -> tuple[int, int, int]:
        laid, deadwood = pair
        points = worth(rules, upcard, knock, laid, deadwood)
        sign = 1 if points.winner == "knocker" else -1
        return sign * points.points, sign * points.boxes, -laid.deadwood

    laid, _ = max(pairs, key=for_knocker)
    return laid, defence_against(rules, knock, show, laid)


def _deadwood(laid: Laid) -> int:
    return laid.deadwood


def judge_show(knock: Knock | Knocked, show: Show | HandShown) -> None:
    """Refuse a show that is wrong whatever the knocker's spread.

    Raises ``Unreadable`` (``show_needs``, ``cards_needed``), ``Impossible``
    (``card_twice``, ``card_not_held``) and ``Illegal`` (``bad_spread``).
    """
    check_show(show)
    if show.cards is not None:
        _possible_show(knock, show, show.cards)


def check_show(show: Show | HandShown) -> None:
    """Refuse a show that says too little, or melds without their cards."""
    if show.cards is None and show.count is None:
        raise Unreadable("show_needs", "a show needs its cards or a count", rule="show")
    if show.cards is None and (show.melds or show.layoffs):
        raise Unreadable(
            "cards_needed",
            "melds and lay-offs need the cards of the hand",
            rule="show",
            field="cards",
        )


def _possible_show(
    knock: Knock | Knocked, show: Show | HandShown, cards: Cards
) -> None:
    theirs = {*(knock.cards or ()), knock.discard}
    if shared := [card for card in cards if card in theirs]:
        raise Impossible(
            "card_twice", f"{names(shared)} cannot be in both hands", rule="cards"
        )
    judge_melds(show.melds or (), cards)
    used = {card for meld in show.melds or () for card in meld}
    for lay in show.layoffs or ():
        if lay.card not in cards:
            raise Impossible(
                "card_not_held",
                f"{card_name(lay.card)} is laid off but not in the hand",
                rule="lay-offs",
            )
        if lay.card in used:
            raise bad_spread(f"{card_name(lay.card)} is used twice")
        used.add(lay.card)


def _answer(
    rules: Rules, knock: Knock | Knocked, show: Show | HandShown
) -> Callable[[Laid], int]:
    """Return what tells the defender's deadwood against a spread."""
    cards = show.cards if knock.cards is not None else None
    free = rules.melds == rules.layoffs == "best"
    if cards is None or not free or (show.melds, show.layoffs) != (None, None):
        return lambda laid: defence_against(rules, knock, show, laid).deadwood
    hand = mask_of(cards)
    return lambda laid: least_after_layoffs(hand, meld_masks(_open_melds(laid)))


def _open_melds(laid: Laid) -> Melds:
    """Return what may be laid off on: nothing after gin or big gin."""
    return laid.melds if laid.deadwood else ()


def defence_against(
    rules: Rules, knock: Knock | Knocked, show: Show | HandShown, laid: Laid
) -> Laid:
    """Return how the defender's cards lie against one spread of the knocker's.

    The count alone where it cannot be known: no cards shown, or a plain knock by
    count only. Raises what ``settle`` raises of lay-offs and of the count needed.
    """
    if show.layoffs and laid.deadwood == 0:
        raise Illegal(
            "layoff_on_gin", "nothing is laid off on gin or big gin", rule="lay-offs"
        )
    if show.cards is None or (knock.cards is None and laid.deadwood):
        if show.count is None:
            raise Unreadable(
                "count_needed",
                "the knocker's cards are not known: the deadwood must be counted",
                rule="show",
                field="count",
            )
        return Laid(show.count)
    _judge_layoffs(show.layoffs or (), laid.melds)
    return best_defence(
        show.cards,
        _open_melds(laid),
        melds=() if show.melds is None and rules.melds == "declared" else show.melds,
        layoffs=_counted_layoffs(rules, show),
    )


def _counted_layoffs(rules: Rules, show: Show | HandShown) -> tuple[LayOff, ...] | None:
    none = show.layoffs is None and rules.layoffs == "declared"
    return () if none else show.layoffs


def _judge_layoffs(layoffs: Sequence[LayOff], onto: Melds) -> None:
    for place, card in ((lay.onto, lay.card) for lay in layoffs):
        if not 0 <= place < len(onto):
            raise Illegal(
                "bad_layoff",
                f"{card_name(card)} is laid off on meld {place}, which is not there",
                rule="lay-offs",
            )
        together = [lay.card for lay in layoffs if lay.onto == place]
        if not fits(onto[place], together):
            raise Illegal(
                "bad_layoff",
                f"{names(together)} cannot be laid off on {names(onto[place])}",
                rule="lay-offs",
            )


def _held_against_count(
    show: Show | HandShown, pairs: Sequence[tuple[Laid, int]]
) -> Sequence[tuple[Laid, int]]:
    """Keep the spreads against which the defender's count is right."""
    fit = [pair for pair in pairs if show.count in (None, pair[1])]
    if not fit:
        least = min(left for _, left in pairs)
        raise Impossible(
            "count_differs",
            f"counted {show.count}, but the cards leave {least}",
            rule="deadwood",
        )
    return fit
