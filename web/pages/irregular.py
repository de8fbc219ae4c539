"""Irregularities that have no play of their own: what happened, what the table does."""

from typing import Any

from flask import Response

from referee.irregularities import IRREGULARITIES, WITH_OWN_PLAY
from web.auth import playing_caller
from web.pages.door import given, go, page, pages
from web.pages.facts import Shown, shown
from web.pages.fields import Reading, cards_of, whole
from web.pages.refused import NOT_RECORDED, form_again
from web.pages.words import code_words
from web.pages.write import record

Form = dict[str, str]

CODES = tuple(code for code in IRREGULARITIES if code not in WITH_OWN_PLAY)
COUNTED = ("wrong_count_late", "wrong_count_at_knock")
"""Those that need to know how many cards the offender holds."""
NAMED = ("drew_two", "looked_back", "missed_layoff")
"""Those that may name the card concerned."""


@pages.get("/g/<uid>/irregular")
def irregular(uid: str) -> Response:
    """Ask what happened; then, of one irregularity, what the table does."""
    return _page(shown(playing_caller(uid)), given())


@pages.post("/g/<uid>/irregular")
def rule_on(uid: str) -> Response:
    """Record what the table does about an irregularity."""
    caller, form = playing_caller(uid), given()
    it, reading = shown(caller), Reading(form)
    play = _read(reading)
    if reading.errors:
        return _page(it, form, errors=reading.errors, status=422)
    try:
        record(caller, [play], form)
    except NOT_RECORDED as error:
        return _page(shown(caller), form, **form_again(error, caller))
    return go(it.url)


def _page(it: Shown, form: Form, *, status: int = 200, **facts: Any) -> Response:
    asked = form.get("code", "")
    chosen = asked if asked in CODES else ""
    options = [each.option for each in IRREGULARITIES.get(chosen, ())]
    choosers = (it.caller.seat,) if it.caller.seat else ("A", "B", "both")
    usual = {
        "option": options[0] if options else "",
        "chosen_by": choosers[0] if len(choosers) == 1 else "",
    }
    facts.setdefault("errors", {})
    return page(
        "irregular.html",
        status=status,
        it=it,
        codes=[(each, code_words(each)) for each in CODES],
        code=chosen,
        what=code_words(chosen),
        options=options,
        choosers=choosers,
        counted=chosen in COUNTED,
        named=chosen in NAMED,
        form={**usual, **form},
        **facts,
    )


def _read(reading: Reading) -> dict[str, Any]:
    code = reading.choose("code", CODES)
    options = tuple(each.option for each in IRREGULARITIES[code])
    play: dict[str, Any] = {
        "type": "rule",
        "code": code,
        "offender": reading.choose("offender", ("A", "B")),
        "option": reading.choose("option", options),
        "chosen_by": reading.choose("chosen_by", ("A", "B", "both")),
    }
    reading.take(play, "cards", "cards", cards_of)
    reading.take(play, "count", "count", whole)
    reading.take(play, "note", "note", str)
    return play
