"""Rows over HTTP: real loopback, connections kept open, each server its own process."""

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from bench.dealt import Play, hands, swapped, whole_hands
from bench.house import PEERS, UPCARD, Served, Table, served
from bench.line import Answer, request
from bench.played import Kept
from bench.timing import Row, Work, raced
from events.codec import event_data, play_from
from events.projections import events_for
from events.projections.state import state_body
from events.replayed import standing
from events.store import Store
from referee.decide import decision

PLAYED = {"type": "discard", "player": "A", "card": "TS"}
POST = "Flask + marshmallow POST"
SYNC = "4 KiB fdatasync"
INSERT = "bare sqlite3 insert"
HELLO = "Flask hello"


def rows() -> Iterator[Row]:
    """Yield the rows of plays, sheets and corrections."""
    with (
        tempfile.TemporaryDirectory(prefix="upcard-bench-") as folder,
        served(UPCARD, Path(folder) / "upcard.db") as ours,
        served(PEERS) as peers,
    ):
        yield from plays(ours, peers, Path(folder))
        yield from reads(ours, peers)
        yield from corrections(ours, peers)


def floors(peers: Served, folder: Path) -> dict[str, Work]:
    """Return what costs what it must: Flask, a disk that is waited for, SQLite."""
    line = peers.line()
    post = request("POST", "/plays", body=PLAYED)
    file = os.open(folder / "floor", os.O_RDWR | os.O_CREAT | os.O_APPEND)
    conn = sqlite3.connect(folder / "floor.db", isolation_level=None)
    conn.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    conn.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)")

    def sync() -> None:
        os.write(file, b"x" * 4096)
        os.fdatasync(file)

    def insert() -> None:
        conn.execute("INSERT INTO t (text) VALUES (?)", ("x" * 300,))

    return {POST: lambda: line.send(post), SYNC: sync, INSERT: insert, **hello(peers)}


def hello(peers: Served) -> dict[str, Work]:
    line = peers.line()
    get = request("GET", "/hello")
    return {HELLO: lambda: line.send(get)}


def plays(ours: Served, peers: Served, folder: Path) -> Iterator[Row]:
    """One play at a time, by a player's key, whole hands in games to their end."""
    seen, named = (one_by_one(Table(ours.line()), named=n) for n in (False, True))
    work: dict[str, Work] = {"play": lambda: next(seen), "named": lambda: next(named)}
    race = raced({**work, **floors(peers, folder)})
    what = "POST one play, everything on"
    yield race.row(what, "play", POST, SYNC, goal=1.8, stretch=1.5)
    what = "the same, every hidden card recorded"
    yield race.row(what, "named", POST, SYNC, goal=1.8, stretch=1.5)
    yield race.row("POST one play, everything on", "play", HELLO)
    yield race.row("POST one play, everything on", "play", INSERT)


def one_by_one(table: Table, *, named: bool) -> Iterator[Answer]:
    """Send one play at each step, with version and repeat key, in game after game.

    What a step needs beside its one request (a new game) is not done in the step that
    a round times: it happens before the answer of the last play is given back.
    """
    number = count()
    dealt = hands(named=named)
    game, version, dealer = table.start(), 1, "B"
    while True:
        hand = next(dealt)
        for play in hand if dealer == "B" else swapped(hand):
            raw = request(
                "POST",
                f"/api/v1/games/{game}/plays",
                key=table.ann,
                headers={
                    "If-Match": f'"{version}"',
                    "Idempotency-Key": f"play-{next(number)}",
                },
                body=play,
            )
            answer = table.line.send(raw)
            assert answer.status == 201, answer.body
            said = answer.json()
            version, now = said["version"], said["game"]
            dealer = now["hand"]["dealer"]
            yield answer
        if now["status"] == "over":
            game, version, dealer = table.start(), 1, "B"


def reads(ours: Served, peers: Served) -> Iterator[Row]:
    """Polls of a game of ten hands: what has not changed, and what has."""
    table = Table(ours.line())
    game = filled(table, 10)
    sheet = f"/api/v1/games/{game}/sheet"
    first = table.line.ask("GET", sheet, key=table.ann)
    work: dict[str, Work] = hello(peers)
    for name, path in (("sheet", sheet), ("game", f"/api/v1/games/{game}")):
        first = table.line.ask("GET", path, key=table.ann)
        known = {"If-None-Match": first.headers["etag"]}
        fresh = request("GET", path, key=table.ann)
        again = request("GET", path, key=table.ann, headers=known)
        work[f"{name} 200"] = expecting(ours, fresh, 200)
        work[f"{name} 304"] = expecting(ours, again, 304)
    race = raced(work)
    yield race.row("sheet, 304", "sheet 304", HELLO, goal=1.5, stretch=1.3)
    yield race.row("sheet, 200", "sheet 200", HELLO, goal=1.4, stretch=1.2)
    yield race.row("game, 304", "game 304", HELLO)
    yield race.row("game, 200", "game 200", HELLO)


def expecting(server: Served, raw: bytes, status: int) -> Work:
    line = server.line()

    def ask() -> None:
        assert line.send(raw).status == status

    return ask


def filled(table: Table, number: int) -> str:
    """Return a game in which so many whole hands have been played."""
    game = table.start({"preset": "standard", "target": 1000})
    dealer = "B"
    for hand in whole_hands()[:number]:
        said = play(table, game, hand if dealer == "B" else swapped(hand))
        dealer = said["game"]["hand"]["dealer"]
    return game


def play(table: Table, game: str, plays: list[Play]) -> Any:
    answer = table.line.ask(
        "POST",
        f"/api/v1/games/{game}/plays",
        key=table.referee,
        headers={"If-Match": "*"},
        body={"plays": plays},
    )
    assert answer.status == 201, answer.body
    return answer.json()


def corrections(ours: Served, peers: Served) -> Iterator[Row]:
    """Three amends in one batch, in a hand of 60 entries.

    Decided and answered, by the rules alone; and recorded over HTTP as well, for which
    the disk is waited for.
    """
    long = max(whole_hands(), key=len)[:60]
    over_http = batches(Table(ours.line()), long)
    work: dict[str, Work] = {
        "answered": in_turns(long),
        "recorded": lambda: next(over_http),
        **hello(peers),
    }
    race = raced(work, chunk=20, rounds=10)
    what = "three amends in a hand of 60 entries"
    yield race.row(what, "answered", HELLO, goal=4)
    yield race.row("the same recorded, over HTTP", "recorded", HELLO)


def batches(table: Table, long: list[Play]) -> Iterator[Answer]:
    """Send three amends at each step; after ten steps to another game."""
    while True:
        game = table.start()
        turns = amends_of(play(table, game, long)["events"])
        for batch in turns * 5:
            raw = request(
                "POST",
                f"/api/v1/games/{game}/plays",
                key=table.referee,
                headers={"If-Match": "*"},
                body={"plays": batch},
            )
            answer = table.line.send(raw)
            assert answer.status == 201, answer.body
            yield answer


def amends_of(events: list[Any]) -> list[list[Play]]:
    """Return amends of three draws: with their cards, and without."""
    drawn = [event for event in events if event["type"] == "card_drawn"][-12::4]
    return [[amend(each, named=named) for each in drawn] for named in (True, False)]


def in_turns(long: list[Play]) -> Work:
    """Return what decides such a batch, and makes the answer as JSON."""
    with tempfile.TemporaryDirectory(prefix="upcard-bench-") as folder:
        store = Store(Path(folder) / "upcard.db")
        kept = Kept(store)
        game = kept.start()
        kept.play(game, long)
        with store.reading() as conn:
            stood = standing(store, conn, game)
        turns = amends_of(events_for(store, game, "referee", limit=99).events)
        store.close()
    asked = [[play_from(each) for each in batch] for batch in turns]
    turn = count()

    def answered() -> str:
        made = decision(stood.game, asked[next(turn) % 2], asker="referee")
        events = [event_data(event) for _, event in made.events]
        state = state_body(replace(stood, game=made.game), "referee")
        return json.dumps({"events": events, "game": state})

    return answered


def amend(event: Any, *, named: bool) -> Play:
    """Return an amend of a draw: with its card, or without."""
    data = event["data"]
    play = {"type": "draw", "player": data["player"], "source": data["source"]}
    if named and "card" in data:
        play["card"] = data["card"]
    return {"type": "amend", "seq": event["entry"], "play": play}
