"""The table of figures: printed row by row, written as JSON, compared with another."""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench import big, phones, record, rulings, served, solver, start
from bench.peers import missing
from bench.timing import HEAD, Row

PARTS: dict[str, Callable[[], Iterable[Row]]] = {
    "served": served.rows,
    "record": record.rows,
    "solver": solver.rows,
    "rulings": rulings.rows,
    "start": start.rows,
    "memory": phones.memory,
    "phones": phones.rows,
    "growth": big.rows,
}
"""The parts, the quick ones first; the last takes some minutes."""
WHERE = Path("build") / "bench.json"


def main() -> None:
    """Measure what was asked for; exit with 1 where a row is over its limit."""
    asked = argparse.ArgumentParser(prog="python -m bench")
    asked.add_argument("parts", nargs="*", help=", ".join(PARTS), default=[])
    asked.add_argument("--json", type=Path, default=WHERE, help="where to write")
    asked.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"))
    given = asked.parse_args()
    if given.compare:
        compare(*given.compare)
        return
    chosen = given.parts or list(PARTS)
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        asked.error(f"no part is called {unknown[0]}")
    missed = measure(chosen, given.json)
    sys.exit(1 if missed else 0)


def measure(chosen: Iterable[str], where: Path) -> int:
    """Print each row as it is known and write them all; return how many miss."""
    print(HEAD)
    rows = []
    for name in chosen:
        for row in PARTS[name]():
            print(row, flush=True)
            rows.append(row)
    write(rows, where)
    missed = [row for row in rows if row.verdict == "MISS"]
    limits = sum(row.verdict != "" for row in rows)
    print(f"\n{limits - len(missed)} of {limits} rows at or under their limit; {where}")
    for peer in missing():
        print(f"missing, so that nothing was held against it: {peer}")
    return len(missed)


def write(rows: Iterable[Row], where: Path) -> None:
    where.parent.mkdir(parents=True, exist_ok=True)
    found: dict[str, Any] = {
        "at": datetime.now(tz=UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "missing": missing(),
        "rows": [row.as_json() for row in rows],
    }
    where.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def compare(old: Path, new: Path) -> None:
    """Print the ratios of two runs side by side, and how they changed."""
    before, after = (by_name(each) for each in (old, new))
    print(f"{'what':<46}{'against':<38}{'old':>8}{'new':>8}{'change':>8}")
    for what, against in before | after:
        one, two = (each.get((what, against)) for each in (before, after))
        both = one is not None and two is not None
        change = f"{(two / one - 1) * 100:+.0f} %" if both else ""  # type: ignore[operator]
        print(f"{what:<46}{against:<38}{cell(one):>8}{cell(two):>8}{change:>8}")


def by_name(path: Path) -> dict[tuple[str, str], float | None]:
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return {(row["what"], row["peer"]): row["ratio"] for row in rows}


def cell(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
