"""The knock: how the knocker's cards may lie, and whether that is legal.

What is given counts, if it is legal: cards lie where they were laid, even if gin was
possible. What is left out is worked out, or counts as none under ``declared``.
"""

from collections.abc import Iterable

from referee.cards import Card, card_name, card_points, mask_of
from referee.errors import Illegal, Impossible, Unreadable, Violation
from referee.game.events import Knocked, Laid
from referee.irregularities import IRREGULARITIES
from referee.melds import arrangement, is_meld, points_in, spread_masks
from referee.plays import Cards, Knock, Melds
from referee.rules import Rules

__all__ = [
    "all_melded",
    "check_knock",
    "is_big_gin",
    "judge_knock",
    "judge_melds",
    "knock_spreads",
    "least_spread",
]

RESPREAD = IRREGULARITIES["bad_spread"]
AS_KNOCK = IRREGULARITIES["false_gin"]
ILLEGAL_KNOCK = IRREGULARITIES["illegal_knock"]


def is_big_gin(knock: Knock | Knocked) -> bool:
    """Whether a knock says that it is big gin: by its call, or by eleven cards."""
    return knock.call == "big_gin" or (
        knock.cards is not None and len(knock.cards) > 10
    )


def judge_knock(rules: Rules, limit: int | None, play: Knock | Knocked) -> Laid:
    """Return how the knocker's cards lie if the knock is legal.

    Deadwood is that of the spread as laid, of the least that any spread leaves where
    none was laid, or the count. ``limit`` ``None`` means that it is not known: then
    it is not judged.

    Raises ``Unreadable`` (``knock_needs``, ``cards_needed``), ``Impossible``
    (``hand_size``, ``card_not_held``, ``card_twice``, ``count_differs``), ``Illegal``
    (``bad_spread``, ``big_gin_not_played``, ``false_gin``, ``illegal_knock``).
    """
    check_knock(play)
    if is_big_gin(play) and play.discard is not None:
        raise Impossible(
            "hand_size",
            "nothing is discarded at big gin: it is eleven cards",
            rule="knock",
        )
    if play.cards is not None:
        _possible_knock(play, play.cards)
    lies = least_spread(rules, play)
    _legal_call(rules, limit, play, lies)
    return lies


def check_knock(play: Knock | Knocked) -> None:
    """Refuse a knock that says too little, or melds without their cards."""
    if play.cards is None and play.count is None and play.call in (None, "knock"):
        raise Unreadable(
            "knock_needs",
            "a knock needs its cards, a count, or a call of gin or big gin",
            rule="knock",
        )
    if play.cards is None and play.melds:
        raise Unreadable(
            "cards_needed",
            "melds need the cards of the hand",
            rule="knock",
            field="cards",
        )


def _possible_knock(play: Knock | Knocked, cards: Cards) -> None:
    if play.call is not None and (play.call == "big_gin") != (len(cards) > 10):
        raise Impossible(
            "hand_size",
            f"{_call_name(play.call)} with {len(cards)} cards: big gin is shown with"
            " eleven, every other knock with the ten left after the discard",
            rule="knock",
        )
    if play.discard is not None and play.discard in cards:
        raise Impossible(
            "card_twice",
            f"{card_name(play.discard)} was discarded and cannot be in the hand",
            rule="knock",
        )
    if play.melds is not None:
        judge_melds(play.melds, cards)


def _call_name(call: str) -> str:
    return call.replace("_", " ")


def judge_melds(melds: Melds, cards: Cards) -> None:
    """Refuse melds as laid that name a card not held, are none, or share a card.

    Raises ``Impossible`` (``card_not_held``) and ``Illegal`` (``bad_spread``).
    """
    used: set[Card] = set()
    for meld in melds:
        for card in meld:
            if card not in cards:
                raise Impossible(
                    "card_not_held",
                    f"{card_name(card)} is in a meld but not in the hand",
                    rule="melds",
                )
        if not is_meld(meld):
            raise bad_spread(f"{names(meld)} is neither a set nor a run")
        if twice := used.intersection(meld):
            raise bad_spread(f"{names(sorted(twice))} is used twice")
        used.update(meld)


def bad_spread(detail: str) -> Illegal:
    """Return the refusal of a spread; the table may spread again."""
    return Illegal("bad_spread", detail, rule="melds", options=RESPREAD)


def names(cards: Iterable[Card]) -> str:
    """Name cards for a sentence."""
    return " ".join(card_name(card) for card in cards)


Way = tuple[int, int, tuple[int, ...]]
"""How a knocker's cards may lie: the deadwood, the mask of the cards (eleven less the
discard, unless all are melded), and the mask of each meld."""


def knock_spreads(
    rules: Rules, knock: Knock | Knocked, *, within: int | None = None
) -> tuple[Laid, ...]:
    """Return every way in which the knocker's cards may lie, as far as is known.

    One where the spread was laid, is counted as none, or only a count is known; else
    all legal spreads, or those with the count that was given, in canonical order; of
    these, where there are any, those ``within`` a limit. Eleven cards that are not all
    melded lie without their costliest loose card.

    Raises ``Impossible`` (``count_differs``) where no spread has that count.
    """
    if knock.cards is None:
        return (Laid(knock.count or 0),)
    ways = _ways(rules, knock, knock.cards)
    if within is not None:
        ways = [way for way in ways if way[0] <= within] or ways
    return tuple([_laid(way) for way in ways])


def least_spread(rules: Rules, knock: Knock | Knocked) -> Laid:
    """Return the first of ``knock_spreads`` with the least deadwood."""
    if knock.cards is None:
        return Laid(knock.count or 0)
    return _laid(min(_ways(rules, knock, knock.cards), key=_deadwood))


def _ways(rules: Rules, knock: Knock | Knocked, cards: Cards) -> list[Way]:
    """Return the ways in which ten or eleven cards may lie, with the count given."""
    mask, melds = mask_of(cards), knock.melds
    if melds is None and rules.melds == "declared":
        melds = ()
    free = spread_masks(mask) if melds is None else [tuple(map(mask_of, melds))]
    ways = [(points_in(mask & ~sum(laid)), mask, laid) for laid in free]
    if len(cards) > 10:
        ways = [way for way in ways if sum(way[2]) == mask] or [*map(_one_less, ways)]
    fit = [way for way in ways if knock.count in (None, way[0])]
    if not fit:
        raise Impossible(
            "count_differs",
            f"counted {knock.count}, but the cards leave {min(ways)[0]}",
            rule="deadwood",
        )
    return fit


def _deadwood(way: Way) -> int:
    return way[0]


def _one_less(way: Way) -> Way:
    """Take the costliest loose card of eleven as the discard: no big gin after all."""
    deadwood, mask, melds = way
    out = max(arrangement(mask, melds).loose, key=card_points)
    return deadwood - card_points(out), mask ^ mask_of([out]), melds


def _laid(way: Way) -> Laid:
    _, mask, melds = way
    lies = arrangement(mask, melds)
    return Laid(lies.deadwood, lies.melds, (), lies.loose)


def all_melded(knock: Knock | Knocked, laid: Laid) -> bool:
    """Whether big gin was said and all eleven cards are melded, as far as is known."""
    if knock.cards is None:
        return knock.call == "big_gin" and laid.deadwood == 0
    return len(knock.cards) > 10 and sum(map(len, laid.melds)) == len(knock.cards)


def _legal_call(
    rules: Rules, limit: int | None, play: Knock | Knocked, laid: Laid
) -> None:
    """Hold the deadwood against the limit, and a call of gin or big gin against it."""
    big = is_big_gin(play)
    if big and rules.big_gin_bonus is None:
        raise Illegal(
            "big_gin_not_played",
            "these rules know no big gin: discard one, and it is gin",
            rule="big gin",
        )
    over = None
    if limit is not None and laid.deadwood > limit:
        over = Violation(
            "illegal_knock",
            f"deadwood {laid.deadwood} is more than the limit of {limit}",
            "knock",
        )
    held = all_melded(play, laid) if big else laid.deadwood == 0
    if not held and (big or play.call == "gin"):
        called = "big gin" if big else "gin"
        raise Illegal(
            "false_gin",
            f"{called} was called, but {_left(play, laid)} left",
            rule="gin",
            options=ILLEGAL_KNOCK if over else AS_KNOCK,
            also=[over] if over else [],
        )
    if over:
        raise Illegal(over.code, over.detail, rule="knock", options=ILLEGAL_KNOCK)


def _left(play: Knock | Knocked, laid: Laid) -> str:
    if laid.deadwood == 0:
        return "one card is"
    cards = f" ({names(laid.loose)})" if play.cards is not None else ""
    return f"deadwood of {laid.deadwood}{cards} is"
