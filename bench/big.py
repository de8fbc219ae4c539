"""Large records, made by copying whole games row by row, and what they cost."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.played import Kept
from bench.timing import Row, Work, raced
from events import chain, driver, log
from events.registry import games
from events.store import Store

GAME = 200
"""Events in each game of a large record, about."""


def fill(db: Path, events: int) -> None:
    """Make a record of so many events: one game played, the others copied from it.

    Each copy has the chain of its own name, so that the start finds it sound.
    """
    store = Store(db)
    kept = Kept(store)
    first = kept.filled(GAME)
    with store.reading() as conn:
        number, row = games.load(conn, first)
        rows = log.read(conn, number)
        size = len(rows)
    store.close()
    copies = events // size
    conn = driver.connect(db.absolute().as_uri(), timeout=10)
    conn.execute("PRAGMA journal_mode = OFF")
    conn.execute("PRAGMA synchronous = OFF")
    conn.execute("PRAGMA cache_size = -200000")
    triggers = conn.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall()
    conn.execute("BEGIN")
    for name, _ in triggers:
        conn.execute(f"DROP TRIGGER {name}")
    numbers = f"WITH RECURSIVE n(i) AS (SELECT {number + 1} UNION ALL "
    numbers += f"SELECT i + 1 FROM n WHERE i < {number + copies - 1})"
    conn.execute(
        f"""{numbers} INSERT INTO book_games
        (number, uid, book, player_a, player_b, created, imported)
        SELECT i, 'game' || i, book, player_a, player_b, created, 0
        FROM n, book_games WHERE number = ?""",
        (number,),
    )
    conn.executemany(
        f"INSERT INTO events VALUES ({', '.join('?' * 11)})",
        copied(rows, range(number + 1, number + copies)),
    )
    conn.execute(
        """INSERT INTO book_feed SELECT ?, row_number() OVER (ORDER BY game, seq)
        + ?, game, seq FROM events WHERE game > ?""",
        (row.book, size, number),
    )
    for table in ("game_states", "game_sheets", "game_summaries", "game_hands"):
        columns = [c[1] for c in conn.execute(f"PRAGMA table_info({table})")][1:]
        conn.execute(
            f"{numbers} INSERT INTO {table} SELECT i, {', '.join(columns)} "
            f"FROM n, {table} WHERE game = ?",
            (number,),
        )
    for _, sql in triggers:
        conn.execute(sql)
    conn.execute("COMMIT")
    conn.execute("PRAGMA journal_mode = WAL")
    conn.close()


def copied(rows: list[log.Row], numbers: range) -> Iterator[tuple[int | str, ...]]:
    """Yield the rows of a game again for each number, chained under its name."""
    for number in numbers:
        head, uid = chain.FIRST, f"game{number}"
        for row in rows:
            head = chain.hash_of(
                head, uid, seq=row.seq, entry=row.entry, type_=row.type,
                schema=row.schema, at=row.at, by=row.by, digest=row.digest,
            )  # fmt: skip
            yield (number, *row[:-1], head)


def rows(*, large: int = 10_000_000, small: int = 1_000_000) -> Iterator[Row]:
    """Append to, and read cold, one game among so many events."""
    with tempfile.TemporaryDirectory(prefix="upcard-bench-") as name:
        folder = Path(name)
        # Measured: about 400 bytes an event, its place in the feed included; room for
        # several times that, since the disk is not ours alone.
        needed = large * 2000
        if shutil.disk_usage(folder).free < 2 * needed:
            print(f"less than {2 * needed >> 30} GiB free: left out")
            return
        paths = {"small": folder / "small.db", "large": folder / "large.db"}
        fill(paths["small"], small)
        fill(paths["large"], large)
        stores = {name: Store(path) for name, path in paths.items()}
        yield from grown(stores, large, small)
        for store in stores.values():
            store.close()


def grown(stores: dict[str, Store], large: int, small: int) -> Iterator[Row]:
    work = {}
    for name, store in stores.items():
        work[f"append {name}"] = appending(store)
        work[f"read {name}"] = reading(store)
    race = raced(work, at_once=2)
    size = f"{large / 1e6:g} M events"
    other = f"the same at {small / 1e6:g} M"
    for what, goal, stretch in (("append", 1.3, 1.1), ("read", 1.5, 1.2)):
        row = race.row("", f"{what} large", f"{what} small", goal=goal, stretch=stretch)
        title = "append" if what == "append" else "cold read of one game"
        yield Row(
            f"{title}, {size}", other, row.ours, row.theirs, row.ratio, goal, stretch,
            row.rounds, row.chunk,
        )  # fmt: skip


def appending(store: Store) -> Work:
    """Append one event to one game after another, chosen by chance, durably."""
    chance, last = numbers_of(store)
    versions: dict[int, int] = {}

    def append() -> None:
        number = chance.randint(2, last)
        with store.reading() as conn:
            version = versions.get(number) or log.version(conn, number)
            (row,) = log.read(conn, number, after=1, upto=2)
        with store.writing(registry=False) as conn:
            log.append(conn, number, [row._replace(seq=version + 1)])
        versions[number] = version + 1

    return append


def reading(store: Store) -> Work:
    """Read all events of one game after another, chosen by chance."""
    chance, last = numbers_of(store)

    def read() -> None:
        with store.reading() as conn:
            log.read(conn, chance.randint(2, last), upto=GAME)

    return read


def numbers_of(store: Store) -> tuple[Random, int]:
    with store.reading() as conn:
        found = conn.execute("SELECT max(number) FROM book_games").fetchone()
    return Random(1), int(found[0])
