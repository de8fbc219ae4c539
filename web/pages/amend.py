"""Corrections: a hand's counts or cards, or one entry, entered again with a reason."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response

from events import log
from events.codec import play_data
from events.replayed import replayed, standing
from referee.decide import decide
from referee.errors import Refusal
from referee.eyes import Sight
from referee.game import Hand
from referee.game.entries import standing_plays
from referee.plays import Knock, Play, Show
from web.api.hands import begun
from web.auth import GameCaller, playing_caller
from web.errors import Problem, not_found, problem_of
from web.pages.door import given, go, page, pages, typed
from web.pages.facts import Shown, shown
from web.pages.fields import Filled, Reading, read_entry, read_hand
from web.pages.game import play_of_button
from web.pages.refused import NOT_RECORDED, errors_beside, form_again
from web.pages.undo import words_of
from web.pages.write import record
from web.schemas.batches import load_plays
from web.server import server
from web.strings import say

Form = dict[str, str]
Body = dict[str, Any]
Spread = Mapping[int, Play]

AGAIN = ("deal", "draw", "discard", "adjust")
"""Entries that have a form of their own; a knock and a show are corrected together."""


@pages.get("/g/<uid>/hands/<int(max=1000000):number>/amend")
def amend_hand(uid: str, number: int) -> Response:
    """Show a hand's counts or cards, to be corrected."""
    caller = playing_caller(uid)
    hand, spread = _spread(caller, number)
    return _hand_page(shown(caller), hand, {**_filled(spread), **given()})


@pages.post("/g/<uid>/hands/<int(max=1000000):number>/amend")
def record_amended(uid: str, number: int) -> Response:
    """Record what is different in the form, with its reason."""
    caller, form = playing_caller(uid), given()
    hand, spread = _spread(caller, number)
    it = shown(caller)
    filled = read_hand(form)
    if filled.errors:
        return _hand_page(it, hand, form, errors=filled.errors, status=422)
    try:
        amends = _different(spread, filled.plays, form.get("reason", ""))
        if not amends:
            errors = {"reason": say("amend.nothing")}
            return _hand_page(it, hand, form, errors=errors, status=422)
        record(caller, amends, form)
    except NOT_RECORDED as error:
        again = form_again(
            error,
            caller,
            fields=lambda problem: errors_beside(problem, filled.plays),
            retell=lambda problem: _as_played(caller, filled, spread, problem),
        )
        return _hand_page(shown(caller), hand, form, **again)
    return go(f"{it.url}/hands/{number}")


def _spread(caller: GameCaller, number: int) -> tuple[Hand, Spread]:
    """Return a hand with its last knock and its show; raises 404 without both."""
    game, hand = begun(caller, number)
    found = {
        seq: play
        for seq, play in Sight(game, caller.eyes).plays_of(hand).items()
        if isinstance(play, Knock | Show)
    }
    last = {type(play): seq for seq, play in sorted(found.items())}
    if len(last) < 2:
        raise not_found("knock and show in that hand")
    return hand, {seq: found[seq] for seq in last.values()}


def _hand_page(
    it: Shown, hand: Hand, form: Form, *, status: int = 200, **facts: Any
) -> Response:
    facts.setdefault("errors", {})
    return page(
        "amend.html",
        status=status,
        it=it,
        number=hand.number,
        form=typed(form),
        melds_open=it.lays(form),
        **facts,
    )


def _filled(spread: Spread) -> Form:
    """Return the form that a knock and a show were entered with."""
    form: Form = {}
    for play in spread.values():
        data = play_data(play)
        form |= _knock_fields(data) if data["type"] == "knock" else _show_fields(data)
    return form


def _knock_fields(data: Body) -> Form:
    form = {"knocker": data["player"]}
    if "cards" in data:
        form |= {"by": "cards", "kcards": " ".join(data["cards"])}
    if "melds" in data:
        form["kmelds"] = _melds(data["melds"])
    form |= {name: data[name] for name in ("discard", "call") if name in data}
    if "count" in data:
        form["count"] = str(data["count"])
    elif "cards" not in data:
        form["count"] = "big" if data.get("call") == "big_gin" else "0"
    if "upcard" in data:
        form |= {"up_rank": data["upcard"][0], "up_suit": data["upcard"][1]}
    return form


def _show_fields(data: Body) -> Form:
    form: Form = {}
    if "cards" in data:
        form |= {"by": "cards", "dcards": " ".join(data["cards"])}
    if "melds" in data:
        form["dmelds"] = _melds(data["melds"])
    if "layoffs" in data:
        laid = [f"{each['card']} to {each['onto'] + 1}" for each in data["layoffs"]]
        form["layoffs"] = "; ".join(laid) or "-"
    if "count" in data:
        form["other"] = str(data["count"])
    return form


def _melds(melds: list[list[str]]) -> str:
    return " / ".join(" ".join(meld) for meld in melds) or "-"


def _different(spread: Spread, plays: list[Body], reason: str) -> list[Body]:
    """Return the amendments that make of the entries what was typed."""
    amends = []
    for play in plays:
        seq, stands = _entry(spread, play)
        (new,) = load_plays({"plays": [play]})
        assert isinstance(new, Knock | Show)
        if stands != replace(new, ruling=None) or new.ruling is not None:
            amends.append({"type": "amend", "seq": seq, "play": play})
    for each in amends:
        each |= {"reason": reason} if reason else {}
    return amends


def _entry(spread: Spread, said: Body) -> tuple[int, Play | None]:
    kind = Knock if said["type"] == "knock" else Show
    for seq, play in spread.items():
        if isinstance(play, kind):
            return seq, replace(play, ruling=None)
    raise not_found(f"{said['type']} in that hand")


def _as_played(
    caller: GameCaller, filled: Filled, spread: Spread, problem: Problem
) -> Problem:
    """Return why the hand as typed would have been refused when it was played.

    That says what the table may choose, where a correction says only that its entry
    no longer fits: ``problem``, which stays where it would have been recorded.
    """
    store = server().store
    with store.reading() as conn:
        now = standing(store, conn, caller.game.uid)
        rows = log.read(conn, now.number, upto=min(spread) - 1)
    then = replayed(now.number, now.row, rows).game
    try:
        decide(then, load_plays({"plays": filled.plays}), asker=caller.eyes)
    except (Refusal, Problem) as error:
        return problem_of(error)
    return _unwrapped(problem)


def _unwrapped(problem: Problem) -> Problem:
    """Return a problem whose fields are those of the plays inside amendments."""
    errors = [
        {**error, "field": error["field"].replace(".play.", ".", 1)}
        for error in problem.more.get("errors", ())
    ]
    more = {**problem.more, "errors": errors}
    return Problem(problem.status, problem.code, problem.detail, **more)


@pages.get("/g/<uid>/entries/<int(max=1000000):seq>")
def amend_entry(uid: str, seq: int) -> Response:
    """Show one entry, to be corrected."""
    caller = playing_caller(uid)
    it = shown(caller)
    play = _standing(it, seq)
    return _entry_page(it, seq, play, {**_entry_fields(play), **given()})


@pages.post("/g/<uid>/entries/<int(max=1000000):seq>")
def record_entry(uid: str, seq: int) -> Response:
    """Record what an entry should have said."""
    caller, form = playing_caller(uid), given()
    it = shown(caller)
    play = _standing(it, seq)
    reading = Reading(form)
    body = read_entry(reading, play_data(play))
    if reading.errors:
        return _entry_page(it, seq, play, form, errors=reading.errors, status=422)
    amend = {"type": "amend", "seq": seq, "play": body}
    if why := form.get("why"):
        amend["reason"] = why
    back = f"/hands/{it.whole.entries[seq].hand}" if it.whole.entries[seq].hand else ""
    return play_of_button(caller, amend, form, back=back)


def _standing(it: Shown, seq: int) -> Play:
    """Return what an entry says; raises 404 for one that has no form of its own."""
    entry = it.whole.entries.get(seq)
    if entry is None:
        raise not_found("entry")
    hand = None if entry.hand is None else it.whole.hand(entry.hand)
    if hand is None:
        play = standing_plays(it.whole, [seq]).get(seq)
    else:
        play = Sight(it.whole, it.caller.eyes).plays_of(hand).get(seq)
    if play is None or play_data(play)["type"] not in AGAIN:
        raise not_found("entry that can be corrected here")
    return play


def _entry_fields(play: Play) -> Form:
    data = play_data(play)
    return {name: str(data[name]) for name in data if not isinstance(data[name], dict)}


def _entry_page(
    it: Shown, seq: int, play: Play, form: Form, *, status: int = 200, **facts: Any
) -> Response:
    facts.setdefault("errors", {})
    number = it.whole.entries[seq].hand
    return page(
        "entry.html",
        status=status,
        it=it,
        seq=seq,
        kind=play_data(play)["type"],
        said=words_of(play, it.names),
        back=f"{it.url}/hands/{number}" if number else it.url,
        form=form,
        **facts,
    )
