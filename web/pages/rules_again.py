"""The rules of a game changed while it is played: a wrong preset noticed late."""

from typing import Any

from flask import Response

from referee.presets import PRESETS
from web.auth import playing_caller
from web.errors import Problem
from web.pages.door import given, go, page, pages
from web.pages.facts import Shown, shown
from web.pages.house import house_fields, rules_from
from web.pages.refused import NOT_RECORDED, form_again
from web.pages.write import record

Form = dict[str, str]


@pages.get("/g/<uid>/rules/change")
def change_rules(uid: str) -> Response:
    """Show the form of other rules for this game."""
    it = shown(playing_caller(uid))
    return _page(it, {"preset": it.game["preset"] or PRESETS[0].id, **given()})


@pages.post("/g/<uid>/rules/change")
def record_rules(uid: str) -> Response:
    """Decide every hand again by other rules, and keep what was said before."""
    caller, form = playing_caller(uid), given()
    amend: dict[str, Any] = {"type": "amend", "seq": 1, "rules": rules_from(form)}
    if form.get("reason"):
        amend["reason"] = form["reason"]
    try:
        record(caller, [amend], form)
    except NOT_RECORDED as error:
        again = form_again(error, caller, fields=_beside)
        return _page(shown(caller), form, **again)
    return go(f"/g/{uid}")


def _beside(problem: Problem) -> Form:
    """Return what to say beside the fields of the rules."""
    errors = {}
    for error in problem.more.get("errors", ()):
        _, _, name = error["field"].partition("rules.")
        errors["preset" if name in ("", "preset") else f"rule.{name}"] = error["detail"]
    return errors


def _page(it: Shown, form: Form, *, status: int = 200, **facts: Any) -> Response:
    facts.setdefault("errors", {})
    return page(
        "rules_again.html",
        status=status,
        it=it,
        form=form,
        presets=[preset.id for preset in PRESETS],
        house=house_fields(),
        house_open=any(form.get(f"rule.{f.name}") for f in house_fields()),
        **facts,
    )
