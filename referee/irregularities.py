"""What a table may do about each irregularity, the default first.

Source: ``docs/rules.md``, "Irregularities"; ``basis`` says where each comes from.
"""

from collections.abc import Iterable

from referee.errors import Illegal, Option

IRREGULARITIES: dict[str, tuple[Option, ...]] = {
    "wrong_count_early": (Option("new_deal", "published"),),
    "wrong_count_late": (
        Option("new_deal", "published"),
        Option("play_on", "published"),
    ),
    "wrong_count_at_knock": (Option("adjust", "house"), Option("new_deal", "house")),
    "misdeal": (Option("new_deal", "published"), Option("stand", "published")),
    "imperfect_pack": (Option("void", "card law"),),
    "out_of_turn": (Option("stand", "house"), Option("take_back", "house")),
    "drew_two": (Option("extra_to_pile", "house"), Option("new_deal", "house")),
    "throw_back": (Option("take_back", "house"), Option("stand", "house")),
    "illegal_knock": (
        Option("accept", "published"),
        Option("play_on_exposed", "published"),
        Option("forfeit_hand", "published"),
    ),
    "false_gin": (Option("as_knock", "house"),),
    "bad_spread": (Option("respread", "house"),),
    "missed_layoff": (Option("stand", "house"), Option("lay_off", "house")),
    "looked_back": (
        Option("warn", "published"),
        Option("extra_to_pile", "published"),
    ),
    "wrong_score": (Option("amend", "card law"),),
}
"""Code -> options; ``false_gin`` over the limit takes those of ``illegal_knock``."""

WITH_OWN_PLAY = {
    "out_of_turn": "the draw",
    "throw_back": "the discard",
    "illegal_knock": "the knock",
    "false_gin": "the knock",
    "bad_spread": "the knock or the show",
    "wrong_score": "an amend",
}
"""Irregularities ruled on with the play itself, not by a ``rule`` play."""


def irregular(
    code: str, detail: str, *, rule: str, entries: Iterable[int] = ()
) -> Illegal:
    """Return the refusal of an irregular play with its options."""
    return Illegal(
        code, detail, rule=rule, entries=entries, options=IRREGULARITIES[code]
    )
