"""Rulings: of a recorded hand, and of two hands typed in without a game."""

from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from referee.eyes import Sight
from referee.game import Game, Hand
from referee.presets import PRESETS
from referee.rules import PLAYERS, Player
from web.api.hands import begun, hand_body
from web.auth import game_caller
from web.errors import Problem
from web.pages.door import given, page, pages
from web.pages.entries import entries_of, irregular_of, proposals_of
from web.pages.facts import Shown, shown
from web.pages.fields import OPTIONAL, Reading, read_showdown
from web.pages.refused import NOT_RECORDED, form_again
from web.pages.scripts import check_names
from web.pages.undo import words_of
from web.pages.verdict import people, rule_typed, ruling_body
from web.server import server
from web.strings import say


@pages.get("/g/<uid>/hands/<int(max=1000000):number>")
def ruling(uid: str, number: int) -> Response:
    """Show why a recorded hand was scored so, who said what of it, what was entered."""
    caller = game_caller(uid)
    it = shown(caller)
    game, hand = begun(caller, number)
    body = hand_body(caller, number)
    return page(
        "ruling.html",
        it=it,
        number=number,
        hand=hand,
        ruling=ruling_body(caller, game, hand, it.names),
        who=people(hand, it.names),
        seats=it.may_resign,
        turned="turn" in request.args,
        counted=counts(game, number),
        irregular=irregular_of(it, body),
        conflicts=_conflicts(it, hand),
        waiting=_not_accepted(it, hand),
        proposals=proposals_of(it, number),
        amendable=hand.score is not None,
        last=game.begun[-1].number == number,
        entries=entries_of(it, number),
    )


def counts(game: Game, number: int) -> bool:
    """Whether a hand counts: those after the end of a game do not."""
    return game.end is None or number <= game.end.hand


def _not_accepted(it: Shown, hand: Hand) -> str:
    """Name who has not yet accepted a hand that was changed."""
    if not (hand.amended and hand.ended):
        return ""
    return " & ".join(it.names[seat] for seat in PLAYERS if seat not in hand.accepted)


def _conflicts(it: Shown, hand: Hand) -> list[str]:
    """Name the entries that the shown hands disproved."""
    if hand.score is None:
        return []
    said = Sight(it.whole, it.caller.eyes).plays_of(hand)
    found = []
    for seq in hand.score.conflicts:
        what = words_of(said.get(seq), it.names)
        key = "ruling.conflict" if what else "ruling.conflict_unseen"
        found.append(say(key, number=seq, what=what))
    return found


@pages.get("/check")
def check() -> Response:
    """Judge two hands typed in; nothing is recorded."""
    form = {"rules": PRESETS[0].id} | given()
    if "kcards" not in form:
        return _check(form)
    limits = server().limits
    limits.count(limits.rulings)
    reading = Reading(form)
    body = read_showdown(reading)
    if reading.errors:
        return _check(form, errors=reading.errors, status=422)
    try:
        return _check(form, ruling=rule_typed(body, _players(form)))
    except NOT_RECORDED as error:
        return _check(form, **form_again(error, fields=_beside))


def _check(form: dict[str, str], *, status: int = 200, **facts: Any) -> Response:
    heads = dict(zip(("knocker", "defender"), check_names(form), strict=True))
    facts.setdefault("errors", {})
    return page(
        "check.html",
        status=status,
        form=form,
        who={**heads, **_players(form)},
        presets=[preset.id for preset in PRESETS],
        turn=_turned(form),
        melds_open=any(form.get(name) for name in OPTIONAL),
        **facts,
    )


def _turned(form: dict[str, str]) -> str:
    """Return the address of the same ruling, for who sits opposite."""
    kept = {name: text for name, text in form.items() if name != "turn"}
    if "turn" in form:
        return f"/check?{urlencode(kept)}"
    return f"/check?{urlencode({**kept, 'turn': '1'})}#top"


def _players(form: dict[str, str]) -> dict[Player, str]:
    """Return what the two are called within a sentence."""
    first, second = form.get("first"), form.get("second")
    return {"A": first or say("check.knocker"), "B": second or say("check.defender")}


def _beside(problem: Problem) -> dict[str, str]:
    """Return what to say beside the fields of the check."""
    found = {}
    for error in problem.more.get("errors", ()):
        side, _, rest = error["field"].partition(".")
        prefix = {"knocker": "k", "defender": "d"}.get(side)
        name = rest.split(".")[0]
        plain = prefix is None or name not in ("cards", "melds")
        found[(name or side) if plain else f"{prefix}{name}"] = error["detail"]
    return found
