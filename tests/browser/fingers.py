"""Fingers on a phone: taps on cards, and swipes by real touch events."""

from playwright.sync_api import Page


def taps(page: Page, cards: str) -> None:
    for card in cards.split():
        page.tap(f'[data-card="{card}"]')


def middle(page: Page, card: str) -> tuple[float, float]:
    box = page.locator(f'[data-card="{card}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def swipe(
    page: Page, *cards: str, drift: tuple[float, float] = (0, 0), lift: bool = True
) -> None:
    """Go from card to card without lifting; ``drift`` is how far off each next one."""
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    x, y = middle(page, cards[0])
    send("touchStart", (x, y))
    for card in cards[1:]:
        there = middle(page, card)
        for part in (0.2, 0.6, 1):
            send(
                "touchMove",
                (
                    x + (there[0] + drift[0] - x) * part,
                    y + (there[1] + drift[1] - y) * part,
                ),
            )
        x, y = there
    if lift:
        send("touchEnd")
    touch.detach()


def held(page: Page) -> set[str]:
    """Return the cards marked on the board."""
    keys = page.locator("[data-card][aria-pressed=true]")
    return set(keys.evaluate_all("keys => keys.map(key => key.dataset.card)"))
