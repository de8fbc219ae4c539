"""The reported cases of ``tests/data/reports.json``, by number."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "data" / "reports.json"


def report(number: int) -> tuple[Any, Any]:
    """Return what a case gives and what it says is right."""
    (case,) = (
        case
        for case in json.loads(FILE.read_text(encoding="utf-8"))["cases"]
        if case["n"] == number
    )
    return case["input"], case["right"]
