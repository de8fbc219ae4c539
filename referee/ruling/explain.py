"""From a knock and its answer to a ruling."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from referee.cards import Card
from referee.errors import Illegal
from referee.game.events import (
    HandScored,
    HandShown,
    IrregularityRuled,
    Knocked,
    Laid,
    VoidCause,
)
from referee.game.state import knock_limit
from referee.knocks import least_spread
from referee.layoffs import best_defence
from referee.plays import Knock, Show
from referee.rules import Player, Rules, other
from referee.ruling.others import Others, legal_ways, other_ways
from referee.ruling.steps import (
    claim_step,
    conflict_step,
    illegal_steps,
    ruled_step,
    settled_steps,
    void_step,
)
from referee.ruling.values import Claim, Role, Ruling
from referee.showdown import Showdown, judge_knock, judge_show, settle

__all__ = ["explain", "explain_scored", "explain_void", "needs_upcard"]

Names = Mapping[Player, str]


def explain(
    rules: Rules,
    upcard: Card | None,
    knock: Knock | Knocked,
    show: Show | HandShown,
    *,
    players: Names | None = None,
    claim: Claim | None = None,
) -> Ruling:
    """Judge a knock, settle the hand, and say why, step by step.

    ``players`` are the names of both seats; with them the ruling names people and
    says who they are. An illegal knock and a false call of gin are a ruling too, not
    ``legal``, with what the table may do (``options``). ``knock.upcard`` counts where
    ``upcard`` is ``None``.

    Raises what ``judge_knock`` and ``settle`` raise otherwise, and ``Illegal``
    (``upcard_needed``).
    """
    upcard = knock.upcard if upcard is None else upcard
    if rules.upcard_matters and upcard is None:
        raise needs_upcard(rules)
    judge_show(knock, show)
    try:
        judge_knock(rules, knock_limit(rules, upcard), knock)
    except Illegal as refusal:
        if refusal.code not in ("illegal_knock", "false_gin"):
            raise
        ruling = _not_legal(rules, upcard, knock, show, refusal)
    else:
        end = settle(rules, upcard, knock, show)
        ruling = _settled(rules, upcard, knock, show, end)
    return _named(_with_claim(ruling, claim), knock.player, players)


def needs_upcard(rules: Rules) -> Illegal:
    """Return the refusal of a hand that cannot be judged without its upcard."""
    return Illegal(
        "upcard_needed",
        "These rules need the upcard of the hand: name it with the knock",
        rule="oklahoma" if rules.oklahoma else "spades",
    )


def explain_scored(
    rules: Rules,
    upcard: Card | None,
    knock: Knocked,
    show: HandShown,
    scored: HandScored,
    *,
    ruled: Iterable[IrregularityRuled] = (),
    players: Names | None = None,
) -> Ruling:
    """Say why a recorded hand was scored so, from its stored verdict.

    ``ruled`` are the irregularities of the hand and what the table did. Nothing is
    judged again: the points and how the cards lie are those on record.
    """
    end = _on_record(scored)
    ruling = _settled(rules, upcard, knock, show, end)
    first = [ruled_step(each) for each in ruled]
    first += [conflict_step(entry) for entry in scored.conflicts]
    if first:
        ruling = replace(ruling, steps=(*first, *ruling.steps))
    return _named(ruling, scored.knocker, players)


def _on_record(scored: HandScored) -> Showdown:
    if scored.result == "adjusted":
        raise ValueError("an adjusted score has no showdown")
    return Showdown(
        result=scored.result,
        winner="knocker" if scored.winner == scored.knocker else "defender",
        points=scored.points,
        boxes=scored.boxes,
        difference=scored.difference,
        bonus=scored.bonus,
        multiplier=scored.multiplier,
        box_points=scored.box_points,
        limit=scored.limit,
        knock=scored.knock,
        defence=scored.defence,
    )


def explain_void(
    cause: VoidCause,
    *,
    ruled: Iterable[IrregularityRuled] = (),
    players: Names | None = None,
) -> Ruling:
    """Say why a hand is void."""
    return Ruling(
        legal=True,
        result="void",
        winner=None,
        points=0,
        boxes=0,
        limit=None,
        knocker=None,
        defender=None,
        steps=(*map(ruled_step, ruled), void_step(cause)),
        names=_names({}, players),
    )


def _settled(
    rules: Rules,
    upcard: Card | None,
    knock: Knock | Knocked,
    show: Show | HandShown,
    end: Showdown,
) -> Ruling:
    plain = end.result != "illegal_knock"
    others = other_ways(rules, upcard, knock, show, end) if plain else Others((), ())
    return Ruling(
        legal=plain,
        result=end.result,
        winner=end.winner,
        points=end.points,
        boxes=end.boxes,
        limit=end.limit,
        knocker=end.knock,
        defender=end.defence,
        steps=tuple(settled_steps(rules, upcard, knock, show, end)),
        considered=others.considered,
        missed=others.missed,
    )


def _not_legal(
    rules: Rules,
    upcard: Card | None,
    knock: Knock | Knocked,
    show: Show | HandShown,
    refusal: Illegal,
) -> Ruling:
    laid = least_spread(rules, knock)
    theirs = _unanswered(show)
    codes = tuple(violation.code for violation in refusal.violations)
    return Ruling(
        legal=False,
        result="illegal_knock",
        winner=None,
        points=0,
        boxes=0,
        limit=knock_limit(rules, upcard),
        knocker=laid,
        defender=theirs,
        steps=tuple(illegal_steps(rules, upcard, knock, show, (laid, theirs), codes)),
        missed=legal_ways(rules, upcard, knock, show),
        options=refusal.options,
        violations=codes,
    )


def _unanswered(show: Show | HandShown) -> Laid:
    """Return the defender's hand by itself: nobody has to answer an illegal knock."""
    if show.cards is None:
        return Laid(show.count or 0)
    return best_defence(show.cards, (), layoffs=())


def _with_claim(ruling: Ruling, claim: Claim | None) -> Ruling:
    """Uphold or correct a claim, as the last step."""
    if claim is None:
        return ruling
    right: dict[str, Any] = {"result": ruling.result, "winner": ruling.winner}
    right["points"] = ruling.points
    claimed: dict[str, Any] = {}
    if claim.result is not None:
        claimed["result"] = claim.result
    if claim.points is not None:
        claimed["points"] = claim.points
    if claim.deadwood is not None:
        claimed["deadwood"] = claim.deadwood
        right["deadwood"] = _deadwood_of(ruling, claim.by)
    step = claim_step(
        claim, upheld=_upheld(ruling, claim), claimed=claimed, right=right
    )
    return replace(ruling, claim=claim, steps=(*ruling.steps, step))


def _deadwood_of(ruling: Ruling, who: Role) -> int | None:
    laid = ruling.knocker if who == "knocker" else ruling.defender
    return None if laid is None else laid.deadwood


def _upheld(ruling: Ruling, claim: Claim) -> bool:
    points = ruling.points
    if claim.result is None and claim.by != ruling.winner:
        points = 0
    return (
        claim.result in (None, ruling.result)
        and claim.points in (None, points)
        and claim.deadwood in (None, _deadwood_of(ruling, claim.by))
    )


def _named(ruling: Ruling, knocker: Player, players: Names | None) -> Ruling:
    if players is None:
        return ruling
    seats: dict[Role, Player] = {"knocker": knocker, "defender": other(knocker)}
    return replace(ruling, seats=seats, names=_names(seats, players))


def _names(
    seats: Mapping[Role, Player], players: Names | None
) -> Mapping[str, str] | None:
    if players is None:
        return None
    names: dict[str, str] = {role: players[seat] for role, seat in seats.items()}
    return names | {str(seat): name for seat, name in players.items()}
