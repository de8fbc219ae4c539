"""What one button takes back, and what one button puts back again, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from events.codec import play_data
from referee.eyes import Eyes, Sight
from referee.game import Game, Hand
from referee.game.entries import is_undone, standing_plays
from referee.plays import (
    Accept,
    Amend,
    Discard,
    Dispute,
    Draw,
    HandPlay,
    Pass,
    Play,
    Propose,
    Retract,
)
from referee.rules import Player
from web.pages.words import play_words, signed
from web.strings import say

Names = Mapping[Player, str]
SPOKEN = (Accept, Dispute, Propose)
"""What players say of hands; it changes no score and is answered, not undone."""

_OF_A_HAND = get_args(HandPlay)


@dataclass(frozen=True, slots=True)
class Undo:
    """A retraction as a button: the field it sends, and what it says."""

    name: str
    value: int
    label: str


def undos(game: Game, eyes: Eyes, names: Names) -> list[Undo]:
    """Return the buttons for what was entered last, none for who only reads.

    First the last correction, if nothing was entered after it; then the newest
    entry that stands.
    """
    if eyes == "watch":
        return []
    found = [_again(game, eyes, names), _last(game, eyes, names)]
    return [each for each in found if each is not None]


def said_now(game: Game, eyes: Eyes, seq: int) -> Play | None:
    """Return what an entry says now, as these eyes may see it.

    A hand's entry is told from its events; one taken back says nothing.
    """
    play = standing_plays(game, [seq]).get(seq)
    if not isinstance(play, _OF_A_HAND):
        return play
    number = game.entries[seq].hand
    hand = None if number is None else game.hand(number)
    return None if hand is None else Sight(game, eyes).plays_of(hand).get(seq)


def words_of(play: Play | None, names: Names) -> str:
    """Say a play; nothing where these eyes see none."""
    return "" if play is None else play_words(play_data(play), _people(names))


def _people(names: Names) -> dict[str, str]:
    return {str(seat): name for seat, name in names.items()}


def _last(game: Game, eyes: Eyes, names: Names) -> Undo | None:
    plays = {
        seq: play
        for seq, play in standing_plays(game).items()
        if not isinstance(play, SPOKEN)
    }
    if not plays:
        return None
    seq = max(plays)
    number = game.entries[seq].hand
    hand = None if number is None else game.hand(number)
    if hand is None:
        return _entry(game, eyes, names, seq)
    if eyes != "referee" and hand.settled:
        return None
    if hand.ended and not hand.tracked:
        what = hand_words(hand, names)
        label = say("undo.hand", number=hand.number, what=what)
        return Undo("hand", hand.number, label)
    if hand.phase == "show":
        what = words_of(said_now(game, eyes, seq), names)
        return Undo("seq", seq, say("undo.knock", what=what))
    return _entry(game, eyes, names, seq)


def hand_words(hand: Hand, names: Names) -> str:
    """Say how a hand came out: ``Bob +28``, or that it is void."""
    if hand.score is None:
        return say("sheet.void")
    points = signed(hand.score.points)
    return say("undo.wins", name=names[hand.score.winner], points=points)


def _entry(game: Game, eyes: Eyes, names: Names, seq: int) -> Undo:
    what = words_of(said_now(game, eyes, seq), names)
    return Undo("seq", seq, say("undo.entry", what=what, number=seq))


def _again(game: Game, eyes: Eyes, names: Names) -> Undo | None:
    """Return what takes the last correction back, while nothing else was entered since.

    One that was put back is passed over: step by step all can be put back that was
    taken back.
    """
    for seq in sorted(game.entries, reverse=True):
        play = game.entries[seq].play
        if not isinstance(play, Retract | Amend):
            return None
        if not is_undone(game, seq) and not _puts_back(game, play):
            label = _back_words(game, eyes, names, play)
            return Undo("seq", seq, label) if label else None
    return None


def _puts_back(game: Game, play: Retract | Amend) -> bool:
    """Whether it takes an earlier taking back, back."""
    entry = game.entries.get(play.seq or 0) if isinstance(play, Retract) else None
    return entry is not None and isinstance(entry.play, Retract)


def _back_words(game: Game, eyes: Eyes, names: Names, play: Retract | Amend) -> str:
    if isinstance(play, Amend):
        return _uncorrect_words(game, play)
    if play.hand is not None:
        return say("undo.hand_back", number=play.hand)
    entry = game.entries.get(play.seq or 0)
    if entry is None:
        return ""
    if isinstance(entry.play, Amend):
        return say("undo.correct_again", number=entry.play.seq)
    if isinstance(entry.play, Propose):
        return ""
    if entry.hand is None or eyes == "referee":
        return say("undo.put_back", what=words_of(entry.play, names))
    if isinstance(entry.play, Pass | Draw | Discard):
        what = _turn_words(entry.play, names)
        return say("undo.put_back_turn", what=what, number=entry.seq)
    return say("undo.put_back_entry", number=entry.seq)


def _turn_words(play: Pass | Draw | Discard, names: Names) -> str:
    """Say a turn without its card, which the other player may not see again."""
    return play_words({**play_data(play), "card": None}, _people(names))


def _uncorrect_words(game: Game, play: Amend) -> str:
    if play.seq == 1:
        return say("undo.rules")
    entry = game.entries.get(play.seq)
    if entry is None or entry.hand is None:
        return say("undo.correction", number=play.seq)
    return say("undo.correction_of_hand", number=entry.hand)
