"""What comes into the record: all or nothing, and nothing on trust."""

import io
import json
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from events import chain, registry
from events.codec import canonical
from events.exports import Seal, as_json, as_ndjson, of_book
from events.imports import Import, Imported, ImportRefused, Opening, aside, enter
from events.imports import text as reading
from events.projections import rebuild, sheet_of, state_of
from events.projections.feed import feed_of
from events.projections.tables import TABLES
from events.store import Store
from tests.events.conftest import numbered
from tests.events.games import RULES, record
from tests.events.room import AT, GIN, KNOCK, SHOW, Room, dump, two_hands

Export = dict[str, Any]
TEN = ["7S", "7D", "7C", "5H", "6H", "7H", "9C", "TC", "JC", "2S"]


def referee(_: object) -> Any:
    return "referee"


def text_of(room: Room, form: Any = as_json) -> str:
    return "".join(form(room.store, of_book(room.store, room.book), referee))


def export_of(room: Room) -> Export:
    whole: Export = json.loads(text_of(room))
    return whole


def sealed(export: Export) -> Export:
    """Seal an export again, as a careful forger would."""
    seal = Seal()
    players = [(each["id"], each["name"]) for each in export["players"]]
    seal.names(export["book"]["name"], players)
    for game in export["games"]:
        seal.game(game["id"], game["players"], game["version"], game["head"])
    return {**export, "seal": seal.text()}


def chained(export: Export) -> Export:
    """Hash every event again, and seal the whole."""
    for game in export["games"]:
        prev = chain.FIRST
        for event in game["events"]:
            event["digest"] = chain.digest_of(event["salt"], canonical(event["data"]))
            prev = event["hash"] = chain.hash_of(
                prev,
                game["id"],
                type_=event["type"],
                **{
                    k: event[k]
                    for k in ("seq", "entry", "schema", "at", "by", "digest")
                },
            )
        game["version"], game["head"] = len(game["events"]), prev
    return sealed(export)


@pytest.fixture
def room(store: Store) -> Room:
    return two_hands(store)


class There:
    """A record of its own with a book of Ann and Bob, who have not played."""

    def __init__(self, path: Path, name: str = "Home") -> None:
        self.store = Store(path)
        self.book = self.open(name, "here")

    def open(self, name: str, prefix: str, *players: str) -> str:
        opened = registry.open_book(
            self.store,
            name=name,
            players=players or ["Ann", "Bob"],
            at=AT,
            ids=numbered(f"{prefix}-id"),
            secrets=numbered(f"{prefix}-secret"),
        )
        return opened.book.id

    def bring(self, given: str | bytes | Export, **options: Any) -> Imported:
        data = json.dumps(given) if isinstance(given, dict) else given
        data = data.encode() if isinstance(data, str) else data
        options = {"book": self.book, "at": AT, "size": len(data), **options}
        book = options.pop("book")
        bringing = Import(self.store, book, io.BytesIO(data).read, **options)
        steps = list(bringing.steps())
        assert all(0 <= done <= of for done, of in steps)
        return bringing.result

    def refuses(self, given: str | bytes | Export, **options: Any) -> ImportRefused:
        before = dump(self.store, "events", "book_players", "book_games", "books")
        with pytest.raises(ImportRefused) as caught:
            self.bring(given, **options)
        assert before == dump(
            self.store, "events", "book_players", "book_games", "books"
        )
        return caught.value


@pytest.fixture
def empty(tmp_path: Path) -> Any:
    there = There(tmp_path / "there.db")
    yield there
    there.store.close()


# It works


@pytest.mark.parametrize("form", [as_json, as_ndjson])
def test_a_record_comes_in_as_it_went_out(room: Room, empty: There, form: Any) -> None:
    text = text_of(room, form)
    made = empty.bring(text)
    assert made.games == (room.uid,)
    scope = of_book(empty.store, empty.book)
    assert "".join(form(empty.store, scope, referee)) == text
    found = registry.find_game(empty.store, room.uid)
    assert found is not None
    assert found.imported
    assert found.created == AT


@pytest.mark.parametrize("near", [4000, 60, 0])
def test_games_put_aside_in_a_file_come_in_the_same(
    room: Room, empty: There, monkeypatch: pytest.MonkeyPatch, near: int
) -> None:
    monkeypatch.setattr(aside, "IN_MEMORY", near)
    room.start()
    room.play(KNOCK, SHOW)
    text = text_of(room)
    assert len(empty.bring(text).games) == 2
    scope = of_book(empty.store, empty.book)
    assert "".join(as_json(empty.store, scope, referee)) == text


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_random_games_go_out_and_in(store: Store, empty: There, rules: Any) -> None:
    room = Room(store, rules=rules)
    moves = [(n * 7 % 10, n * 13 % 100, n * 29 % 100) for n in range(40)]
    assert record(room, moves) > 3
    text = text_of(room)
    empty.bring(text)
    scope = of_book(empty.store, empty.book)
    assert "".join(as_json(empty.store, scope, referee)) == text
    assert sheet_of(empty.store, room.uid) == sheet_of(store, room.uid)


def test_what_is_computed_is_computed_here(room: Room, empty: There) -> None:
    empty.bring(text_of(room))
    here = state_of(empty.store, room.uid, "A")
    assert {**here, "book": room.book} == room.state("A")
    rows = dump(empty.store, *TABLES)
    for _ in rebuild(empty.store, skip=print):
        pass
    assert dump(empty.store, *TABLES) == rows


def test_imported_games_are_placed_in_the_feed_after_what_was_there(
    room: Room, store: Store, tmp_path: Path
) -> None:
    there = Store(tmp_path / "there.db")
    home = Room(there, prefix="there-")
    home.play(KNOCK, SHOW)
    before = home.uid
    room.start()
    room.play(KNOCK)
    data = text_of(room).encode()
    for _ in Import(there, home.book, io.BytesIO(data).read, at=AT).steps():
        pass
    home.play({"type": "adjust", "player": "A", "points": 5, "reason": "paper"})
    found = feed_of(there, home.book, None, "referee", after=0, limit=100).events
    assert [each["place"] for each in found] == list(range(1, len(found) + 1))
    games = [uid for uid, _ in groupby(found, lambda each: each["game"])]
    assert games == [before, *of_book(store, room.book).games, before]
    for uid in games[1:3]:
        seqs = [each["seq"] for each in found if each["game"] == uid]
        assert seqs == list(range(1, len(seqs) + 1))
    there.close()


def test_the_same_again_changes_nothing(room: Room, empty: There) -> None:
    text = text_of(room)
    empty.bring(text)
    before = dump(empty.store, "events", "book_players", "book_feed", *TABLES)
    made = empty.bring(text)
    assert (made.games, made.unchanged) == ((), (room.uid,))
    assert dump(empty.store, "events", "book_players", "book_feed", *TABLES) == before


def test_an_older_copy_changes_nothing(room: Room, empty: There) -> None:
    older = text_of(room)
    room.play(KNOCK, SHOW)
    empty.bring(text_of(room))
    assert empty.bring(older).unchanged == (room.uid,)


def test_only_new_games_are_imported(room: Room, empty: There) -> None:
    empty.bring(text_of(room))
    new = room.start().uid
    made = empty.bring(text_of(room))
    assert (made.games, made.unchanged) == ((new,), (room.uid,))


def test_an_import_may_open_a_book(room: Room, empty: There) -> None:
    opening = Opening(numbered("key"), numbered("secret"))
    made = empty.bring(text_of(room), book="new", opening=opening)
    book = registry.find_book(empty.store, "new")
    assert book is not None
    assert [player.name for player in book.players] == ["Ann", "Bob"]
    roles = [(key.role, key.player) for key, _ in made.keys]
    players = [("player", room.ann), ("player", room.bob)]
    assert roles == [("referee", None), *players, ("watch", None)]
    for key, secret in made.keys:
        assert registry.find_key(empty.store, secret) == key


# Players


def test_who_has_not_played_becomes_the_player_of_the_file(
    room: Room, empty: There
) -> None:
    keys = registry.keys_of(empty.store, empty.book)
    empty.bring(text_of(room))
    book = registry.find_book(empty.store, empty.book)
    assert book is not None
    assert [(each.id, each.name) for each in book.players] == [
        (room.ann, "Ann"),
        (room.bob, "Bob"),
    ]
    now = registry.keys_of(empty.store, empty.book)
    assert [key.id for key in now] == [key.id for key in keys]
    assert [key.player for key in now] == [None, room.ann, room.bob, None]


def test_a_request_that_added_the_player_is_answered_with_the_id_of_the_file(
    room: Room, empty: There
) -> None:
    book = empty.open("Mondays", "mondays", "Cy")
    request = registry.Request(f"book:{book}", "caller", "key", "print")

    def add() -> registry.BookPlayer:
        return registry.add_player(
            empty.store, book, "Ann", at=AT, ids=lambda: "ann-here", request=request
        ).player

    assert add().id == "ann-here"
    empty.bring(text_of(room), book=book)
    assert add() == registry.BookPlayer(room.ann, "Ann")


@pytest.mark.parametrize("query", [enter._OF_KEYS, enter._OF_REQUESTS, enter._PLAYED])
def test_a_player_is_renamed_without_going_through_all_books(
    empty: There, query: str
) -> None:
    with empty.store.reading() as conn:
        plan = conn.execute(
            f"EXPLAIN QUERY PLAN {query}", ("a",) * query.count("?")
        ).fetchall()
    assert [row[3].split()[0] for row in plan] == ["SEARCH"]


def test_another_of_that_name_stays_and_the_newcomer_is_numbered(
    room: Room, empty: There, tmp_path: Path
) -> None:
    empty.bring(text_of(room))
    other = Room(Store(tmp_path / "other.db"), prefix="other")
    other.play(KNOCK, SHOW)
    made = empty.bring(text_of(other))
    other.store.close()
    assert [player.name for player in made.players] == ["Ann (2)", "Bob (2)"]


def test_a_renamed_player_keeps_the_name_here(room: Room, empty: There) -> None:
    empty.bring(text_of(room))
    registry.rename_player(empty.store, empty.book, room.ann, "Anna")
    assert empty.bring(text_of(room)).players[0].name == "Anna"


def test_a_player_of_another_book_is_refused(room: Room, empty: There) -> None:
    empty.bring(text_of(room))
    mondays = empty.open("Mondays", "mondays", "Eve")
    new = export_of(room)
    for game in new["games"]:
        game["id"] = "another"
    refused = empty.refuses(chained(new), book=mondays)
    assert refused.code == "held_elsewhere"
    assert f"player {room.ann} (Ann)" in str(refused)


def test_a_game_of_another_book_is_refused(room: Room, empty: There) -> None:
    empty.bring(text_of(room))
    refused = empty.refuses(text_of(room), book=empty.open("Mondays", "mondays", "Eve"))
    assert refused.code == "held_elsewhere"


def test_a_longer_copy_is_refused(room: Room, empty: There) -> None:
    empty.bring(text_of(room))
    room.play(KNOCK, SHOW)
    refused = empty.refuses(text_of(room))
    assert refused.code == "game_differs"
    assert "events here and" in str(refused)


def test_a_game_that_went_on_otherwise_is_refused(room: Room, empty: There) -> None:
    empty.bring(text_of(room))
    export = export_of(room)
    export["games"][0]["events"].pop()
    export["games"][0]["events"].pop()
    export["games"][0]["events"][-1]["at"] = "2027-01-01T00:00:00Z"
    refused = empty.refuses(chained(export))
    assert refused.code == "game_differs"
    assert "is another at seq" in str(refused)


def test_two_imports_at_once_bring_a_game_in_once(
    room: Room, empty: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    from events.imports import bring

    names_of = bring.names_of

    def meanwhile(*given: Any) -> Any:
        monkeypatch.setattr(bring, "names_of", names_of)
        empty.bring(text_of(room))
        return names_of(*given)

    monkeypatch.setattr(bring, "names_of", meanwhile)
    empty.bring(text_of(room))
    assert len(dump(empty.store, "book_games")["book_games"]) == 1


# Broken, foreign, tampered


def test_a_single_changed_byte_is_named(room: Room, empty: There) -> None:
    """Every byte of meaning: each character of an export that is no space."""
    text = text_of(room)
    places = range(0, len(text), 97)
    named = 0
    for place in places:
        old = text[place]
        new = "1" if old == "0" else "0"
        refused = empty.refuses(text[:place] + new + text[place + 1 :])
        line = text.count("\n", 0, place) + 1
        if '"seq":' in text.splitlines()[line - 1] and refused.line:
            named += 1
            assert abs(refused.line - line) <= 1, (
                text[place - 20 : place + 20],
                refused,
            )
    assert named > 50


@pytest.mark.parametrize("cut", [1, 2, 60, 700, 5000])
@pytest.mark.parametrize("form", [as_json, as_ndjson])
def test_a_file_cut_off_is_refused(
    room: Room, empty: There, cut: int, form: Any
) -> None:
    text = text_of(room, form).rstrip("\n")
    assert empty.refuses(text[:-cut]).code == "bad_export"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "not an export of Upcard"),
        ("[]", "not an export of Upcard"),
        ("Dear diary", "not an export of Upcard"),
        (b"\xff\xfe{}", "not UTF-8"),
        ("{", "not JSON"),
        ('{"format"', ": expected, not the end"),
        ('{"format":"scorepad","games":[]}', "its format is not"),
        ('{"format":"scorepad","games":[{}]}', "its format is not"),
        ('{"format":"upcard-export","schema":2,"games":[{}]}', "another Upcard"),
        ('{"scores":[999,0],"phase":"finished","winner":0}', "book is missing"),
        ('{"games":[]}', "book is missing"),
        ('{"a":1,"a":2}', "a is there twice"),
        ("{1:2}", "a name in quotes expected"),
        ('{"a":1,}', "nothing between , and }"),
        ('{"a":[1,]}', "not JSON"),
        ('{"a":NaN}', "NaN is no number"),
        ('{"a":1}{"b":1}', "a game has id"),
        ('{"a":1}7', "an object expected"),
        ('{"a":1 "b":2}', ", expected"),
        ('{"a":' + "[" * 100_000, "not JSON"),
        ('{"games":7}', "book is missing"),
        ('{"games":[{"events":7}]}', "a game has id"),
        ('{"games":[{"events":[]}]}', "a game has id"),
    ],
)
def test_a_broken_or_foreign_file_is_refused(
    empty: There, given: str | bytes, reason: str
) -> None:
    refused = empty.refuses(given)
    assert refused.code == "bad_export"
    assert any(each in str(refused) for each in reason.split("|")), refused


def test_a_value_without_end_is_refused(
    empty: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LONGEST", 1000)
    monkeypatch.setattr(reading, "PIECE", 100)
    refused = empty.refuses('{"a":"' + "x" * 100_000 + '"}')
    assert "not JSON" in str(refused)


def test_a_file_read_in_small_pieces_is_the_same(
    room: Room, empty: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PIECE", 3)
    assert empty.bring(text_of(room)).games == (room.uid,)


def test_members_may_stand_in_any_order(room: Room, empty: There) -> None:
    tidy = json.dumps(export_of(room), sort_keys=True, indent=1)
    assert empty.bring(tidy).games == (room.uid,)


Change = Callable[[Export], object]


def cases(*given: tuple[Change, str]) -> list[Any]:
    """Number the cases of one reason."""
    return [
        pytest.param(change, reason, id=f"{number} {reason}")
        for number, (change, reason) in enumerate(given)
    ]


def first(export: Export) -> Export:
    game: Export = export["games"][0]
    return game


@pytest.mark.parametrize(
    ("change", "reason"),
    cases(
        (lambda e: e["players"][0].update(name="Eve"), "seal does not hold"),
        (lambda e: e["book"].update(name="Away"), "seal does not hold"),
        (lambda e: e.update(seal="0" * 64), "seal does not hold"),
        (lambda e: e["games"].pop(), "seal does not hold"),
        (lambda e: e.pop("seal"), "seal is missing"),
        (lambda e: e.update(totals=[999, 0]), "no member 'totals'"),
        (lambda e: e.update(book="Home"), "a book has a name"),
        (lambda e: e["book"].update(name=""), "a book has a name"),
        (lambda e: e.update(players={}), "players is not a list"),
        (lambda e: e["players"].append("Ann"), "a player has id and name"),
        (lambda e: e["players"].append(e["players"][0]), "a player is there twice"),
        (lambda e: e["players"][0].update(id="a b"), "no id with a name"),
        (lambda e: e["players"][0].update(name="A\nB"), "no id with a name"),
        (lambda e: e["players"][0].update(name=" A"), "no id with a name"),
        (lambda e: e["players"][0].update(name=7), "no id with a name"),
        (lambda e: first(e).update(winner="A"), "a game has id, players"),
        (lambda e: first(e).update(players=[]), "players of a game are A and B"),
        (lambda e: first(e).update(id="../etc"), "an id is letters"),
        (lambda e: first(e)["players"].update(A=7), "an id is letters"),
        (lambda e: first(e)["players"].update(A="id03"), "the same player"),
        (lambda e: first(e).update(id="other"), "seq 1: not as it was recorded"),
        (lambda e: first(e).update(head="0" * 64), "not at its head"),
        (lambda e: first(e).update(version=3), "not at its head"),
        (lambda e: first(e).update(events=[]), "ends at seq 0"),
        (lambda e: first(e)["events"].pop(), "not at its head"),
        (lambda e: first(e)["events"].pop(3), "seq 4 is missing"),
        (lambda e: first(e)["events"].reverse(), "seq 1 is missing"),
        (lambda e: first(e)["events"].append(7), "an event is an object"),
        (lambda e: first(e)["events"][2].update(extra=1), "look at 'extra'"),
        (lambda e: first(e)["events"][2].pop("by"), "look at 'by'"),
        (lambda e: first(e)["events"][2].update(seq="3"), "seq is of the wrong kind"),
        (lambda e: first(e)["events"][2].update(seq=True), "seq is of the wrong kind"),
        (lambda e: event(e, 3).update(type="hand_w\ud800n"), "can be kept"),
        (lambda e: first(e)["events"][2].update(by="C"), "by is referee, A or B"),
        (lambda e: first(e)["events"][2].update(at="today"), "at is a time"),
        (lambda e: first(e)["events"][2].update(salt="x"), "salt is 32 hex"),
        (lambda e: first(e)["events"][2].update(entry=0), "of entry 0"),
        (lambda e: first(e)["events"][2].update(entry=9), "of entry 9"),
        (lambda e: first(e)["events"][2].update(hash="0" * 64), "not as it was"),
        (lambda e: first(e)["events"][2]["data"].update(a="\ud800"), "cannot be kept"),
        (lambda e: e.update(games=[*e["games"], *e["games"]]), "seal does not hold"),
    ),
)
def test_a_tampered_file_is_refused(
    room: Room, empty: There, change: Change, reason: str
) -> None:
    export = export_of(room)
    change(export)
    refused = empty.refuses(export)
    assert refused.code == "bad_export"
    assert reason in str(refused)


def test_an_event_of_another_game_between_its_lines_is_refused(
    room: Room, empty: There
) -> None:
    lines = text_of(room, as_ndjson).splitlines()
    lines[4] = lines[4].replace(room.uid, "another")
    refused = empty.refuses("\n".join(lines))
    assert refused.line == 5
    assert "of another game" in str(refused)


def test_a_game_twice_is_refused_however_sealed(room: Room, empty: There) -> None:
    export = export_of(room)
    export["games"] *= 2
    assert "a game is there twice" in str(empty.refuses(sealed(export)))


def test_a_player_without_a_name_is_refused(room: Room, empty: There) -> None:
    export = export_of(room)
    export["players"].pop()
    assert f"{room.bob} has no name" in str(empty.refuses(sealed(export)))


def test_a_redacted_export_is_no_record(room: Room, empty: There) -> None:
    room.play({"type": "deal", "upcard": "QD", "hands": {"A": TEN}})
    scope = of_book(room.store, room.book)
    text = "".join(as_json(room.store, scope, lambda _: "watch"))
    refused = empty.refuses(text)
    assert refused.code == "redacted_export"
    assert refused.line is not None


# Forged: every hash is right, and the content is not


def data(export: Export, seq: int) -> Export:
    event: Export = first(export)["events"][seq - 1]["data"]
    return event


def event(export: Export, seq: int) -> Export:
    found: Export = first(export)["events"][seq - 1]
    return found


@pytest.mark.parametrize(
    ("change", "reason"),
    cases(
        (lambda e: event(e, 2).update(type="hand_won"), "no event has the type"),
        (lambda e: event(e, 2).update(schema=2), "this schema is not known"),
        (lambda e: data(e, 2).update(colour="red"), "holds what no hand_dealt holds"),
        (lambda e: data(e, 3).update(melds=[["XX"]]), "seq 3"),
        (lambda e: data(e, 3).update(melds=[7]), "seq 3"),
        (lambda e: data(e, 1).update(engine="x") or data(e, 1).pop("rules"), "seq 1"),
        (lambda e: data(e, 1)["players"].update(A="eve"), "began with other players"),
        (lambda e: data(e, 1)["rules"].update(target="x"), "rules that cannot be"),
        (lambda e: data(e, 1)["rules"].update(target=7), "rules that cannot be"),
        (lambda e: data(e, 2).update(hand="x"), "does not fit what went before"),
        (lambda e: event(e, 2).update(at="2026-02-31T00:00:00Z"), "seq 2 does not fit"),
        (lambda e: first(e)["events"].pop(0), "begins with game_started"),
        (
            lambda e: first(e)["events"].append({**event(e, 1), "seq": 0, "entry": 0}),
            "begins with game_started",
        ),
    ),
)
def test_a_forged_file_is_refused(
    room: Room, empty: There, change: Change, reason: str
) -> None:
    export = export_of(room)
    change(export)
    for seq, each in enumerate(first(export)["events"], 1):
        each["entry"] = min(each["entry"] or seq, seq)
        each["seq"] = seq
    refused = empty.refuses(chained(export))
    assert refused.code == "bad_export"
    assert reason in str(refused)


def test_rules_amended_to_what_cannot_be_are_refused(room: Room, empty: There) -> None:
    full = room.state()["rules"]
    room.play({"type": "amend", "seq": 1, "rules": {**full, "gin_bonus": 30}})
    export = export_of(room)
    assert empty.bring(text_of(room)).games == (room.uid,)
    (amended,) = (
        each["data"]["rules"]
        for each in first(export)["events"]
        if each["type"] == "entry_amended"
    )
    amended["target"] = 7
    first(export)["id"] = "another"
    refused = empty.refuses(chained(export))
    assert "do not make a game" in str(refused)


def test_a_correction_of_itself_comes_to_an_end(room: Room, empty: There) -> None:
    room.play({"type": "amend", "seq": 4, "play": {**SHOW, "count": 20}})
    export = export_of(room)
    (amended,) = (
        each for each in first(export)["events"] if each["type"] == "entry_amended"
    )
    amended["data"]["target"] = amended["seq"]
    refused = empty.refuses(chained(export))
    assert refused.code in ("bad_export", "verdicts_differ")


@pytest.mark.parametrize("points", [2.5, 2**60])
def test_a_number_that_cannot_be_is_refused(
    room: Room, empty: There, points: Any
) -> None:
    adjust = {"type": "adjust", "player": "A", "points": 5, "reason": "paper"}
    room.play(adjust)
    export = export_of(room)
    data(export, room.state()["version"])["points"] = points
    refused = empty.refuses(chained(export), accept_differences=True)
    assert "do not make a game" in str(refused)


@pytest.mark.parametrize("near", [4000, 0])
def test_a_word_in_place_of_a_number_is_refused(
    room: Room, empty: There, monkeypatch: pytest.MonkeyPatch, near: int
) -> None:
    monkeypatch.setattr(aside, "IN_MEMORY", near)
    export = export_of(room)
    data(export, 5)["knock"]["deadwood"] = "none"
    text = json.dumps(chained(export)).replace(', {"seq"', ',\n{"seq"')
    refused = empty.refuses(text, accept_differences=True)
    assert (refused.code, refused.line) == ("bad_export", text.count("\n") + 1)
    assert "do not make a game: cannot store TEXT" in str(refused)


def test_a_forged_verdict_is_listed_and_kept_only_when_asked(
    room: Room, empty: There
) -> None:
    export = export_of(room)
    data(export, 5)["points"] = 70
    forged = chained(export)
    refused = empty.refuses(forged)
    assert refused.code == "verdicts_differ"
    (difference,) = refused.differences
    assert (difference.hand, difference.entry, difference.line) == (1, 4, 1)
    assert '"points":70' in difference.stored
    assert '"points":7,' in difference.today
    made = empty.bring(forged, accept_differences=True)
    assert (made.differ, made.differences) == (1, (difference,))
    with empty.store.reading() as conn:
        assert conn.execute("SELECT imported, differs FROM games").fetchall() == [
            (1, 1)
        ]
    assert sheet_of(empty.store, room.uid)["totals"]["A"] == 70


def test_a_forged_end_is_listed(room: Room, empty: There) -> None:
    for _ in range(3):
        room.play(GIN, {**SHOW, "count": 40})
        if room.state()["status"] == "over":
            break
    export = export_of(room)
    version = room.state()["version"]
    assert event(export, version)["type"] == "game_won"
    data(export, version)["winner"] = "B"
    refused = empty.refuses(chained(export))
    assert refused.code == "verdicts_differ"
    assert refused.differences[-1].stored == "over, B"
    first(export)["events"].pop()
    refused = empty.refuses(chained(export))
    assert refused.differences[-1].stored == "playing"


def test_an_end_before_any_hand_is_listed(store: Store, empty: There) -> None:
    room = Room(store)
    room.play({"type": "adjust", "player": "A", "points": 120, "reason": "paper"})
    export = export_of(room)
    first(export)["events"].pop()
    refused = empty.refuses(chained(export))
    assert refused.differences[-1].hand == 0
