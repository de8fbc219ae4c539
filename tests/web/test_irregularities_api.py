"""Every irregularity and every option, as a game played over HTTP.

For an irregular play: it is refused with its options, then stands as chosen. For a
``rule`` play: it is recorded. Then come the plays on which its effect shows, and the
line of the sheet.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.irregularities import IRREGULARITIES
from tests.web.conftest import code_of

Play = dict[str, Any]
DEAL = {"type": "deal", "upcard": "2H"}
PASSES = [{"type": "pass", "player": "A"}, {"type": "pass", "player": "B"}]
TRACKED = [DEAL, *PASSES]
TEN = ["AC", "2C", "3C", "4D", "5D", "6D", "7H", "8H", "9H", "TS"]
LOW = ["JC", "JD", "JS", "QC", "QD", "QS", "KC", "KD", "3D", "4C"]


def stock(player: str, card: str | None = None) -> Play:
    named = {} if card is None else {"card": card}
    return {"type": "draw", "player": player, "source": "stock", **named}


def take(player: str) -> Play:
    return {"type": "draw", "player": player, "source": "discard"}


def discard(player: str, card: str) -> Play:
    return {"type": "discard", "player": player, "card": card}


def knock(player: str, count: int | None = None, **more: Any) -> Play:
    counted = {} if count is None else {"count": count}
    return {"type": "knock", "player": player, **counted, **more}


def show(player: str, count: int | None = None, **more: Any) -> Play:
    counted = {} if count is None else {"count": count}
    return {"type": "show", "player": player, **counted, **more}


def rule(code: str, option: str, offender: str = "A", **more: Any) -> Play:
    return {
        "type": "rule",
        "code": code,
        "offender": offender,
        "option": option,
        "chosen_by": "both",
        **more,
    }


TURN_A = [stock("A"), discard("A", "9C")]
TURN_B = [stock("B"), discard("B", "9D")]


@dataclass(frozen=True)
class Ruled:
    """One option: what leads to it, what shows its effect, the line it makes.

    ``after`` are plays with the code of their refusal, or None. ``line`` is result,
    winner, points; ``None`` for a hand that is not over.
    """

    code: str
    option: str
    before: list[Play]
    play: Play
    after: list[tuple[Play, str | None]] = field(default_factory=list)
    line: tuple[str, str | None, int] | None = None
    rules: Any = "standard"
    dealer: str | None = None
    state: dict[str, Any] = field(default_factory=dict)


CASES = [
    Ruled(
        "wrong_count_early",
        "new_deal",
        [DEAL],
        rule("wrong_count_early", "new_deal"),
        [(DEAL, None)],
        ("void", None, 0),
        {"void_dealer": "alternate"},
        dealer="B",
    ),
    Ruled(
        "wrong_count_late",
        "new_deal",
        [*TRACKED, *TURN_A],
        rule("wrong_count_late", "new_deal"),
        [(DEAL, None)],
        ("void", None, 0),
    ),
    Ruled(
        "wrong_count_late",
        "play_on",
        [*TRACKED, *TURN_A, *TURN_B],
        rule("wrong_count_late", "play_on", count=11),
        [
            (knock("A", 3), "may_not_knock"),
            (stock("A"), "drew_two"),
            (discard("A", "9S"), None),
            (stock("B"), None),
            (discard("B", "8S"), None),
            (stock("A"), None),
            (knock("A", 3), None),
            (show("B", 13), None),
        ],
        ("knock", "A", 10),
    ),
    Ruled(
        "wrong_count_at_knock",
        "adjust",
        [knock("A", 5)],
        rule("wrong_count_at_knock", "adjust", "B", count=9),
        [(show("B", 2, held=10), "hand_size"), (show("B", 2, held=9), None)],
        ("knock", "A", 7),
    ),
    Ruled(
        "wrong_count_at_knock",
        "new_deal",
        [knock("A", 5)],
        rule("wrong_count_at_knock", "new_deal"),
        [(show("B", 2), "wrong_phase")],
        ("void", None, 0),
    ),
    Ruled(
        "misdeal",
        "new_deal",
        [DEAL],
        rule("misdeal", "new_deal"),
        [(DEAL, None)],
        ("void", None, 0),
    ),
    Ruled(
        "misdeal",
        "stand",
        [DEAL],
        rule("misdeal", "stand"),
        [(PASSES[0], None), ({"type": "void"}, None)],
        ("void", None, 0),
    ),
    Ruled(
        "imperfect_pack",
        "void",
        [*TRACKED, *TURN_A],
        rule("imperfect_pack", "void"),
        [(stock("B"), "wrong_phase")],
        ("void", None, 0),
    ),
    Ruled(
        "out_of_turn",
        "stand",
        [*TRACKED, stock("A")],
        stock("B"),
        [
            (discard("A", "9C"), None),
            (stock("B"), "drew_two"),
            (discard("B", "9D"), None),
            ({"type": "void"}, None),
        ],
        ("void", None, 0),
    ),
    Ruled(
        "out_of_turn",
        "take_back",
        [*TRACKED, stock("A")],
        stock("B"),
        [
            (discard("A", "9C"), None),
            (stock("B"), None),
            (knock("B", 4), None),
            (show("A", 9), None),
        ],
        ("knock", "B", 5),
    ),
    Ruled(
        "drew_two",
        "extra_to_pile",
        [*TRACKED, stock("A")],
        stock("A", "9S"),
        [
            (knock("A", 3), "may_not_knock"),
            (knock("A", 0), None),
            (show("B", 10), None),
        ],
        ("gin", "A", 35),
        state={"stock": 29, "discards": ["2H", "9S"]},
    ),
    Ruled(
        "drew_two",
        "new_deal",
        [*TRACKED, stock("A")],
        stock("A"),
        [(discard("A", "9C"), "wrong_phase")],
        ("void", None, 0),
    ),
    Ruled(
        "throw_back",
        "take_back",
        [DEAL, take("A")],
        discard("A", "2H"),
        [(discard("A", "9C"), None), ({"type": "void"}, None)],
        ("void", None, 0),
    ),
    Ruled(
        "throw_back",
        "stand",
        [DEAL, take("A")],
        discard("A", "2H"),
        [(discard("A", "9C"), "out_of_turn"), ({"type": "void"}, None)],
        ("void", None, 0),
    ),
    Ruled(
        "illegal_knock",
        "accept",
        [],
        knock("A", 12),
        [(show("B", 20), None)],
        ("knock", "A", 8),
    ),
    Ruled(
        "illegal_knock",
        "play_on_exposed",
        [*TRACKED, stock("A")],
        knock("A", 12, discard="9C"),
        [
            (show("B", 20), "wrong_phase"),
            (take("B"), None),
            (knock("B", 3), None),
            (show("A", 12), None),
        ],
        ("knock", "B", 9),
    ),
    Ruled(
        "illegal_knock",
        "forfeit_hand",
        [],
        knock("A", 12),
        [(show("B", 5), None)],
        ("illegal_knock", "B", 32),
    ),
    Ruled(
        "false_gin",
        "as_knock",
        [],
        knock("A", cards=TEN, call="gin"),
        [(show("B", 30), None)],
        ("knock", "A", 20),
    ),
    Ruled(
        "bad_spread",
        "respread",
        [],
        knock("A", cards=TEN, melds=[["AC", "2C", "4D"]]),
        [(show("B", 30), None)],
        ("knock", "A", 20),
    ),
    Ruled(
        "missed_layoff",
        "lay_off",
        [knock("A", cards=TEN), show("B", cards=LOW)],
        rule("missed_layoff", "lay_off", "B"),
        [(DEAL, None)],
        ("knock", "A", 10),
        {"layoffs": "declared"},
    ),
    Ruled(
        "missed_layoff",
        "stand",
        [knock("A", cards=TEN), show("B", cards=LOW), DEAL],
        rule("missed_layoff", "stand", "B"),
        [(rule("missed_layoff", "lay_off", "B"), "too_late")],
        ("knock", "A", 17),
        {"layoffs": "declared"},
    ),
    Ruled(
        "looked_back",
        "warn",
        [*TRACKED, *TURN_A],
        rule("looked_back", "warn"),
        [(stock("B"), None), ({"type": "void"}, None)],
        ("void", None, 0),
    ),
    Ruled(
        "looked_back",
        "extra_to_pile",
        [*TRACKED, stock("A")],
        rule("looked_back", "extra_to_pile", cards=["9S"]),
        [(knock("A", 3), "may_not_knock"), ({"type": "void"}, None)],
        ("void", None, 0),
        state={"stock": 29, "discards": ["2H", "9S"]},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.option}")
def test_an_option_and_its_effect(book, case):
    game = book.start(case.rules)
    for play in case.before:
        assert book.referee.play(game, play).status_code == 201, play
    ruled = stands(book, game, case)
    assert ruled["option"] == case.option
    assert ruled["code"] == case.code
    hand = book.referee.get(f"/games/{game}").json["hand"]
    assert {name: hand[name] for name in case.state} == case.state
    for play, code in case.after:
        answer = book.referee.play(game, play)
        assert answer.status_code == (201 if code is None else 409) or code, play
        assert (None if answer.status_code == 201 else code_of(answer)) == code, play
    line = book.referee.get(f"/games/{game}/sheet").json["columns"][0]["lines"][0]
    assert (line["result"], line["winner"], line["points"]) == case.line
    assert line["irregular"]
    if case.dealer is not None:
        state = book.referee.get(f"/games/{game}").json
        assert state["hand"]["dealer"] == case.dealer


def stands(book, game, case):
    """Have the irregular play refused with its options, then stand; or rule on it."""
    if case.play["type"] == "rule":
        answer = book.referee.play(game, case.play)
    else:
        refused = book.referee.play(game, case.play)
        assert code_of(refused) == case.code
        offered = [option["option"] for option in refused.json["options"]]
        assert offered == [o.option for o in IRREGULARITIES[case.code]]
        ruling = {"option": case.option, "chosen_by": "both", "note": "agreed"}
        answer = book.referee.play(game, {**case.play, "ruling": ruling})
    assert answer.status_code == 201, answer.json
    types = [event["type"] for event in answer.json["events"]]
    return answer.json["events"][types.index("irregularity_ruled")]["data"]


def test_a_wrong_score_is_amended_by_the_referee_alone_once_both_accepted(book, game):
    book.ann.play(game, knock("A", 8), show("B", 15))
    amend = {"type": "amend", "seq": 4, "play": show("B", 25)}
    book.ann.play(game, {"type": "accept", "player": "A", "hand": 1})
    book.bob.play(game, {"type": "accept", "player": "B", "hand": 1})
    assert book.ann.play(game, amend).status_code == 403
    assert book.referee.play(game, amend).status_code == 201
    line = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"][0]
    assert (line["points"], line["amended"], line["accepted"]) == (17, True, [])


def test_every_option_is_among_these():
    tried = {(case.code, case.option) for case in CASES} | {("wrong_score", "amend")}
    every = {
        (code, option.option)
        for code, options in IRREGULARITIES.items()
        for option in options
    }
    assert every == tried


def test_a_hand_scored_again_shows_what_stands(book):
    game = book.start({"layoffs": "declared"})
    made = book.referee.play(
        game,
        knock("A", cards=TEN),
        show("B", 27, cards=LOW),
        rule("missed_layoff", "lay_off", "B"),
    )
    assert made.status_code == 201, made.json
    hand = book.ann.get(f"/games/{game}/hands/1").json
    ruling = book.ann.get(f"/games/{game}/hands/1/ruling").json
    line = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"][0]
    assert hand["score"]["points"] == ruling["points"] == line["points"] == 10
