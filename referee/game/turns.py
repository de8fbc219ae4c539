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
from referee.rules import Player, Rules, other

TURNS = (CardDrawn, CardDiscarded)


def evolve_hand(game: Game, hand: Hand, recorded: Recorded, event: HandEvent) -> Hand:
    """Apply one event of a hand, as the game's rules have it."""
    if isinstance(event, TURNS):
        return changed(hand, **turn(game.rules, hand, recorded, event))
    hand = changed(hand, happened=(*hand.happened, recorded))
    match event:
        case HandDealt():
            return _dealt(game, hand, event)
        case UpcardPassed():
            return _passed(hand)
        case Knocked():
            return _knocked(hand, event)
        case HandShown():
            return changed(hand, shown=event)
        case HandScored():
            return _scored(hand, event)
        case HandVoided():
            return changed(hand, phase="over", to_act=None, void=event)
        case TrackingEnded():
            return changed(
                hand, tracked=False, phase="open", to_act=None, stock=None, barred={}
            )
        case IrregularityRuled():
            return _ruled(game.rules, hand, recorded, event)
        case _:
            assert_never(event)


def turn(
    rules: Rules, hand: Hand, recorded: Recorded, event: CardDrawn | CardDiscarded
) -> dict[str, Any]:
    """Return what a draw or a discard changes; a log is made of little else."""
    if isinstance(event, CardDrawn):
        changes = _drawn(hand, event)
    else:
        changes = _discarded(rules, hand, event.player, event.card)
    changes["happened"] = (*hand.happened, recorded)
    return changes


def _dealt(game: Game, hand: Hand, event: HandDealt) -> Hand:
    hand = changed(
        hand,
        dealer=event.dealer,
        upcard=event.upcard,
        implied=event.implied,
        amended=event.hand in game.corrected,
    )
    if event.implied:
        return changed(hand, phase="open")
    hand = changed(hand, tracked=True, stock=STOCK_AFTER_DEAL, to_act=hand.non_dealer)
    if game.rules.deal == "eleven":
        held = {hand.dealer: 10, hand.non_dealer: 11}
        return changed(hand, phase="discard", held=held)
    return changed(hand, phase="upcard", pile=(event.upcard,))


def _stock(hand: Hand) -> int:
    """Return the cards left in the stock of a hand whose turns are recorded."""
    assert hand.stock is not None
    return hand.stock


def _passed(hand: Hand) -> Hand:
    if hand.phase != "upcard":
        return hand
    if hand.passes == 0:
        return changed(hand, passes=1, to_act=hand.dealer)
    return changed(hand, passes=2, phase="draw", to_act=hand.non_dealer)


def _drawn(hand: Hand, event: CardDrawn) -> dict[str, Any]:
    """Return what a draw changes."""
    player = event.player
    held = {**hand.held, player: hand.held[player] + 1}
    changes: dict[str, Any] = {"held": held}
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


def _discarded(
    rules: Rules, hand: Hand, player: Player, card: Card | None
) -> dict[str, Any]:
    """Return what a discard changes."""
    held = {**hand.held, player: hand.held[player] - 1}
    at_wall = rules.stock_end == "last_discard" and _stock(hand) <= WALL
    return {
        "held": held,
        "pile": (*hand.pile, card),
        "taken": None,
        "last_chance": at_wall,
        **_turn_over(hand, held, player),
    }


def _turn_over(
    hand: Hand, held: Mapping[Player, int], player: Player
) -> dict[str, Any]:
    """Pass the turn on, and lift what barred the player from knocking."""
    turn = _turn(held, other(player))
    if player in hand.barred and held[player] == 10:
        turn["barred"] = {who: gin for who, gin in hand.barred.items() if who != player}
    return turn


def _turn(held: Mapping[Player, int], player: Player) -> dict[str, Any]:
    phase: Phase = "discard" if held[player] > 10 else "draw"
    return {"to_act": player, "phase": phase}


def _knocked(hand: Hand, event: Knocked) -> Hand:
    kept = len(event.cards) if event.cards is not None else 10
    if event.cards is None and event.call == "big_gin":
        kept = 11
    return changed(
        hand,
        phase="show",
        to_act=other(event.player),
        knock=event,
        upcard=hand.upcard if event.upcard is None else event.upcard,
        held={**hand.held, event.player: kept},
    )


def _scored(hand: Hand, event: HandScored) -> Hand:
    """Settle the hand; scored again by a ruling, it is no longer accepted."""
    nobody: frozenset[Player] = frozenset()
    return changed(hand, phase="over", to_act=None, score=event, accepted=nobody)


def _ruled(
    rules: Rules, hand: Hand, recorded: Recorded, event: IrregularityRuled
) -> Hand:
    hand = changed(hand, irregular=(*hand.irregular, recorded))
    match event.option:
        case "play_on_exposed":
            return _exposed(rules, hand, event.offender)
        case "extra_to_pile":
            cards = event.cards or (None,)
            return changed(
                hand,
                pile=(*hand.pile, *cards),
                stock=_stock(hand) - len(cards),
                barred={**hand.barred, event.offender: True},
            )
        case "play_on":
            return _wrong_count(hand, event.offender, event.count or 10)
        case "adjust":
            return changed(hand, held={**hand.held, event.offender: event.count or 10})
        case _:
            return hand


def _exposed(rules: Rules, hand: Hand, player: Player) -> Hand:
    """Play goes on after an illegal knock, the knocker's hand open."""
    knock = hand.knock
    hand = changed(hand, knock=None, exposed=hand.exposed | {player})
    if not hand.tracked:
        return changed(hand, phase="open", to_act=None)
    if hand.held[player] == 11 and knock is not None and knock.cards is not None:
        return changed(hand, phase="discard", to_act=player)
    discard = knock.discard if knock is not None else None
    hand = changed(hand, held={**hand.held, player: 11})
    return changed(hand, **_discarded(rules, hand, player, discard))


def _wrong_count(hand: Hand, player: Player, count: int) -> Hand:
    held: Mapping[Player, int] = {**hand.held, player: count}
    stock = _stock(hand) + hand.held[player] - count
    hand = changed(hand, held=held, stock=stock, barred={**hand.barred, player: False})
    if hand.to_act != player or hand.phase == "upcard":
        return hand
    if hand.phase == "discard" and count == 10:
        return changed(hand, **_turn(held, other(player)))
    return changed(hand, **_turn(held, player))
