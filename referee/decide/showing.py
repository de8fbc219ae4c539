"""The knock, the show, and the verdict."""

from dataclasses import replace

from referee.cards import Card
from referee.changed import changed
from referee.decide.table import Table, check_possible, rule_on
from referee.decide.turns import (
    implied_deal,
    not_now,
    out_of_turn,
    throw_back,
    wall,
)
from referee.decide.verdict import (
    cards_told,
    is_left_to_show,
    laid_as_ruled,
    verdict,
)
from referee.errors import Illegal, Impossible, Unreadable
from referee.game.events import (
    HandEvent,
    HandScored,
    HandShown,
    IrregularityRuled,
    Knocked,
    Laid,
    Recorded,
)
from referee.game.state import knock_limit
from referee.knowledge import disclosed_conflicts
from referee.plays import Chosen, Knock, Show
from referee.rules import Player
from referee.showdown import judge_knock

__all__ = ["knock", "show"]

WRONG_HANDS = (9, 11)


def knock(table: Table, play: Knock) -> list[HandEvent]:
    """Knock, go gin or big gin. What is given counts; the rest is worked out."""
    _may_knock_now(table, play)
    upcard, limit = _upcard_and_limit(table, play)
    laid, refusal = _judged(table, play, limit)
    event = Knocked(
        hand=table.hand.number,
        player=play.player,
        deadwood=laid.deadwood,
        limit=limit,
        discard=play.discard,
        cards=play.cards,
        melds=play.melds,
        count=play.count,
        call=play.call,
        upcard=play.upcard,
    )
    check_possible(table, [*implied_deal(table), event])
    if table.rules.upcard_matters and upcard is None:
        raise Illegal(
            "upcard_needed",
            "These rules need the upcard of the hand: name it with the knock",
            rule="oklahoma" if table.rules.oklahoma else "spades",
        )
    ruled = _ruled(table, play, refusal)
    _not_barred(table, play.player, laid)
    events: list[HandEvent] = [*implied_deal(table), event]
    if ruled is None:
        return events
    events.append(ruled)
    if ruled.option == "take_back":
        return [replace(ruled, play=replace(play, ruling=None))]
    if ruled.option == "play_on_exposed" and table.hand.tracked:
        events += wall(table, "wall")
    return events


def _may_knock_now(table: Table, play: Knock) -> None:
    hand = table.hand
    if hand.phase in ("deal", "open"):
        return
    if hand.phase in ("show", "over"):
        raise not_now(table, f"{play.player} cannot knock")
    if hand.to_act != play.player or hand.phase != "discard":
        refusal = out_of_turn(table, f"{play.player} knocked")
        refusal.options = ()
        raise refusal


def _upcard_and_limit(table: Table, play: Knock) -> tuple[int | None, int | None]:
    known = table.hand.upcard
    if play.upcard is not None and known is not None and play.upcard != known:
        raise Impossible(
            "upcard_differs",
            "The upcard of this hand is on record as another card",
            rule="the upcard",
            entries=[table.hand.happened[0].entry],
        )
    upcard = known if known is not None else play.upcard
    return upcard, knock_limit(table.rules, upcard)


def _judged(
    table: Table, play: Knock, limit: int | None
) -> tuple[Laid, Illegal | None]:
    """Judge the knock; an irregular one comes back with its refusal."""
    try:
        return judge_knock(table.rules, limit, play), _thrown_back(table, play)
    except Illegal as refusal:
        return laid_as_ruled(table.rules, limit, play, refusal), refusal


def _thrown_back(table: Table, play: Knock) -> Illegal | None:
    taken = table.hand.taken
    free = table.rules.throw_back == "allowed" and not table.hand.last_chance
    if taken is None or free or not _lays_away(play, taken):
        return None
    return throw_back(table, play.player, taken)


def _lays_away(play: Knock, taken: Card) -> bool:
    """Whether the card taken is the discard: named, or told by the ten cards kept."""
    if play.discard is not None or play.cards is None:
        return play.discard == taken
    return len(play.cards) == 10 and taken not in play.cards


def _ruled(
    table: Table, play: Knock, refusal: Illegal | None
) -> IrregularityRuled | None:
    if refusal is None:
        return None
    return rule_on(table, refusal, play.ruling, play.player)


def _not_barred(table: Table, player: Player, laid: Laid) -> None:
    gin_allowed = table.hand.barred.get(player)
    if gin_allowed is None or (gin_allowed and laid.deadwood == 0):
        return
    raise Illegal(
        "may_not_knock",
        f"{player} may not knock until the next turn"
        + (", gin excepted" if gin_allowed else ""),
        rule="irregularities",
        entries=[r.entry for r in table.hand.irregular],
    )


def show(table: Table, play: Show) -> list[HandEvent]:
    """Show the defender's hand; the verdict follows at once."""
    hand = table.hand
    if hand.phase != "show" or hand.knock is None:
        raise not_now(table, "There is no knock to answer")
    if play.player == hand.knock.player:
        raise not_now(
            table, f"{play.player} knocked: the other shows", code="not_the_defender"
        )
    _right_number(table, play)
    event = HandShown(
        hand=hand.number,
        player=play.player,
        cards=play.cards,
        melds=play.melds,
        layoffs=play.layoffs,
        count=play.count,
        held=play.held,
    )
    scored, ruled = _settled(table, hand.knock, event, play.ruling)
    if table.proof != "done":
        recorded = Recorded(table.seq, table.entry, table.asker, event)
        shown = changed(hand, happened=(*hand.happened, recorded), shown=event)
        scored = replace(scored, conflicts=disclosed_conflicts(table.rules, shown))
    if ruled is None:
        return [event, scored]
    return [event, ruled, scored]


def _settled(
    table: Table, knocked: Knocked, event: HandShown, chosen: Chosen | None
) -> tuple[HandScored, IrregularityRuled | None]:
    """Settle the hand; a bad spread of the defender may be laid again by ruling.

    What no deal explains is refused with its entries before what the two hands say
    of each other.
    """
    try:
        scored = verdict(table.rules, table.hand, knocked, event)
    except Impossible:
        check_possible(table, [event])
        raise
    except Illegal as refusal:
        check_possible(table, [event])
        ruled = rule_on(table, refusal, chosen, event.player)
        scored = verdict(table.rules, table.hand, knocked, event, respread=True)
        return scored, ruled
    check_possible(table, [event])
    return scored, None


def _right_number(table: Table, play: Show) -> None:
    size, told = table.hand.held[play.player], cards_told(play)
    if is_left_to_show(table.hand, play.player):
        if told not in WRONG_HANDS:
            raise _wrong_number(
                f"{play.player} has a wrong number of cards by ruling: show 9 or 11, or"
                " say with held how many",
                "held" if play.cards is None else "cards",
            )
        size = told
    if play.cards is not None and len(play.cards) != size:
        raise _wrong_number(
            f"{play.player} shows {size} cards, not {len(play.cards)}", "cards"
        )
    if play.held is not None and play.held != size:
        raise _wrong_number(
            f"{play.player} holds {size} cards on record, not {play.held}", "held"
        )


def _wrong_number(detail: str, field: str) -> Unreadable:
    return Unreadable("hand_size", detail, rule="irregularities", field=field)
