"""Who may do what: the referee's key everything, a player's key less.

A player's key records plays for both seats, but speaks only for itself; it corrects
the running hand, and the last one until the next begins. What it may not decide
alone becomes a proposal that stands when the other accepts.
"""

from collections.abc import Sequence

from referee.errors import Forbidden
from referee.game.entries import subjects
from referee.game.state import Game, Hand
from referee.plays import (
    Accept,
    Amend,
    Correction,
    Dispute,
    Play,
    Propose,
    Resign,
    Retract,
    RuleOn,
)


def check_speakers(plays: Sequence[Play], asker: str) -> None:
    """Raise ``Forbidden`` for the first play in which a key speaks for the other.

    Told before the version is: no later game makes it right.
    """
    for index, play in enumerate(plays):
        try:
            check_speaker(play, asker)
        except Forbidden as refusal:
            raise refusal.at_play(index) from None


def check_speaker(play: Play, asker: str) -> None:
    """Raise ``Forbidden`` where a player's key speaks for the other player."""
    if asker == "referee":
        return
    if isinstance(play, Accept | Dispute | Resign) and play.player != asker:
        raise Forbidden(
            "not_your_seat",
            f"This key speaks for {asker} only",
            rule="keys",
        )
    chosen_by = _chooser(play)
    if chosen_by is not None and chosen_by not in (asker, "both"):
        raise Forbidden(
            "not_your_choice",
            f"This key chooses for {asker} only",
            rule="keys",
        )


def _chooser(play: Play) -> str | None:
    if isinstance(play, RuleOn):
        return play.chosen_by
    ruling = getattr(play, "ruling", None)
    return ruling.chosen_by if ruling is not None else None


def needs_other(game: Game, play: Play, asker: str) -> bool:
    """Whether a play of this asker only proposes, for the other player to accept.

    Raises ``Forbidden`` (``hand_settled``) for a hand that both have accepted.
    """
    if asker == "referee":
        return False
    if isinstance(play, Retract | Amend):
        _check_own_word(game, play, asker)
        return _is_old(game, play, asker)
    if isinstance(play, RuleOn):
        _check_open(ruled_hand(game, play))
    return _chooser(play) == "both"


def _check_own_word(game: Game, play: Correction, asker: str) -> None:
    """Raise ``Forbidden`` where a key takes back what the other player said."""
    if isinstance(play, Retract) and play.seq is None:
        return
    for seq in subjects_of(game, play) - {1}:
        said = game.entries[seq].play
        if isinstance(said, Accept | Dispute | Resign) and said.player != asker:
            raise Forbidden(
                "not_your_seat",
                f"{said.player} said that: this key speaks for {asker} only",
                rule="keys",
                entries=[seq],
            )


def _is_old(game: Game, play: Correction, asker: str) -> bool:
    about = {s for s in subjects_of(game, play) if not _own_word(game, s, asker)}
    current = game.current
    begun = game.begun
    last = begun[-1].number if begun else 0
    for number in hands_of(game, about):
        hand = game.hand(number)
        if hand is not None:
            _check_open(hand)
    numbers = hands_of(game, about) | {
        game.entries[seq].after
        for seq in about
        if seq in game.entries and game.entries[seq].hand is None
    }
    newest = current.number if current.begun else last
    return any(number < newest for number in numbers)


def _check_open(hand: Hand) -> None:
    if hand.settled:
        raise Forbidden(
            "hand_settled",
            f"Both accepted hand {hand.number}: only the referee's key changes it",
            rule="corrections",
        )


def ruled_hand(game: Game, play: RuleOn) -> Hand:
    """Return the hand a ``rule`` play is about: the last one for missed lay-offs."""
    current = game.current
    last = [hand for hand in game.begun if hand.ended]
    if play.code != "missed_layoff" or not last or current.phase == "show":
        return current
    return last[-1]


def _own_word(game: Game, seq: int, asker: str) -> bool:
    """Whether an entry is a player's own dispute or proposal."""
    entry = game.entries.get(seq)
    return entry is not None and (
        isinstance(entry.play, Dispute | Propose) and entry.play.player == asker
    )


def subjects_of(game: Game, play: Correction) -> set[int]:
    """Return the entries a correction is about; those that do not exist are left out.

    1 stands for the rules.
    """
    if isinstance(play, Retract) and play.seq is None:
        seqs = {s for s, e in game.entries.items() if e.hand == play.hand}
    else:
        seqs = {play.seq or 0}
    known = {seq for seq in seqs if seq in game.entries or seq == 1}
    return subjects(game, known)


def hands_of(game: Game, about: set[int]) -> set[int]:
    """Return the numbers of the hands these entries belong to; the rules, to all."""
    if 1 in about:
        return {hand.number for hand in game.begun}
    numbers = {game.entries[seq].hand for seq in about}
    return {number for number in numbers if number is not None}


def proposal_hand(game: Game, play: Play) -> int:
    """Return the hand whose acceptance lets a proposed play stand."""
    if isinstance(play, Retract | Amend):
        numbers = hands_of(game, subjects_of(game, play))
        if numbers:
            return max(numbers)
        begun = game.begun
        return begun[-1].number if begun else game.current.number
    if isinstance(play, RuleOn):
        return ruled_hand(game, play).number
    return game.current.number
