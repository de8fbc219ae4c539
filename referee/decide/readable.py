"""What is wrong in a play itself, whatever the game: told before its version is."""

from collections.abc import Sequence
from dataclasses import replace

from referee.decide.ruled import check_ruling
from referee.errors import Refusal
from referee.knocks import check_knock
from referee.plays import Amend, Knock, Play, RuleOn, Show
from referee.showdown import check_show


def check_readable(plays: Sequence[Play]) -> None:
    """Raise ``Unreadable`` for a play that no game could make sense of.

    Not told here: what is unreadable only beside what is on record.
    """
    for index, play in enumerate(plays):
        try:
            _check(play)
        except Refusal as refusal:
            raise refusal.at_play(index) from None


def _check(play: Play) -> None:
    match play:
        case RuleOn():
            check_ruling(play)
        case Knock():
            check_knock(play)
        case Show():
            check_show(play)
        case Amend(play=said) if said is not None:
            _check_inner(said)
        case _:
            pass


def _check_inner(play: Play) -> None:
    try:
        _check(play)
    except Refusal as refusal:
        refusal.violations = tuple(
            replace(v, field=f"play.{v.field}".rstrip(".")) for v in refusal.violations
        )
        raise
