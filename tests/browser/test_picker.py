"""Both hands by taps and swipes, on a phone of 360 by 640."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.fingers import held, middle, swipe, taps
from tests.browser.table import Table

ANN = "7S 7D 7C 5H 6H 7H TC JC QC 2S"
BOB = "AS AD AC AH KS KD KC KH 9H 8H"

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def game(table: Table) -> str:
    return table.start("guide")


def open_hand(page: Page, table: Table, game: str) -> Page:
    table.give(page)
    page.goto(f"/g/{game}/hand")
    page.wait_for_selector(".pick.on")
    return page


@pytest.fixture
def hand(phone: Page, table: Table, game: str) -> Page:
    """Ann's phone at the page of the first hand."""
    return open_hand(phone, table, game)


def act(page: Page, name: str) -> Any:
    return page.locator(".acts").get_by_role("button", name=name, exact=True)


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    script = "all => all.map(one => one.getBoundingClientRect().toJSON())"
    return list(page.locator(selector).evaluate_all(script))


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["left"] < other["right"] - 0.01
        and other["left"] < one["right"] - 0.01
        and one["top"] < other["bottom"] - 0.01
        and other["top"] < one["bottom"] - 0.01
    )


def test_52_keys_for_a_thumb_without_scrolling(hand: Page):
    keys = boxes(hand, "[data-card]")
    buttons = boxes(hand, ".pick button:visible")
    assert len(keys) == 52
    assert min(key["width"] for key in keys) >= 46
    assert min(key["height"] for key in keys) >= 44
    assert min(min(each["width"], each["height"]) for each in buttons) >= 44
    assert max(each["bottom"] for each in boxes(hand, ".acts")) <= 640
    assert not [pair for pair in combinations(buttons, 2) if overlap(*pair)]


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
def test_other_screens_have_keys_of_44_pixels_and_no_sideways_scrolling(
    new_phone: Callable[..., Page], width: int, scheme: str
):
    page = new_phone(viewport={"width": width, "height": 640}, color_scheme=scheme)
    page.goto("/check")
    page.wait_for_selector(".pick.on")
    keys = boxes(page, "[data-card]")
    assert min(min(key["width"], key["height"]) for key in keys) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not [pair for pair in combinations(keys, 2) if overlap(*pair)]


def test_both_hands_in_22_taps(hand: Page, table: Table, game: str):
    taps(hand, ANN)
    act(hand, "Knock 2").tap()
    expect(act(hand, "Rule")).to_be_disabled()
    taps(hand, BOB)
    act(hand, "Rule").tap()

    expect(hand.locator(".big")).to_have_text("Bob +27")
    hand.get_by_role("button", name="Record").tap()
    hand.wait_for_url(f"**/g/{game}")
    assert table.score(game) == (0, 27)


def test_both_hands_in_13_strokes(hand: Page):
    strokes = [("7S", "7D"), ("5H", "6H"), ("TC", "QC"), ("2S",)]
    for stroke in strokes:
        swipe(hand, *stroke)
    assert held(hand) == set(ANN.split())
    act(hand, "Knock 2").tap()
    for stroke in [("AS", "AD"), ("KS", "KD"), ("8H", "9H")]:
        swipe(hand, *stroke)
    assert held(hand) == set(BOB.split())
    act(hand, "Rule").tap()
    expect(hand.locator(".big")).to_have_text("Bob +27")


def test_the_second_hand_may_be_the_knockers(hand: Page):
    taps(hand, BOB)
    act(hand, "Next: Bob").tap()
    taps(hand, ANN)
    act(hand, "Knock 2").tap()
    expect(hand.locator(".big")).to_have_text("Ann +27")


def test_a_swipe_stays_on_its_row_and_is_one_step(hand: Page):
    swipe(hand, "5H", "7H", drift=(0, 70))
    assert held(hand) == {"5H", "6H", "7H"}
    swipe(hand, "KS", "KC", drift=(-90, 0))
    assert held(hand) == {"5H", "6H", "7H", "KS", "KH", "KC"}

    act(hand, "Undo 3 cards").tap()
    assert held(hand) == {"5H", "6H", "7H"}
    act(hand, "Undo 3 cards").tap()
    assert held(hand) == set()
    expect(act(hand, "Undo")).to_be_disabled()


def test_a_swipe_that_comes_back_gives_back(hand: Page):
    swipe(hand, "AS", "5S", "3S")
    assert held(hand) == {"AS", "2S", "3S"}
    swipe(hand, "2S", "3S")
    assert held(hand) == {"AS"}


def test_the_count_is_live_and_knock_becomes_gin(hand: Page):
    taps(hand, "7S 7D 7C 5H 6H 7H TC JC QC")
    expect(hand.locator(".tray")).to_contain_text("Deadwood 0")
    expect(act(hand, "Knock 0")).to_be_disabled()
    taps(hand, "6S")
    expect(act(hand, "Knock 6")).to_be_enabled()
    expect(hand.locator(".pick [role=status]")).to_have_text(
        "Ann: 10 of 10 cards, deadwood 6"
    )
    taps(hand, "6S KC")
    expect(act(hand, "Gin")).to_be_enabled()
    melds = hand.locator(".tray .meld")
    expect(melds).to_have_count(3)
    expect(melds.first.get_by_role("img").first).to_have_accessible_name("7 of clubs")
    taps(hand, "9C")
    expect(act(hand, "Big gin")).to_be_enabled()


def test_cards_that_cannot_be_there_are_dimmed_and_dead(hand: Page):
    taps(hand, "7S 7D 7C 5H 6H 7H TC JC QC 2S KD")
    expect(hand.locator(".tabs button").first).to_have_text("Ann 11/11")
    hand.locator("[data-card=KH]").tap(force=True)
    assert len(held(hand)) == 11
    act(hand, "Next: Bob").tap()
    expect(hand.get_by_role("button", name="7 of spades")).to_be_disabled()
    hand.locator('[data-card="7S"]').tap(force=True)
    swipe(hand, "5S", "6S", "7S")
    assert held(hand) == {"5S", "6S"}


def test_a_half_entered_hand_survives_a_reload(hand: Page, table: Table, game: str):
    taps(hand, ANN)
    act(hand, "Knock 2").tap()
    taps(hand, "AS AD")
    hand.reload()
    hand.wait_for_selector(".pick.on")
    assert held(hand) == {"AS", "AD"}
    expect(hand.locator(".tabs button").first).to_have_text("Ann 10/10 · knocked")

    table.play(game, {"type": "void"})
    hand.reload()
    hand.wait_for_selector(".pick.on")
    assert held(hand) == set()


def test_change_comes_back_with_both_hands(hand: Page):
    taps(hand, ANN)
    act(hand, "Knock 2").tap()
    taps(hand, BOB)
    act(hand, "Rule").tap()
    hand.get_by_role("link", name="Change").tap()
    hand.wait_for_selector(".pick.on")
    assert held(hand) == set(ANN.split())
    expect(act(hand, "Rule")).to_be_enabled()


def test_typed_cards_and_keys_say_the_same(hand: Page):
    hand.get_by_role("button", name="Type the cards").tap()
    field = hand.get_by_label("Knocker's cards after the discard")
    field.fill("7s 7♢, 10♡ qc 1")
    assert held(hand) == {"7S", "7D", "TH", "QC"}
    assert field.input_value() == "7s 7♢, 10♡ qc 1"
    taps(hand, "7D")
    assert field.input_value() == "7S TH QC"


def test_a_knock_is_taken_back(hand: Page):
    taps(hand, ANN)
    act(hand, "Knock 2").tap()
    act(hand, "Undo knock").tap()
    expect(hand.locator(".tabs button").first).to_have_text("Ann 10/10")
    assert held(hand) == set(ANN.split())


def test_a_mouse_swipes_too(new_phone: Callable[..., Page]):
    page = new_phone(
        viewport={"width": 1280, "height": 800}, has_touch=False, is_mobile=False
    )
    page.goto("/check")
    page.wait_for_selector(".pick.on")
    page.mouse.move(*middle(page, "5H"))
    page.mouse.down()
    page.mouse.move(*middle(page, "7H"), steps=5)
    page.mouse.up()
    assert held(page) == {"5H", "6H", "7H"}
    page.locator('[data-card="6H"]').click()
    assert held(page) == {"5H", "7H"}


def test_melds_are_named_where_the_rules_ask_for_it(phone: Page, table: Table):
    rules = {"preset": "standard", "melds": "declared", "layoffs": "declared"}
    open_hand(phone, table, table.start(rules))
    taps(phone, ANN)
    act(phone, "Knock 2").tap()
    taps(phone, BOB)
    laid = phone.get_by_label("Knocker's melds")
    assert laid.input_value() == "7C 7D 7S / TC JC QC / 5H 6H 7H"
    act(phone, "Rule").tap()
    expect(phone.locator(".big")).to_have_text("Ann +15")


def test_melds_typed_by_hand_stay(phone: Page):
    phone.goto("/check")
    phone.wait_for_selector(".pick.on")
    phone.get_by_label("Rules").select_option("tournament")
    taps(phone, ANN)
    phone.locator("summary", has_text="Melds as laid").tap()
    laid = phone.get_by_label("Knocker's melds")
    assert laid.input_value() == "7C 7D 7S / TC JC QC / 5H 6H 7H"
    laid.fill("5H 6H 7H")
    taps(phone, "2S 3S")
    assert laid.input_value() == "5H 6H 7H"
    phone.get_by_label("Rules").select_option("jpgames")
    assert phone.get_by_label("Defender's melds").input_value() == ""


def test_a_keyboard_is_enough(hand: Page):
    hand.locator('[data-card="AS"]').focus()
    for key in ("ArrowRight", "ArrowDown", "Space", "k", "d", "1", "0", "h"):
        hand.keyboard.press(key)
    assert held(hand) == {"2H", "KD", "TH"}
    expect(hand.locator('[data-card="TH"]')).to_be_focused()
    hand.keyboard.press("Backspace")
    assert held(hand) == {"2H", "KD"}
    assert hand.locator('[data-card][tabindex="0"]').count() == 1


def test_every_key_has_a_name_that_holds_what_is_on_it(hand: Page):
    names = {}
    for key in hand.locator("[data-card]").all():
        names[key.get_attribute("data-card")] = key.get_attribute("aria-label")
        assert key.inner_text().strip().lower() in key.get_attribute("aria-label")
    assert (names["7S"], names["TH"], names["AC"], names["QD"]) == (
        "7 of spades",
        "10 of hearts",
        "ace of clubs",
        "queen of diamonds",
    )


def test_only_the_other_hand_is_asked_for_after_a_knock(
    phone: Page, table: Table, game: str
):
    table.play(game, {"type": "knock", "player": "A", "cards": ANN.split()})
    open_hand(phone, table, game)
    expect(phone.get_by_role("button", name="7 of spades")).to_be_disabled()
    taps(phone, BOB)
    act(phone, "Rule").tap()
    expect(phone.locator(".big")).to_have_text("Bob +27")


def test_where_the_rules_need_the_upcard_it_is_asked_for(phone: Page, table: Table):
    open_hand(phone, table, table.start("jpgames-oklahoma"))
    taps(phone, ANN)
    act(phone, "Knock 2").tap()
    taps(phone, BOB)
    act(phone, "Rule").tap()
    rank = phone.locator("[name=up_rank]")
    expect(rank.first).to_be_focused()
    rank.nth(4).tap()
    phone.locator("[name=up_suit][value=D]").tap()
    act(phone, "Rule").tap()
    expect(phone.locator(".big")).to_have_text("Bob +27")


def test_two_hands_are_checked_without_a_game(phone: Page):
    phone.goto("/check")
    phone.wait_for_selector(".pick.on")
    taps(phone, ANN)
    act(phone, "Next: Defender").tap()
    taps(phone, BOB)
    act(phone, "Rule").tap()
    expect(phone.locator(".verdict")).to_contain_text(re.compile("Undercut.*27"))


def test_nothing_moves_while_the_page_comes(
    new_phone: Callable[..., Page], table: Table, game: str
):
    page = new_phone()
    page.add_init_script(SHIFTS)
    open_hand(page, table, game)
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifts") == 0


def test_without_script_the_fields_are_there(
    new_phone: Callable[..., Page], table: Table, game: str
):
    page = new_phone(**{**PHONE, "java_script_enabled": False})
    table.give(page)
    page.goto(f"/g/{game}/hand")
    assert page.locator(".pick").is_hidden()
    page.locator("[name=knocker][value=A]").check(force=True)
    page.get_by_label("Knocker's cards after the discard").fill(ANN)
    page.get_by_label("Defender's ten cards").fill(BOB)
    page.get_by_role("button", name="Rule").tap()
    expect(page.locator(".big")).to_have_text("Bob +27")
