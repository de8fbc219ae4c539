"""From the start of the command to its first answer, beside how much is in the file."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.big import fill
from bench.house import UPCARD, served
from bench.timing import Row

EVENTS = 1_000_000
ROUNDS = 5


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="upcard-bench-") as name:
        folder = Path(name)
        (folder / "empty").mkdir()
        (folder / "full").mkdir()
        full, empty = folder / "full" / "upcard.db", folder / "empty" / "upcard.db"
        if shutil.disk_usage(folder).free < 4 * 2**30:
            print("less than 4 GiB free: the start with a full record is left out")
            return
        fill(full, EVENTS)
        first_answer(empty)
        ours, theirs = [], []
        for _ in range(ROUNDS):
            theirs.append(first_answer(empty))
            ours.append(first_answer(full))
        ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
        yield Row(
            "start to first answer, 1 M events in the file", "an empty file",
            median(ours), median(theirs), median(ratios), 1.2, 1.1, ROUNDS, 1,
        )  # fmt: skip


def first_answer(db: Path) -> float:
    """Return the microseconds from the command to its first answer."""
    began = perf_counter()
    with served(UPCARD, db) as server:
        answer = server.line().ask("GET", "/api/v1/health/ready")
        took = (perf_counter() - began) * 1e6
    assert answer.status == 200, answer.body
    return took
