"""The table at which one play of one hand is decided, and what it rests on."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from referee.errors import Illegal, Impossible, Unreadable
from referee.eyes import Eyes
from referee.game.events import HandEvent, IrregularityRuled, Recorded
from referee.game.state import Hand
from referee.knowledge import contradiction
from referee.plays import Chosen
from referee.rules import Player, Rules

Proof = Literal["here", "later", "done"]
"""Where it is proven that some deal explains the hand.

``here``: with this play. ``later``: by who decides the whole hand, since a record that
some deal explains has no part that none explains. ``done``: so too, and of every hidden
card, so that no entry is in conflict either.
"""


class Table(NamedTuple):
    """A hand as it stands, its rules, and who asks.

    ``seq`` is the number the next event will have, ``entry`` that of the entry the
    play makes or, decided again, had; ``asker`` is whose eyes judge what is possible,
    and ``proof`` where. Of ``own`` entries (``None``: of the one this play makes) the
    asker knows every card named; those ``apart`` were in conflict before and prove
    nothing.
    """

    rules: Rules
    hand: Hand
    seq: int
    entry: int
    asker: Eyes
    proof: Proof = "here"
    own: frozenset[int] | None = None
    apart: frozenset[int] = frozenset()


def check_possible(table: Table, events: Sequence[HandEvent]) -> None:
    """Refuse what no deal of the cards explains, as far as the asker may see.

    Raises ``Impossible`` (``contradiction``) naming an irreducible set of entries.
    """
    if table.proof != "here" or table.entry in table.apart:
        return
    extra = [
        Recorded(table.seq + n, table.entry, table.asker, event)
        for n, event in enumerate(events)
    ]
    clashes = contradiction(
        table.rules,
        table.hand,
        table.asker,
        extra,
        own=table.own,
        apart=table.apart,
    )
    if clashes:
        raise Impossible(
            "contradiction",
            "; ".join(f"seq {clash.entry}: {clash.what}" for clash in clashes),
            rule="the hand",
            entries=[clash.entry for clash in clashes],
        )


def rule_on(
    table: Table, refusal: Illegal, chosen: Chosen | None, offender: Player
) -> IrregularityRuled:
    """Let an irregular play stand as the table chose, or refuse it.

    Raises the refusal itself where nothing was chosen or nothing can be, and
    ``Unreadable`` (``unknown_option``) for a choice that is not among its options.
    """
    if chosen is None or not refusal.options:
        raise refusal
    names = [option.option for option in refusal.options]
    if chosen.option not in names:
        raise Unreadable(
            "unknown_option",
            f"{chosen.option!r} is not among {', '.join(names)}",
            rule=refusal.violations[0].rule,
            field="ruling.option",
        )
    return IrregularityRuled(
        hand=table.hand.number,
        code=refusal.code,
        offender=offender,
        option=chosen.option,
        chosen_by=chosen.chosen_by,
        note=chosen.note,
    )
