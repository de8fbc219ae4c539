"""A settled hand as numbered steps, one fact each."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee.cards import Card, card_name, card_names, card_points
from referee.game.events import HandShown, IrregularityRuled, Knocked, Laid
from referee.game.state import knock_limit
from referee.knocks import all_melded, is_big_gin
from referee.plays import Knock, Melds, Show
from referee.rules import Rules
from referee.ruling.values import Claim, Role, Step
from referee.showdown import Showdown

__all__ = ["illegal_steps", "settled_steps", "side_steps"]


def settled_steps(
    rules: Rules,
    upcard: Card | None,
    knock: Knock | Knocked,
    show: Show | HandShown,
    end: Showdown,
) -> Iterator[Step]:
    """Walk the steps of a hand that was scored, from the spread to the verdict."""
    forfeited = end.result == "illegal_knock"
    yield from side_steps("knocker", knock, end.knock)
    yield from _limit(rules, upcard, end.limit, end.knock.deadwood, stands=True)
    yield from _gin(knock, end)
    yield from side_steps("defender", show, end.defence, onto=end.knock.melds)
    if forfeited:
        yield _forfeit(end)
    else:
        yield from _compared(end)
        yield _sum(end)
    yield from _paid(rules, upcard, end)


def illegal_steps(
    rules: Rules,
    upcard: Card | None,
    knock: Knock | Knocked,
    show: Show | HandShown,
    sides: tuple[Laid, Laid],
    codes: Sequence[str],
) -> Iterator[Step]:
    """Walk the steps of a knock that is not legal; the defender need not answer it."""
    laid, theirs = sides
    yield from side_steps("knocker", knock, laid)
    yield from side_steps("defender", show, theirs)
    if "false_gin" in codes:
        call = "big_gin" if is_big_gin(knock) else "gin"
        yield _step(
            "gin", "false_gin", who="knocker", call=call, deadwood=laid.deadwood
        )
    limit = knock_limit(rules, upcard)
    yield from _limit(rules, upcard, limit, laid.deadwood, stands=False)


def _step(rule: str, fact: str, **facts: Any) -> Step:
    return Step(rule, fact, facts)


def side_steps(
    who: Role,
    side: Knock | Knocked | Show | HandShown,
    laid: Laid,
    *,
    onto: Melds = (),
) -> Iterator[Step]:
    """Walk how one side's cards lie: the hand, its melds, lay-offs and what is left.

    Only the count where no more is known.
    """
    if side.cards is None or not (laid.melds or laid.layoffs or laid.loose):
        yield _counted(who, side, laid)
        return
    yield _step("cards", "hand", who=who, cards=card_names(side.cards))
    yield _step("melds", "laid", who=who, melds=[*map(card_names, laid.melds)])
    for place, meld in enumerate(onto):
        cards = [lay.card for lay in laid.layoffs if lay.onto == place]
        if cards:
            yield _step(
                "lay-offs",
                "layoffs",
                who=who,
                cards=card_names(cards),
                onto=card_names(meld),
            )
    yield from _thrown(who, side.cards, laid)
    yield _step(
        "deadwood",
        "loose",
        who=who,
        cards=card_names(laid.loose),
        values=[card_points(card) for card in laid.loose],
        deadwood=laid.deadwood,
    )


def _counted(who: Role, side: Knock | Knocked | Show | HandShown, laid: Laid) -> Step:
    if side.count is None and isinstance(side, Knock | Knocked):
        return _step("gin", "called", who=who, call=side.call, count=laid.deadwood)
    return _step("deadwood", "counted", who=who, count=laid.deadwood)


def _thrown(who: Role, cards: Iterable[Card], laid: Laid) -> Iterator[Step]:
    """Name the card of eleven that does not count, where big gin was no big gin."""
    lie = {lay.card for lay in laid.layoffs}.union(laid.loose, *laid.melds)
    for card in cards:
        if card not in lie:
            yield _step("knock", "thrown", who=who, card=card_name(card))


def _limit(
    rules: Rules, upcard: Card | None, limit: int | None, deadwood: int, *, stands: bool
) -> Iterator[Step]:
    if limit is None:
        return
    if rules.oklahoma and upcard is not None:
        value = card_points(upcard)
        if value == 1 and rules.oklahoma_ace == "gin_only":
            value = 0
        yield _step(
            "oklahoma",
            "upcard_limit",
            upcard=card_name(upcard),
            value=value,
            most=rules.knock_limit,
            limit=limit,
        )
    else:
        yield _step("knock", "limit", limit=limit)
    fact = "within"
    if deadwood > limit:
        fact = "accepted" if stands else "over"
    yield _step("knock", fact, deadwood=deadwood, limit=limit)


def _gin(knock: Knock | Knocked, end: Showdown) -> Iterator[Step]:
    if all_melded(knock, end.knock) and end.knock.deadwood == 0:
        if knock.cards is None:
            yield _step("big gin", "called_big_gin")
        else:
            yield _step("big gin", "big_gin", cards=len(knock.cards))
        yield _step("lay-offs", "no_layoffs", result="big_gin")
    elif end.knock.deadwood == 0:
        yield _step("gin", "gin", deadwood=0)
        yield _step("lay-offs", "no_layoffs", result="gin")


def _compared(end: Showdown) -> Iterator[Step]:
    """Hold both counts against each other; after gin there is nothing to compare."""
    mine, theirs = end.knock.deadwood, _defender_counts(end)
    if theirs != end.defence.deadwood:
        yield _step(
            "irregularities",
            "ruled_count",
            who="defender",
            deadwood=end.defence.deadwood,
            counts=theirs,
        )
    if end.result in ("knock", "undercut"):
        yield _step(
            "undercut", "compared", knocker=mine, defender=theirs, result=end.result
        )


def _defender_counts(end: Showdown) -> int:
    """Return what the defender counted in the verdict, rulings on a hand included."""
    sign = 1 if end.winner == "knocker" else -1
    return end.knock.deadwood + sign * end.difference


def _sum(end: Showdown) -> Step:
    mine, theirs = end.knock.deadwood, _defender_counts(end)
    high, low = (theirs, mine) if end.winner == "knocker" else (mine, theirs)
    return _step(
        "scoring",
        "sum",
        result=end.result,
        minuend=high,
        subtrahend=low,
        bonus=end.bonus,
        sum=end.difference + end.bonus,
    )


def _forfeit(end: Showdown) -> Step:
    return _step(
        "irregularities",
        "forfeit",
        difference=end.difference,
        bonus=end.bonus,
        sum=end.difference + end.bonus,
    )


def _paid(rules: Rules, upcard: Card | None, end: Showdown) -> Iterator[Step]:
    """Walk what comes on top (doubling, extra boxes, boxes at once) to the verdict."""
    points = end.difference + end.bonus
    if end.multiplier > 1 and upcard is not None:
        points *= end.multiplier
        yield _step(
            "spades",
            "doubled",
            upcard=card_name(upcard),
            multiplier=end.multiplier,
            sum=end.difference + end.bonus,
            doubled=points,
        )
    if end.boxes > 1:
        yield _boxes(rules, end)
    if end.box_points:
        yield _step(
            "boxes",
            "box_points",
            sum=points,
            boxes=end.boxes,
            box_bonus=rules.box_bonus,
            points=end.points,
        )
    yield _step(
        "scoring",
        "verdict",
        result=end.result,
        winner=end.winner,
        points=end.points,
        boxes=end.boxes,
    )


def _boxes(rules: Rules, end: Showdown) -> Step:
    doubled = rules.spades_double == "points_and_extra_boxes"
    times = end.multiplier if doubled else 1
    extra = (end.boxes - 1) // times
    gin_off = end.result == "undercut" and _defender_counts(end) == 0
    return _step(
        "boxes",
        "boxes",
        result="gin_off" if gin_off else end.result,
        line=1,
        extra=extra,
        multiplier=times,
        boxes=end.boxes,
    )


def ruled_step(ruled: IrregularityRuled) -> Step:
    """Return what the table did about an irregularity."""
    return _step(
        "irregularities",
        "ruled",
        code=ruled.code,
        offender=ruled.offender,
        option=ruled.option,
        chosen_by=ruled.chosen_by,
    )


def conflict_step(entry: int) -> Step:
    """Return that an entry named a card which the shown hands disprove."""
    return _step("cards", "conflict", entry=entry)


def void_step(cause: str) -> Step:
    """Return that nobody scores, and why."""
    return _step("the wall", "void", cause=cause)


def claim_step(
    claim: Claim, *, upheld: bool, claimed: dict[str, Any], right: dict[str, Any]
) -> Step:
    """Return what became of a claim."""
    verdict = "upheld" if upheld else "corrected"
    return _step(
        "scoring",
        "claim",
        by=claim.by,
        claimed=claimed,
        verdict=verdict,
        right=right,
    )
