"""Other ways in which the cards could lie: considered and no better, or missed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.cards import Card, mask_of
from referee.errors import Illegal
from referee.game.events import HandShown, Knocked, Laid
from referee.game.state import knock_limit
from referee.layoffs import as_laid, layoffs_of, meld_masks
from referee.melds import spread_masks
from referee.plays import Cards, Knock, Melds, Show
from referee.rules import Rules
from referee.ruling.values import Other
from referee.showdown import (
    Showdown,
    defence_against,
    judge_knock,
    spreads_that_count,
    worth,
)

__all__ = ["Others", "legal_ways", "other_ways"]

MOST = 2
"""So many other ways are shown of each side."""


@dataclass(frozen=True, slots=True)
class Others:
    """Other ways of both sides, the loser's first."""

    considered: tuple[Other, ...]
    missed: tuple[Other, ...]


@dataclass(frozen=True, slots=True)
class _Hand:
    """A settled hand with all that it was settled from."""

    rules: Rules
    upcard: Card | None
    knock: Knock | Knocked
    show: Show | HandShown
    end: Showdown


def other_ways(
    rules: Rules,
    upcard: Card | None,
    knock: Knock | Knocked,
    show: Show | HandShown,
    end: Showdown,
) -> Others:
    """Return the best other ways of both sides, the loser's first.

    ``considered`` are no better for that side than how its cards lie, unless there is
    nothing else to show; ``missed`` is the best of what would have been better, which
    can only be where melds or lay-offs were given or count as none.
    """
    hand = _Hand(rules, upcard, knock, show, end)
    mine = sorted(_spreads(hand), key=_for_knocker, reverse=True)
    theirs = sorted(_defences(hand), key=_deadwood)
    sides = [_told(mine, hand), _told(theirs, hand)]
    if end.winner == "knocker":
        sides.reverse()
    considered = tuple(other for worse, _ in sides for other in worse)
    missed = tuple(other for _, better in sides for other in better)
    return Others(considered=considered or missed, missed=missed)


def legal_ways(
    rules: Rules,
    upcard: Card | None,
    knock: Knock | Knocked,
    show: Show | HandShown,
) -> tuple[Other, ...]:
    """Return the best spread that would have made an illegal knock legal, if any."""
    if knock.cards is None:
        return ()
    free = replace(knock, melds=None, count=None)
    freely = replace(rules, melds="best")
    try:
        judge_knock(freely, knock_limit(rules, upcard), free)
    except Illegal:
        return ()
    bare = replace(show, layoffs=None) if show.layoffs else show
    ways: list[Other] = []
    for laid in spreads_that_count(freely, upcard, free):
        answer = defence_against(rules, free, bare, laid)
        points = worth(rules, upcard, free, laid, answer.deadwood)
        ways.append(Other("knocker", laid, answer, points, better=True))
    return (max(ways, key=_for_knocker),)


def _for_knocker(other: Other) -> tuple[int, int, int]:
    return *other.for_knocker, -other.laid.deadwood


def _deadwood(other: Other) -> int:
    return other.laid.deadwood


def _told(ways: list[Other], hand: _Hand) -> tuple[list[Other], list[Other]]:
    """Choose what is shown of one side's ways: the best of those no better, and better.

    Ways that leave the same cards are the same to who asks, so one of them is shown.
    """
    better = [other for other in ways if other.better]
    worse: dict[Cards, Other] = {}
    for other in ways:
        if not other.better and _differs(other, hand.end):
            worse.setdefault(other.laid.loose, other)
    return [*worse.values()][:MOST], better[:1]


def _differs(other: Other, end: Showdown) -> bool:
    """Whether a way is more than leaving cards in the hand that could be laid."""
    now = end.knock if other.who == "knocker" else end.defence
    parts = [set(meld) for meld in now.melds]
    new = [m for m in other.laid.melds if not any(set(m) <= part for part in parts)]
    off = {lay.card for lay in other.laid.layoffs} - {lay.card for lay in now.layoffs}
    return bool(new or off)


def _spreads(hand: _Hand) -> Iterator[Other]:
    """Walk the knocker's other legal spreads, each with the defender's best answer."""
    if hand.knock.cards is None:
        return
    rules = replace(hand.rules, melds="best")
    free = replace(hand.knock, melds=None, count=None)
    show = replace(hand.show, layoffs=None) if hand.show.layoffs else hand.show
    for laid in spreads_that_count(rules, hand.upcard, free):
        if set(laid.melds) != _as_sets(hand.end.knock.melds):
            answer = defence_against(hand.rules, free, show, laid)
            yield _other(hand, laid, answer)


def _as_sets(melds: Melds) -> set[tuple[Card, ...]]:
    return {tuple(sorted(meld)) for meld in melds}


def _defences(hand: _Hand) -> Iterator[Other]:
    """Walk the defender's other own melds, each with every lay-off that they leave."""
    onto = hand.end.knock.melds if hand.end.knock.deadwood else ()
    if hand.show.cards is None or not _answerable(hand):
        return
    cards, spread = mask_of(hand.show.cards), meld_masks(onto)
    now = hand.end.defence
    for own in spread_masks(cards):
        layoffs = layoffs_of(cards & ~sum(own), spread)
        laid = as_laid(cards, own, layoffs, onto)
        if laid != now:
            yield _defence(hand, laid)


def _answerable(hand: _Hand) -> bool:
    return hand.knock.cards is not None or hand.end.knock.deadwood == 0


def _other(hand: _Hand, laid: Laid, answer: Laid) -> Other:
    """Return a spread of the knocker's with the defender's answer to it."""
    points = worth(hand.rules, hand.upcard, hand.knock, laid, answer.deadwood)
    sign = 1 if points.winner == "knocker" else -1
    now = 1 if hand.end.winner == "knocker" else -1
    better = (sign * points.points, sign * points.boxes) > (
        now * hand.end.points,
        now * hand.end.boxes,
    )
    return Other("knocker", laid, answer, points, better)


def _defence(hand: _Hand, laid: Laid) -> Other:
    """Return a defence against the spread as it lies."""
    points = worth(hand.rules, hand.upcard, hand.knock, hand.end.knock, laid.deadwood)
    better = laid.deadwood < hand.end.defence.deadwood
    return Other("defender", laid, None, points, better)
