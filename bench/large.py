"""What growth costs; minutes, so not in ``make bench``: ``python -m bench.large``."""

import sys
from collections.abc import Iterator
from pathlib import Path

from bench import big, phones
from bench.report import write
from bench.timing import HEAD, Row

WHERE = Path("build") / "bench-big.json"


def rows(events: int) -> Iterator[Row]:
    yield from phones.rows()
    yield from phones.memory()
    yield from big.rows(large=events)


def main() -> None:
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    print(HEAD)
    found = []
    for row in rows(events):
        print(row, flush=True)
        found.append(row)
        write(found, WHERE)


if __name__ == "__main__":
    main()
