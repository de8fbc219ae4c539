"""A hand by counts: five taps, the sum shown before it is recorded."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table


def open_game(page: Page, table: Table, game: str) -> Page:
    table.give(page)
    page.goto(f"/g/{game}")
    page.wait_for_selector(".quick.on")
    return page


@pytest.fixture
def game(table: Table) -> str:
    return table.start("guide")


@pytest.fixture
def sheet(phone: Page, table: Table, game: str) -> Page:
    """A phone at the sheet of a game by the guide's rules."""
    return open_game(phone, table, game)


def choose(page: Page, **fields: str) -> None:
    """Tap keys of the form: ``knocker="A", count="8"``; one tap each."""
    for name, value in fields.items():
        page.locator(f'[name={name}][value="{value}"]').tap()


def type_in(page: Page, digits: str) -> None:
    for digit in digits:
        page.locator(".pad").get_by_role("button", name=digit, exact=True).tap()


def sum_of(page: Page) -> str:
    return " ".join(page.locator(".sum").inner_text().split())


def lines_of(page: Page) -> int:
    return page.locator(".sheet tbody tr:has(a):not(.waiting)").count()


def record(page: Page) -> None:
    """Record what is entered, and wait until it is on the sheet."""
    before = lines_of(page)
    page.get_by_role("button", name="Record").tap()
    expect(page.locator(".sheet tbody tr:has(a):not(.waiting)")).to_have_count(
        before + 1
    )


def test_five_taps_and_the_sum_before(sheet: Page, table: Table, game: str):
    expect(sheet.get_by_role("button", name="Record")).to_be_disabled()
    choose(sheet, knocker="A", count="8")
    type_in(sheet, "33")
    assert sum_of(sheet) == "Ann +25 33 − 8 0 → 25"
    record(sheet)
    assert table.score(game) == (25, 0)


def test_each_result_is_summed_as_the_server_does(sheet: Page, table: Table, game: str):
    sums = [
        ("A", "8", "5", "Bob +28 8 − 5 + 25 0 → 28"),
        ("B", "0", "31", "Bob +56 31 − 0 + 25 28 → 84"),
        ("A", "big", "7", "Ann +38 7 − 0 + 31 0 → 38"),
        ("B", "6", "6", "Ann +25 6 − 6 + 25 38 → 63"),
    ]
    for knocker, count, other, said in sums:
        choose(sheet, knocker=knocker, count=count)
        type_in(sheet, other)
        assert sum_of(sheet) == said
        record(sheet)
        sheet.wait_for_selector(".quick.on")
    assert table.score(game) == (63, 84)


def test_two_more_taps_where_the_rules_need_the_upcard(phone: Page, table: Table):
    game = table.start(
        {"preset": "jpgames-oklahoma", "spades_double": "points", "target": 500}
    )
    open_game(phone, table, game)
    choose(phone, knocker="B", count="4")
    assert sum_of(phone) == "Which upcard does this hand have?"
    choose(phone, up_rank="6", up_suit="S")
    type_in(phone, "20")
    assert sum_of(phone) == "Bob +32 (20 − 4) × 2 0 → 32"
    record(phone)
    assert table.score(game) == (0, 32)


def test_over_the_limit_the_table_decides(sheet: Page, table: Table, game: str):
    choose(sheet, knocker="A")
    sheet.locator("details", has_text="over the limit").first.locator("summary").tap()
    sheet.locator("[name=over]").fill("12")
    type_in(sheet, "20")
    assert sum_of(sheet) == "Over the limit of 10: the table decides."
    sheet.get_by_role("button", name="Record").tap()
    expect(sheet.locator(".refused")).to_contain_text("the table may decide")
    assert table.score(game) == (0, 0)


def test_digits_are_taken_back_and_no_hand_is_impossible(sheet: Page):
    choose(sheet, knocker="A", count="1")
    type_in(sheet, "999")
    assert sheet.locator("[name=other]").input_value() == "99"
    sheet.get_by_role("button", name="Delete the last digit").tap()
    sheet.get_by_role("button", name="Delete the last digit").tap()
    assert sum_of(sheet) == "What does the other hand count?"
    type_in(sheet, "07")
    assert sheet.locator("[name=other]").input_value() == "7"


def test_a_sum_is_typed_and_goes_on_from_the_keypad(
    sheet: Page, table: Table, game: str
):
    choose(sheet, knocker="A", count="8")
    other = sheet.locator("[name=other]")
    other.fill("12 + 1")
    assert sum_of(sheet) == "Ann +5 13 − 8 0 → 5"
    type_in(sheet, "1")
    assert other.input_value() == "12+11"
    type_in(sheet, "9")
    assert other.input_value() == "12+11", "no hand counts 131"
    sheet.get_by_role("button", name="Delete the last digit").tap()
    sheet.get_by_role("button", name="Delete the last digit").tap()
    sheet.get_by_role("button", name="Delete the last digit").tap()
    assert other.input_value() == "12"
    other.fill("12+11")
    record(sheet)
    assert table.score(game) == (15, 0)


def test_a_sum_over_the_limit_is_one(sheet: Page):
    choose(sheet, knocker="A")
    sheet.locator("details", has_text="over the limit").first.locator("summary").tap()
    sheet.locator("[name=over]").fill("6+6")
    type_in(sheet, "20")
    assert sum_of(sheet) == "Over the limit of 10: the table decides."


def test_the_keyboard_of_the_phone_has_the_plus(sheet: Page):
    assert sheet.locator("[name=other]").get_attribute("inputmode") == "tel"


def test_two_quick_taps_on_record_are_one_hand(sheet: Page, table: Table, game: str):
    choose(sheet, knocker="A", count="8")
    type_in(sheet, "20")
    sheet.evaluate(
        """() => {
            const form = document.querySelector(".quick").closest("form");
            form.requestSubmit();
            form.requestSubmit();
        }"""
    )
    expect(sheet.locator(".total").first).to_have_text("12")
    sheet.wait_for_timeout(300)
    assert table.score(game) == (12, 0)


def test_a_hand_recorded_meanwhile_is_not_written_over(
    sheet: Page, table: Table, game: str
):
    choose(sheet, knocker="A", count="8")
    type_in(sheet, "20")
    table.play(
        game,
        {"type": "knock", "player": "B", "count": 3},
        {"type": "show", "player": "A", "count": 30},
    )
    sheet.get_by_role("button", name="Record").tap()
    expect(sheet.locator(".waits")).to_contain_text("already recorded")
    assert table.score(game) == (0, 27)


def test_void_is_one_tap_and_can_be_undone(sheet: Page, table: Table, game: str):
    sheet.locator(".pad").get_by_role("button", name="Void").tap()
    undo = sheet.get_by_role("button", name="Undo hand 1 (void)")
    expect(undo).to_be_visible()
    assert table.score(game) == (0, 0)


def test_after_a_knock_only_the_others_count_is_asked(
    sheet: Page, table: Table, game: str
):
    table.play(game, {"type": "knock", "player": "A", "count": 8})
    sheet.reload()
    sheet.wait_for_selector(".quick.on")
    type_in(sheet, "20")
    sheet.get_by_role("button", name="Show the sum").tap()
    expect(sheet.locator(".big")).to_have_text("Ann +12")


def test_keys_are_44_pixels_and_nothing_scrolls_sideways(
    new_phone: Callable[..., Page], table: Table, game: str
):
    page = new_phone(viewport={"width": 320, "height": 568}, color_scheme="dark")
    open_game(page, table, game)
    script = """all => all.map(one => one.getBoundingClientRect())
        .map(box => Math.min(box.width, box.height))"""
    keys = page.locator(".pad button, .key").evaluate_all(script)
    assert len(keys) > 20
    assert min(keys) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_ten_random_hands_are_what_the_server_makes_of_them(phone: Page, table: Table):
    chance = Random(4)
    rules = {"preset": "tournament", "hollywood": False, "target": 1000}
    game = table.start({**rules, "oklahoma": False, "boxes_at_once": True})
    open_game(phone, table, game)
    for _ in range(10):
        knocker, count = chance.choice("AB"), str(chance.randint(0, 10))
        choose(phone, knocker=knocker, count=count)
        choose(phone, up_rank=chance.choice("A29K"), up_suit=chance.choice("SSHD"))
        phone.locator("[name=other]").fill(str(chance.randint(0, 40)))
        said = sum_of(phone)
        record(phone)
        phone.wait_for_selector(".quick.on")
        name, total = said.split()[0], int(said.split()[-1])
        assert table.score(game)[name == "Bob"] == total, said
