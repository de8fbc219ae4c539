"""Rulings: of a recorded hand, and of two hands typed in without a game."""

from flask import Response

from events.replayed import standing
from referee.presets import PRESETS
from web.api.hands import hand_body
from web.auth import game_caller
from web.pages.door import given, page, pages
from web.pages.facts import shown
from web.pages.verdict import last_scored, people, ruling_of
from web.server import server


@pages.get("/g/<uid>/hands/<int(max=1000000):number>")
def ruling(uid: str, number: int) -> Response:
    """Show why a recorded hand was scored so."""
    caller = game_caller(uid)
    it, hand = shown(caller), hand_body(caller, number)
    store = server().store
    with store.reading() as conn:
        score = last_scored(standing(store, conn, uid).game, number)
    found = ruling_of(score)
    return page(
        "ruling.html",
        it=it,
        number=number,
        hand=hand,
        ruling=found,
        who=people(score, it.names),
        by_counts=score is not None and not score.knock.melds and not score.knock.loose,
        seats=it.may_resign,
    )


@pages.get("/check")
def check() -> Response:
    """Judge two hands typed in; nothing is recorded."""
    form = {"rules": PRESETS[0].id} | given()
    return page(
        "check.html",
        form=form,
        errors={},
        presets=[preset.id for preset in PRESETS],
    )
