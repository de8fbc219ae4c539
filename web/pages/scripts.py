"""What the scripts of a page are told: facts as JSON beside its plain form.

They only make entering easier; nothing they work out is recorded as it is.
"""

from collections.abc import Mapping
from typing import Any

from flask import Response

from referee.presets import PRESETS
from referee.rules import PLAYERS, Player, other, rules_as_dict
from web.pages.door import page, pages, static_file
from web.pages.facts import Shown
from web.server import build_id
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


def check_names(form: Form) -> tuple[str, str]:
    """Return what stands above the two hands of a check."""
    return (
        form.get("first") or say("check.first"),
        form.get("second") or say("check.second"),
    )


@pages.app_template_global()
def checked(form: Form) -> Facts:
    """Return the facts of entering two hands without a game: the knocker is first."""
    seats = [
        {"name": name, "gone": [], "most": most}
        for name, most in zip(check_names(form), (11, 10), strict=True)
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


@pages.app_template_global()
def app_facts(it: object = None, presets: object = None) -> Facts:
    """Return what the script of every page is told; of the page's game where it is one.

    ``presets``: also the rules of every preset, for a game that waits to be started.
    """
    facts: Facts = {"build": build_id(), "words": sentences("live.")}
    if isinstance(it, Shown):
        facts["game"] = _game(it)
    if presets:
        facts["presets"] = {each.id: rules_as_dict(each.rules) for each in PRESETS}
    return facts


def _game(it: Shown) -> Facts:
    hand = it.game["hand"]
    return {
        "id": it.caller.game.uid,
        "version": it.game["version"],
        "number": hand["number"],
        "phase": hand["phase"],
        "rules": it.game["rules"],
        "names": it.names,
        "score": {seat: it.game["score"][seat]["points"] for seat in PLAYERS},
    }


@pages.get("/waiting")
def waiting() -> Response:
    """Show a game that waits on this phone to be started; the script fills it in."""
    counts = [("0", say("count.gin")), *((str(n), str(n)) for n in range(1, 11))]
    facts = _told({"upcard": None, "knocker": None}, "quick.")
    return page(
        "waiting.html",
        counts=[*counts, ("big", say("count.big"))],
        facts=facts,
        form={},
        errors={},
        presets_told=True,
    )


@pages.get("/offline")
def offline() -> Response:
    """Say that there is no connection; shown in place of a page that does not come."""
    return page("offline.html")
