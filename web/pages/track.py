"""The play of a hand, recorded card by card where a table wants it."""

from typing import Any

from flask import Response

from web.auth import playing_caller
from web.pages.door import given, go, page, pages, typed
from web.pages.facts import Shown, shown
from web.pages.fields import Reading
from web.pages.refused import NOT_RECORDED, form_again
from web.pages.write import record
from web.strings import say

Form = dict[str, str]

STEPS = ("deal", "pass", "take", "draw", "discard")


@pages.get("/g/<uid>/track")
def track(uid: str) -> Response:
    """Show whose turn it is, and the keys to record it."""
    return _strip(shown(playing_caller(uid)), given())


@pages.post("/g/<uid>/track")
def record_step(uid: str) -> Response:
    """Record one step of the play."""
    caller, form = playing_caller(uid), given()
    reading = Reading(form)
    play = _read(reading, shown(caller))
    if reading.errors:
        return _strip(shown(caller), form, errors=reading.errors, status=422)
    try:
        record(caller, [play], form)
    except NOT_RECORDED as error:
        return _strip(shown(caller), form, **form_again(error, caller))
    return go(f"/g/{uid}/track")


def _strip(it: Shown, form: Form, *, status: int = 200, **facts: Any) -> Response:
    facts.setdefault("errors", {})
    return page("track.html", status=status, it=it, form=typed(form), **facts)


def _read(reading: Reading, it: Shown) -> dict[str, Any]:
    """Read the button that was pressed and its card into a play."""
    step = reading.choose("step", STEPS)
    play: dict[str, Any] = {"type": "draw" if step == "take" else step}
    if step == "deal":
        reading.upcard(play)
        if reading.form.get("dealer"):
            play["dealer"] = reading.choose("dealer", ("A", "B"))
        return play
    to_act = it.game["hand"]["to_act"]
    play["player"] = reading.form.get("player") or to_act
    if step == "take":
        play["source"] = "discard"
        top = (it.game["hand"]["discards"] or [None])[-1]
        play |= {"card": top} if top else {}
    if step == "draw":
        play["source"] = "stock"
    if step in ("draw", "discard"):
        _card(reading, play, needed=step == "discard")
    reading.ruling(play, 0)
    return play


def _card(reading: Reading, play: dict[str, Any], *, needed: bool) -> None:
    found: dict[str, Any] = {}
    reading.upcard(found)
    if "upcard" in found:
        play["card"] = found["upcard"]
    elif needed and "upcard" not in reading.errors:
        reading.errors["upcard"] = say("field.choose")
