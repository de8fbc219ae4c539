"""Rulings: the verdict in steps, other ways, claims, and every sentence."""

import json
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card, card_names
from referee.errors import Illegal, Impossible, Unreadable
from referee.game.events import (
    HandScored,
    HandShown,
    IrregularityRuled,
    Knocked,
)
from referee.rules import ExtraBoxes, Rules
from referee.ruling import (
    Claim,
    considered_text,
    examine_hand,
    examined_data,
    explain,
    explain_scored,
    explain_void,
    missed_text,
    ruling_data,
    step_text,
)
from referee.scoring import forfeit_points, hand_points
from referee.showdown import settle
from tests.referee.checker import find_wrong
from tests.referee.hands import cards, knock, layoffs, melds, show, two_hands, vectors
from tests.referee.mutations import changed, leaves, mutants, put

RULES = Rules()
NAMES = {"A": "Ann", "B": "Bob"}
PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
HEADINGS = {line[3:].lower() for line in PAGE.splitlines() if line.startswith("## ")}

SIX = "7C 7D 7H 4S 5S 6S TH JH QH 6D"
SPREAD = melds("7C 7D 7H", "4S 5S 6S", "TH JH QH")
GIN = "7C 7D 7H 4S 5S 6S 9H TH JH QH"
THEIRS = "7S 3S KH AC AD AH 5C 5D 9C 2H"
FIVE = "4C 4D 4H 9S 9C 9D KS KH KD 5C"


def rule(mine=None, theirs=None, *, rules=RULES, upcard=None, **more):
    """Return the JSON of a ruling, which the checker must find right."""
    mine = knock(SIX, melds=SPREAD) if mine is None else mine
    theirs = show(THEIRS) if theirs is None else theirs
    card = None if upcard is None else cards(upcard)[0]
    ruling = ruling_data(explain(rules, card, mine, theirs, **more))
    assert find_wrong(ruling) is None
    assert {step["rule"] for step in ruling["steps"]} <= HEADINGS
    return json.loads(json.dumps(ruling))


def texts(ruling):
    return [step["text"] for step in ruling["steps"]]


def facts(ruling):
    return [step["fact"] for step in ruling["steps"]]


def of_vector(vector, **more):
    laid = melds(*vector["knocker_melds"])
    mine = knock(vector["knocker_cards"], melds=laid)
    return ruling_data(
        explain(RULES, None, mine, show(vector["defender_cards"]), **more)
    )


# The verdict in steps


def test_a_knock_is_explained_one_fact_at_a_time():
    ruling = rule(players=NAMES)
    assert texts(ruling) == [
        "Ann shows 7C 7D 7H 4S 5S 6S TH JH QH 6D.",
        "Ann lays 7C 7D 7H, 4S 5S 6S, TH JH QH.",
        "Ann has 6D left: 6.",
        "A knock may leave 10 at most.",
        "6 is 10 or less: the knock is legal.",
        "Bob shows 7S 3S KH AC AD AH 5C 5D 9C 2H.",
        "Bob lays AC AD AH.",
        "Bob lays off 3S 7S on 4S 5S 6S.",
        "Bob lays off KH on TH JH QH.",
        "Bob has 2H 5C 5D 9C left: 2 + 5 + 5 + 9 = 21.",
        "6 is less than 21: the knock wins.",
        "21 − 6 = 15.",
        "Knock: 15 points and 1 box for Ann.",
    ]
    assert [step["n"] for step in ruling["steps"]] == [*range(1, 14)]


def test_a_ruling_has_the_shape_of_the_contract():
    ruling = rule(players=NAMES)
    assert {name: ruling[name] for name in ("legal", "result", "winner", "player")} == {
        "legal": True,
        "result": "knock",
        "winner": "knocker",
        "player": "A",
    }
    assert (ruling["points"], ruling["knock_limit"]) == (15, 10)
    assert ruling["knocker"] == {
        "melds": [["7C", "7D", "7H"], ["4S", "5S", "6S"], ["TH", "JH", "QH"]],
        "loose": ["6D"],
        "deadwood": 6,
    }
    assert ruling["defender"] == {
        "melds": [["AC", "AD", "AH"]],
        "layoffs": [
            {"card": "3S", "onto": 1},
            {"card": "7S", "onto": 1},
            {"card": "KH", "onto": 2},
        ],
        "loose": ["2H", "5C", "5D", "9C"],
        "deadwood": 21,
    }
    assert ruling["missed"] == []
    assert "claim" not in ruling


def test_without_names_it_speaks_of_knocker_and_defender():
    ruling = rule()
    assert "player" not in ruling
    assert texts(ruling)[0].startswith("The knocker shows")
    assert texts(ruling)[-1] == "Knock: 15 points and 1 box for the knocker."


def test_the_player_who_scores_is_named_by_seat():
    ruling = rule(knock(count=8), show(count=5), players=NAMES)
    assert (ruling["winner"], ruling["player"]) == ("defender", "B")


def test_counts_alone_are_explained():
    ruling = rule(knock(count=8), show(count=5), players=NAMES)
    assert texts(ruling) == [
        "Ann counts 8.",
        "A knock may leave 10 at most.",
        "8 is 10 or less: the knock is legal.",
        "Bob counts 5.",
        "5 is less than 8: an undercut.",
        "8 − 5 + 25 (undercut bonus) = 28.",
        "Undercut: 28 points and 1 box for Bob.",
    ]
    assert ruling["considered"] == ruling["missed"] == []
    assert ruling["knocker"] == {"melds": [], "loose": [], "deadwood": 8}


def test_gin_is_explained():
    ruling = rule(knock(GIN), players=NAMES)
    assert "0 is left: gin." in texts(ruling)
    assert "Nothing is laid off on gin." in texts(ruling)
    assert "Ann has nothing left: 0." in texts(ruling)
    assert texts(ruling)[-2:] == [
        "41 − 0 + 25 (gin bonus) = 66.",
        "Gin: 66 points and 1 box for Ann.",
    ]


def test_gin_by_call_is_explained():
    ruling = rule(knock(call="gin"), show(count=7), players=NAMES)
    assert texts(ruling)[0] == "Ann calls gin: 0."


def test_big_gin_is_explained():
    rules = Rules(big_gin_bonus=31)
    ruling = rule(knock(GIN + " 8H"), rules=rules, players=NAMES)
    assert "All 11 cards are melded: big gin." in texts(ruling)
    assert texts(ruling)[-1] == "Big gin: 72 points and 1 box for Ann."
    called = rule(knock(call="big_gin"), show(count=3), rules=rules)
    assert "Nothing is discarded: big gin." in texts(called)
    assert "Nothing is laid off on big gin." in texts(called)


def test_a_defender_without_melds_lays_none():
    ruling = rule(theirs=show("2C 4D 8C TC QC KD 9D 3H 2D 6H"), players=NAMES)
    assert "Bob lays no meld." in texts(ruling)


@pytest.mark.parametrize(
    ("tie", "sentence", "end"),
    [
        ("defender", "6 equals 6: an undercut.", "Undercut: 25 points"),
        ("knocker", "6 equals 6: the knock wins nothing.", "Knock: 0 points"),
    ],
)
def test_a_tie_is_explained(tie, sentence, end):
    ruling = rule(knock(count=6), show(count=6), rules=Rules(tie=tie))
    assert sentence in texts(ruling)
    assert texts(ruling)[-1].startswith(end)


@pytest.mark.parametrize(
    ("upcard", "ace", "sentence"),
    [
        ("6C", "gin_only", "6C sets the limit: 6, and never more than 8, so"),
        ("KC", "gin_only", "KC sets the limit: 10, and never more than 8, so"),
        ("AC", "one", "AC sets the limit: 1, and never more than 8, so"),
        ("AC", "gin_only", "AC sets the limit: 0, and never more than 8, so"),
    ],
)
def test_the_limit_of_the_upcard_is_explained(upcard, ace, sentence):
    rules = Rules(oklahoma=True, oklahoma_ace=ace, knock_limit=8)
    ruling = rule(knock(count=0), show(count=9), rules=rules, upcard=upcard)
    assert f"The upcard {sentence} a knock may leave" in texts(ruling)[1]


def test_the_knocks_own_upcard_counts():
    rules = Rules(oklahoma=True)
    mine = knock(count=0, upcard=cards("6C")[0])
    assert rule(mine, show(count=9), rules=rules)["knock_limit"] == 6


def test_doubling_extra_boxes_and_boxes_at_once_are_explained():
    rules = Rules(
        spades_double="points_and_extra_boxes",
        extra_boxes=ExtraBoxes(gin=2, undercut=1, gin_off=3),
        boxes_at_once=True,
        box_bonus=10,
    )
    ruling = rule(knock(GIN), rules=rules, upcard="4D", players=NAMES)
    assert texts(ruling)[-3:] == [
        "Boxes: 1 for the hand, 2 more for gin: 3.",
        "Boxes are paid at once: 66 + 3 x 10 = 96.",
        "Gin: 96 points and 3 boxes for Ann.",
    ]
    ruling = rule(knock(count=4), show(count=0), rules=rules, upcard="2S")
    assert texts(ruling)[-5:] == [
        "4 − 0 + 25 (undercut bonus) = 29.",
        "The upcard 2S is a spade: 2 x 29 = 58.",
        "Boxes: 1 for the hand, 2 x 3 more for gin off: 7.",
        "Boxes are paid at once: 58 + 7 x 10 = 128.",
        "Undercut: 128 points and 7 boxes for the defender.",
    ]


def test_only_points_are_doubled_where_the_rules_say_so():
    rules = Rules(spades_double="points", extra_boxes=ExtraBoxes(gin=2))
    ruling = rule(knock(GIN), rules=rules, upcard="2S")
    assert "Boxes: 1 for the hand, 2 more for gin: 3." in texts(ruling)


def test_the_knock_bonus_is_named():
    ruling = rule(rules=Rules(knock_bonus=15))
    assert "21 − 6 + 15 (knock bonus) = 30." in texts(ruling)


# What is not legal


def test_an_illegal_knock_is_a_ruling_with_options():
    ruling = rule(knock(SIX), rules=Rules(knock_limit=5), players=NAMES)
    assert (ruling["legal"], ruling["result"], ruling["winner"]) == (
        False,
        "illegal_knock",
        None,
    )
    assert texts(ruling)[-1] == "6 is more than 5: the knock is not legal."
    assert ruling["options"][0] == {"option": "accept", "basis": "published"}
    assert ruling["violations"] == ["illegal_knock"]
    assert ruling["points"] == 0
    assert "player" not in ruling
    assert ruling["defender"]["deadwood"] == 41


def test_a_false_gin_is_a_ruling_too():
    ruling = rule(knock(SIX, call="gin"), players=NAMES)
    assert not ruling["legal"]
    assert "Ann called gin, but that leaves 6: it is not." in texts(ruling)
    assert ruling["options"] == [{"option": "as_knock", "basis": "house"}]
    ruling = rule(knock(count=4, call="big_gin"), show(count=3), rules=BIG)
    assert "The knocker called big gin, but that leaves 4: it is not." in texts(ruling)


BIG = Rules(big_gin_bonus=31)


def test_eleven_cards_that_are_no_big_gin_count_without_the_costliest():
    ruling = rule(knock("9D 7C 7D 7H 4S 5S 6S TH JH QH 2S"), rules=BIG)
    assert "The knocker would discard 9D, and ten cards count." in texts(ruling)


@pytest.mark.parametrize(
    ("mine", "theirs", "code"),
    [
        (knock(SIX, melds=melds("7C 7D 6D")), show(THEIRS), "bad_spread"),
        (knock(SIX), show(SIX), "card_twice"),
        (knock(GIN + " 8H"), show(THEIRS), "big_gin_not_played"),
    ],
)
def test_other_refusals_stay_refusals(mine, theirs, code):
    with pytest.raises((Illegal, Impossible)) as refusal:
        explain(RULES, None, mine, theirs)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("rules", "rests_on"),
    [(Rules(oklahoma=True), "oklahoma"), (Rules(spades_double="points"), "spades")],
)
def test_the_upcard_is_needed_where_it_matters(rules, rests_on):
    with pytest.raises(Illegal) as refusal:
        explain(rules, None, knock(SIX), show(THEIRS))
    assert refusal.value.code == "upcard_needed"
    assert refusal.value.violations[0].rule == rests_on


def test_an_unreadable_show_stays_unreadable():
    with pytest.raises(Unreadable):
        explain(RULES, None, knock(SIX), show())


# Other ways


def test_the_losers_best_other_way_comes_first_and_says_why_not():
    """Kept queens leave KC in the hand."""
    mine = knock(
        "4S 5S 6S 8C 8D 8S 9C AC JC TC", melds=melds("4S 5S 6S", "8C 8D 8S", "9C TC JC")
    )
    ruling = rule(mine, show("2H 5D 7H 9D JH KC QC QD QH QS"))
    first = ruling["considered"][0]
    assert first["who"] == "defender"
    assert first["melds"] == [["QC", "QD", "QH", "QS"]]
    assert first["deadwood"] == 43
    assert first["why_not"] == "KC would count: 43 left, 10 more than 33."


def test_a_better_spread_that_was_not_laid_is_missed():
    laid = melds("2C 2H 2S", "8D 9D TD JD")
    mine = knock("2C 2H 2S 3C 8D 9D AC AS JD TD", melds=laid)
    ruling = rule(mine, show("2D 4D 4H 7C 8C 9C 9H JS KH TC"), players=NAMES)
    (missed,) = ruling["missed"]
    assert missed["text"] == (
        "Ann could have laid AC 2C 3C, 8D 9D TD JD, with 5 left;"
        " Bob would have 39 left: 34 for Ann instead of 32."
    )
    assert missed["outcome"]["points"] == 34


def test_better_lay_offs_that_were_not_made_are_missed():
    ruling = rule(theirs=show(THEIRS, layoffs=()), players=NAMES)
    (missed,) = ruling["missed"]
    assert missed["text"] == (
        "Bob could have laid AC AD AH and laid off 3S 7S KH, with 21 left:"
        " 15 for Ann instead of 35."
    )


def test_better_melds_that_were_not_laid_are_missed():
    bare = show(THEIRS, melds=(), layoffs=layoffs(("7S", 0)))
    ruling = rule(theirs=bare, players=NAMES)
    assert [other["who"] for other in ruling["missed"]] == ["defender"]
    mine = knock(GIN, melds=SPREAD)
    ruling = (
        rule(mine, show(THEIRS, layoffs=layoffs(("7S", 1))), players=NAMES)
        if (False)
        else rule(mine, players=NAMES)
    )
    assert ruling["missed"][-1]["outcome"]["result"] == "gin"


def test_what_counts_as_none_under_declared_is_missed():
    rules = Rules(melds="declared", layoffs="declared")
    ruling = rule(rules=rules)
    (missed,) = ruling["missed"]
    assert (missed["who"], missed["deadwood"]) == ("defender", 21)


def test_where_only_a_better_way_is_left_it_is_shown_with_the_reason():
    ruling = rule(theirs=show(THEIRS, layoffs=()))
    others = [o for o in ruling["considered"] if o["who"] == "defender"]
    assert others[0]["better"]
    assert others[0]["why_not"] == "21 left and not 41, but what was laid counts."
    mine = knock(GIN, melds=SPREAD)
    others = [o for o in rule(mine)["considered"] if o["who"] == "knocker"]
    assert others[0]["why_not"].endswith(", but cards lie where they were laid.")


def test_lay_offs_that_were_made_leave_other_spreads_their_best_answer():
    mine = knock(SIX, melds=SPREAD)
    ruling = rule(mine, show(THEIRS, layoffs=layoffs(("7S", 0), ("KH", 2))))
    assert ruling["defender"]["deadwood"] == 24


def test_knocker_by_cards_against_a_count_has_other_ways_too():
    laid = melds("2C 2H 2S", "8D 9D TD JD")
    mine = knock("2C 2H 2S 3C 8D 9D AC AS JD TD", melds=laid)
    ruling = rule(mine, show(count=39))
    (other,) = [o for o in ruling["considered"] if o["deadwood"] == 5]
    assert other["answer"]["deadwood"] == 39
    assert "34 for the knocker as well" in other["why_not"]


def test_gin_by_count_has_the_defenders_other_melds():
    theirs = show("4C 4D 4H 5H 6H KS QD 9S 8D 2C")
    ruling = rule(knock(count=0), theirs)
    assert ruling["considered"][0]["who"] == "defender"
    assert "knocker" not in [other["who"] for other in ruling["considered"]]


def test_cards_against_a_counted_knock_have_no_other_ways():
    ruling = rule(knock(count=6), show(THEIRS, count=21))
    assert ruling["considered"] == []
    assert "The defender counts 21." in texts(ruling)


# Claims


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (Claim("knocker", points=15), "upheld"),
        (Claim("knocker", result="knock", points=15, deadwood=6), "upheld"),
        (Claim("defender", deadwood=21), "upheld"),
        (Claim("defender", points=0), "upheld"),
        (Claim("defender", result="knock", points=15), "upheld"),
        (Claim("knocker", points=33), "corrected"),
        (Claim("defender", points=15), "corrected"),
        (Claim("defender", result="undercut"), "corrected"),
        (Claim("defender", deadwood=20), "corrected"),
    ],
)
def test_a_claim_is_upheld_or_corrected(claim, verdict):
    ruling = rule(claim=claim)
    assert ruling["claim"]["verdict"] == verdict
    assert ruling["claim"]["right"]["points"] == 15
    assert facts(ruling)[-1] == "claim"


def test_a_corrected_claim_says_what_is_right():
    claim = Claim("knocker", result="gin", points=33, deadwood=0)
    ruling = rule(knock(count=8), show(count=5), claim=claim, players=NAMES)
    assert texts(ruling)[-1] == (
        "Ann claimed gin, 33 points, deadwood 0: corrected, it is an undercut,"
        " 28 points for Bob, deadwood 8."
    )
    assert ruling["claim"] == {
        "by": "knocker",
        "result": "gin",
        "points": 33,
        "deadwood": 0,
        "verdict": "corrected",
        "right": {
            "result": "undercut",
            "winner": "defender",
            "points": 28,
            "deadwood": 8,
        },
    }
    upheld = rule(claim=Claim("knocker", points=15), players=NAMES)
    assert texts(upheld)[-1] == "Ann claimed 15 points: upheld."


def test_an_illegal_knock_says_which_spread_would_have_been_legal():
    ruling = rule(knock(SIX, melds=SPREAD[:1]))
    assert not ruling["legal"]
    missed = ruling["missed"][0]
    assert (missed["who"], missed["deadwood"]) == ("knocker", 6)
    assert missed["outcome"]["result"] == "knock"
    assert missed["text"].startswith("The knocker could have laid ")
    points = missed["outcome"]["points"]
    end = f"{points} for the knocker instead of 0 for an illegal knock."
    assert missed["text"].endswith(end)
    unsaid = rule(knock(SIX), rules=Rules(melds="declared"))
    assert unsaid["missed"][0]["deadwood"] == 6


def test_a_false_gin_says_which_spread_would_have_been_gin():
    laid = knock(GIN, melds=SPREAD, call="gin")
    lays_off = layoffs(("7S", 0))
    ruling = rule(laid, show(THEIRS, layoffs=lays_off))
    assert (ruling["legal"], ruling["missed"][0]["deadwood"]) == (False, 0)
    assert ruling["missed"][0]["outcome"]["result"] == "gin"


def test_an_illegal_knock_that_nothing_would_have_made_legal_misses_nothing():
    assert rule(knock(SIX), rules=Rules(knock_limit=5))["missed"] == []
    assert rule(knock(count=12), show(count=3))["missed"] == []


def test_a_claim_about_an_illegal_knock():
    ruling = rule(
        knock(count=12), show(count=3), claim=Claim("defender", "illegal_knock")
    )
    assert ruling["claim"]["verdict"] == "upheld"
    ruling = rule(knock(count=12), show(count=3), claim=Claim("knocker", "knock"))
    assert texts(ruling)[-1].endswith("corrected, it is an illegal knock.")


# Recorded hands


def recorded(mine, theirs, points, end, *, conflicts=()):
    """Return the events of a hand that A knocked, scored with these points."""
    fields = ("result", "points", "boxes", "difference", "bonus", "multiplier")
    scored = HandScored(
        hand=1,
        winner="A" if points.winner == "knocker" else "B",
        limit=end.limit,
        knocker="A",
        knock=end.knock,
        defence=end.defence,
        conflicts=conflicts,
        box_points=points.box_points,
        **{name: getattr(points, name) for name in fields},
    )
    asked = ("cards", "melds", "count", "call")
    knocked = Knocked(
        1, "A", end.knock.deadwood, end.limit, **{n: getattr(mine, n) for n in asked}
    )
    asked = ("cards", "melds", "layoffs", "count")
    shown = HandShown(1, "B", **{n: getattr(theirs, n) for n in asked})
    return knocked, shown, scored


def ruled(code, option, *, offender="A", chosen_by="B"):
    return IrregularityRuled(1, code, offender, option, chosen_by)


def test_a_recorded_hand_is_explained_from_its_stored_verdict():
    mine, theirs = knock(SIX, melds=SPREAD), show(THEIRS)
    end = settle(RULES, None, mine, theirs)
    knocked, shown, scored = recorded(mine, theirs, end, end, conflicts=(9,))
    found = explain_scored(RULES, None, knocked, shown, scored, players=NAMES)
    ruling = ruling_data(found)
    assert find_wrong(ruling) is None
    assert texts(ruling)[0] == "Entry 9 named a card that the shown hands disprove."
    assert texts(ruling)[1:] == texts(rule(players=NAMES))
    assert ruling["player"] == "A"


def test_an_accepted_illegal_knock_is_explained():
    rules = Rules(knock_limit=5)
    mine, theirs = knock(SIX, melds=SPREAD), show(THEIRS)
    end = settle(rules, None, mine, theirs)
    knocked, shown, scored = recorded(mine, theirs, end, end)
    found = explain_scored(
        rules,
        None,
        knocked,
        shown,
        scored,
        ruled=[ruled("illegal_knock", "accept")],
        players=NAMES,
    )
    ruling = ruling_data(found)
    assert find_wrong(ruling) is None
    assert ruling["legal"]
    assert texts(ruling)[0] == "Illegal knock by Ann: accept, chosen by Bob."
    assert "6 is more than 5, but the knock stands." in texts(ruling)


def test_a_forfeited_hand_is_explained():
    rules = Rules(knock_limit=5)
    mine, theirs = knock(SIX, melds=SPREAD), show(THEIRS)
    end = settle(rules, None, mine, theirs)
    points = forfeit_points(rules, None, 6, 21)
    knocked, shown, scored = recorded(mine, theirs, points, end)
    both = ruled("illegal_knock", "forfeit_hand", chosen_by="both")
    found = explain_scored(
        rules, None, knocked, shown, scored, ruled=[both], players=NAMES
    )
    ruling = ruling_data(found)
    assert find_wrong(ruling) is None
    assert texts(ruling)[0] == "Illegal knock by Ann: forfeit hand, chosen by both."
    assert texts(ruling)[-2:] == [
        "The hand is forfeited. The difference in favour of Bob is"
        " 0: 0 + 25 (undercut bonus) = 25.",
        "Illegal knock: 25 points and 1 box for Bob.",
    ]
    assert not ruling["legal"]
    assert ruling["considered"] == []


def test_a_count_changed_by_a_ruling_is_explained():
    """The defender showed nine cards: ten points more, and no undercut bonus."""
    mine, theirs = knock(count=6), show(count=1)
    end = settle(RULES, None, mine, theirs)
    points = hand_points(Rules(undercut_bonus=0), None, 6, 11)
    knocked, shown, scored = recorded(mine, theirs, points, end)
    found = explain_scored(RULES, None, knocked, shown, scored, players=NAMES)
    ruling = ruling_data(found)
    assert find_wrong(ruling) is None
    assert "By ruling Bob counts 11, not 1." in texts(ruling)
    assert texts(ruling)[-1] == "Knock: 5 points and 1 box for Ann."


def test_the_seats_are_named_without_people_too():
    mine, theirs = knock(count=6), show(count=21)
    end = settle(RULES, None, mine, theirs)
    knocked, shown, scored = recorded(mine, theirs, end, end)
    found = explain_scored(
        RULES, None, knocked, shown, scored, ruled=[ruled("throw_back", "stand")]
    )
    assert texts(ruling_data(found))[0] == "Throw back by A: stand, chosen by B."


def test_a_limit_that_is_not_known_is_not_held_against_the_knock():
    oklahoma = Rules(oklahoma=True)
    mine, theirs = knock(count=6), show(count=21)
    end = settle(oklahoma, None, mine, theirs)
    knocked, shown, scored = recorded(mine, theirs, end, end)
    ruling = ruling_data(explain_scored(oklahoma, None, knocked, shown, scored))
    assert find_wrong(ruling) is None
    assert facts(ruling) == ["counted", "counted", "compared", "sum", "verdict"]
    assert ruling["knock_limit"] is None


def test_an_adjusted_score_has_no_ruling():
    mine, theirs = knock(count=6), show(count=21)
    end = settle(RULES, None, mine, theirs)
    knocked, shown, scored = recorded(mine, theirs, end, end)
    adjusted = HandScored(
        **{
            name: getattr(scored, name)
            for name in HandScored.__dataclass_fields__
            if name != "result"
        },
        result="adjusted",
    )
    with pytest.raises(ValueError, match="no showdown"):
        explain_scored(RULES, None, knocked, shown, adjusted)


@pytest.mark.parametrize(
    ("cause", "why"),
    [
        ("wall", "two cards are left in the stock"),
        ("declined", "the last discard was declined"),
        ("agreed", "the players threw it in"),
        ("ruling", "by ruling"),
    ],
)
def test_a_void_hand_is_explained(cause, why):
    ruling = ruling_data(explain_void(cause, players=NAMES))
    assert find_wrong(ruling) is None
    assert texts(ruling) == [f"The hand is void, {why}: nobody scores."]
    assert (ruling["result"], ruling["winner"], ruling["points"]) == ("void", None, 0)
    assert ruling["knocker"] is ruling["defender"] is None


def test_a_void_hand_names_the_ruling_that_made_it_void():
    found = explain_void("ruling", ruled=[ruled("misdeal", "new_deal")])
    assert facts(ruling_data(found)) == ["ruled", "void"]


# One hand examined


def test_ten_cards_are_examined():
    assert examined_data(examine_hand(RULES, None, cards(SIX))) == {
        "deadwood": 6,
        "melds": [["7C", "7D", "7H"], ["TH", "JH", "QH"], ["4S", "5S", "6S"]],
        "loose": ["6D"],
        "can_knock": True,
        "discards": [],
    }
    assert not examine_hand(Rules(knock_limit=5), None, cards(SIX)).can_knock


def test_eleven_cards_can_knock_by_some_discard_or_as_big_gin():
    eleven = cards(SIX + " KC")
    found = examine_hand(RULES, None, eleven)
    assert (found.deadwood, found.can_knock) == (16, True)
    assert examined_data(found)["discards"][0] == {"card": "KC", "deadwood": 6}
    big = cards(GIN + " 8H")
    assert examine_hand(BIG, None, big).can_knock
    assert examine_hand(RULES, None, big).deadwood == 0


def test_the_card_just_taken_cannot_be_discarded_to_knock():
    eleven = cards(SIX + " KC")
    found = examine_hand(RULES, None, eleven, taken=cards("KC")[0])
    assert "KC" not in [each["card"] for each in examined_data(found)["discards"]]
    assert found.discards[0][1] == 10
    assert not examine_hand(
        Rules(knock_limit=9), None, eleven, taken=cards("KC")[0]
    ).can_knock


def test_big_gin_needs_no_discard_within_the_limit():
    """Every discard but the one just taken breaks a meld: 3C 3D 3H and runs of four."""
    hand = cards("3C 3D 3H 5S 6S 7S 8S TH JH QH KH")
    assert examine_hand(Rules(big_gin_bonus=31, knock_limit=0), None, hand).can_knock


def test_the_limit_of_a_hand_needs_the_upcard_under_oklahoma():
    oklahoma = Rules(oklahoma=True)
    assert not examine_hand(oklahoma, cards("4C")[0], cards(SIX)).can_knock
    with pytest.raises(Illegal) as refusal:
        examine_hand(oklahoma, None, cards(SIX))
    assert refusal.value.code == "upcard_needed"


# All rulings


@cache
def rulings():
    """Return the rulings of all 2,000 knocks of the vectors, in their order."""
    return [of_vector(vector) for vector in vectors("knock")]


def test_rulings_of_2000_knocks_pass_a_checker_that_knows_only_cards():
    for vector, ruling in zip(vectors("knock"), rulings(), strict=True):
        assert find_wrong(ruling) is None
        assert ruling["points"] == vector["points"]
        if {"break_own_meld", "min_arrangement_choice_matters"} & {*vector["flags"]}:
            assert ruling["considered"]


def test_the_checker_catches_a_change_of_any_number_or_card():
    """One change of each of the 2,000, and every change of some of them."""
    chance = random.Random(0)
    for ruling in rulings():
        path, value = chance.choice([*leaves(ruling)])
        others = [*changed(value)]
        if others:
            assert find_wrong(put(ruling, path, chance.choice(others))) is not None
    for ruling in rulings()[::200]:
        missed = [path for path, _, m in mutants(ruling) if find_wrong(m) is None]
        assert missed == []


def test_the_checker_catches_changes_of_rulings_of_every_other_kind():
    rules = Rules(
        oklahoma=True,
        spades_double="points_and_extra_boxes",
        extra_boxes=ExtraBoxes(gin=2, undercut=1, gin_off=3),
        boxes_at_once=True,
        box_bonus=10,
    )
    claim = Claim("knocker", "undercut", 3, 8)
    for ruling in (
        rule(knock(GIN), rules=rules, upcard="4S", claim=claim),
        rule(knock(count=4), show(count=0), rules=rules, upcard="4S", claim=claim),
        rule(knock(SIX), rules=Rules(knock_limit=5), claim=claim),
        rule(theirs=show(THEIRS, layoffs=()), claim=Claim("defender", "undercut")),
    ):
        wrong = [path for path, _, m in mutants(ruling) if find_wrong(m) is None]
        assert [path for path in wrong if path[0] != "names"] == []


random_rules = st.builds(
    Rules,
    knock_limit=st.sampled_from([10, 10, 5, 50]),
    knock_bonus=st.sampled_from([0, 15]),
    tie=st.sampled_from(["defender", "knocker"]),
    oklahoma=st.booleans(),
    oklahoma_ace=st.sampled_from(["gin_only", "one"]),
    spades_double=st.sampled_from(["off", "points", "points_and_extra_boxes"]),
    extra_boxes=st.sampled_from([ExtraBoxes(), ExtraBoxes(2, 1, 3)]),
    boxes_at_once=st.booleans(),
    melds=st.sampled_from(["best", "declared"]),
    layoffs=st.sampled_from(["best", "declared"]),
)


@given(two_hands, random_rules, st.integers(0, 51), st.booleans(), st.booleans())
def test_every_ruling_passes_the_checker_and_is_said_from_its_own_json(
    hands, rules, upcard, best, named
):
    mine, theirs = hands
    laid = settle(RULES, None, knock(card_names(mine)), show(card_names(theirs)))
    found = explain(
        rules,
        Card(upcard),
        knock(card_names(mine), melds=None if best else laid.knock.melds),
        show(card_names(theirs)),
        players=NAMES if named else None,
    )
    ruling = json.loads(json.dumps(ruling_data(found)))
    assert find_wrong(ruling) is None
    names = ruling.get("names")
    for step in ruling["steps"]:
        assert step_text(step, names) == step["text"]
    for other in ruling["considered"]:
        assert considered_text(other, names) == other["why_not"]
    for other in ruling["missed"]:
        assert missed_text(other, names) == other["text"]
