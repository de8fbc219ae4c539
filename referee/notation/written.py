"""What a text of hands says: plays, what stands above them, and comments."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.plays import HandPlay
from referee.rules import Player, Rules


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of one line, for people.

    ``after`` is the number of plays before it; ``beside`` says that it stands on the
    line of the last of them. ``text`` has no blanks at its ends.
    """

    text: str
    after: int = 0
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """One hand as it is written down. What is ``None`` is not said.

    ``preset`` names what ``rules`` were made from, and means nothing without them.
    ``date`` is ``YYYY-MM-DD``. ``names`` are those of the players, of both, one or
    none. Whether the plays are legal is not looked at.
    """

    plays: tuple[HandPlay, ...] = ()
    number: int | None = None
    rules: Rules | None = None
    preset: str | None = None
    names: Mapping[Player, str] = field(default_factory=dict)
    date: str | None = None
    dealer: Player | None = None
    comments: tuple[Comment, ...] = ()
