"""All 148 whole hands through the API: with every card, with public facts only, and,
where a knock ends them, with the melds and lay-offs declared.
"""

import json
from pathlib import Path

import pytest

from tests.web.conftest import make_app, open_book

DATA = Path(__file__).parents[1] / "data" / "whole_hands.jsonl"
HANDS = [json.loads(line) for line in DATA.read_text().splitlines()]
DECLARED = [hand for hand in HANDS if "declared" in hand]
NAMES = "A23456789TJQK"
DECLARE = {"melds": "declared", "layoffs": "declared"}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    app = make_app(tmp_path_factory.mktemp("hands"))
    yield open_book(app.test_client(use_cookies=False))
    app.extensions["upcard"].store.close()


def number(hand):
    return str(hand["id"])


def public(play):
    """Return what a bystander could write down."""
    if play["type"] == "deal":
        return {name: play[name] for name in ("type", "dealer", "upcard")}
    if play["type"] == "draw" and play["source"] == "stock":
        return {name: play[name] for name in ("type", "player", "source")}
    return play


def goes_on(card, meld):
    """Whether a card can be laid off onto a meld as it lies."""
    ranks = sorted(NAMES.index(each[0]) for each in meld)
    if ranks[0] == ranks[-1]:
        return card[0] == meld[0][0]
    rank = NAMES.index(card[0])
    return card[1] == meld[0][1] and rank in (ranks[0] - 1, ranks[-1] + 1)


def in_order(cards, melds):
    """Give each lay-off its meld, in an order in which each goes on."""
    melds = [list(meld) for meld in melds]
    left, laid = list(cards), []
    while left:
        card, onto = next(
            (card, onto)
            for card in left
            for onto, meld in enumerate(melds)
            if goes_on(card, meld)
        )
        melds[onto].append(card)
        left.remove(card)
        laid.append({"card": card, "onto": onto})
    return laid


def record(book, hand, plays, rules="standard"):
    """Play a hand as one batch; return its line of the sheet and the last answer."""
    dealer = hand["plays"][0]["dealer"]
    game = book.start(rules, first_dealer=dealer)
    answer = book.referee.play(game, *plays, seen=1)
    assert answer.status_code == 201, answer.json
    (line,) = book.watch.get(f"/games/{game}/sheet").json["columns"][0]["lines"]
    return game, line


def verdict(line):
    return line["result"], line["winner"], line["points"]


def expected(hand, part="expected"):
    return tuple(hand[part][name] for name in ("result", "winner", "points"))


@pytest.mark.parametrize("hand", HANDS, ids=number)
def test_with_every_card(book, hand):
    game, line = record(book, hand, hand["plays"])

    assert verdict(line) == expected(hand)
    if "defender_deadwood" in hand["expected"]:
        ruling = book.watch.get(f"/games/{game}/hands/1/ruling").json
        assert ruling["defender"]["deadwood"] == hand["expected"]["defender_deadwood"]


@pytest.mark.parametrize("hand", HANDS, ids=number)
def test_with_public_facts_only(book, hand):
    _, line = record(book, hand, [public(play) for play in hand["plays"]])

    assert verdict(line) == expected(hand)


@pytest.mark.parametrize("hand", DECLARED, ids=number)
def test_with_melds_and_layoffs_declared(book, hand):
    *before, knock, show = hand["plays"]
    declared = hand["declared"]
    layoffs = in_order(declared["layoffs"], knock["melds"])
    show = {**show, "melds": declared["melds"], "layoffs": layoffs}
    rules = {"preset": "standard", **DECLARE}

    _, line = record(book, hand, [*before, knock, show], rules)

    assert verdict(line) == expected(hand, "declared")


def test_all_hands_are_here():
    assert len(HANDS) == 148
    assert len(DECLARED) == sum(h["plays"][-1]["type"] == "show" for h in HANDS) == 128
