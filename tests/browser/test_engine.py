"""``engine.js`` inside Chromium against the Python engine and the vectors."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from referee.cards import DECK, card_name, card_names, parse_card
from referee.errors import Refusal
from referee.game.events import Laid
from referee.melds import best_melds, discards
from referee.plays import Knock, LayOff, Show
from referee.presets import parse_rules
from referee.rules import CHOICES, RANGES, Rules, rules_as_dict
from referee.showdown import Showdown, settle
from tests.referee.hands import cards, melds, spreads, vectors

RULES = Rules()
Engine = Callable[[str, list[Any]], list[Any]]


@pytest.fixture(scope="module")
def engine(browser: Any, server: Any) -> Any:
    """Call a function of engine.js for each list of arguments."""
    context = browser.new_context()
    page: Page = context.new_page()
    page.goto(f"{server.url}/check")

    def call(name: str, calls: list[Any]) -> list[Any]:
        script = """async ([name, calls]) => {
            const engine = await import("/static/js/engine.js");
            return JSON.stringify(
                JSON.parse(calls).map((given) => engine[name](...given))
            );
        }"""
        return list(json.loads(page.evaluate(script, [name, json.dumps(calls)])))

    yield call
    context.close()


def named(text: str) -> list[str]:
    return text.split()


def lies(laid: Laid) -> dict[str, Any]:
    """Write how a hand lies as engine.js does; melds in any order."""
    return {
        "deadwood": laid.deadwood,
        "loose": card_names(laid.loose),
        "melds": sorted(card_names(sorted(meld)) for meld in laid.melds),
        "layoffs": [
            {"card": card_name(lay.card), "onto": lay.onto} for lay in laid.layoffs
        ],
    }


def in_any_order(side: dict[str, Any]) -> dict[str, Any]:
    return {**side, "melds": sorted(side["melds"])}


def settled(end: Showdown) -> dict[str, Any]:
    names = ("result", "winner", "points", "boxes", "difference", "bonus")
    names += ("multiplier", "limit")
    sides = {"knock": lies(end.knock), "defence": lies(end.defence)}
    facts = {name: getattr(end, name) for name in names}
    return {**facts, "boxPoints": end.box_points, **sides}


def as_settled(found: dict[str, Any]) -> dict[str, Any]:
    sides = {side: in_any_order(found[side]) for side in ("knock", "defence")}
    return {**found, **sides}


def test_2000_deadwoods(engine: Engine):
    hands = vectors("deadwood")
    found = engine("bestMelds", [[vector["cards"]] for vector in hands])
    assert len(found) == 2000
    assert [each["deadwood"] for each in found] == [v["deadwood"] for v in hands]
    ours = [best_melds(cards(vector["cards"])) for vector in hands]
    for each, arrangement in zip(found, ours, strict=True):
        laid = Laid(arrangement.deadwood, arrangement.melds, (), arrangement.loose)
        assert in_any_order(each) == lies(laid)


def test_1000_discards(engine: Engine):
    hands = vectors("best_discard")
    given = [[v["cards"], v.get("taken_from_discard")] for v in hands]
    found = engine("discards", given)
    assert len(found) == 1000
    for (names, taken), each in zip(given, found, strict=True):
        left = discards(cards(names), taken=parse_card(taken) if taken else None)
        assert [(one["card"], one["deadwood"]) for one in each] == [
            (card_name(card), deadwood) for card, deadwood in left
        ]


def test_2000_knocks_as_laid(engine: Engine):
    hands = vectors("knock")
    rules = rules_as_dict(RULES)
    given = [
        [
            rules,
            None,
            {"cards": v["knocker_cards"], "melds": v["knocker_melds"]},
            {"cards": v["defender_cards"]},
        ]
        for v in hands
    ]
    found = engine("settle", given)
    assert len(found) == 2000
    for vector, each in zip(hands, found, strict=True):
        assert (
            each["knock"]["deadwood"],
            each["defence"]["deadwood"],
            each["result"],
            each["points"],
            each["winner"],
        ) == (
            vector["knocker_deadwood"],
            vector["defender_deadwood"],
            vector["outcome"],
            vector["points"],
            vector["scorer"],
        )


def test_2000_knocks_with_the_spread_left_out(engine: Engine):
    hands = vectors("knock")
    rules = rules_as_dict(RULES)
    given = [
        [rules, None, {"cards": v["knocker_cards"]}, {"cards": v["defender_cards"]}]
        for v in hands
    ]
    for (_, _, knock, show), each in zip(given, engine("settle", given), strict=True):
        end = settle(
            RULES,
            None,
            Knock("A", cards=cards(knock["cards"])),
            Show("B", cards=cards(show["cards"])),
        )
        assert as_settled(each) == settled(end)


def any_rules(chance: Random) -> dict[str, Any]:
    """Draw a value for every field that touches a hand."""
    fields = ("knock_limit", "knock_bonus", "gin_bonus", "undercut_bonus", "box_bonus")
    rules: dict[str, Any] = {name: chance.randint(*RANGES[name]) for name in fields}
    rules["knock_limit"] = chance.choice([0, 5, 10, 10, 10, 30])
    rules["big_gin_bonus"] = chance.choice([None, 31, 50])
    for name in ("tie", "oklahoma_ace", "spades_double", "melds", "layoffs"):
        rules[name] = chance.choice(CHOICES[name])
    for name in ("boxes_at_once", "oklahoma"):
        rules[name] = chance.random() < 0.5
    boxes = ("gin", "undercut", "gin_off")
    rules["extra_boxes"] = {name: chance.randint(0, 3) for name in boxes}
    return rules_as_dict(parse_rules({"preset": "standard", **rules})[0])


def any_hands(chance: Random) -> tuple[list[str], list[str]]:
    """Take both hands of a vector, or eleven cards from a narrow pack against ten."""
    vector = chance.choice(vectors("knock"))
    if chance.random() < 0.7:
        return vector["knocker_cards"], vector["defender_cards"]
    suits = chance.sample(range(4), 3)
    narrow = [DECK[suit * 13 + rank] for suit in suits for rank in range(4)]
    spare = [card for card in DECK if card not in narrow]
    size = chance.choice([10, 11, 11])
    knocker = chance.sample(narrow, size)
    return card_names(knocker), card_names(chance.sample(spare, 10))


def any_knock(chance: Random, names: list[str]) -> dict[str, Any]:
    if chance.random() < 0.15:
        count = chance.randint(0, 9)
        call = "big_gin" if count == 0 and chance.random() < 0.5 else None
        return {"count": count, "call": call}
    play: dict[str, Any] = {"cards": names}
    if chance.random() < 0.3:
        way = chance.choice(spreads(cards(names)))
        play["melds"] = [card_names(meld) for meld in way.melds]
    elif chance.random() < 0.15:
        way = chance.choice(spreads(cards(names)))
        play["count"] = way.deadwood
    if len(names) == 11:
        play["call"] = "big_gin"
    elif chance.random() < 0.1:
        play["call"] = "gin"
    return play


def any_show(chance: Random, names: list[str]) -> dict[str, Any]:
    if chance.random() < 0.2:
        return {"count": chance.randint(0, 60)}
    play: dict[str, Any] = {"cards": names}
    if chance.random() < 0.2:
        way = chance.choice(spreads(cards(names)))
        play["melds"] = [card_names(meld) for meld in way.melds]
    if chance.random() < 0.2:
        play["layoffs"] = []
    if chance.random() < 0.1:
        play["count"] = chance.randint(0, 30)
    return play


def python_settles(
    rules: dict[str, Any], upcard: str | None, knock: Any, show: Any
) -> dict[str, Any] | None:
    def read(play: dict[str, Any]) -> dict[str, Any]:
        read = {name: value for name, value in play.items() if value is not None}
        if "cards" in read:
            read["cards"] = cards(read["cards"])
        if "melds" in read:
            read["melds"] = melds(*read["melds"])
        if "layoffs" in read:
            read["layoffs"] = tuple(
                LayOff(parse_card(lay["card"]), lay["onto"]) for lay in read["layoffs"]
            )
        return read

    parsed = parse_rules(rules)[0]
    up = parse_card(upcard) if upcard else None
    try:
        end = settle(parsed, up, Knock("A", **read(knock)), Show("B", **read(show)))
    except Refusal as refusal:
        return {"count_needed": None, "count_differs": None}[refusal.code]
    return settled(end)


def test_500_rule_sets_against_the_python_engine(engine: Engine):
    chance = Random(20)
    given = []
    for _ in range(500):
        knocker, defender = any_hands(chance)
        upcard = chance.choice([None, *card_names(DECK), *card_names(DECK[39:])])
        plays = [any_knock(chance, knocker), any_show(chance, defender)]
        given.append([any_rules(chance), upcard, *plays])
    found = engine("settle", given)
    wanted = [python_settles(*each) for each in given]
    assert sum(each is not None for each in wanted) > 350
    assert {each["result"] for each in wanted if each} >= {
        "knock", "gin", "big_gin", "undercut",
    }  # fmt: skip
    for asked, ours, theirs in zip(given, wanted, found, strict=True):
        assert (theirs and as_settled(theirs)) == ours, asked


def test_named_lay_offs_stand_in_an_order_that_can_be_played(engine: Engine):
    knock = {"cards": named("5H 6H 7H 9C 9D 9S AC AD AH 2S")}
    show = {
        "cards": named("4H 3H 8H 9H 2H KC QD JS 5S 7C"),
        "layoffs": [{"card": "3H", "onto": 2}, {"card": "4H", "onto": 2}],
    }
    given = [rules_as_dict(replace(RULES)), None, knock, show]
    (found,) = engine("settle", [given])
    assert as_settled(found) == python_settles(*given)
    assert [lay["card"] for lay in found["defence"]["layoffs"]] == ["4H", "3H"]


def test_the_worst_hand_is_settled_at_once(browser: Any, server: Any):
    """Many spreads, all over the limit, against a defence with many choices."""
    knock = {"cards": named("3C 4C 5C 3D 4D 5D 3H 4H 5H 3S")}
    show = {"cards": named("6C 7C 6D 7D 6H 7H 8C 8D 8H 2S")}
    rules = rules_as_dict(replace(RULES, knock_limit=50))
    given = [rules, None, knock, show]
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.url}/check")
    page.context.new_cdp_session(page).send(
        "Emulation.setCPUThrottlingRate", {"rate": 4}
    )
    found, took = page.evaluate(
        """async (given) => {
            const { settle } = await import("/static/js/engine.js");
            let found, took = Infinity;
            for (let tries = 0; tries < 5; tries++) {
                const began = performance.now();
                found = settle(...given);
                took = Math.min(took, performance.now() - began);
            }
            return [found, took];
        }""",
        given,
    )
    context.close()
    assert as_settled(found) == python_settles(*given)
    assert took < 200, took
