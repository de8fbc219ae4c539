"""Rows of the record: replay, verify, audit, import."""

import io
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.house import PEERS, served
from bench.played import AT, Kept
from bench.served import HELLO, hello
from bench.timing import Row, compared, raced
from events import log
from events.audit import audit, verify
from events.exports import as_json, of_book
from events.imports import Import
from events.projections.sheet import sheet_for
from events.registry import games
from events.replayed import replayed
from events.store import Store
from referee.scoring import sheet_data

EVENTS = 200
IMPORTS = 8


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="upcard-bench-") as folder:
        store = Store(Path(folder) / "upcard.db")
        try:
            yield from replays(store)
            yield from looks_back(store, Path(folder))
        finally:
            store.close()


def replays(store: Store) -> Iterator[Row]:
    """200 stored events, as rows, to the sheet they make."""
    game = Kept(store, "replay-").filled(EVENTS + 10)
    with store.reading() as conn:
        number, row = games.load(conn, game)
        stored = log.read(conn, number, upto=EVENTS)

    def to_sheet() -> object:
        return sheet_data(sheet_for(replayed(number, row, stored).game))

    def cold() -> object:
        with store.reading() as conn:
            found = log.read(conn, number, upto=EVENTS)
        return sheet_data(sheet_for(replayed(number, row, found).game))

    with served(PEERS) as peers:
        race = raced({"rows": to_sheet, "file": cold, **hello(peers)})
    what = "200 events from rows through the rules to a sheet"
    yield race.row(what, "rows", HELLO, goal=4, stretch=3)
    yield race.row("the same, rows read from the file too", "file", HELLO)


def looks_back(store: Store, folder: Path) -> Iterator[Row]:
    """``verify``, ``audit`` and ``import`` of a record of three games."""
    kept = Kept(store, "back-")
    for n in range(3):
        kept.filled(150, first=5 * n)
    with store.reading() as conn:
        every = games.load_all(conn)

    def bare(_: Any) -> None:
        """Read the same rows, parse each, hash each."""
        for number, _row in every:
            with store.reading() as conn:
                found = log.read(conn, number)
            for row in found:
                json.loads(row.data)
                sha256(row.data.encode()).hexdigest()

    def again(_: Any) -> None:
        """Replay the same games."""
        for number, row in every:
            with store.reading() as conn:
                replayed(number, row, log.read(conn, number))

    def whole(look: Callable[[Store], Iterator[Any]]) -> Callable[[Any], None]:
        return lambda _: [None for _ in look(store)] and None

    once: dict[str, Any] = {"rounds": 10, "chunk": 20}
    yield compared(
        "verify", whole(verify), [0], "json.loads + SHA-256", bare, [0],
        goal=4, stretch=2, **once,
    )  # fmt: skip
    yield compared(
        "audit", whole(audit), [0], "replay of the same hands", again, [0],
        goal=4, stretch=2, **once,
    )  # fmt: skip
    used = Store(folder / "used.db")
    yield brought_in(folder, "import", [used] * 10 * IMPORTS, goal=4)
    fresh = [Store(folder / f"fresh-{n}.db") for n in range(5 * IMPORTS)]
    yield brought_in(folder, "the same, the first into a fresh record", fresh)
    for each in (used, *fresh):
        each.close()


def brought_in(
    folder: Path, what: str, there: Sequence[Store], *, goal: float | None = None
) -> Row:
    """Exports of three games each, brought in one by one; and replayed at home."""
    home = Store(folder / f"home-{len(there)}.db")
    brought = range(len(there))
    books, scopes = [], []
    for n in brought:
        kept = Kept(home, f"home-{n}-")
        for game in range(3):
            kept.filled(150, first=3 * n + 5 * game)
        scopes.append(of_book(home, kept.book))
        books.append(Kept(there[n], f"there-{n}-").book)
    texts = [
        "".join(as_json(home, scope, lambda _: "referee")).encode() for scope in scopes
    ]

    def bring(n: int) -> None:
        for _ in Import(there[n], books[n], io.BytesIO(texts[n]).read, at=AT).steps():
            pass

    def replay(n: int) -> None:
        again_of(home, scopes[n].games)

    row = compared(
        what, bring, brought, "replay of the same hands", replay, brought,
        goal=goal, stretch=goal and 2, rounds=len(there) // IMPORTS, chunk=IMPORTS,
        at_once=1,
    )  # fmt: skip
    home.close()
    return row


def again_of(store: Store, uids: Iterable[str]) -> None:
    """Replay the games of one book."""
    for uid in uids:
        with store.reading() as conn:
            number, row = games.load(conn, uid)
            replayed(number, row, log.read(conn, number))
