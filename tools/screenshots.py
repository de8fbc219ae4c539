"""Draw every page, light and dark, on a phone and on a wide screen.

The pictures go to ``docs/screens/``, those that are there already in their place.
"""

import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.conftest import FLAGS, Server, find_chromium
from tests.browser.table import Table, open_table
from tests.browser.test_budgets import PAGES, fill
from tests.browser.test_picker import ANN

OUT = Path("docs/screens")
SIZES = {"phone": (360, 640), "wide": (1280, 800)}
SCHEMES = ("light", "dark")
LEFT_OUT = {"lost", "refused", "checked", "turned", "key"}


@contextmanager
def served() -> Iterator[Server]:
    """Serve a record of its own."""
    with tempfile.TemporaryDirectory() as folder:
        running = Server(Path(folder))
        try:
            yield running
        finally:
            running.stop()


def draw(browser: Browser, table: Table, facts: dict[str, str]) -> None:
    """Draw each page at each size, in light and in dark."""
    for size, (width, height) in SIZES.items():
        for scheme in SCHEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                base_url=table.url,
                service_workers="block",
            )
            page = context.new_page()
            table.give(page)
            for name, path in PAGES.items():
                if name in LEFT_OUT:
                    continue
                page.goto(path.format(**facts))
                page.wait_for_timeout(400)
                if name == "cards":
                    for card in ANN.split():
                        page.click(f'[data-card="{card}"]')
                page.screenshot(path=OUT / f"{name}-{size}-{scheme}.png")
            context.close()


def shrink(path: Path) -> int:
    """Pack a PNG's pixels as tightly as zlib can; return its size."""
    data = path.read_bytes()
    head, at, pixels, rest = data[:8], 8, b"", []
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += length + 12
        if kind == b"IDAT":
            pixels += body
        else:
            rest.append((kind, body))
    packed = zlib.compress(zlib.decompress(pixels), 9)
    rest.insert(-1, (b"IDAT", packed))
    path.write_bytes(head + b"".join(chunk(*each) for each in rest))
    return path.stat().st_size


def chunk(kind: bytes, body: bytes) -> bytes:
    """Write one part of a PNG."""
    crc = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc)


def main() -> None:
    """Draw all, and say how much it is."""
    OUT.mkdir(parents=True, exist_ok=True)
    with served() as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(), args=FLAGS
        )
        table = open_table(server.url)
        draw(chromium, table, fill(table))
        chromium.close()
    sizes = [shrink(path) for path in OUT.glob("*.png")]
    print(f"{len(sizes)} pictures, {sum(sizes) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
