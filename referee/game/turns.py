"""What an event changes in its hand.

A hand's turns are told by how many cards each player holds: who begins a turn with
eleven has drawn already and only discards; who has ten after drawing is done.
"""

from collections.abc import Mapping
from typing import Any, assert_never

from referee.cards import Card
from referee.changed import changed
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    CorrectionProposed,
    HandDealt,
    HandEvent,
    HandScored,
    HandShown,
    HandVoided,
    IrregularityRuled,
    Knocked,
    Recorded,
    TrackingEnded,
    UpcardPassed,
)
from referee.game.state import STOCK_AFTER_DEAL, WALL, Game, Hand, Phase
from referee.plays import HandPlay
from referee.rules import Player, Rules, other

Turn = UpcardPassed | CardDrawn | CardDiscarded
"""Events that change the running hand and nothing else: no line, no other hand."""

Changes = dict[str, Any]
"""Fields of a hand with their new values."""


def evolve_hand(game: Game, hand: Hand, recorded: Recorded, event: HandEvent) -> Hand:
    """Apply one event of a hand, as the game's rules have it."""
    copy = changed(hand)
    evolve_own(game, copy, recorded, event)
    return copy


def evolve_own(game: Game, hand: Hand, recorded: Recorded, event: HandEvent) -> None:
    """Apply one event to a hand that nobody else has, without making a copy of it."""
    changes = _changes(game, hand, recorded, event)
    changes["happened"] = (*hand.happened, recorded)
    if hand.proposals:
        # What was proposed for the moment before has lapsed.
        changes["proposals"] = tuple(p for p in hand.proposals if not _of_a_moment(p))
    # Past __setattr__, which refuses for a frozen class.
    hand.__dict__.update(changes)


def _of_a_moment(proposal: Recorded) -> bool:
    event = proposal.event
    return isinstance(event, CorrectionProposed) and isinstance(event.play, HandPlay)


def _changes(game: Game, hand: Hand, recorded: Recorded, event: HandEvent) -> Changes:
    """Return, in a dict of its own, what an event changes beside what happened."""
    match event:
        case CardDrawn():
            return _drawn(hand, event)
        case CardDiscarded():
            return _discarded(game.rules, hand, event.player, event.card)
        case HandDealt():
            return _dealt(game, event)
        case UpcardPassed():
            return _passed(hand)
        case Knocked():
            return _knocked(hand, event)
        case HandShown():
            return {"shown": event}
        case HandScored():
            return _scored(event)
        case HandVoided():
            return {"phase": "over", "to_act": None, "void": event}
        case TrackingEnded():
            return _untracked()
        case IrregularityRuled():
            return _ruled(game.rules, hand, recorded, event)
        case _:
            assert_never(event)


def _dealt(game: Game, event: HandDealt) -> Changes:
    dealer, first = event.dealer, other(event.dealer)
    changes: Changes = {
        "dealer": dealer,
        "upcard": event.upcard,
        "implied": event.implied,
        "amended": event.hand in game.corrected,
    }
    if event.implied:
        return {**changes, "phase": "open"}
    changes |= {"tracked": True, "stock": STOCK_AFTER_DEAL, "to_act": first}
    if game.rules.deal == "eleven":
        return {**changes, "phase": "discard", "held": {dealer: 10, first: 11}}
    return {**changes, "phase": "upcard", "pile": (event.upcard,)}


def _stock(hand: Hand) -> int:
    """Return the cards left in the stock of a hand whose turns are recorded."""
    assert hand.stock is not None
    return hand.stock


def _passed(hand: Hand) -> Changes:
    if hand.phase != "upcard":
        return {}
    if hand.passes == 0:
        return {"passes": 1, "to_act": hand.dealer}
    return {"passes": 2, "phase": "draw", "to_act": hand.non_dealer}


def _drawn(hand: Hand, event: CardDrawn) -> Changes:
    """Return what a draw changes."""
    player = event.player
    held = {**hand.held, player: hand.held[player] + 1}
    changes: Changes = {"held": held}
    if event.source == "stock":
        changes["stock"] = _stock(hand) - 1
        changes["taken"] = hand.taken if player != hand.to_act else None
    else:
        changes["taken"] = event.card if event.card is not None else hand.pile[-1]
        changes["pile"] = hand.pile[:-1]
    if player != hand.to_act and hand.phase != "upcard":
        return changes
    changes["passes"] = 0
    if held[player] == 10:
        return changes | _turn_over(hand, held, player)
    changes["to_act"], changes["phase"] = player, "discard"
    return changes


def _discarded(rules: Rules, hand: Hand, player: Player, card: Card | None) -> Changes:
    """Return what a discard changes."""
    held = {**hand.held, player: hand.held[player] - 1}
    changes = _turn_over(hand, held, player)
    changes["held"] = held
    changes["pile"] = (*hand.pile, card)
    changes["taken"] = None
    changes["last_chance"] = rules.stock_end == "last_discard" and _stock(hand) <= WALL
    return changes


def _turn_over(hand: Hand, held: Mapping[Player, int], player: Player) -> Changes:
    """Pass the turn on, and lift what barred the player from knocking."""
    turn = _turn(held, other(player))
    if hand.barred and held[player] == 10:
        turn["barred"] = {who: gin for who, gin in hand.barred.items() if who != player}
    return turn


def _turn(held: Mapping[Player, int], player: Player) -> Changes:
    phase: Phase = "discard" if held[player] > 10 else "draw"
    return {"to_act": player, "phase": phase}


def _knocked(hand: Hand, event: Knocked) -> Changes:
    kept = len(event.cards) if event.cards is not None else 10
    if event.cards is None and event.call == "big_gin":
        kept = 11
    return {
        "phase": "show",
        "to_act": other(event.player),
        "knock": event,
        "pile": (*hand.pile, *_laid_away(hand, event)),
        "upcard": hand.upcard if event.upcard is None else event.upcard,
        "held": {**hand.held, event.player: kept},
    }


def _laid_away(hand: Hand, knock: Knocked) -> tuple[Card, ...]:
    """Return the discard of a knock, where turns are recorded and it was named."""
    card = knock.discard if hand.tracked else None
    return () if card is None else (card,)


def _scored(event: HandScored) -> Changes:
    """Settle the hand; scored again by a ruling, it is no longer accepted."""
    return {
        "phase": "over", "to_act": None, "score": event,
        "accepted": frozenset(), "settled": False,
    }  # fmt: skip


def _untracked() -> Changes:
    return {
        "tracked": False, "phase": "open", "to_act": None, "stock": None, "barred": {},
    }  # fmt: skip


def _ruled(
    rules: Rules, hand: Hand, recorded: Recorded, event: IrregularityRuled
) -> Changes:
    changes: Changes = {"irregular": (*hand.irregular, recorded)}
    match event.option:
        case "play_on_exposed":
            return changes | _exposed(rules, hand, event.offender)
        case "extra_to_pile":
            cards = event.cards or (None,)
            return changes | {
                "pile": (*hand.pile, *cards),
                "stock": _stock(hand) - len(cards),
                "barred": {**hand.barred, event.offender: True},
            }
        case "play_on":
            return changes | _wrong_count(hand, event.offender, event.count or 10)
        case "adjust":
            count = event.count or hand.held[event.offender]
            return changes | {"held": {**hand.held, event.offender: count}}
        case _:
            return changes


def _exposed(rules: Rules, hand: Hand, player: Player) -> Changes:
    """Play goes on after an illegal knock, the knocker's hand open."""
    knock = hand.knock
    changes: Changes = {"knock": None, "exposed": hand.exposed | {player}}
    if not hand.tracked:
        return {**changes, "phase": "open", "to_act": None}
    if hand.held[player] == 11 and knock is not None and knock.cards is not None:
        return {**changes, "phase": "discard", "to_act": player}
    before = changed(hand, held={**hand.held, player: 11})
    after = _discarded(rules, before, player, None)
    if knock is not None and knock.discard is not None:
        after["pile"] = hand.pile
    return changes | after


def _wrong_count(hand: Hand, player: Player, count: int) -> Changes:
    held: Mapping[Player, int] = {**hand.held, player: count}
    stock = _stock(hand) + hand.held[player] - count
    changes: Changes = {"held": held, "stock": stock}
    changes["barred"] = {**hand.barred, player: False}
    if hand.to_act != player or hand.phase == "upcard":
        return changes
    if hand.phase == "discard" and count == 10:
        return changes | _turn(held, other(player))
    return changes | _turn(held, player)
