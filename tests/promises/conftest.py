"""A served record for each test, and the table that ``make promises`` prints."""

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.promises.running import Serving, Table, open_table

Show = Callable[..., None]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "upcard.db"


@pytest.fixture
def serve() -> Iterator[Callable[..., Serving]]:
    """Start servers; those still running are ended with the test."""
    started: list[Serving] = []

    def start(db: Path, **settings: Any) -> Serving:
        serving = Serving(db, **settings)
        started.append(serving)
        serving.start()
        return serving

    yield start
    for serving in started:
        serving.end()


@pytest.fixture
def serving(db: Path, serve: Callable[..., Serving]) -> Serving:
    return serve(db)


@pytest.fixture
def table(serving: Serving) -> Table:
    return open_table(serving)


@pytest.fixture
def show(request: pytest.FixtureRequest, record_property: Any) -> Show:
    """Enter one row of the table; what was lost, doubled or wrong must be 0."""
    number = re.search(r"test_(\d\d)_", request.path.name)
    assert number is not None

    def enter(
        done: str,
        often: int | str,
        *,
        lost: int = 0,
        doubled: int = 0,
        wrong: int = 0,
        told: object = None,
    ) -> None:
        row = [int(number[1]), done, often, lost, doubled, wrong]
        record_property("promise", json.dumps(row))
        assert (lost, doubled, wrong) == (0, 0, 0), (done, told)

    return enter


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if os.environ.get("UPCARD_PROMISES"):
        for line in _lines(terminalreporter.stats):
            terminalreporter.write_line(line)


def _lines(stats: dict[str, list[Any]]) -> Iterator[str]:
    done = [*stats.get("passed", ()), *stats.get("failed", ())]
    rows = sorted(
        json.loads(value)
        for report in done
        for name, value in report.user_properties
        if name == "promise"
    )
    yield ""
    yield f"{'promise':<8}{'what was done':<58}{'often':>8}{'lost':>6}" + (
        f"{'doubled':>9}{'wrong':>7}"
    )
    for number, what, often, lost, doubled, wrong in rows:
        yield f"{number:<8}{what[:57]:<58}{often:>8}{lost:>6}{doubled:>9}{wrong:>7}"
    for report in stats.get("skipped", ()):
        if "promises/" in report.nodeid:
            why = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            yield f"{report.nodeid.rpartition('::')[2]}: {why}"
    missing = sorted(set(range(1, 19)) - {row[0] for row in rows})
    yield f"promises without a row: {missing or 'none'}"
