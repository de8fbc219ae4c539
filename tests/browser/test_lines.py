"""Where lines break: seen in Chromium, as widths alone do not tell it."""

import pytest
from playwright.sync_api import Page

from tests.browser.table import Table, until
from tests.browser.test_budgets import barriers
from tests.browser.test_picker import ANN, BOB

STRAY = """
[...document.querySelectorAll(".steps .card")].flatMap((card) => {
    const after = card.nextSibling;
    if (!/^[.,;:]/.test(after?.data ?? "")) return [];
    const mark = document.createRange();
    mark.setStart(after, 0);
    mark.setEnd(after, 1);
    const [one, other] = [card, mark].map((each) => each.getBoundingClientRect());
    return [other.top < one.bottom && other.left >= one.right - 1];
})
"""


def test_a_comma_stays_with_its_card(phone: Page, table: Table):
    game = table.start("guide")
    table.play(
        game,
        {"type": "knock", "player": "A", "cards": ANN.split()},
        {"type": "show", "player": "B", "cards": BOB.split()},
    )
    table.give(phone)
    phone.goto(f"/g/{game}/hands/1")
    for width in range(320, 420, 10):
        phone.set_viewport_size({"width": width, "height": 640})
        together = phone.evaluate(STRAY)
        assert len(together) > 3
        assert all(together), width


BROKEN = """
[...document.querySelectorAll("td, th")].filter((cell) =>
    cell.scrollWidth > cell.clientWidth + 1).length
"""


@pytest.mark.parametrize("path", ["/docs/presets", "/docs/rules", "/api/docs"])
def test_what_is_wide_in_a_document_scrolls_by_itself(phone: Page, path: str):
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(path)

    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    assert phone.evaluate(BROKEN) == 0
    assert barriers(phone) == []


def test_a_wide_table_of_a_document_is_scrolled_by_keys(phone: Page):
    phone.goto("/docs/presets")
    table = phone.locator("table")
    table.focus()
    phone.keyboard.press("ArrowRight")
    until(phone, "document.querySelector('table').scrollLeft > 0")
