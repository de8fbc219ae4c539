"""Exports of many hands, made quickly: one played game copied under other ids.

Run as a module it imports a file into a new record, exports that again, and prints
how long it took and how much memory the process had at most, as JSON.
"""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from events import chain
from events.codec import canonical
from events.exports import Seal, as_ndjson, of_book
from events.imports import Import, Opening
from events.store import Store
from tests.events.room import AT, KNOCK, SHOW, Room, swapped, whole_hands

HANDS = 10
"""Hands of a game."""
EACH = 10
"""One game in so many has a hand with every card of its play."""

Events = list[dict[str, Any]]


def one_game(folder: Path, *, cards: bool) -> tuple[dict[str, Any], Events]:
    """Return the players and the events of a game of ten hands by counts.

    With ``cards`` the last of them is recorded with every card.
    """
    store = Store(folder / f"one{cards}.db")
    room = Room(store, rules={"target": 1000})
    for number in range(HANDS - cards):
        who = "AB"[number % 2]
        knock, show = {**KNOCK, "player": who}, {**SHOW, "player": "BA"[number % 2]}
        room.play(knock, show)
    if cards:
        dealer = room.state()["hand"]["dealer"]
        plays = whole_hands()[0]
        room.play(*(plays if dealer == "B" else swapped(plays)))
    head, about, *events, _ = _lines(store, room.book)
    store.close()
    return {"players": head["players"], "seats": about["players"]}, events


def _lines(store: Store, book: str) -> list[dict[str, Any]]:
    text = "".join(as_ndjson(store, of_book(store, book), lambda _: "referee"))
    return [json.loads(line) for line in text.splitlines()]


def copies(folder: Path, games: int) -> Iterator[str]:
    """Yield the lines of an export of so many games."""
    names, counted = one_game(folder, cards=False)
    _, played = one_game(folder, cards=True)
    seal = Seal()
    players = [(each["id"], each["name"]) for each in names["players"]]
    seal.names("Home", players)
    about = {"book": {"name": "Home"}, "format": "upcard-export", "schema": 1}
    yield canonical({**about, "players": names["players"]}) + "\n"
    for number in range(games):
        uid = f"game{number}"
        events = counted if number % EACH else played
        chained = list(_chained(uid, events))
        head = chained[-1]["hash"]
        version = len(chained)
        seal.game(uid, names["seats"], version, head)
        said = {"players": names["seats"], "version": version, "head": head}
        yield canonical({"id": uid, **said}) + "\n"
        yield "".join(json.dumps(event) + "\n" for event in chained)
    yield json.dumps({"seal": seal.text()}) + "\n"


def _chained(uid: str, events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    prev = chain.FIRST
    for event in events:
        prev = chain.hash_of(
            prev,
            uid,
            seq=event["seq"],
            entry=event["entry"],
            type_=event["type"],
            schema=event["schema"],
            at=event["at"],
            by=event["by"],
            digest=event["digest"],
        )
        yield {**event, "game": uid, "hash": prev}


def peak() -> int:
    """Return the most memory this process has had, in MiB.

    Not of ``getrusage``, where it counts what the parent had when it forked.
    """
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


def measured(folder: Path, source: Path) -> dict[str, Any]:
    """Import a file into a new record and export that again."""
    store = Store(folder / "many.db")
    ids = (f"id-{number}" for number in range(100))
    opening = Opening(ids.__next__, ids.__next__)
    begun = time.monotonic()
    with source.open("rb") as file:
        size = source.stat().st_size
        bringing = Import(store, "book", file.read, at=AT, size=size, opening=opening)
        steps = sum(1 for _ in bringing.steps())
    brought, memory = time.monotonic(), peak()
    with (folder / "again").open("w") as again:
        again.writelines(as_ndjson(store, of_book(store, "book"), lambda _: "referee"))
    done = time.monotonic()
    store.close()
    return {
        "games": len(bringing.result.games),
        "steps": steps,
        "bytes": size,
        "import_s": round(brought - begun, 1),
        "import_mib": memory,
        "export_s": round(done - brought, 1),
        "export_mib": peak(),
    }


if __name__ == "__main__":
    told = measured(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(json.dumps(told))
