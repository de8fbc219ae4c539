"""Plays inside events, in the form in which the API takes them."""

from collections.abc import Mapping
from typing import Any

from events.codec.kinds import (
    CARD,
    CARDS,
    CHOSEN,
    HANDS,
    LAYOFFS,
    MELDS,
    PLAIN,
    RULES,
    Form,
    Kind,
    form,
)
from referee import plays
from referee.plays import Amend, Play


def play_data(play: Play) -> dict[str, Any]:
    """Return a play as plain JSON data, as a client would send it.

    What is not known is left out; cards are ``TS``; the rules of an ``amend`` are a
    full object with ``preset`` in it.
    """
    described = _BY_CLASS[type(play)]
    data = described.dump(play)
    if described.name == "deal" and not data["hands"]:
        del data["hands"]
    if "rules" in data and "preset" in data:
        data["rules"]["preset"] = data.pop("preset")
    return {"type": described.name, **data}


def play_from(data: Mapping[str, Any]) -> Play:
    """Return the play that ``play_data`` made this of. Does not check it.

    Raises ``KeyError``, ``TypeError``, ``ValueError`` or ``Unreadable`` for data that
    ``play_data`` cannot have made.
    """
    values = {name: value for name, value in data.items() if name != "type"}
    if "rules" in values:
        rules = dict(values["rules"])
        if "preset" in rules:
            values["preset"] = rules.pop("preset")
        values["rules"] = rules
    play: Play = _BY_NAME[data["type"]].load(values)
    return play


PLAY = Kind(play_data, play_from)

_FORMS: tuple[Form, ...] = (
    form("deal", plays.Deal, dealer=PLAIN, upcard=CARD, hands=HANDS, ruling=CHOSEN),
    form("pass", plays.Pass, player=PLAIN, ruling=CHOSEN),
    form("draw", plays.Draw, player=PLAIN, source=PLAIN, card=CARD, ruling=CHOSEN),
    form("discard", plays.Discard, player=PLAIN, card=CARD, ruling=CHOSEN),
    form(
        "knock",
        plays.Knock,
        player=PLAIN,
        discard=CARD,
        cards=CARDS,
        melds=MELDS,
        count=PLAIN,
        call=PLAIN,
        upcard=CARD,
        ruling=CHOSEN,
    ),
    form(
        "show",
        plays.Show,
        player=PLAIN,
        cards=CARDS,
        melds=MELDS,
        layoffs=LAYOFFS,
        count=PLAIN,
        held=PLAIN,
        ruling=CHOSEN,
    ),
    form("void", plays.Void, reason=PLAIN),
    form("untrack", plays.Untrack),
    form(
        "rule",
        plays.RuleOn,
        code=PLAIN,
        offender=PLAIN,
        option=PLAIN,
        chosen_by=PLAIN,
        cards=CARDS,
        count=PLAIN,
        note=PLAIN,
    ),
    form("accept", plays.Accept, player=PLAIN, hand=PLAIN, note=PLAIN),
    form("dispute", plays.Dispute, player=PLAIN, hand=PLAIN, note=PLAIN),
    form("adjust", plays.Adjust, player=PLAIN, points=PLAIN, reason=PLAIN, boxes=PLAIN),
    form("retract", plays.Retract, seq=PLAIN, hand=PLAIN, reason=PLAIN),
    form("amend", Amend, seq=PLAIN, play=PLAY, rules=RULES, preset=PLAIN, reason=PLAIN),
    form("abandon", plays.Abandon, reason=PLAIN),
    form("resign", plays.Resign, player=PLAIN),
    form("propose", plays.Propose, hand=PLAIN, player=PLAIN, play=PLAY),
)
_BY_CLASS = {described.made: described for described in _FORMS}
_BY_NAME = {described.name: described for described in _FORMS}
