"""Rulings without a game: no key, no record."""

from collections.abc import Mapping

from flask import Response, request
from flask_smorest import Blueprint

from referee.plays import Knock, Show
from referee.presets import STANDARD
from referee.rules import Player, Rules
from referee.ruling import (
    Claim,
    Examined,
    Ruling,
    examine_hand,
    examined_data,
    explain,
    ruling_data,
)
from web.api.answers import Body, answer
from web.api.spec import BASE, takes
from web.jsonloader import read_json
from web.schemas.base import load
from web.schemas.bodies import HAND_TO_RULE, KNOCK_TO_RULE
from web.server import server

blp = Blueprint("rulings", __name__, url_prefix=BASE, description="Rulings")


@blp.route("/rulings/hand", methods=["POST"])
@blp.response(200, "HandRuling")
@blp.doc(security=[{}], **takes("HandToRule"))
def rule_on_hand() -> Response:
    """Say what a hand leaves, whether it may knock, and what each discard leaves."""
    body = _taken()
    return answer(examined_data(examined(load(HAND_TO_RULE, body))))


@blp.route("/rulings/knock", methods=["POST"])
@blp.response(200, "Ruling")
@blp.doc(security=[{}], **takes("KnockToRule"))
def rule_on_knock() -> Response:
    """Judge a knock and its answer, and say why, step by step."""
    body = _taken()
    return answer(ruling_data(judged(load(KNOCK_TO_RULE, body))))


def _taken() -> Body:
    here = server()
    here.limits.count(here.limits.rulings)
    body: Body = read_json(request)
    return body


def examined(given: Body) -> Examined:
    """Examine a loaded ``HAND_TO_RULE``."""
    return examine_hand(
        _rules(given), given.get("upcard"), given["cards"], taken=given.get("taken")
    )


def judged(given: Body, *, players: Mapping[Player, str] | None = None) -> Ruling:
    """Judge a loaded ``KNOCK_TO_RULE``; the knocker sits at A, the defender at B.

    With the names of ``players`` the ruling names them.
    """
    claim = given.get("claim")
    return explain(
        _rules(given),
        given.get("upcard"),
        Knock("A", **given["knocker"]),
        Show("B", **given["defender"]),
        players=players,
        claim=claim and Claim(**claim),
    )


def _rules(given: Body) -> Rules:
    rules, _ = given.get("rules", (STANDARD, ""))
    found: Rules = rules
    return found
