"""A table without network: what is entered waits on the phone, and loses nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import FLAGS, PHONE, Server, find_chromium
from tests.browser.table import Table, open_table, until
from tests.browser.test_quick import choose, open_game, type_in

Phones = Callable[..., Page]


def enter(page: Page, knocker: str, count: str, other: str) -> None:
    choose(page, knocker=knocker, count=count)
    type_in(page, other)
    page.get_by_role("button", name="Record").tap()


def ready(page: Page) -> None:
    """Wait until the service worker serves this page, and knows it."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # one that was opened meanwhile is not served by it yet
    until(page, "navigator.serviceWorker.controller !== null", 30)
    page.wait_for_selector(".quick.on")


def totals(page: Page) -> list[str]:
    return page.locator(".totals .total").all_inner_texts()


def state(page: Page) -> object:
    return expect(page.locator(".state"))


@pytest.fixture
def game(table: Table) -> str:
    return table.start("guide")


@pytest.fixture
def sheet(new_phone: Phones, table: Table, game: str) -> Page:
    """A phone at the sheet, its pages kept."""
    page = open_game(new_phone(service_workers="allow"), table, game)
    ready(page)
    return page


def test_two_hands_wait_and_are_sent_in_order(sheet: Page, table: Table, game: str):
    sheet.context.set_offline(True)
    enter(sheet, "A", "8", "20")
    state(sheet).to_have_text("1 waiting to send")
    expect(sheet.locator("#record")).to_have_text("Hand 2")
    enter(sheet, "B", "0", "31")
    state(sheet).to_have_text("2 waiting to send")
    assert totals(sheet) == ["12", "56"]
    assert table.score(game) == (0, 0)

    sheet.context.set_offline(False)
    expect(sheet.locator("tr.waiting")).to_have_count(0)
    state(sheet).to_have_text("live")
    assert table.score(game) == (12, 56)
    assert totals(sheet) == ["12", "56"]


def test_a_sum_waits_as_what_it_comes_to(sheet: Page, table: Table, game: str):
    sheet.context.set_offline(True)
    choose(sheet, knocker="A", count="8")
    sheet.locator("[name=other]").fill("12+11")
    sheet.get_by_role("button", name="Record").tap()
    state(sheet).to_have_text("1 waiting to send")
    assert totals(sheet) == ["15", "0"]

    sheet.context.set_offline(False)
    state(sheet).to_have_text("live")
    assert table.score(game) == (15, 0)


def test_what_waits_survives_a_reload_and_a_closed_page(
    sheet: Page, table: Table, game: str
):
    sheet.context.set_offline(True)
    enter(sheet, "A", "8", "20")
    state(sheet).to_have_text("1 waiting to send")
    sheet.reload()
    state(sheet).to_have_text("1 waiting to send")
    assert totals(sheet) == ["12", "0"]
    other = sheet.context.new_page()
    sheet.close()
    other.goto("/")
    state(other).to_have_text("1 waiting to send")

    other.context.set_offline(False)
    state(other).to_have_text("Saved", timeout=15_000)
    assert table.score(game) == (12, 0)


def test_a_stopped_server_loses_nothing(new_phone: Phones, own_server: Server):
    table = open_table(own_server.url)
    game = table.start("guide")
    page = new_phone(service_workers="allow", base_url=own_server.url)
    open_game(page, table, game)
    ready(page)
    own_server.stop()
    enter(page, "A", "8", "20")
    state(page).to_have_text("1 waiting to send")
    page.reload()
    state(page).to_have_text("1 waiting to send")
    own_server.start()
    state(page).to_have_text("live", timeout=20_000)
    assert table.score(game) == (12, 0)


def test_an_answer_that_is_lost_records_the_hand_once(
    new_phone: Phones, table: Table, game: str
):
    page, lost = open_game(new_phone(), table, game), []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    page.route("**/plays", lose)
    enter(page, "A", "8", "20")
    expect(page.locator(".total").first).to_have_text("12", timeout=15_000)
    state(page).to_have_text("live", timeout=15_000)
    assert lost == [201]
    assert table.score(game) == (12, 0)


def test_three_hands_two_tabs_and_none_twice(sheet: Page, table: Table, game: str):
    other = sheet.context.new_page()
    other.goto(f"/g/{game}")
    sheet.context.set_offline(True)
    for count, (knocker, left) in enumerate([("A", "20"), ("B", "30"), ("A", "40")], 1):
        enter(sheet, knocker, "8", left)
        expect(sheet.locator("tr.waiting")).to_have_count(count)
    sheet.reload()
    state(sheet).to_have_text("3 waiting to send")
    sheet.context.set_offline(False)
    for page in (sheet, other):
        expect(page.locator(".total")).to_have_text(["44", "22"], timeout=15_000)
        state(page).to_have_text("live", timeout=15_000)
    lines = table.ask("GET", f"/games/{game}/sheet")["columns"][0]["lines"]
    assert [line["points"] for line in lines] == [12, 22, 32]


def test_a_waiting_hand_can_be_taken_back(sheet: Page, table: Table, game: str):
    sheet.context.set_offline(True)
    enter(sheet, "A", "8", "20")
    enter(sheet, "B", "3", "30")
    state(sheet).to_have_text("2 waiting to send")
    expect(sheet.locator("tr.waiting")).to_have_count(2)
    sheet.get_by_role("button", name="Take it back").last.tap()
    state(sheet).to_have_text("1 waiting to send")
    sheet.context.set_offline(False)
    state(sheet).to_have_text("live", timeout=15_000)
    assert table.score(game) == (12, 0)


KNOCK = ({"type": "knock", "player": "B", "count": 2},)
BOBS = (*KNOCK, {"type": "show", "player": "A", "count": 30})


def clash(sheet: Page, table: Table, game: str) -> None:
    """Ann enters hand 1 without network; Bob's phone records it meanwhile."""
    sheet.context.set_offline(True)
    enter(sheet, "A", "8", "20")
    state(sheet).to_have_text("1 waiting to send")
    table.ask("POST", f"/games/{game}/plays", {"plays": list(BOBS)}, key=table.bob)
    sheet.context.set_offline(False)
    expect(sheet.locator(".waits")).to_contain_text(
        "Hand 1 is already recorded by Bob’s phone: Bob +28. Keep it, or replace it?"
    )
    expect(sheet.locator(".waits .both")).to_contain_text("This phone: Ann +12")
    assert table.score(game) == (0, 28)


def test_the_same_hand_from_two_phones_is_kept(sheet: Page, table: Table, game: str):
    clash(sheet, table, game)
    sheet.get_by_role("button", name="Keep it").tap()
    state(sheet).to_have_text("live")
    assert table.score(game) == (0, 28)
    expect(sheet.locator(".waits")).to_have_count(0)


def test_the_same_hand_from_two_phones_is_replaced(
    sheet: Page, table: Table, game: str
):
    clash(sheet, table, game)
    sheet.reload()  # the question is not lost either
    sheet.get_by_role("button", name="Replace it").tap()
    state(sheet).to_have_text("live")
    expect(sheet.locator(".totals .total").first).to_have_text("12")
    assert table.score(game) == (12, 0)


def test_what_was_entered_on_top_of_a_clash_waits_for_its_answer(
    sheet: Page, table: Table, game: str
):
    sheet.context.set_offline(True)
    enter(sheet, "A", "8", "20")
    enter(sheet, "A", "5", "10")
    state(sheet).to_have_text("2 waiting to send")
    table.ask("POST", f"/games/{game}/plays", {"plays": list(BOBS)}, key=table.bob)
    sheet.context.set_offline(False)
    sheet.get_by_role("button", name="Keep it").tap()
    state(sheet).to_have_text("live", timeout=15_000)
    assert table.score(game) == (5, 28)


def test_an_accepted_hand_meanwhile_is_no_clash(sheet: Page, table: Table, game: str):
    table.play(game, *BOBS)
    expect(sheet.locator(".total").last).to_have_text("28")
    sheet.context.set_offline(True)
    enter(sheet, "A", "8", "20")
    state(sheet).to_have_text("1 waiting to send")
    table.play(game, {"type": "accept", "player": "B", "hand": 1})
    sheet.context.set_offline(False)
    state(sheet).to_have_text("live", timeout=15_000)
    assert table.score(game) == (12, 28)


def test_a_refused_hand_asks_the_table_when_it_is_back(
    sheet: Page, table: Table, game: str
):
    sheet.context.set_offline(True)
    choose(sheet, knocker="A")
    sheet.locator("details", has_text="over the limit").first.locator("summary").tap()
    sheet.locator("[name=over]").fill("12")
    type_in(sheet, "20")
    sheet.get_by_role("button", name="Record").tap()
    state(sheet).to_have_text("1 waiting to send")
    sheet.context.set_offline(False)
    state(sheet).to_have_text("1 to decide", timeout=15_000)
    sheet.get_by_role("link", name="What does the table do?").tap()
    expect(sheet.locator(".refused")).to_contain_text("the table may decide")
    sheet.get_by_role("radio", name="It stands").first.check()
    sheet.locator(".refused button.go").tap()
    sheet.get_by_role("button", name="Record").tap()
    sheet.wait_for_url(f"**/g/{game}")
    state(sheet).to_have_text("live", timeout=15_000)
    assert table.score(game) == (8, 0)


def test_a_hand_by_cards_waits_too(sheet: Page, table: Table, game: str):
    sheet.goto(f"/g/{game}/hand")
    sheet.wait_for_selector(".pick.on")
    sheet.context.set_offline(True)
    fields = {
        "kcards": "7S 7D 7C 5H 6H 7H TC JC QC 2S",
        "dcards": "AS AD AC AH KS KD KC KH 9H 8H",
    }
    sheet.get_by_role("button", name="Type the cards").tap()
    for name, cards in fields.items():
        sheet.locator(f"[name={name}]").fill(cards)
    sheet.locator("[name=knocker][value=A]").check()
    sheet.locator("form > button.go, .acts .go").last.tap()
    sheet.wait_for_url(f"**/g/{game}")
    state(sheet).to_have_text("1 waiting to send")
    expect(sheet.locator(".totals .total").last).to_have_text("27")
    sheet.context.set_offline(False)
    state(sheet).to_have_text("live", timeout=15_000)
    assert table.score(game) == (0, 27)


def test_a_new_game_starts_without_network(sheet: Page, table: Table):
    sheet.goto("/")
    sheet.context.set_offline(True)
    sheet.get_by_role("button", name="Start").last.tap()
    sheet.wait_for_url("**/waiting*")
    sheet.wait_for_selector(".quick.on")
    assert sheet.locator(".totals .who").all_inner_texts() == ["ANN", "BOB"]
    enter(sheet, "A", "8", "20")
    state(sheet).to_have_text("2 waiting to send")
    sheet.reload()
    expect(sheet.locator(".totals .total").first).to_have_text("12")
    sheet.context.set_offline(False)
    sheet.wait_for_url("**/g/*", timeout=15_000)
    state(sheet).to_have_text("live", timeout=15_000)
    made = sheet.url.rsplit("/", 1)[1]
    assert table.score(made) == (12, 0)


def test_a_half_entered_hand_survives_a_reload(sheet: Page):
    choose(sheet, knocker="A", count="8")
    type_in(sheet, "20")
    sheet.wait_for_timeout(150)
    sheet.reload()
    sheet.wait_for_selector(".quick.on")
    expect(sheet.locator(".sum")).to_contain_text("Ann +12")


def test_without_a_secure_context_the_open_page_keeps_what_is_entered(
    new_phone: Phones, table: Table, game: str
):
    page = open_game(new_phone(), table, game)  # no service worker
    page.context.set_offline(True)
    enter(page, "A", "8", "20")
    enter(page, "B", "3", "30")
    state(page).to_have_text("2 waiting to send")
    page.context.set_offline(False)
    state(page).to_have_text("live", timeout=15_000)
    assert table.score(game) == (12, 27)


def test_no_script_of_ours_needs_a_secure_context():
    for path in Path("web/static/js").glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert "randomUUID()" not in text
        assert "navigator.clipboard" not in text
        assert "navigator.onLine" not in text.replace("`navigator.onLine` is not", "")


def test_kept_pages_open_without_network_and_keys_are_never_kept(
    sheet: Page, table: Table, game: str
):
    table.play(game, *BOBS)
    pages = ["/", "/check", f"/g/{game}", f"/g/{game}/hands/1", f"/g/{game}/rules"]
    for path in pages:
        sheet.goto(path)
    sheet.goto(f"/k/{table.ann}")
    sheet.goto(f"/g/{game}/share")
    kept = sheet.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys())
                for (const { url } of await (await caches.open(name)).keys())
                    found.push(new URL(url).pathname);
            return found;
        }"""
    )
    assert not [path for path in kept if path.startswith(("/k/", "/api/"))]
    assert f"/g/{game}/share" not in kept
    sheet.context.set_offline(True)
    for path in pages:
        sheet.goto(path)
        expect(sheet.locator("main")).not_to_contain_text("not kept")
    sheet.goto(f"/g/{game}/log")
    expect(sheet.locator("main")).to_contain_text("cannot be reached")


def test_the_first_page_kept_knows_a_game_that_was_just_opened(
    new_phone: Phones, table: Table
):
    page = new_phone(service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null", 30)
    game = table.start("guide")
    open_game(page, table, game)
    until(
        page,
        f"""caches.match("/").then((kept) => kept.text())
        .then((text) => text.includes("/g/{game}"))""",
        10,
    )

    page.context.set_offline(True)
    page.goto("/")
    expect(page.locator(f'a[href="/g/{game}"]')).to_be_visible()


def test_a_form_without_network_says_that_nothing_was_lost(
    sheet: Page, table: Table, game: str
):
    table.play(game, *BOBS)
    undo = sheet.get_by_role("button", name="Undo hand 1")
    expect(undo).to_be_visible()
    sheet.context.set_offline(True)
    undo.tap()
    expect(sheet.locator("main")).to_contain_text("Nothing was changed")
    sheet.context.set_offline(False)
    sheet.go_back()
    sheet.get_by_role("button", name="Undo hand 1").tap()
    expect(sheet.locator(".total").last).to_have_text("0")


def test_the_other_phone_sees_a_hand_within_3_seconds(
    sheet: Page, new_phone: Phones, table: Table, game: str
):
    watching = new_phone()
    table.give(watching, table.bob)
    watching.goto(f"/g/{game}")
    state(watching).to_have_text("live")
    enter(sheet, "A", "8", "20")
    expect(watching.locator(".total").first).to_have_text("12", timeout=3_000)
    expect(watching.locator("#record")).to_contain_text("Hand 2")


def test_following_costs_304s_and_stops_when_hidden(sheet: Page, game: str):
    asked: list[int] = []
    sheet.on(
        "response",
        lambda answer: (
            asked.append(answer.status)
            if answer.url.endswith(f"/api/v1/games/{game}")
            else None
        ),
    )
    sheet.wait_for_timeout(4_500)
    assert len(asked) >= 2
    assert set(asked) == {304}
    sheet.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    sheet.wait_for_timeout(300)
    asked.clear()
    sheet.wait_for_timeout(2_500)
    assert asked == []


def test_a_half_entered_hand_is_kept_when_the_other_phone_records(
    sheet: Page, table: Table, game: str
):
    choose(sheet, knocker="A", count="8")
    type_in(sheet, "20")
    table.play(game, *BOBS)
    expect(sheet.locator(".total").last).to_have_text("28")
    expect(sheet.locator(".meanwhile")).to_be_visible()
    assert sheet.locator("[name=other]").input_value() == "20"


def test_a_revoked_link_keeps_what_was_entered(
    new_phone: Phones, table: Table, game: str
):
    page = new_phone(service_workers="allow")
    made = table.ask(
        "POST", f"/books/{table.book}/keys", {"role": "referee", "label": "lost"}
    )
    table.give(page, made["secret"] if "secret" in made else made["key"])
    page.goto(f"/g/{game}")
    page.wait_for_selector(".quick.on")
    ready(page)
    table.ask("DELETE", f"/books/{table.book}/keys/{made['id']}")
    enter(page, "A", "8", "20")
    expect(page.locator(".waits")).to_contain_text("no longer opens this game")
    table.give(page)
    page.goto(f"/g/{game}")
    page.get_by_role("button", name="Try again").tap()
    state(page).to_have_text("live", timeout=15_000)
    assert table.score(game) == (12, 0)


def test_a_new_build_takes_the_place_of_the_old_one(new_phone: Phones):
    page = new_phone(service_workers="allow")
    page.goto("/offline")
    page.evaluate("caches.open('upcard-00000000')")
    until(page, "navigator.serviceWorker.controller !== null", 30)
    until(page, "caches.keys().then((names) => names.length === 1)")
    assert page.evaluate("caches.keys()") != ["upcard-00000000"]


def test_it_can_be_installed(browser: Browser, server: Server, tmp_path: Path):
    path, kind = find_chromium(), browser.browser_type
    context = kind.launch_persistent_context(
        tmp_path, executable_path=path, args=FLAGS, **PHONE
    )
    page = context.new_page()
    page.goto(server.url)
    until(page, "navigator.serviceWorker.controller !== null", 30)
    session = context.new_cdp_session(page)
    found = session.send("Page.getInstallabilityErrors")
    context.close()
    assert found["installabilityErrors"] == []
