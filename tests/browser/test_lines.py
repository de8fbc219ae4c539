"""Where lines break: seen in Chromium, as widths alone do not tell it."""

import pytest
from playwright.sync_api import Page, expect

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


def ruled(phone: Page, table: Table) -> str:
    """Record a hand by cards and open its ruling; return the game."""
    game = table.start("guide")
    table.play(
        game,
        {"type": "knock", "player": "A", "cards": ANN.split()},
        {"type": "show", "player": "B", "cards": BOB.split()},
    )
    table.give(phone)
    phone.goto(f"/g/{game}/hands/1")
    return game


def test_a_comma_stays_with_its_card(phone: Page, table: Table):
    ruled(phone, table)
    for width in range(320, 420, 10):
        phone.set_viewport_size({"width": width, "height": 640})
        together = phone.evaluate(STRAY)
        assert len(together) > 3
        assert all(together), width


def test_who_sits_opposite_reads_the_verdict_first(phone: Page, table: Table):
    game = ruled(phone, table)
    phone.get_by_role("link", name="Turn").tap()

    phone.wait_for_url("**turn=1#top")
    expect(phone.locator("body.turned")).to_have_count(1)
    expect(phone.locator(".verdict")).to_be_in_viewport()

    phone.get_by_role("link", name="Turn").tap()
    phone.wait_for_url(f"**/g/{game}/hands/1")
    expect(phone.locator(".verdict")).to_be_in_viewport()


def test_a_long_ruling_is_recorded_without_scrolling(phone: Page, table: Table):
    game = table.start("guide")
    table.give(phone)
    cards = f"kcards={ANN}&dcards={BOB}".replace(" ", "+")
    phone.goto(f"/g/{game}/sum?by=cards&knocker=A&{cards}")

    expect(phone.get_by_role("button", name="Record")).to_be_in_viewport()
    assert not barriers(phone)


def test_a_card_on_a_button_has_the_colour_of_its_suit(phone: Page, table: Table):
    game = table.start("guide")
    table.play(game, {"type": "deal", "upcard": "5H"})
    table.give(phone)
    phone.goto(f"/g/{game}/track")

    take = phone.get_by_role("button", name="Take").locator(".card")
    expect(take).to_have_css("color", "rgb(135, 30, 17)")


def test_a_replay_shows_what_was_done_above_its_links(phone: Page, table: Table):
    game = table.start("guide")
    for _ in range(3):
        table.play(
            game,
            {"type": "knock", "player": "A", "count": 8},
            {"type": "show", "player": "B", "count": 20},
        )
    table.give(phone)
    phone.goto(f"/g/{game}?at=9")

    said, links = (
        phone.locator(name).bounding_box() for name in ("section.said", ".scrub")
    )
    assert said
    assert links
    assert said["y"] + said["height"] <= links["y"]


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
