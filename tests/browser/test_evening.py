"""A whole evening: two phones at one table, and a network that comes and goes."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.fingers import swipe, taps
from tests.browser.table import Table, open_table
from tests.browser.test_offline import enter, ready, state
from tests.browser.test_picker import ANN, BOB, act

RULES = {"preset": "guide", "target": 100}
KNOCKED = [
    ("A", {"count": 8}, {"count": 20}),
    ("A", {"cards": ANN.split()}, {"cards": BOB.split()}),
    ("B", {"count": 9}, {"count": 31}),
    ("A", {"count": 5}, {"count": 4}),
    ("B", {"count": 10}, {"count": 17}),
    ("A", {"count": 0}, {"count": 30}),
    ("A", {"count": 2}, {"count": 40}),
]
"""What counts in the end, hand by hand."""


@pytest.fixture
def evening(own_server: Server) -> Table:
    return open_table(own_server.url)


def sit_down(page: Page, table: Table, game: str, key: str) -> Page:
    table.give(page, key)
    page.goto(f"/g/{game}")
    page.wait_for_selector(".quick.on")
    ready(page)
    return page


def shows(page: Page, ann: int, bob: int) -> None:
    totals = page.locator(".totals .total")
    expect(totals).to_have_text([str(ann), str(bob)], timeout=15_000)


def by_cards(page: Page, game: str) -> None:
    """Enter Ann's knock and Bob's hand on the board, by taps and by swipes."""
    page.locator('a[href$="/hand"]').tap()
    page.wait_for_selector(".pick.on")
    taps(page, ANN)
    act(page, "Knock 2").tap()
    for stroke in [("AS", "AD"), ("KS", "KD"), ("8H", "9H")]:
        swipe(page, *stroke)
    act(page, "Rule").tap()
    page.get_by_role("button", name="Record").tap()
    page.wait_for_url(f"**/g/{game}")


def on_hand(page: Page, game: str, number: int, button: str) -> None:
    """Tap a button on the page of a hand, and come back to the sheet."""
    page.goto(f"/g/{game}/hands/{number}")
    folded = page.locator("details:has(form) summary")
    if not page.get_by_role("button", name=button).is_visible():
        folded.first.tap()
    page.get_by_role("button", name=button).tap()
    expect(page.get_by_role("button", name=button)).to_have_count(0)
    page.goto(f"/g/{game}")


def correct(page: Page, game: str, number: int, count: str) -> None:
    page.goto(f"/g/{game}/hands/{number}")
    page.get_by_role("link", name="Correct this hand").tap()
    page.locator("[name=count]").fill(count)
    page.locator("[name=reason]").fill("misread")
    page.get_by_role("button", name="Correct", exact=True).tap()
    page.wait_for_url(lambda url: not url.endswith("/amend"))
    page.goto(f"/g/{game}")


def facts(sheet: dict[str, Any]) -> list[Any]:
    """Return what a sheet says of points, for comparing it with another."""
    column = sheet["columns"][0]
    names = ("hand", "result", "winner", "points", "running")
    lines = [[line[name] for name in names] for line in column["lines"]]
    return [lines, column["bonuses"], column["totals"], column["winner"]]


def drawn(page: Page) -> list[str]:
    """Return the rows of the sheet as a person reads them."""
    rows = page.locator(".sheet tbody tr")
    script = """rows => rows.map((row) => [...row.cells].map((cell) =>
        cell.innerText.split("\\n")[0].replace(/ [A-Z]+( .*)?$/, "").trim())
        .join("|"))"""
    return list(rows.evaluate_all(script))


def expected(sheet: dict[str, Any]) -> list[str]:
    found = []
    for line in sheet["columns"][0]["lines"]:
        text = f"{line['running'][line['winner']]} {line['points']:+d}"
        cells = [text if seat == line["winner"] else "" for seat in "AB"]
        found.append("|".join([str(line["hand"]), *cells]))
    return found


def typed_afresh(table: Table) -> dict[str, Any]:
    """Play the same hands in a new game, through the API."""
    game = table.start(RULES)
    for knocker, knock, show in KNOCKED:
        other = "B" if knocker == "A" else "A"
        table.play(
            game,
            {"type": "knock", "player": knocker, **knock},
            {"type": "show", "player": other, **show},
        )
    found: dict[str, Any] = table.ask("GET", f"/games/{game}/sheet")
    return found


def test_an_evening(new_phone: Callable[..., Page], own_server: Server, evening: Table):
    game = evening.start(RULES)
    make = {"service_workers": "allow", "base_url": own_server.url}
    ann = sit_down(new_phone(**make), evening, game, evening.ann)
    bob = sit_down(new_phone(**make), evening, game, evening.bob)

    # By counts on one phone; the other follows.
    enter(ann, "A", "8", "20")
    shows(bob, 12, 0)
    # By cards on the other; an undercut, which Ann does not believe.
    by_cards(bob, game)
    shows(ann, 12, 27)
    on_hand(ann, game, 2, "Ann disputes")
    expect(bob.locator(".note")).to_contain_text("Ann")
    on_hand(ann, game, 2, "Ann accepts")
    # A slip, undone; then one that is only seen later, and corrected.
    enter(ann, "A", "3", "31")
    shows(bob, 40, 27)
    ann.get_by_role("button", name="Undo hand 3").tap()
    shows(bob, 12, 27)
    ann.goto(f"/g/{game}")
    ann.wait_for_selector(".quick.on")
    enter(ann, "B", "8", "31")
    shows(bob, 12, 50)
    correct(bob, game, 3, "9")
    shows(ann, 12, 49)
    on_hand(ann, game, 3, "Ann accepts")
    on_hand(bob, game, 3, "Bob accepts")
    # Bob's phone loses its network for two hands.
    bob.wait_for_selector(".quick.on")
    bob.context.set_offline(True)
    enter(bob, "A", "5", "4")
    enter(bob, "B", "10", "17")
    state(bob).to_have_text("2 waiting to send")
    shows(bob, 12, 82)
    shows(ann, 12, 49)
    bob.context.set_offline(False)
    shows(ann, 12, 82)
    # The server goes away, and comes back.
    own_server.stop()
    ann.wait_for_selector(".quick.on")
    enter(ann, "A", "0", "30")
    state(ann).to_have_text("1 waiting to send")
    ann.reload()
    state(ann).to_have_text("1 waiting to send")
    own_server.start()
    state(ann).to_have_text("live", timeout=60_000)
    shows(ann, 67, 82)
    enter(ann, "A", "2", "40")
    expect(ann.locator(".verdict")).to_contain_text("Ann", timeout=15_000)

    sheet = evening.ask("GET", f"/games/{game}/sheet")
    assert facts(sheet) == facts(typed_afresh(evening))
    bob.goto(f"/g/{game}")
    for phone in (ann, bob):
        assert drawn(phone) == expected(sheet)
        shows(phone, sheet["totals"]["A"], sheet["totals"]["B"])
