"""A fresh record for each test, and chance that is the same every time."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from events.store import Store

AT = "2026-03-14T20:00:00Z"


def numbered(prefix: str) -> Callable[[], str]:
    """Give ``prefix1``, ``prefix2`` and so on."""
    numbers = count(1)
    return lambda: f"{prefix}{next(numbers)}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "record.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    yield opened
    opened.close()


@pytest.fixture
def ids() -> Callable[[], str]:
    return numbered("id")


@pytest.fixture
def secrets() -> Callable[[], str]:
    return numbered("secret")


@pytest.fixture
def salts() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"{next(numbers):032x}"
