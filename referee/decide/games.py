"""Plays about the game as a whole, and what players say of its hands."""

from typing import assert_never

from referee.decide.ending import end_events
from referee.decide.log import Log
from referee.errors import Illegal, Impossible
from referee.game.events import (
    GameAbandoned,
    GameWon,
    HandAccepted,
    HandDisputed,
    ScoreAdjusted,
)
from referee.game.state import Game, Hand
from referee.plays import Abandon, Accept, Adjust, Dispute, GamePlay, Resign
from referee.rules import other


def last_begun(game: Game) -> int:
    """Return the number of the last hand begun, 0 before the first."""
    begun = game.begun
    return begun[-1].number if begun else 0


def check_running(game: Game) -> None:
    """Raise ``Illegal`` (``game_over``) once the game has ended."""
    if game.end is None:
        return
    how = "abandoned" if game.end.winner is None else f"won by {game.end.winner}"
    raise Illegal(
        "game_over",
        f"The game is {how}; take the last entry back to go on",
        rule="the game",
    )


def decide_game(log: Log, play: GamePlay) -> None:
    """Decide a play about the game as a whole."""
    match play:
        case Accept():
            hand = ended_hand(log.game, play.hand)
            log.add(log.seq, HandAccepted(hand.number, play.player, play.note))
        case Dispute():
            _dispute(log, play)
        case Adjust():
            _adjust(log, play)
        case Abandon():
            check_running(log.game)
            log.add(log.seq, GameAbandoned(last_begun(log.game), play.reason))
        case Resign():
            check_running(log.game)
            winner = other(play.player)
            won = GameWon(winner, "resignation", last_begun(log.game))
            log.add(log.seq, won)
        case _:
            assert_never(play)


def _dispute(log: Log, play: Dispute) -> None:
    """Dispute a result, or turn down what the other player proposed."""
    hand = log.game.hand(play.hand)
    asked = hand is not None and any(p.by != play.player for p in hand.proposals)
    number = play.hand if asked else ended_hand(log.game, play.hand).number
    log.add(log.seq, HandDisputed(number, play.player, play.note))


def _adjust(log: Log, play: Adjust) -> None:
    check_running(log.game)
    entry, after = log.seq, last_begun(log.game)
    adjusted = ScoreAdjusted(play.player, play.points, play.reason, after, play.boxes)
    log.add(entry, adjusted)
    for said, event in end_events(log.game, entry):
        log.add(said, event)


def ended_hand(game: Game, number: int) -> Hand:
    """Return a hand that has a result, or raise ``Impossible``."""
    hand = game.hand(number)
    if hand is None or not hand.ended:
        raise Impossible(
            "hand_not_over",
            f"Hand {number} has no result",
            rule="corrections",
        )
    return hand
