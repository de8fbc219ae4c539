"""``upcard export``, ``import``, ``standings`` and ``keys``, at a terminal."""

import csv
import json
import re

import pytest

from events import handler, registry
from events.chance import new_id, new_salt
from events.store import Store
from referee.plays import Knock, Show
from referee.presets import parse_rules
from tests.web.test_cli import AT, record, run
from web.config import Settings

__all__ = ["record"]


@pytest.fixture
def exported(record, tmp_path):
    """A file with the one game of ``record``; returns it and the game's id."""
    path, game = record
    out = tmp_path / "out.json"
    done = run("export", "--out", str(out), db=path)
    assert done.exit_code == 0, done.output
    assert done.output == f"1 game exported to {out}.\n"
    return out, game


def book_of(path):
    store = Store(path)
    with store.reading() as conn:
        (book,) = conn.execute("SELECT id FROM books").fetchone()
    store.close()
    return book


def another_book(path, name="Mondays", players=("Cy", "Dan")):
    store = Store(path)
    opened = registry.open_book(
        store, name=name, players=players, at=AT, ids=new_id, secrets=new_id
    )
    store.close()
    return opened.book


def test_what_is_exported_is_imported_and_exported_the_same(exported, tmp_path):
    out, _ = exported
    there = tmp_path / "there.db"

    done = run("import", str(out), db=there)

    assert done.exit_code == 0, done.output
    assert "1 game imported" in done.output
    assert re.findall(r"  (\w+): /k/[a-z2-7]{32}", done.output) == [
        "referee",
        "Ann",
        "Bob",
        "watch",
    ]
    again = run("export", db=there)
    assert again.output == out.read_text("utf-8")
    assert run("verify", db=there).exit_code == 0
    assert run("audit", db=there).exit_code == 0


def test_keys_of_an_import_open_the_book(exported, tmp_path):
    from web import create_app

    out, game = exported
    there = tmp_path / "there.db"
    done = run("import", str(out), "--json", db=there)
    made = json.loads(done.output)
    app = create_app(Settings(db=there))
    key = made["keys"]["referee"]
    answer = app.test_client().get(
        f"/api/v1/games/{game}", headers={"Authorization": f"Bearer {key}"}
    )
    app.extensions["upcard"].store.close()

    assert answer.json["book"] == made["book"]
    assert made["games"] == [game]


def test_a_second_import_changes_nothing(record, exported):
    path, _ = record
    done = run("import", str(exported[0]), db=path)

    assert done.exit_code == 0
    assert "0 games imported" in done.output
    assert "1 were here already" in done.output


def test_a_changed_file_is_refused_with_its_line(exported, tmp_path):
    out, _ = exported
    out.write_text(out.read_text("utf-8").replace('"count":8', '"count":7'))

    done = run("import", str(out), db=tmp_path / "there.db")

    assert done.exit_code == 2
    assert "line 10: seq 3: its data was changed; nothing was imported" in done.output
    assert run("standings", db=tmp_path / "there.db").exit_code == 2


def test_other_verdicts_are_listed(exported, tmp_path, monkeypatch):
    out, game = exported
    there = tmp_path / "there.db"
    with monkeypatch.context() as patch:
        patch.setattr("events.judging.decide_hand", lambda *_: [])
        refused = run("import", str(out), db=there)
        kept = run("import", str(out), "--accept-differences", db=there)

    assert refused.exit_code == 1
    assert f"game {game}, hand 1: stored " in refused.output
    assert kept.exit_code == 0
    assert "would come out differently today; kept" in kept.output


def test_several_books_must_be_told_apart(record, exported):
    path, _ = record
    book = another_book(path)

    vague = run("export", db=path)
    named = run("export", "--book", "Mondays", db=path)
    by_id = run("export", "--book", book.id, db=path)
    new = run("import", str(exported[0]), "--new-book", db=path)

    assert vague.exit_code == 2
    assert f"{book.id} Mondays" in vague.output
    assert json.loads(named.output)["games"] == []
    assert named.output == by_id.output
    assert new.exit_code == 2
    assert "in another book of this server" in new.output


def test_one_game_is_exported_alone(record):
    path, game = record
    assert json.loads(run("export", "--game", game, db=path).output)["games"]
    assert run("export", "--game", "nothing", db=path).exit_code == 2


@pytest.mark.parametrize(("of", "rows"), [("hands", 1), ("games", 1)])
def test_a_table_is_written_as_the_server_sends_it(record, tmp_path, of, rows):
    path, game = record
    out = tmp_path / "out.csv"
    run("export", "--format", "csv", "--of", of, "--out", str(out), db=path)
    with out.open(newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))

    assert len(found) == rows
    assert game in found[0].values()


def test_a_file_that_cannot_be_written_is_named(record, tmp_path):
    out = tmp_path / "nowhere" / "out.json"
    done = run("export", "--out", str(out), db=record[0])

    assert done.exit_code == 73
    assert str(out) in done.output


def test_a_writing_command_takes_the_servers_lock(record, exported):
    store = Store(record[0])
    store.lock("upcard serve")
    busy = [
        run("import", str(exported[0]), db=record[0]),
        run("keys", "--make", "watch", db=record[0]),
    ]
    free = [run("export", db=record[0]), run("keys", db=record[0])]
    store.close()

    assert [done.exit_code for done in busy] == [75, 75]
    assert [done.exit_code for done in free] == [0, 0]
    assert "upcard serve" in busy[0].output


def test_a_long_import_shows_how_far_it_is(exported, tmp_path, monkeypatch):
    monkeypatch.setattr("web.cli.common.PATIENCE", -1.0)
    done = run("import", str(exported[0]), db=tmp_path / "there.db")
    assert "Importing" in done.stderr


# Standings


def settled(path):
    """A game at a tenth a point that Ann has won."""
    store = Store(path)
    rules, preset = parse_rules({"target": 50, "stake": "0.1"})
    with store.reading() as conn:
        (book,) = conn.execute("SELECT id FROM books").fetchone()
    uid = handler.start_game(
        store,
        book,
        rules=rules,
        preset=preset,
        players={"A": "Ann", "B": "Bob"},
        first_dealer="A",
        starter=None,
        at=AT,
        ids=new_id,
        salts=new_salt,
    ).uid
    plays = [Knock("A", count=0), Show("B", count=40)]
    more = {"asker": "referee", "expected": None, "at": AT, "salts": new_salt}
    handler.handle(store, uid, plays, **more)
    store.close()


def test_standings_are_a_table_with_what_is_owed(record):
    settled(record[0])
    done = run("standings", db=record[0])

    head, ann, bob, owed = done.output.splitlines()
    assert head.split()[:2] == ["games", "won"]
    assert ann.split() == ["Ann", "2", "1", "2", "1", "65", "1", "1", "0", "4.0", "1"]
    assert bob.startswith("Bob")
    assert owed == "Bob owes Ann 19.0"


def test_who_has_not_played_has_no_average(record):
    another_book(record[0])
    done = run("standings", "--book", "Mondays", db=record[0])
    assert done.output.splitlines()[1].split()[-2:] == ["-", "0"]


def test_standings_as_json_are_those_of_the_server(record):
    body = json.loads(run("standings", "--json", db=record[0]).output)
    assert [player["name"] for player in body["players"]] == ["Bob", "Ann"]


# Keys


def test_a_lost_referees_key_is_made_anew(record):
    path, _ = record
    done = run("keys", "--make", "referee", "--label", "found again", db=path)

    secret = re.fullmatch(r"referee: /k/([a-z2-7]{32})\n", done.output)[1]
    store = Store(path)
    key = registry.find_key(store, secret)
    store.close()
    assert (key.role, key.label) == ("referee", "found again")
    assert "referee (found again), never used" in run("keys", db=path).output


def test_a_players_key_is_for_a_player_of_the_book(record):
    path, _ = record
    made = run("keys", "--make", "player", "--player", "Ann", "--json", db=path)
    nobody = run("keys", "--make", "player", "--player", "Zed", db=path)
    beside = run("keys", "--make", "watch", "--player", "Ann", db=path)

    assert json.loads(made.output)["role"] == "player"
    assert (nobody.exit_code, beside.exit_code) == (2, 2)
    assert "Ann, Bob" in nobody.output
    bobs = run("keys", "--make", "player", "--player", "Bob", db=path)
    assert bobs.output.startswith("Bob: /k/")


def test_a_key_is_revoked(record):
    path, _ = record
    listed = json.loads(run("keys", "--json", db=path).output)
    done = run("keys", "--revoke", listed[0]["id"], db=path)

    assert done.exit_code == 0
    assert len(done.output.splitlines()) == len(listed) - 1
    assert run("keys", "--revoke", listed[0]["id"], db=path).exit_code == 2


def test_when_a_key_was_used_is_shown(record):
    path, _ = record
    store = Store(path)
    (key, *_) = registry.keys_of(store, book_of(path))
    registry.note_use(store, key, at=AT)
    store.close()
    assert f"last used {AT}" in run("keys", db=path).output
