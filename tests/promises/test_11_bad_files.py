"""Promise 11: a file that cannot be used is refused at start: an exit status, and one
sentence that says what to do.
"""

import pytest

from events import driver
from events.migrations import LATEST, TRIGGERS
from events.store import Store
from tests.events.room import KNOCK, SHOW, Room
from tests.promises.running import Caller, upcard


def good(path):
    store = Store(path)
    Room(store).play(KNOCK, SHOW)
    store.close()


def change(path, *statements, guarded=True):
    """Change a record as its owner could, leaving the triggers as they were."""
    conn = driver.connect(path.as_uri(), timeout=5)
    names = TRIGGERS if guarded else ()
    for name in names:
        conn.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        conn.execute(statement)
    for name in names:
        conn.execute(TRIGGERS[name])
    conn.close()


def no_database(path):
    path.write_text("Dear diary, today I lost forty points to Bob.\n" * 40)


def a_foreign_schema(path):
    change(path, "CREATE TABLE recipes (name)", guarded=False)


def a_newer_schema(path):
    good(path)
    change(path, f"PRAGMA user_version = {LATEST + 1}")


def an_edited_event(path):
    good(path)
    change(path, "UPDATE events SET data = replace(data, '8', '7') WHERE seq = 3")


def a_lost_event(path):
    good(path)
    change(path, "DELETE FROM events WHERE seq = 3")


def a_cut_tail(path):
    good(path)
    change(path, "DELETE FROM events WHERE seq = 5")


def lost_triggers(path):
    good(path)
    change(path, "DROP TRIGGER events_never_go", guarded=False)


def a_damaged_header(path):
    good(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:16] + b"\xff" * 200 + whole[216:])


def damaged_pages(path):
    good(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))


def half_a_file(path):
    good(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def a_folder(path):
    path.mkdir()


BAD = [
    (no_database, 65, "is not a database: set UPCARD_DB"),
    (a_foreign_schema, 65, "belongs to another program: set UPCARD_DB"),
    (a_newer_schema, 78, "newer Upcard"),
    (an_edited_event, 65, "at event 3): run `upcard verify`"),
    (a_lost_event, 65, "restore a backup"),
    (a_cut_tail, 65, "at event 5): run `upcard verify`"),
    (lost_triggers, 65, "append-only (events_never_go)"),
    (a_damaged_header, 65, "restore a backup"),
    (damaged_pages, 65, "restore a backup"),
    (half_a_file, 65, "restore a backup"),
    (a_folder, 2, "a folder; name a file"),
]


@pytest.mark.parametrize(("spoil", "status", "said"), BAD, ids=lambda x: getattr(
    x, "__name__", None))  # fmt: skip
def test_a_bad_file_is_refused_at_start(db, show, spoil, status, said):
    spoil(db)
    before = None if db.is_dir() else db.read_bytes()

    found = upcard("serve", "--port", "0", db=db)

    wrong = (found.returncode, said in found.stderr) != (status, True)
    what = spoil.__name__.replace("_", " ")
    show(f"start on {what}", 1, wrong=int(wrong))
    assert found.stderr.startswith("upcard: ")
    assert found.stderr.count("\n") == 1, found.stderr
    assert "Open http" not in found.stdout
    if spoil in (no_database, a_foreign_schema, a_newer_schema):
        assert db.read_bytes() == before, "a file that is not ours is left as it is"


def test_a_good_file_is_served(db, serve):
    good(db)
    found = Caller(serve(db)).ask("GET", "/health/ready")
    assert (found.status, found.json["chains"]) == (200, "whole")


def test_a_long_record_is_checked_while_it_is_served(db, monkeypatch, show):
    """What the start leaves out is walked by and by; damage makes it not ready."""
    from events import starting
    from web import Settings, create_app

    store = Store(db)
    room = Room(store)
    room.play(KNOCK, SHOW)
    for _ in range(3):
        room.start()
    store.close()
    change(db, "UPDATE events SET data = '[]' WHERE game = 1 AND seq = 2")
    monkeypatch.setattr(starting.check_newest, "__kwdefaults__", {"most": 2})
    app = create_app(Settings(db=db, rate_limit=False))
    chains = app.extensions["upcard_chains"]
    client = app.test_client()
    ready = client.get("/api/v1/health/ready")
    assert (ready.status_code, ready.json["chains"]) == (200, "checking")

    chains.walk(app.extensions["upcard"].store, before=0, share=0)
    ready = client.get("/api/v1/health/ready")
    app.extensions["upcard"].store.close()

    wrong = (ready.status_code, ready.json["chains"]) != (503, "damaged")
    show("an old damage, found while serving", 1, wrong=int(wrong))
