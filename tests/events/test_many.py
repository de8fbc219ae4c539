"""Memory stays flat however much is exported and imported."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.events.many import copies

ROOT = Path(__file__).parents[2]
MORE = 12
"""MiB by which ten times the hands may raise the peak: caches that fill up, no more."""


def lines(path: Path) -> int:
    with path.open() as file:
        return sum(1 for _ in file)


def measure(folder: Path, games: int) -> dict[str, Any]:
    folder.mkdir()
    source = folder / "source"
    with source.open("w") as file:
        file.writelines(copies(folder, games))
    command = [sys.executable, "-m", "tests.events.many", str(folder), str(source)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert lines(folder / "again") == lines(source)
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["games"] == games
    print(f"{games * 10} hands: {done.stdout}")
    return told


def test_a_few_thousand_hands_take_the_memory_of_a_few_hundred(tmp_path: Path) -> None:
    few, many = measure(tmp_path / "few", 20), measure(tmp_path / "many", 200)
    assert many["import_mib"] - few["import_mib"] < MORE
    assert many["export_mib"] - few["export_mib"] < MORE


@pytest.mark.slow
def test_a_hundred_thousand_hands_take_the_memory_of_ten_thousand(
    tmp_path: Path,
) -> None:
    few, many = measure(tmp_path / "few", 1000), measure(tmp_path / "many", 10_000)
    assert many["import_mib"] - few["import_mib"] < MORE
    assert many["export_mib"] - few["export_mib"] < MORE
