"""The ``rule`` play: irregularities that have no play of their own."""

from referee.decide.table import Table, check_possible
from referee.decide.turns import implied_deal, not_now, ruled_void
from referee.decide.verdict import with_layoffs
from referee.errors import Illegal, Unreadable
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    HandEvent,
    IrregularityRuled,
)
from referee.irregularities import IRREGULARITIES, WITH_OWN_PLAY
from referee.plays import RuleOn

PLAYED = ("upcard", "draw", "discard")


def rule(table: Table, play: RuleOn) -> list[HandEvent]:
    """Rule on an irregularity; its effect holds for the plays that follow.

    Raises ``Unreadable`` for a code or option that is not one, or a fact that the
    code needs and that is missing; ``Illegal`` where the moment is wrong for it.
    """
    check_ruling(play)
    ruled = IrregularityRuled(
        hand=table.hand.number,
        code=play.code,
        offender=play.offender,
        option=play.option,
        chosen_by=play.chosen_by,
        cards=play.cards,
        count=play.count,
        note=play.note,
    )
    _at_the_moment(table, play)
    match play.option:
        case "new_deal" | "void":
            return [*implied_deal(table), ruled, ruled_void(table)]
        case "play_on":
            return _counted(table, ruled)
        case "adjust" if ruled.count is None:
            return [ruled]
        case "adjust":
            return _counted(table, ruled)
        case "extra_to_pile":
            return _extra_to_pile(table, ruled)
        case "lay_off":
            return [ruled, with_layoffs(table.rules, table.hand, play.cards)]
        case _:
            return [ruled]


def check_ruling(play: RuleOn) -> None:
    """Refuse a code that is ruled on elsewhere or unknown, or an unknown option."""
    if play.code in WITH_OWN_PLAY:
        raise Unreadable(
            "ruled_with_its_play",
            f"{play.code} is ruled on with {WITH_OWN_PLAY[play.code]} itself",
            rule="irregularities",
            field="code",
        )
    if play.code not in IRREGULARITIES:
        raise Unreadable(
            "unknown_irregularity",
            f"{play.code!r} is not an irregularity",
            rule="irregularities",
            field="code",
        )
    names = [option.option for option in IRREGULARITIES[play.code]]
    if play.option not in names:
        raise Unreadable(
            "unknown_option",
            f"{play.option!r} is not among {', '.join(names)}",
            rule="irregularities",
            field="option",
        )


def _at_the_moment(table: Table, play: RuleOn) -> None:
    """Refuse a ruling whose moment has not come, or is past."""
    hand = table.hand
    match play.code:
        case "missed_layoff":
            fits = hand.shown is not None and hand.score is not None
        case "wrong_count_at_knock":
            fits = hand.phase == "show"
        case "wrong_count_early":
            fits = hand.tracked and hand.phase in PLAYED and not _drew(table, play)
        case "misdeal":
            fits = not hand.begun or (hand.phase in PLAYED and _as_dealt(table))
        case "wrong_count_late" | "drew_two" | "looked_back":
            fits = hand.tracked and hand.phase in PLAYED
        case _:
            fits = hand.phase != "over"
    if not fits:
        raise not_now(table, f"There is no {play.code} to rule on")


def _drew(table: Table, play: RuleOn) -> bool:
    """Whether the offender has drawn a card in this hand."""
    events = (recorded.event for recorded in table.hand.happened)
    return any(
        isinstance(event, CardDrawn) and event.player == play.offender
        for event in events
    )


def _as_dealt(table: Table) -> bool:
    """Whether nobody has drawn or discarded since the deal."""
    return not any(
        isinstance(recorded.event, CardDrawn | CardDiscarded)
        for recorded in table.hand.happened
    )


def _check_count(ruled: IrregularityRuled, held: int) -> None:
    found = (held - 1, held + 1)
    if ruled.count not in found:
        raise Unreadable(
            "count_of_cards",
            f"{ruled.code} needs the number of cards that {ruled.offender} holds: "
            f"{found[0]} or {found[1]}, where {held} are right",
            rule="irregularities",
            field="count",
        )


def _counted(table: Table, ruled: IrregularityRuled) -> list[HandEvent]:
    _check_count(ruled, table.hand.held[ruled.offender])
    check_possible(table, [ruled])
    return [ruled]


def _extra_to_pile(table: Table, ruled: IrregularityRuled) -> list[HandEvent]:
    if ruled.cards is not None and len(ruled.cards) != 1:
        raise Unreadable(
            "one_card",
            "One card goes to the pile",
            rule="irregularities",
            field="cards",
        )
    if table.hand.stock is None or table.hand.stock < 1:
        raise Illegal("stock_closed", "The stock has no card left", rule="the wall")
    check_possible(table, [ruled])
    return [ruled]
