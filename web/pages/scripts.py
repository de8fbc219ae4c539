"""What the scripts of a page are told: facts as JSON beside its plain form.

They only make entering easier; nothing they work out is recorded as it is.
"""

from collections.abc import Mapping
from typing import Any

from referee.presets import PRESETS
from referee.rules import PLAYERS, Player, other
from web.pages.door import pages, static_file
from web.pages.facts import Shown
from web.strings import say, sentences

Facts = dict[str, Any]
Form = Mapping[str, str]

CARDS = ("pick.", "rank.", "suit.", "card.")


def _told(facts: Facts, *words: str) -> Facts:
    """Add the sentences a script says, and the drawings of the suits."""
    return {**facts, "words": sentences(*words), "sprite": static_file("suits.svg")}


def _seat(it: Shown, seat: Player, most: int) -> Facts:
    """Say whose hand it is, and which cards are known to be elsewhere."""
    hand = it.game["hand"]
    gone = [card for card in (*hand["discards"], *hand["known"][other(seat)]) if card]
    return {"seat": seat, "name": it.names[seat], "gone": gone, "most": most}


@pages.app_template_global()
def picked(it: Shown, form: Form) -> Facts:
    """Return the facts of entering a hand of a game by cards."""
    draft = f"{it.url} {it.game['version']}"
    facts: Facts = {"draft": draft, "knocker": None, "fixed": it.defender is not None}
    facts["declared"] = it.game["rules"]["melds"] == "declared"
    if it.defender:
        facts |= {"fields": ["dcards"], "seats": [_seat(it, it.defender, 10)]}
        return _told(facts, *CARDS)
    most = 10 if it.game["rules"]["big_gin_bonus"] is None else 11
    facts |= {
        "fields": ["kcards", "dcards"],
        "seats": [_seat(it, seat, most) for seat in PLAYERS],
        "knocker": {"A": 0, "B": 1}.get(form.get("knocker", "")),
    }
    return _told(facts, *CARDS)


@pages.app_template_global()
def checked(form: Form) -> Facts:
    """Return the facts of entering two hands without a game: the knocker is first."""
    names = (
        form.get("first") or say("check.first"),
        form.get("second") or say("check.second"),
    )
    seats = [
        {"name": name, "gone": [], "most": most}
        for name, most in zip(names, (11, 10), strict=True)
    ]
    facts: Facts = {"seats": seats, "knocker": None, "fixed": True}
    facts["fields"] = ["kcards", "dcards"]
    facts["declared"] = [each.id for each in PRESETS if each.rules.melds == "declared"]
    return _told(facts, *CARDS)


@pages.app_template_global()
def counted(it: Shown) -> Facts:
    """Return the facts of entering a hand by counts."""
    hand, rules = it.game["hand"], it.game["rules"]
    facts = {
        "record": f"{it.url}/record",
        "version": it.game["version"],
        "rules": rules,
        "names": it.names,
        "upcard": hand["upcard"],
        "score": {seat: it.game["score"][seat]["points"] for seat in PLAYERS},
        "knocker": it.knocker,
    }
    return _told(facts, "quick.")
