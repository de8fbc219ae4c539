"""A recorded hand in words: its plays as text, and why it was scored so.

What the caller may not see is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import get_args

from referee.cards import DECK
from referee.eyes import Eyes, Sight
from referee.game import Game, Hand
from referee.game.events import IrregularityRuled
from referee.notation import Comment, Written
from referee.plays import Deal, Discard, HandPlay
from referee.rules import Player
from referee.ruling import Ruling, explain_scored, explain_void

WHOLE_HAND = 10
_OF_A_HAND = get_args(HandPlay)


def written(
    game: Game, hand: Hand, eyes: Eyes, *, names: Mapping[Player, str], date: str
) -> Written:
    """Return a hand that has begun, as it stands, ready to be written.

    A discard that ``look_back: forbidden`` hides becomes a comment.
    """
    plays: list[HandPlay] = []
    comments: list[Comment] = []
    for play in _plays(game, hand, eyes):
        if isinstance(play, Discard) and play.card not in DECK:
            text = f"{play.player} discards, out of sight while the hand runs"
            comments.append(Comment(text, after=len(plays)))
        else:
            plays.append(play)
    return Written(
        plays=tuple(plays),
        number=hand.number,
        rules=game.rules,
        preset=game.preset,
        names=names,
        date=date,
        dealer=hand.dealer,
        comments=tuple(comments),
    )


def _plays(game: Game, hand: Hand, eyes: Eyes) -> Iterator[HandPlay]:
    for play in Sight(game, eyes).plays_of(hand).values():
        if isinstance(play, _OF_A_HAND):
            yield _whole(play)


def _whole(play: HandPlay) -> HandPlay:
    """Return the play without dealt hands of which only a part may be seen."""
    if not isinstance(play, Deal):
        return play
    hands = {p: cards for p, cards in play.hands.items() if len(cards) >= WHOLE_HAND}
    return replace(play, hands=hands)


def ruling_of(
    game: Game, hand: Hand, eyes: Eyes, names: Mapping[Player, str]
) -> Ruling | None:
    """Return why a hand stands as it does, or ``None`` while it has no result."""
    sight = Sight(game, eyes)
    seen = [sight.see(each) for each in hand.irregular]
    ruled = [event for event in seen if isinstance(event, IrregularityRuled)]
    if hand.void is not None:
        return explain_void(hand.void.cause, ruled=ruled, players=names)
    if hand.knock is None or hand.shown is None or hand.score is None:
        return None
    return explain_scored(
        game.rules,
        hand.upcard,
        hand.knock,
        hand.shown,
        hand.score,
        ruled=ruled,
        players=names,
    )
