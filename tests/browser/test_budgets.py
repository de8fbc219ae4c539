"""Every budget of the pages, measured; the run ends with one table of them."""

import signal
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import CDPSession, Page, Route

from tests.browser.conftest import Server
from tests.browser.fingers import taps
from tests.browser.slow_network import ROUND_TRIP, slow_network
from tests.browser.table import Table, open_table, until
from tests.browser.test_offline import ready
from tests.browser.test_picker import ANN, BOB, SHIFTS

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
KB = 1024
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PAGES = {
    "home": "/",
    "sheet": "/g/{game}",
    "cards": "/g/{game}/hand",
    "sum": "/g/{game}/sum?knocker=A&count=8&other=20",
    "refused": "/g/{game}/sum?knocker=A&over=12&other=20",
    "ruling": "/g/{game}/hands/2",
    "turned": "/g/{game}/hands/2?turn=1",
    "correct": "/g/{game}/hands/2/amend",
    "rules": "/g/{game}/rules",
    "entries": "/g/{game}/log",
    "irregular": "/g/{game}/irregular",
    "share": "/g/{game}/share",
    "display": "/g/{game}?view=table",
    "replay": "/g/{game}?at=9",
    "step": "/g/{game}/2/1",
    "over": "/g/{over}",
    "hollywood": "/g/{hollywood}",
    "tracking": "/g/{tracked}/track",
    "check": "/check",
    "checked": "/check?kcards={ann}&dcards={bob}",
    "history": "/history",
    "statistics": "/b/{book}/statistics",
    "look": "/look",
    "waiting": "/waiting",
    "offline": "/offline",
    "key": "/k/{key}",
    "lost": "/g/nothing",
}


def hand(table: Table, game: str, knocker: str, knock: Any, show: Any) -> None:
    other = "B" if knocker == "A" else "A"
    table.play(
        game,
        {"type": "knock", "player": knocker, **knock},
        {"type": "show", "player": other, **show},
    )


def fill(table: Table) -> dict[str, str]:
    """Play games that bring out every kind of line."""
    game = table.start("guide")
    hand(table, game, "A", {"count": 8}, {"count": 20})
    hand(table, game, "A", {"cards": ANN.split()}, {"cards": BOB.split()})
    hand(table, game, "B", {"count": 0}, {"count": 9})
    table.play(game, {"type": "void", "reason": "misdeal"})
    table.play(game, {"type": "accept", "player": "A", "hand": 2})
    over = table.start({"preset": "guide", "target": 25})
    hand(table, over, "A", {"count": 0}, {"count": 40})
    hollywood = table.start("hollywood")
    hand(table, hollywood, "A", {"count": 8}, {"count": 20})
    hand(table, hollywood, "B", {"count": 2}, {"count": 20})
    tracked = table.start("guide")
    table.play(
        tracked, {"type": "deal", "upcard": "7S"}, {"type": "pass", "player": "A"}
    )
    return {
        "game": game,
        "over": over,
        "hollywood": hollywood,
        "tracked": tracked,
        "book": table.book,
        "key": table.ann,
        "ann": ANN.replace(" ", "+"),
        "bob": BOB.replace(" ", "+"),
    }


@pytest.fixture(scope="session")
def filled(server: Server) -> tuple[Table, dict[str, str]]:
    table = open_table(server.url)
    return table, fill(table)


def weigh(session: CDPSession) -> dict[str, float]:
    """Count what comes over the network, in kB as it is packed.

    ``all`` has the headers too; JS and CSS are what the files themselves weigh.
    """
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {"Script": 0, "Stylesheet": 0, "all": 0}
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def came(it: dict[str, Any]) -> None:
        kind = kinds[it["requestId"]] = it["type"]
        if kind in sizes:
            sizes[kind] -= it["response"]["encodedDataLength"] / KB

    def finished(it: dict[str, Any]) -> None:
        kind, size = kinds.get(it["requestId"], ""), it["encodedDataLength"] / KB
        if kind in sizes:
            sizes[kind] += size
        if kind not in ("Fetch", "XHR"):
            sizes["all"] += size

    session.on("Network.responseReceived", came)
    session.on("Network.loadingFinished", finished)
    return sizes


def barriers(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": WCAG, "resultTypes": ["violations"]})
    return [
        f"{each['id']}: {node['target']} {node['failureSummary'][:200]}"
        for each in found.response["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_its_budgets(
    new_phone: Callable[..., Page],
    filled: tuple[Table, dict[str, str]],
    record_property: Callable[[str, object], None],
    name: str,
):
    table, facts = filled
    page = new_phone(reduced_motion="reduce")
    page.add_init_script(SHIFTS)
    table.give(page)
    sizes = weigh(page.context.new_cdp_session(page))
    page.goto(PAGES[name].format(**facts), wait_until="networkidle")
    shift = page.evaluate("window.shifts")
    narrow = measured_at(page, 320)
    found = measured_at(page, 360)
    large = text_at_200_percent(page)
    light = barriers(page)
    page.emulate_media(color_scheme="dark")
    dark = barriers(page)

    row = {
        "page": name,
        "all": f"{sizes['all']:.1f}",
        "JS": f"{sizes['Script']:.1f}",
        "CSS": f"{sizes['Stylesheet']:.1f}",
        "target": f"{found['least']:.0f}/{narrow['least']:.0f}",
        "axe": f"{len(light)}/{len(dark)}",
        "shift": f"{shift:.2f}",
        "wide": len(found["wide"]) + len(narrow["wide"]),
        "crossed": len(found["crossed"]) + len(narrow["crossed"]),
    }
    record_property("budget", row)
    assert sizes["all"] <= 40
    assert sizes["Script"] <= 15
    assert sizes["Stylesheet"] <= 6
    assert shift == 0
    for each in (found, narrow):
        assert each["small"] == []
        assert each["crossed"] == []
        assert each["wide"] == []
        assert min(each["totals"], default=48) >= 48
    assert large <= 320
    assert light == []
    assert dark == []


def measured_at(page: Page, width: int) -> dict[str, Any]:
    page.set_viewport_size({"width": width, "height": 640})
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def text_at_200_percent(page: Page) -> int:
    """Return how wide a page of 320 pixels is with text twice as large."""
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    width: int = page.evaluate("document.documentElement.scrollWidth")
    page.evaluate("document.documentElement.style.fontSize = ''")
    return width


PAINT = """
window.paints = [];
addEventListener("click", (event) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () =>
        window.paints.push(performance.now() - event.timeStamp);
    after.port2.postMessage(0);
}), true);
"""
READY = """
new MutationObserver(() => {
    if (!window.ready && document.querySelector(".quick.on"))
        window.ready = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
EMPTY_PAINT = 25
"""Milliseconds of a tap on an empty page, at 4x CPU, where a machine is fast enough."""


def throttled(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return session


def slowness(page: Page) -> tuple[float, float]:
    """How much slower than it should be this machine answers on an empty page.

    In the middle of some taps, and at worst.
    """
    page.goto("/offline")
    page.evaluate("window.paints = []")
    for _ in range(8):
        page.tap("h2")
    until(page, "window.paints.length === 8")
    paints = page.evaluate("window.paints")
    return max(1, median(paints) / EMPTY_PAINT), max(1, max(paints) / EMPTY_PAINT / 2)


def tapped(page: Page, path: str) -> list[float]:
    """Enter a hand of ten; return how long each tap took to be painted."""
    page.goto(path)
    page.wait_for_selector(".pick.on")
    taps(page, ANN)
    until(page, "window.paints.length === 10")
    paints: list[float] = page.evaluate("window.paints")
    page.evaluate("sessionStorage.clear(), localStorage.clear()")
    return paints


def test_a_tap_is_painted_at_once(
    new_phone: Callable[..., Page],
    filled: tuple[Table, dict[str, str]],
    record_property: Callable[[str, object], None],
):
    table, facts = filled
    page = new_phone()
    page.add_init_script(PAINT)
    table.give(page)
    throttled(page)
    before, path = slowness(page), PAGES["cards"].format(**facts)
    rounds = [tapped(page, path) for _ in range(3)]
    slow, slowest = map(max, zip(before, slowness(page), strict=True))
    # Another process may take the machine for a moment: the best round of three.
    middle, worst = (min(map(most, rounds)) for most in (median, max))
    record_property("figure", ["tap to paint, 4x CPU: median, ms", 100, middle, slow])
    record_property("figure", ["tap to paint, 4x CPU: worst, ms", 200, worst, slowest])
    assert middle <= 100 * slow
    assert worst <= 200 * slowest


def reloaded(page: Page) -> float:
    """Reload; return after how many seconds a hand can be entered."""
    page.reload(wait_until="commit")
    until(page, "window.ready > 0", 20)
    seconds: float = page.evaluate("window.ready") / 1000
    return seconds


COMPUTING = 0.5
"""Seconds of a first visit that a slow machine makes longer; the rest is network."""


def first_visit(page: Page, address: str) -> float:
    """Open a page that this phone never saw; return seconds until it can be used."""
    throttled(page)
    page.goto(address, wait_until="commit")
    until(page, "window.ready > 0", 30)
    seconds: float = page.evaluate("window.ready") / 1000
    return seconds


def test_it_can_be_used_soon_on_a_slow_network(
    new_phone: Callable[..., Page],
    own_server: Server,
    record_property: Callable[[str, object], None],
):
    table = open_table(own_server.url)
    game = fill(table)["game"]
    holder = new_phone(base_url=own_server.url)
    holder.add_init_script(PAINT)
    held = table.give(holder).context.cookies()
    throttled(holder)
    slow = max(slowness(holder))

    def newcomer(**differences: object) -> Page:
        page = new_phone(**differences)
        page.context.add_cookies(held)
        page.add_init_script(READY)
        return page

    visits = []
    with slow_network(own_server.port) as far:
        for _ in range(3):
            page = newcomer(service_workers="allow")
            visits.append(first_visit(page, f"{far}/g/{game}"))
            page.context.close()
    visit = min(visits)  # another process may take the machine for a moment

    page = newcomer(service_workers="allow", base_url=own_server.url)
    first_visit(page, f"/g/{game}")
    ready(page)
    assert own_server.process is not None
    own_server.process.send_signal(signal.SIGSTOP)  # the network hangs
    try:
        again = min(reloaded(page) for _ in range(3))
    finally:
        own_server.process.send_signal(signal.SIGCONT)
    record_property("figure", ["slow 3G, 4x CPU: first visit, s", 2.5, visit, slow])
    record_property("figure", ["from the service worker, s", 0.8, again, slow])
    assert 4 * ROUND_TRIP < visit <= 2.5 + COMPUTING * (slow - 1)
    assert again <= 0.8 * slow


def test_what_comes_later_in_a_page_moves_nothing_before_it(
    new_phone: Callable[..., Page], filled: tuple[Table, dict[str, str]]
):
    """A slow phone paints the head of a page before the rest of it has come."""
    table, facts = filled
    page = new_phone(java_script_enabled=False)
    table.give(page)
    moved = []
    for name, path in PAGES.items():
        if name == "turned":  # upside down: the head is where the page ends
            continue
        page.goto(path.format(**facts))
        whole = page.locator(".top").bounding_box()
        page.route("**/*", only_its_head, times=1)
        page.goto(path.format(**facts))
        if page.locator(".top").bounding_box() != whole:
            moved.append(name)
    assert moved == []


def only_its_head(route: Route) -> None:
    answer = route.fetch()
    head, _, _ = answer.text().partition("</header>")
    route.fulfill(response=answer, body=f"{head}</header>")
