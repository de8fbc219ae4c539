"""A real Chromium, a real ``upcard serve``, and phones that open its pages."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.browser.table import Table, open_table

HERE = Path(__file__).parent
HOW = "no Chromium: apt-get install -y --no-install-recommends chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost",
]
PHONE = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


def find_chromium() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail(HOW)
        pytest.skip(HOW)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


class Server:
    """``upcard serve`` on a free port, with a record of its own."""

    def __init__(self, folder: Path) -> None:
        self.output = folder / "serve.txt"
        self.env = {
            **os.environ,
            "UPCARD_DB": str(folder / "upcard.db"),
            "UPCARD_RATE_LIMIT": "off",
            "PYTHONUNBUFFERED": "1",
        }
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it; after a stop on the port it had before."""
        command = [sys.executable, "-c", "from web.cli import main; main()"]
        command += ["serve", "--port", str(self.port)]
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                command, env=self.env, stdout=output, stderr=subprocess.STDOUT
            )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            found = re.search(r"Open http://127\.0\.0\.1:(\d+)/", self.said())
            if found:
                self.port = int(found[1])
                return
            time.sleep(0.05)
        self.stop()
        pytest.fail(f"upcard serve did not start:\n{self.said()}")

    def said(self) -> str:
        return self.output.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=20)
            self.process = None


@pytest.fixture(scope="session")
def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    assert browser.is_connected()  # without one there is nothing to serve
    running = Server(tmp_path_factory.mktemp("served"))
    yield running
    running.stop()


@pytest.fixture
def own_server(browser: Browser, tmp_path: Path) -> Iterator[Server]:
    """A server that may be stopped."""
    assert browser.is_connected()
    running = Server(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def table(server: Server) -> Table:
    """A book of Ann and Bob."""
    return open_table(server.url)


def bad(said: ConsoleMessage) -> bool:
    """Whether a console message is an error.

    A refusal of the server is none, nor is a server that is out of reach.
    """
    fine = r"status of (4(01|04|09|12|22)|503)|net::ERR_(INTERNET|CONN|FAIL)"
    ours = "/static/" in said.location["url"]
    return said.type == "error" and (ours or not re.search(fine, said.text))


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Make phones: fresh contexts, held to have no script error in the end.

    Without service worker, where it is not the thing shown: it takes a while to come.
    """
    contexts, wrong = [], []

    def make(**differences: object) -> Page:
        context = browser.new_context(
            **{
                **PHONE,
                "base_url": server.url,
                "service_workers": "block",
                **differences,
            }
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if bad(said) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    return new_phone()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the budgets test measured, in one table."""
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports(
        "failed"
    )
    found = [each for report in reports for each in report.user_properties]
    rows = [value for name, value in found if name == "budget"]
    figures = [value for name, value in found if name == "figure"]
    if not rows + figures:
        return
    write = terminalreporter.write_line
    terminalreporter.section(
        "budgets: kB compressed (all 40, JS 15, CSS 6), targets in px"
    )
    if rows:
        write("".join(f"{name:>10}" for name in rows[0]))
    for row in rows:
        write("".join(f"{value:>10}" for value in row.values()))
    for what, most, value, slow in figures:
        write(f"{what:40}{value:8.2f} of {most}, machine slower by {slow:.1f}")
