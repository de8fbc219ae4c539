"""Deal, pass, draw, discard, and the ends of a hand that nobody wins."""

from dataclasses import replace

from referee.cards import Card, card_name
from referee.decide.table import Table, check_possible, rule_on
from referee.errors import Illegal, Impossible
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    HandDealt,
    HandEvent,
    HandVoided,
    IrregularityRuled,
    TrackingEnded,
    UpcardPassed,
    VoidCause,
)
from referee.game.state import WALL, Hand
from referee.irregularities import irregular
from referee.plays import Deal, Discard, Draw, Pass, Untrack, Void
from referee.rules import Player, Rules

_TURNS = ("upcard", "draw", "discard")
"""Phases in which cards are drawn and discarded."""
PHASE_NAMES = {
    "deal": "no cards are dealt yet",
    "upcard": "the upcard is being offered",
    "draw": "a draw is to come",
    "discard": "a discard is to come",
    "open": "the play of this hand is not recorded",
    "show": "a knock is being answered",
    "over": "the hand is over",
}


def not_now(table: Table, what: str, *, code: str = "wrong_phase") -> Illegal:
    """Return the refusal of a play that does not fit the moment."""
    hand = table.hand
    return Illegal(
        code,
        f"{what}: {PHASE_NAMES[hand.phase]} in hand {hand.number}",
        rule="the hand",
        entries=[hand.happened[-1].entry] if hand.happened else (),
    )


def out_of_turn(table: Table, what: str) -> Illegal:
    """Return the refusal of a play made before the other's discard or refusal."""
    hand = table.hand
    return irregular(
        "out_of_turn",
        f"{what} out of turn: it is {hand.to_act}'s turn and {PHASE_NAMES[hand.phase]}",
        rule="irregularities",
        entries=[hand.happened[-1].entry],
    )


def implied_deal(table: Table) -> list[HandEvent]:
    """Return the deal that a knock or a void brings with it where none was recorded."""
    if table.hand.begun:
        return []
    return [HandDealt(table.hand.number, table.hand.dealer, implied=True)]


def ruled_void(table: Table) -> HandVoided:
    """Return the end of a hand that a ruling deals anew."""
    return HandVoided(table.hand.number, "ruling")


def deal(table: Table, play: Deal) -> list[HandEvent]:
    """Begin a hand: who dealt is a fact of the table, else the rule's dealer."""
    if table.hand.begun:
        raise not_now(table, "the deal cannot be recorded now")
    dealer = play.dealer or table.hand.dealer
    for player, cards in play.hands.items():
        eleven = table.rules.deal == "eleven" and player != dealer
        size = 11 if eleven else 10
        if len(cards) != size:
            raise Impossible(
                "hand_size",
                f"{player} is dealt {size} cards, not {len(cards)}",
                rule="the hand",
            )
    event = HandDealt(table.hand.number, dealer, upcard=play.upcard, hands=play.hands)
    check_possible(table, [event])
    return [event]


def pass_(table: Table, play: Pass) -> list[HandEvent]:
    """Refuse the upcard, or decline the last discard, which ends the hand."""
    hand = table.hand
    passed = UpcardPassed(hand.number, play.player)
    if passes_plainly(hand, play):
        return [passed]
    if hand.phase != "upcard" and not (hand.last_chance and hand.phase == "draw"):
        raise not_now(table, "There is nothing to pass")
    if hand.to_act != play.player:
        refusal = out_of_turn(table, f"{play.player} passed")
        return [_taken_back(table, refusal, play)]
    return [passed, HandVoided(hand.number, "declined")]


def passes_plainly(hand: Hand, passed: Pass | UpcardPassed) -> bool:
    """Whether it is the upcard that is refused, in turn; then it is the event."""
    return hand.phase == "upcard" and hand.to_act == passed.player


def _taken_back(
    table: Table, refusal: Illegal, play: Pass | Discard | Draw
) -> IrregularityRuled:
    """Record that a play was taken back, the only thing to be done about it."""
    only = [option for option in refusal.options if option.option == "take_back"]
    refusal.options = tuple(only)
    return _with_play(rule_on(table, refusal, play.ruling, play.player), play)


def _with_play(
    ruled: IrregularityRuled, play: Pass | Discard | Draw
) -> IrregularityRuled:
    return replace(ruled, play=replace(play, ruling=None))


def draw(table: Table, play: Draw) -> list[HandEvent]:
    """Draw a card; the pile is closed while the upcard was refused this turn."""
    if not draws_plainly(table.hand, play):
        return _drew_otherwise(table, play)
    event = CardDrawn(table.hand.number, play.player, play.source, play.card)
    check_possible(table, [event])
    return [event]


def draws_plainly(hand: Hand, draw: Draw | CardDrawn) -> bool:
    """Whether a draw is in turn, and from where it may be.

    Then it is an event as it was played, if some deal explains it.
    """
    if hand.to_act != draw.player or hand.held[draw.player] > 10:
        return False
    if draw.source == "discard":
        return hand.phase in _TURNS and bool(hand.pile) and hand.passes != 2
    # An event of a file may say anything else, whatever the type says.
    stock = draw.source == "stock"
    return stock and hand.phase == "draw" and not hand.last_chance


def _drew_otherwise(table: Table, play: Draw) -> list[HandEvent]:
    """Rule on a draw that is not plain, or refuse it."""
    hand = table.hand
    if hand.phase not in _TURNS:
        code = "not_tracked" if hand.phase == "open" else "wrong_phase"
        raise not_now(table, "Nobody can draw now", code=code)
    if play.source == "discard" and not hand.pile:
        raise not_now(table, "The discard pile is empty", code="empty_pile")
    if hand.held[play.player] > 10:
        if play.source == "discard":
            raise not_now(table, f"{play.player} has drawn", code="must_discard")
        return _drew_two(table, play)
    if not _in_turn(hand, play):
        return _drew_early(table, play)
    raise _closed(hand, play)


def _in_turn(hand: Hand, play: Draw) -> bool:
    if hand.to_act != play.player:
        return False
    return hand.phase == "draw" or play.source == "discard"


def _closed(hand: Hand, play: Draw) -> Illegal:
    if play.source == "stock":
        return Illegal(
            "stock_closed",
            "Two cards are left in the stock: only the last discard may be taken",
            rule="the wall",
        )
    return Illegal(
        "upcard_refused",
        "Both passed the upcard: the first draw is from the stock",
        rule="the upcard",
        entries=[recorded.entry for recorded in hand.happened[-2:]],
    )


def _drew_early(table: Table, play: Draw) -> list[HandEvent]:
    refusal = out_of_turn(table, f"{play.player} drew")
    ruled = rule_on(table, refusal, play.ruling, play.player)
    if ruled.option == "take_back":
        return [_with_play(ruled, play)]
    event = CardDrawn(table.hand.number, play.player, play.source, play.card)
    check_possible(table, [event])
    return [event, ruled]


def _drew_two(table: Table, play: Draw) -> list[HandEvent]:
    detail = f"{play.player} holds {table.hand.held[play.player]} cards already"
    refusal = irregular("drew_two", detail, rule="irregularities")
    ruled = rule_on(table, refusal, play.ruling, play.player)
    if ruled.option == "new_deal":
        return [ruled, ruled_void(table)]
    cards = (play.card,) if play.card is not None else None
    ruled = replace(ruled, cards=cards)
    check_possible(table, [ruled])
    return [ruled]


def discard(table: Table, play: Discard) -> list[HandEvent]:
    """Discard a card; one that leaves two in the stock ends the hand."""
    if not discards_plainly(table.rules, table.hand, play):
        return _discarded_otherwise(table, play)
    event = CardDiscarded(table.hand.number, play.player, play.card)
    check_possible(table, [event])
    return [event]


def discards_plainly(
    rules: Rules, hand: Hand, discard: Discard | CardDiscarded
) -> bool:
    """Whether a discard is in turn, allowed, and not the last of the hand.

    Then it is an event as it was played, if some deal explains it.
    """
    if hand.phase != "discard" or hand.to_act != discard.player or hand.last_chance:
        return False
    return not (_throws_back(rules, hand, discard.card) or _at_wall(rules, hand))


def _discarded_otherwise(table: Table, play: Discard) -> list[HandEvent]:
    """Rule on a discard that is not plain, refuse it, or end the hand with it."""
    hand, player = table.hand, play.player
    if hand.phase not in _TURNS:
        code = "not_tracked" if hand.phase == "open" else "wrong_phase"
        raise not_now(table, "Nobody can discard now", code=code)
    if hand.to_act != player:
        refusal = out_of_turn(table, f"{player} discarded")
        return [_taken_back(table, refusal, play)]
    if hand.phase != "discard":
        raise not_now(table, f"{player} has not drawn", code="must_draw")
    event = CardDiscarded(hand.number, player, play.card)
    check_possible(table, [event])
    if hand.last_chance:
        raise Illegal(
            "must_knock",
            "The last discard may be taken only to knock",
            rule="the wall",
        )
    events: list[HandEvent] = [event]
    if _throws_back(table.rules, hand, play.card):
        ruled = rule_on(
            table, throw_back(table, player, play.card), play.ruling, player
        )
        if ruled.option == "take_back":
            return [_with_play(ruled, play)]
        events.append(ruled)
    return [*events, *wall(table, "wall")]


def _throws_back(rules: Rules, hand: Hand, card: Card) -> bool:
    return card == hand.taken and rules.throw_back == "forbidden"


def throw_back(table: Table, player: Player, card: Card) -> Illegal:
    """Return the refusal of a discard that was taken from the pile this turn."""
    return irregular(
        "throw_back",
        f"{player} took the {card_name(card)} from the pile this turn and may "
        "not discard it",
        rule="the turn",
        entries=[table.hand.happened[-1].entry],
    )


def wall(table: Table, cause: VoidCause) -> list[HandEvent]:
    """Return the end of the hand if a discard now leaves too few cards in the stock."""
    if not _at_wall(table.rules, table.hand):
        return []
    return [HandVoided(table.hand.number, cause)]


def _at_wall(rules: Rules, hand: Hand) -> bool:
    if hand.stock is None or hand.stock > WALL:
        return False
    return rules.stock_end != "last_discard" or hand.last_chance


def void(table: Table, play: Void) -> list[HandEvent]:
    """Throw the hand in by agreement; after a knock it is too late."""
    if table.hand.phase in ("show", "over"):
        raise not_now(table, "The hand cannot be thrown in", code="void_after_knock")
    ended = HandVoided(table.hand.number, "agreed", play.reason)
    return [*implied_deal(table), ended]


def untrack(table: Table, _play: Untrack) -> list[HandEvent]:
    """Stop recording turns; what the pile has proven stays proven."""
    if not table.hand.tracked or table.hand.phase in ("show", "over"):
        raise not_now(table, "No play is being recorded", code="not_tracked")
    return [TrackingEnded(table.hand.number)]
