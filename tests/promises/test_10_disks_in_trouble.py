"""Promise 10: a full, failing or read-only disk: a problem document, reads go on,
nothing half-written, and writes resume by themselves.
"""

import subprocess

import pytest

from events.store import Store
from tests.promises.faults import failing, fill, small_disk
from tests.promises.record import lengths, not_run
from tests.promises.running import HAND, LONG, open_table, upcard
from tests.web.conftest import code_of, make_app, open_book


def hand(caller, game):
    return caller.ask("POST", f"/games/{game}/plays", {"plays": HAND}, If_Match="*")


def reads(caller, table, game):
    """The statuses of everything that only reads, and the game's version."""
    paths = [f"/games/{game}", f"/games/{game}/events", f"/games/{game}/sheet"]
    paths += [f"/games/{game}/hands/1", f"/books/{table.book}/games", "/presets"]
    answers = [caller.ask("GET", path) for path in paths]
    return {answer.status for answer in answers}, answers[0].json["version"]


def in_trouble(caller, table, game, times, codes):
    """Try to write while the disk is in trouble; return how much of it went wrong."""
    _, before = reads(caller, table, game)
    wrong = 0
    for _ in range(times):
        answer = hand(caller, game)
        wrong += (answer.status, answer.json.get("code")) not in codes
        wrong += reads(caller, table, game) != ({200}, before)
    return wrong


def test_a_full_disk_under_a_real_server(tmp_path, serve, show):
    with small_disk(tmp_path / "disk", "2m") as disk:
        serving = serve(disk / "upcard.db", log=tmp_path / "serve.log")
        table = open_table(serving)
        caller, game = table.caller(), table.games[0]
        assert hand(caller, game).status == 201
        filler = fill(disk)
        told = [hand(caller, game).status for _ in range(100)]
        wrong = sum(status not in (201, 507) for status in told)
        assert told[-1] == 507, "the disk was never full"
        wrong += in_trouble(caller, table, game, 5, {(507, "storage_full")})
        filler.unlink()
        recorded = 1 + told.count(201)
        for _ in range(3):
            recorded += hand(caller, game).status == 201
        lost = 1 + 4 * recorded - caller.ask("GET", f"/games/{game}").json["version"]
        show("full disk under the served record", 5, lost=lost, wrong=wrong)
        assert recorded >= 4, "writes did not resume"
        assert serving.stop() == 0
        assert lengths(disk / "upcard.db") == {game: 1 + 4 * recorded}


@pytest.mark.parametrize(
    ("calls", "error"),
    [("fsync,fdatasync", "EIO"), ("pwrite64", "EIO"), ("pwrite64", "EROFS")],
)
def test_a_failing_disk_under_a_real_server(serving, table, show, calls, error):
    caller, game = table.caller(), table.games[0]
    assert hand(caller, game).status == 201
    codes = {(503, "storage_failing"), (503, "storage_readonly")}
    with failing(serving.pid, calls, error):
        wrong = in_trouble(caller, table, game, 5, codes)
    resumed = hand(caller, game)

    lost = 9 - resumed.json.get("version", 0)
    show(f"{calls} fails with {error}", 5, lost=lost, wrong=wrong)
    assert serving.stop() == 0
    assert lengths(serving.db) == {game: 9}


@pytest.mark.parametrize(
    ("trouble", "mended", "code"),
    [
        ("query_only = ON", "query_only = OFF", "storage_readonly"),
        ("max_page_count = 1", "max_page_count = 1000000", "storage_full"),
    ],
)
def test_a_record_in_trouble_without_root(tmp_path, show, trouble, mended, code):
    app = make_app(tmp_path)
    store = app.extensions["upcard"].store
    book = open_book(app.test_client(use_cookies=False))
    game = book.start(LONG)
    # SQLite takes as many pages as there are for the limit, where there are more.
    store._writer.execute(f"PRAGMA {trouble}")
    refused = wrong = taken = 0
    for _ in range(60):
        answer = book.ann.play(game, *HAND)
        if answer.status_code == 201:
            taken += 1
            continue
        refused += 1
        wrong += code_of(answer) != code
        read = book.bob.get(f"/games/{game}")
        wrong += (read.status_code, read.json["version"]) != (200, 1 + 4 * taken)
    store._writer.execute(f"PRAGMA {mended}")
    assert book.ann.play(game, *HAND).status_code == 201
    store.close()

    show(f"writes refused: {trouble}", refused, wrong=wrong)
    assert refused > 10
    assert lengths(tmp_path / "upcard.db") == {game: 5 + 4 * taken}


def test_a_record_on_a_read_only_disk_is_refused_at_start(tmp_path, show):
    with small_disk(tmp_path / "disk", "4m") as disk:
        db = disk / "upcard.db"
        Store(db).close()
        if subprocess.run(
            ["mount", "-o", "remount,ro", str(disk)], capture_output=True, check=False
        ).returncode:
            not_run("this machine remounts no tmpfs")
        found = upcard("serve", "--port", "0", db=db)
    show("start on a read-only disk", 1, wrong=int(found.returncode != 73))
    assert found.stderr.startswith("upcard: ")
    assert found.stderr.count("\n") == 1
