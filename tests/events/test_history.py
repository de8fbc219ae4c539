"""Standings, settlement, the feed and the views, from the log and nothing else."""

import json
import threading
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from events import driver, registry
from events.exports import as_json, of_book
from events.handler import handle, start_game
from events.migrations import migrations
from events.projections import rebuild, sheet_of
from events.projections.feed import feed_of, places_of
from events.projections.standings import (
    _PAIRS,
    _RUNS,
    _STANDINGS,
    COLUMNS,
    standings,
)
from events.store import Store
from events.views import VIEWS
from referee.presets import parse_rules
from tests.events.games import record
from tests.events.room import AT, GIN, KNOCK, SHOW, Room, plays_of

Body = dict[str, Any]


class Told:
    """What the raw events of a game say, read again without any code of ours."""

    def __init__(self, events: Iterable[Body]) -> None:
        self.hands: dict[int, Body | None] = {}
        self.end: int | None = None
        self.winner: str | None = None
        self._hand_of: dict[int, int | None] = {}
        for event in events:
            self._take(event, event["data"])

    def _take(self, event: Body, data: Body) -> None:
        kind = event["type"]
        if kind == "entry_amended":
            self._forget([data["target"]], event["entry"])
        elif kind == "entry_retracted":
            self._forget(data["entries"], event["entry"])
        elif kind == "hand_scored":
            self.hands[data["hand"]] = data
        elif kind == "hand_voided":
            self.hands[data["hand"]] = None
        elif kind in ("game_won", "game_abandoned"):
            self.end, self.winner = data["hand"], data.get("winner")
        elif kind == "game_reopened":
            self.end = self.winner = None
        if kind.startswith(("hand", "card", "upcard", "knock", "irreg", "track")):
            self._hand_of[event["entry"]] = data["hand"]

    def _forget(self, entries: list[int], correction: int) -> None:
        hands = {self._hand_of.get(entry) for entry in entries}
        for hand in [*self.hands] if None in hands else hands:
            self.hands.pop(hand, None)  # type: ignore[arg-type]
        self._hand_of[correction] = None if None in hands else max(hands)  # type: ignore

    def counted(self) -> list[Body | None]:
        last = 10**9 if self.end is None else self.end
        return [self.hands[hand] for hand in sorted(self.hands) if hand <= last]


def longest(won: Iterable[bool]) -> int:
    best = run = 0
    for each in won:
        run = run + 1 if each else 0
        best = max(best, run)
    return best


def recomputed(store: Store, book: str) -> dict[str, Body]:
    """The standings by player id, worked out from an export."""
    text = "".join(as_json(store, of_book(store, book), lambda _: "referee"))
    export = json.loads(text)
    games = [(game, Told(game["events"])) for game in export["games"]]
    found = {}
    for player in export["players"]:
        own = [
            (seat, game, told)
            for game, told in games
            for seat, who in game["players"].items()
            if who == player["id"]
        ]
        sheets = [(seat, sheet_of(store, game["id"])) for seat, game, _ in own]
        columns = [(seat, c) for seat, sheet in sheets for c in sheet["columns"]]
        hands = [(s, hand) for s, _, told in own for hand in told.counted()]
        scored = [(s, hand) for s, hand in hands if hand is not None]
        held = [
            hand["knock" if hand["knocker"] == s else "defence"]["deadwood"]
            for s, hand in scored
        ]

        def results(seat_wins: bool, *kinds: str, scored: Any = scored) -> int:
            return sum(
                hand["result"] in kinds and (hand["winner"] == s) is seat_wins
                for s, hand in scored
            )

        ended = [(s, told.winner) for s, _, told in own if told.winner]
        found[player["id"]] = {
            "games": len(own),
            "won": sum(s == winner for s, winner in ended),
            "lost": sum(s != winner for s, winner in ended),
            "hands": len(hands),
            "hands_won": sum(hand["winner"] == s for s, hand in scored),
            "points": sum(column["points"][s] for s, column in columns),
            "boxes": sum(column["boxes"][s] for s, column in columns),
            "total": sum(sheet["totals"][s] for s, sheet in sheets),
            "knocks": sum(hand["knocker"] == s for s, hand in scored),
            "gins": results(True, "gin"),
            "big_gins": results(True, "big_gin"),
            "undercuts_given": results(True, "undercut"),
            "undercuts_suffered": results(False, "undercut"),
            "void_hands": len(hands) - len(scored),
            "average_deadwood": Fraction(sum(held), len(held)) if held else None,
            "longest_run": longest(hand["winner"] == s for s, hand in scored),
            "longest_run_games": longest(s == winner for s, winner in ended),
        }
    return found


def moves(start: int, number: int) -> list[tuple[int, int, int]]:
    return [
        ((start + n * 7) % 10, (start + n * 13) % 100, (start * 3 + n * 29) % 97)
        for n in range(number)
    ]


@pytest.fixture
def evenings(store: Store) -> Room:
    """A book of three players with games of all kinds, corrections among them."""
    room = Room(store)
    record(room, moves(0, 30))
    seats = [("Ann", "Cy"), ("Cy", "Bob"), ("Bob", "Ann"), ("Ann", "Bob")]
    rules = ["guide", "hollywood", {"target": 30}, {"target": 50, "stake": "0.05"}]
    for number, ((a, b), chosen) in enumerate(zip(seats * 2, rules * 2, strict=True)):
        room.uid = room.start(rules=chosen, a=a, b=b).uid
        record(room, moves(number * 11 + 3, 24))
    return room


# Standings


def test_standings_are_those_of_the_raw_events(evenings: Room) -> None:
    players = standings(evenings.store, evenings.book)["players"]
    expected = recomputed(evenings.store, evenings.book)
    assert sum(row["hands"] for row in players) > 60
    assert sum(row["undercuts_given"] for row in players) > 3
    for row in players:
        mean = expected[row["id"]].pop("average_deadwood")
        assert row.pop("average_deadwood") == pytest.approx(float(mean), abs=0.005)
        assert {name: row[name] for name in COLUMNS if name in row} == expected[
            row["id"]
        ]


def test_the_view_says_the_same(evenings: Room) -> None:
    query = f"SELECT {', '.join(COLUMNS)} FROM standings WHERE player = ?"
    for row in standings(evenings.store, evenings.book)["players"]:
        with evenings.store.reading() as conn:
            seen = conn.execute(query, (row["id"],)).fetchone()
        assert seen == tuple(row[name] for name in COLUMNS)


def test_standings_of_a_book_are_what_the_views_say_of_it(
    evenings: Room, store: Store
) -> None:
    Room(store, prefix="other-").play(KNOCK, SHOW)
    names = ("player", *COLUMNS)
    with store.reading() as conn:
        query = f"SELECT {', '.join(names)} FROM standings WHERE book = ?"
        told = {row[0]: row[1:] for row in conn.execute(query, (evenings.book,))}
    players = standings(store, evenings.book)["players"]
    assert {p["id"]: tuple(p[n] for n in COLUMNS) for p in players} == told


@pytest.mark.parametrize("query", [_RUNS, _STANDINGS, _PAIRS])
def test_standings_do_not_go_through_the_games_of_other_books(
    store: Store, query: str
) -> None:
    with store.reading() as conn:
        plan = conn.execute(f"EXPLAIN QUERY PLAN {query}", {"book": "b"}).fetchall()
    read = [row[3] for row in plan if "book_games" in row[3] or "book_pl" in row[3]]
    assert read
    assert all(each.startswith("SEARCH") for each in read), read


def test_head_to_head_sums_to_the_standings(evenings: Room) -> None:
    body = standings(evenings.store, evenings.book)
    for row in body["players"]:
        sides = [
            side
            for pair in body["head_to_head"]
            for side in pair["players"]
            if side["id"] == row["id"]
        ]
        for name in ("games", "won", "lost", "hands", "hands_won", "points", "total"):
            assert sum(side[name] for side in sides) == row[name]
    assert len(body["head_to_head"]) == 3


def test_the_log_alone_makes_the_standings(evenings: Room) -> None:
    before = standings(evenings.store, evenings.book)
    with evenings.store.writing() as conn:
        for table in ("game_hands", "game_summaries", "game_sheets", "game_states"):
            conn.execute(f"DELETE FROM {table}")
    assert standings(evenings.store, evenings.book)["players"][0]["games"] == 0
    for _ in rebuild(evenings.store, skip=print):
        pass
    assert standings(evenings.store, evenings.book) == before


def test_hands_after_the_end_do_not_count(store: Store) -> None:
    room = Room(store, rules={"target": 30})
    room.play(GIN, {**SHOW, "count": 2})
    room.play(GIN, {**SHOW, "count": 20})
    room.play({"type": "amend", "seq": 4, "play": {**SHOW, "count": 40}})
    ann, bob = standings(store, room.book)["players"]
    assert (ann["hands"], ann["gins"], ann["points"]) == (1, 1, 65)
    assert (bob["lost"], bob["longest_run"]) == (1, 0)


def test_a_player_who_leaves_keeps_a_score_and_the_newcomer_has_none(
    store: Store,
) -> None:
    room = Room(store)
    room.play(KNOCK, SHOW)
    room.uid = room.start(b="Cy").uid
    rows = {row["name"]: row for row in standings(store, room.book)["players"]}
    assert (rows["Bob"]["hands"], rows["Cy"]["hands"], rows["Cy"]["points"]) == (
        1,
        0,
        0,
    )
    assert rows["Ann"]["points"] == 7


# Settlement


class Table:
    """A book where games are played for money at times that the test chooses."""

    def __init__(self, store: Store) -> None:
        self.room = Room(store)
        self.numbers = count(100)

    def play(
        self, a: str, b: str, margin: int, at: str, *, stake: Any = "0.05", **more: Any
    ) -> str:
        """A game that ``a`` wins, or ``b`` by a negative margin; it takes an hour."""
        rules, preset = parse_rules(
            {"target": 10, "game_bonus": 0, "box_bonus": 0, "gin_bonus": 0, **more}
            | ({"stake": stake} if stake else {})
        )
        self.room.uid = start_game(
            self.room.store,
            self.room.book,
            rules=rules,
            preset=preset,
            players={"A": a, "B": b},
            first_dealer="A",
            starter=None,
            at=at,
            ids=lambda: f"game{next(self.numbers)}",
            salts=self.room.salts,
        ).uid
        who = "A" if margin > 0 else "B"
        gin = {"type": "knock", "player": who, "count": 0}
        show = {"type": "show", "player": "BA"["AB".index(who)], "count": abs(margin)}
        later = at.replace(f"T{at[11:13]}", f"T{int(at[11:13]) + 1:02}")
        self.room.play(gin, show, at=later)
        return self.room.uid

    def owed(self) -> Body:
        body: Body = standings(self.room.store, self.room.book)["settlement"]
        return body


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


def test_a_game_is_worth_its_margin_times_the_stake(table: Table) -> None:
    uid = table.play("Ann", "Bob", 37, "2026-01-02T19:00:00Z", stake="0.05")
    owed = table.owed()
    debt = {"from": table.room.bob, "to": table.room.ann, "amount": "1.85"}
    assert owed["games"] == [
        {
            "id": uid,
            "balances": {table.room.ann: "1.85", table.room.bob: "-1.85"},
            "owed": [debt],
        }
    ]
    assert owed["book"]["owed"] == owed["evenings"][0]["owed"] == [debt]


@pytest.mark.parametrize("stake", ["1", "0.1", "0.05", "0.005", "2.50", "0.333"])
def test_amounts_are_exact_to_the_places_of_the_stake(table: Table, stake: str) -> None:
    for number in range(7):
        table.play("Ann", "Bob", 13 + number, f"2026-01-0{number + 1}T19:00:00Z",
                   stake=stake)  # fmt: skip
    exact = sum((13 + n) * Decimal(stake) for n in range(7))
    rounded = Decimal(exact).quantize(Decimal(stake), ROUND_HALF_UP)
    assert table.owed()["book"]["owed"][0]["amount"] == f"{rounded:f}"


def test_everything_owed_sums_to_zero(table: Table) -> None:
    for number, (a, b) in enumerate([("Ann", "Bob"), ("Bob", "Cy"), ("Cy", "Ann")] * 3):
        margin = (20 + number) * (-1) ** number
        table.play(a, b, margin, f"2026-01-0{number + 1}T19:00:00Z")
    owed = table.owed()
    for part in (*owed["games"], *owed["evenings"], owed["book"]):
        assert sum(map(Decimal, part["balances"].values())) == 0
        paid: dict[str, Decimal] = {}
        for debt in part["owed"]:
            amount = Decimal(debt["amount"])
            assert amount > 0
            paid[debt["to"]] = paid.get(debt["to"], Decimal(0)) + amount
            paid[debt["from"]] = paid.get(debt["from"], Decimal(0)) - amount
        for player, balance in part["balances"].items():
            assert paid.get(player, Decimal(0)) == Decimal(balance)


def test_what_is_even_is_not_owed(table: Table) -> None:
    table.play("Ann", "Bob", 20, "2026-01-01T19:00:00Z")
    table.play("Bob", "Ann", 20, "2026-01-01T20:30:00Z")
    book = table.owed()["book"]
    assert book["owed"] == []
    assert {Decimal(amount) for amount in book["balances"].values()} == {0}


def test_a_game_without_a_stake_or_an_end_owes_nothing(table: Table) -> None:
    table.play("Ann", "Bob", 20, "2026-01-01T19:00:00Z", stake=None)
    table.room.start(rules={"stake": "1"})
    owed = table.owed()
    assert (owed["games"], owed["evenings"]) == ([], [])
    assert owed["book"] == {"balances": {}, "owed": []}


def test_the_winner_may_owe(table: Table) -> None:
    """Who reaches the target first wins, and may still have the lower total."""
    room = table.room
    rules = {"target": 20, "game_bonus": 0, "box_bonus": 50, "stake": "1"}
    room.uid = room.start(rules=rules).uid
    for margin in (1, 1, 1):
        bob = {"type": "knock", "player": "B", "count": 9}
        room.play(bob, {"type": "show", "player": "A", "count": 9 + margin})
    room.play(GIN, {**SHOW, "count": 30})
    (game,) = table.owed()["games"]
    assert sheet_of(room.store, room.uid)["winner"] == "A"
    assert game["owed"] == [{"from": room.ann, "to": room.bob, "amount": "48"}]


def test_an_evening_ends_with_a_pause_of_six_hours(table: Table) -> None:
    early = table.play("Ann", "Bob", 10, "2026-01-01T10:00:00Z")
    same = table.play("Ann", "Bob", 10, "2026-01-01T16:59:59Z")
    other = table.play("Ann", "Bob", 10, "2026-01-02T11:00:00Z")
    next_ = table.play("Ann", "Bob", 10, "2026-01-02T18:00:00Z")
    evenings = table.owed()["evenings"]
    assert [each["games"] for each in evenings] == [[early, same], [other], [next_]]
    assert evenings[0]["began"] == "2026-01-01T10:00:00Z"


def test_a_later_correction_does_not_lengthen_an_evening(table: Table) -> None:
    first = table.play("Ann", "Bob", 10, "2026-01-01T10:00:00Z")
    table.room.play(
        {"type": "amend", "seq": 4, "play": {**SHOW, "count": 12}},
        at="2026-01-02T18:00:00Z",
    )
    second = table.play("Ann", "Bob", 10, "2026-01-02T19:00:00Z")
    evenings = table.owed()["evenings"]
    assert [each["games"] for each in evenings] == [[first], [second]]
    assert evenings[0]["owed"][0]["amount"] == "0.60"


# The feed


def test_every_event_is_in_the_feed_once_in_order_of_commits(evenings: Room) -> None:
    store, book = evenings.store, evenings.book
    seen: list[Body] = []
    after = 0
    while (found := feed_of(store, book, None, "referee", after=after, limit=9)).events:
        seen += found.events
        after = found.next
    with store.reading() as conn:
        (events,) = conn.execute("SELECT count(*) FROM events").fetchone()
    assert len({(event["game"], event["seq"]) for event in seen}) == len(seen) == events
    assert [event["place"] for event in seen] == list(range(1, events + 1))
    assert not found.more
    assert found.next == events == places_of(store, book)


def test_two_games_at_once_come_in_the_order_they_were_recorded(store: Store) -> None:
    room = Room(store)
    first, second = room.uid, room.start().uid
    for uid in (second, first, second):
        room.uid = uid
        room.play(KNOCK, SHOW)
    found = feed_of(store, room.book, None, "watch", after=2, limit=100)
    games = [event["game"] for event in found.events if event["type"] == "hand_scored"]
    assert games == [second, first, second]


def test_books_have_feeds_of_their_own(store: Store) -> None:
    room, other = Room(store), Room(store, prefix="other")
    other.play(KNOCK, SHOW)
    assert places_of(store, room.book) == 1
    assert feed_of(store, room.book, None, "referee", after=1, limit=5).events == ()


def test_a_follower_misses_nothing_while_many_record(store: Store) -> None:
    room = Room(store)
    uids = [room.uid, *(room.start(rules={"target": 1000}).uid for _ in range(3))]
    plays = plays_of([KNOCK, SHOW])

    def play(uid: str) -> None:
        salts = (f"{uid}{number}" for number in count())
        for _ in range(8):
            more = {"asker": "referee", "expected": None, "at": AT}
            handle(store, uid, plays, salts=salts.__next__, **more)  # type: ignore[arg-type]

    writers = [threading.Thread(target=play, args=(uid,)) for uid in uids]
    for writer in writers:
        writer.start()
    seen: list[Body] = []
    after, running = 0, True
    while running or after < places_of(store, room.book):
        running = any(writer.is_alive() for writer in writers)
        found = feed_of(store, room.book, None, "referee", after=after, limit=7)
        seen += found.events
        after = found.next
    for uid in uids:
        own = [event["seq"] for event in seen if event["game"] == uid]
        assert own == list(range(1, len(own) + 1))
        assert len(own) >= 1 + 8 * 4
    assert [event["place"] for event in seen] == list(range(1, len(seen) + 1))


def test_what_failed_leaves_no_gap(store: Store) -> None:
    room = Room(store)
    copied = """INSERT INTO events SELECT game, 2, 2, type, schema, at, 'A', data,
      digest, salt, hash FROM events"""
    with pytest.raises(ZeroDivisionError), store.writing() as conn:
        conn.execute(copied).fetchall() or 1 / 0
    room.play(KNOCK, SHOW)
    found = feed_of(store, room.book, room.ann, "player", after=0, limit=9)
    assert [event["place"] for event in found.events] == [1, 2, 3, 4, 5]


# Open data and its migration


def test_the_views_can_be_read_by_a_plain_connection(evenings: Room) -> None:
    conn = driver.connect(evenings.store.path.as_uri(), timeout=5)
    for name in ("games", "hands", "players", "standings", "seats", "runs"):
        assert conn.execute(f"SELECT count(*) FROM {name}").fetchone()[0] > 0
    row = conn.execute(
        "SELECT player_a, imported, differs FROM games ORDER BY started LIMIT 1"
    ).fetchone()
    assert row == ("Ann", 0, 0)
    conn.close()


def test_an_older_record_gets_its_feed_and_views(store: Store) -> None:
    from sqlite_utils import Database

    room = Room(store)
    room.play(KNOCK, SHOW)
    other = Room(store, prefix="other")
    with store.writing() as conn:
        expected = conn.execute("SELECT * FROM book_feed").fetchall()
        for sql in reversed(VIEWS):
            conn.execute(f"DROP VIEW {sql.split()[2]}")
        conn.execute("DROP TRIGGER events_enter_the_feed")
        conn.execute("DROP TABLE book_feed")
        conn.execute("DELETE FROM _sqlite_migrations WHERE name = 'm002_the_history'")
        migrations.apply(Database(conn))
        assert conn.execute("SELECT * FROM book_feed").fetchall() == expected
    assert places_of(store, other.book) == 1
    assert registry.find_book(store, room.book) is not None
    assert standings(store, room.book)["players"][0]["points"] == 7
