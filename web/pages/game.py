"""The game: its sheet, a hand by counts, and what else may be recorded."""

from typing import Any
from urllib.parse import urlencode

from flask import Response, request

from events.replayed import standing
from referee.game import next_dealer
from web.api.games import started
from web.auth import GameCaller, game_caller, playing_caller, renew_cookie
from web.pages.door import given, go, page, pages, typed
from web.pages.entries import disputed_of, entries_of, proposals_of
from web.pages.facts import Shown, shown
from web.pages.fields import Filled, Reading, read_adjustment, read_hand
from web.pages.known import unless_known
from web.pages.refused import NOT_RECORDED, errors_beside, form_again
from web.pages.replay import replay
from web.pages.table import table_display
from web.pages.trial import sum_of, try_plays
from web.pages.verdict import people, ruling_body
from web.pages.write import once, record
from web.schemas.batches import load_plays
from web.server import server

Form = dict[str, str]


@pages.get("/g/<uid>")
def game(uid: str) -> Response:
    """Show the score sheet, and the form for the next hand.

    ``?at=SEQ`` shows the game as it stood; ``?view=table`` is for a screen that all
    can see.
    """
    caller = game_caller(uid)
    if "at" in request.args:
        return replay(caller, request.args["at"])
    if request.args.get("view") == "table":
        return table_display(caller)
    response = unless_known(caller, _sheet_page)
    renew_cookie(response, caller.game.book)
    return response


def _sheet_page(caller: GameCaller) -> Response:
    it = shown(caller)
    return page(
        "game.html",
        it=it,
        form=given(),
        errors={},
        proposals=proposals_of(it),
        disputed=disputed_of(it),
    )


@pages.get("/g/<uid>/log")
def log_page(uid: str) -> Response:
    """Show what was entered for the game as a whole, and what became of it."""
    it = shown(game_caller(uid))
    return page("log.html", it=it, entries=entries_of(it, None))


@pages.get("/g/<uid>/hand")
def hand(uid: str) -> Response:
    """Show the form for a hand by cards."""
    it, form = shown(playing_caller(uid)), given()
    return page("hand.html", it=it, form=form, errors={}, melds_open=it.lays(form))


@pages.get("/g/<uid>/<int:number>")
def numbered(uid: str, number: int) -> Response:
    """Find a hand by its number alone: the one to record, or one on record."""
    it = shown(game_caller(uid))
    running = it.may_play and not it.over and it.game["hand"]["number"] == number
    return go(f"{it.url}/hand" if running else f"{it.url}/hands/{number}")


@pages.get("/g/<uid>/sum")
def sum_page(uid: str) -> Response:
    """Show what the hand as typed would come to; nothing is recorded."""
    caller = playing_caller(uid)
    it, form = shown(caller), given()
    filled = read_hand(form)
    if filled.errors:
        return _form_again(it, form, errors=filled.errors, status=422)
    try:
        trial = try_plays(caller, load_plays({"plays": filled.plays}))
    except NOT_RECORDED as error:
        return _form_again(it, form, **_refused(caller, filled, error))
    by_cards = form.get("by") == "cards"
    hand = trial.hand
    return page(
        "sum.html",
        it=it,
        sum=sum_of(trial),
        form=form,
        change=_back(it, form),
        ruling=ruling_body(caller, trial.after, hand, it.names) if by_cards else None,
        who=people(hand, it.names),
    )


@pages.post("/g/<uid>/record")
def record_hand(uid: str) -> Response:
    """Record the hand whose sum was shown."""
    caller = playing_caller(uid)
    it, form = shown(caller), given()
    filled = read_hand(form)
    if filled.errors:
        return _form_again(it, form, errors=filled.errors, status=422)
    try:
        record(caller, filled.plays, form)
    except NOT_RECORDED as error:
        return _form_again(shown(caller), form, **_refused(caller, filled, error))
    return go(it.url)


def _back(it: Shown, form: Form) -> str:
    path = f"{it.url}/hand" if form.get("by") == "cards" else it.url
    return f"{path}?{urlencode(typed(form))}"


def _form_again(it: Shown, form: Form, *, status: int, **facts: Any) -> Response:
    """Show the form as it was filled, with what is wrong beside it."""
    template = "hand.html" if form.get("by") == "cards" else "game.html"
    facts.setdefault("errors", {})
    return page(
        template,
        status=status,
        it=it,
        form=typed(form),
        melds_open=it.lays(form),
        proposals=proposals_of(it),
        disputed=disputed_of(it),
        **facts,
    )


def _refused(caller: GameCaller, filled: Filled, error: Exception) -> dict[str, Any]:
    return form_again(
        error, caller, fields=lambda problem: errors_beside(problem, filled.plays)
    )


def play_of_button(
    caller: GameCaller, play: dict[str, Any], form: Form, *, back: str = ""
) -> Response:
    """Record one play of a button; where it is refused, say so on the game's page."""
    try:
        record(caller, [play], form)
    except NOT_RECORDED as error:
        facts = _refused(caller, Filled([play]), error)
        return _form_again(shown(caller), {}, **facts)
    return go(f"/g/{caller.game.uid}{back}")


def _play(uid: str, play: dict[str, Any], form: Form, *, back: str = "") -> Response:
    return play_of_button(playing_caller(uid), play, form, back=back)


def _with_reason(play: dict[str, Any], form: Form) -> dict[str, Any]:
    reason = form.get("reason")
    return {**play, "reason": reason} if reason else play


@pages.post("/g/<uid>/void")
def void(uid: str) -> Response:
    """Record that the hand was thrown in."""
    form = given()
    return _play(uid, _with_reason({"type": "void"}, form), form)


@pages.post("/g/<uid>/untrack")
def untrack(uid: str) -> Response:
    """Record that the table lost track of the play."""
    return _play(uid, {"type": "untrack"}, given())


@pages.post("/g/<uid>/undo")
def undo(uid: str) -> Response:
    """Take a hand, or one entry, back."""
    form = given()
    name = "hand" if "hand" in form else "seq"
    value = form.get(name, "")
    play = {"type": "retract", name: int(value[:9]) if value.isdecimal() else value}
    return _play(uid, play, form)


@pages.post("/g/<uid>/resign")
def resign(uid: str) -> Response:
    """Give the game to the other player."""
    form = given()
    return _play(uid, {"type": "resign", "player": form.get("player")}, form)


@pages.post("/g/<uid>/abandon")
def abandon(uid: str) -> Response:
    """End the game without a winner."""
    form = given()
    return _play(uid, _with_reason({"type": "abandon"}, form), form)


@pages.post("/g/<uid>/adjust")
def adjust(uid: str) -> Response:
    """Enter points by hand: carried over from paper, a penalty."""
    caller, form = playing_caller(uid), given()
    reading = Reading(form)
    play: dict[str, Any] = {"type": "adjust"}
    play["player"] = reading.choose("player", ("A", "B"))
    read_adjustment(reading, play)
    if reading.errors:
        return _form_again(shown(caller), form, errors=reading.errors, status=422)
    return play_of_button(caller, play, form)


@pages.post("/g/<uid>/again")
def again(uid: str) -> Response:
    """Start the next game: the same people and rules, the deal going on by rule."""
    caller = playing_caller(uid)
    store = server().store
    with store.reading() as conn:
        ended = standing(store, conn, uid).game
    hands = [hand for hand in ended.hands if hand.ended]
    dealer = next_dealer(ended.rules, hands[-1]) if hands else ended.first_dealer
    wanted = {
        "rules": (ended.rules, ended.preset),
        "players": dict(ended.players),
        "first_dealer": dealer,
    }
    book = caller.game.book
    made = started(book, caller.key, wanted, once(f"book:{book}", caller.key, given()))
    return go(f"/g/{made.uid}")


@pages.post("/g/<uid>/hands/<int:number>/<any(accept, dispute):word>")
def agree(uid: str, number: int, word: str) -> Response:
    """Accept or dispute the result of a hand."""
    form = given()
    play = {"type": word, "player": form.get("player"), "hand": number}
    if form.get("note"):
        play["note"] = form["note"]
    return _play(uid, play, form, back=f"/hands/{number}")
