"""A game as it stood: hand by hand, and each hand step by step, as plain links."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

from flask import Response

from events import log, registry
from events.projections.sheet import sheet_for
from events.projections.state import state_body
from events.replayed import replayed, standing
from referee.rules import PLAYERS
from referee.scoring import sheet_data
from web.api.hands import hand_body
from web.auth import GameCaller, game_caller
from web.errors import not_found
from web.pages.door import page, pages
from web.pages.entries import log_of, when
from web.pages.facts import Shown, shown
from web.pages.words import event_words
from web.server import server
from web.strings import say

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scrubber:
    """Where the links of a replay lead; ``None`` where there is nothing that way."""

    at: int
    first: int
    last: int
    back: int | None = None
    on: int | None = None
    hand_back: int | None = None
    hand_on: int | None = None


def shown_at(caller: GameCaller, seq: int) -> Shown:
    """Read a game as it stood after event ``seq``; raises 404 past its end.

    What is hidden now from these eyes is hidden there too.
    """
    store = server().store
    with store.reading() as conn:
        now = standing(store, conn, caller.game.uid)
        if not 1 <= seq <= now.game.version:
            raise not_found("version of this game")
        then = replayed(now.number, now.row, log.read(conn, now.number, upto=seq))
        book = registry.find_book(store, caller.game.book)
    assert book is not None, "a game is in a book"
    body = state_body(then, caller.eyes, now=now.game)
    return Shown(caller, book, body, sheet_data(sheet_for(then.game)))


def replay(caller: GameCaller, text: str) -> Response:
    """Show the sheet as it stood after an event, with links to go on from there."""
    if not (text.isascii() and text.isdigit()):
        raise not_found("version of this game")
    seq = int(text[:12])
    it, bodies = shown_at(caller, seq), log_of(shown(caller))
    stops = stops_of(bodies)
    at = stops[min(bisect_left(stops, seq), len(stops) - 1)]
    return page(
        "replay.html",
        it=it,
        seq=seq,
        scrubber=_scrubber(bodies, stops, seq),
        said=_said(it, bodies, stops, at),
        when=when(bodies[seq - 1]["at"]),
    )


def stops_of(bodies: list[Body]) -> list[int]:
    """Return the seqs at which an entry, or a whole correction, is complete."""
    starts = [body["seq"] for body in bodies if body["entry"] == body["seq"]]
    return [*(seq - 1 for seq in starts[1:]), bodies[-1]["seq"]]


def _ends(bodies: list[Body], stops: list[int]) -> list[int]:
    """Return the stops at which a hand had just ended, the start and the end."""
    ended = {
        stops[bisect_left(stops, body["seq"])]
        for body in bodies
        if body["type"] in ("hand_scored", "hand_voided")
    }
    return sorted({stops[0], stops[-1], *ended})


def _scrubber(bodies: list[Body], stops: list[int], seq: int) -> Scrubber:
    ends = _ends(bodies, stops)
    return Scrubber(
        seq,
        stops[0],
        stops[-1],
        *(_around(stops, seq)),
        *(_around(ends, seq)),
    )


def _around(stops: list[int], seq: int) -> tuple[int | None, int | None]:
    before, after = bisect_left(stops, seq), bisect_right(stops, seq)
    return (
        stops[before - 1] if before else None,
        stops[after] if after < len(stops) else None,
    )


def _said(it: Shown, bodies: list[Body], stops: list[int], at: int) -> list[str]:
    """Say what happened in the step that ends at ``at``."""
    before = bisect_left(stops, at)
    first = stops[before - 1] if before else 0
    return event_sentences(it, bodies[first:at])


def event_sentences(it: Shown, bodies: list[Body]) -> list[str]:
    """Say events one by one; a deal that a knock brought along says nothing."""
    told = [b for b in bodies if not (b["data"].get("implied") and len(bodies) > 1)]
    return [event_words(body, it.people) for body in told]


@pages.get("/g/<uid>/<int(max=1000000):number>/<int(max=1000000):step>")
def step_of_hand(uid: str, number: int, step: int) -> Response:
    """Show one step of a hand, and what was known after it to who asks."""
    caller = game_caller(uid)
    it, hand = shown(caller), hand_body(caller, number)
    steps = hand["steps"]
    if not 1 <= step <= len(steps):
        raise not_found("step of this hand")
    this = steps[step - 1]
    return page(
        "step.html",
        it=it,
        number=number,
        step=step,
        steps=len(steps),
        hands=_hands(it),
        said=event_sentences(it, this["events"]),
        places=[_place(it.names[seat], this["knowledge"][seat]) for seat in PLAYERS],
        pile=this["knowledge"]["pile"],
        stock=_place(say("replay.stock"), this["knowledge"]["stock"]),
        before=[event_sentences(it, each["events"]) for each in steps[:step]],
    )


def _hands(it: Shown) -> list[int]:
    return [hand.number for hand in it.whole.begun]


def _place(name: str, place: Body) -> Body:
    return {"name": name, "cards": place["must"], "unknown": place["unknown"]}
