import os
import subprocess
import sys
from pathlib import Path

import pytest

from events import driver
from events.errors import StoreError, StoreUnavailable
from events.migrations import APPLICATION_ID, LATEST, TRIGGERS
from events.opening import WAIT
from events.store import Store

EVENT = "(1, {}, 1, 't', 1, 'at', 'A', '{{}}', 'd', 's', 'h')"
BOOK = "INSERT INTO books VALUES ('b', 'Home', 'at', 0)"


def plain(path: Path) -> driver.Connection:
    """Open the file as a stranger with default pragmas would."""
    return driver.connect(path.as_uri(), timeout=1)


def count(store: Store, table: str) -> int:
    with store.reading() as conn:
        return int(conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def test_a_new_file_is_made_and_opened_again(path: Path) -> None:
    Store(path).close()
    store = Store(str(path), create=False)
    assert store.path == path
    assert count(store, "events") == 0
    store.close()
    store.close()


def test_the_driver_is_the_one_sqlite_utils_picks() -> None:
    from sqlite_utils.utils import sqlite3

    assert driver.name() == sqlite3.__name__
    assert driver.version() == sqlite3.sqlite_version


def test_no_other_module_imports_a_driver() -> None:
    root = Path(__file__).parents[2]
    for package in ("referee", "events", "web"):
        for module in (root / package).rglob("*.py"):
            if module.name == "driver.py":
                continue
            text = module.read_text()
            for name in ("import sqlite3", "pysqlite3", "apsw", "sqlite_utils.utils"):
                assert name not in text, f"{module} takes {name}"


def test_commit_waits_for_the_disk_and_the_file_is_wal(store: Store) -> None:
    with store.writing() as conn:
        assert conn.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert conn.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_a_write_that_fails_leaves_nothing(store: Store) -> None:
    def fail() -> None:
        with store.writing() as conn:
            conn.execute(BOOK)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert count(store, "books") == 0
    with store.writing() as conn:
        conn.execute(BOOK)
    assert count(store, "books") == 1


def test_reading_is_one_snapshot_also_when_nested(store: Store) -> None:
    with store.reading() as outer:
        assert outer.execute("SELECT count(*) FROM books").fetchone()[0] == 0
        with store.writing() as conn:
            conn.execute(BOOK)
        assert count(store, "books") == 0
    assert count(store, "books") == 1


def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(StoreUnavailable) as caught, store.reading() as conn:
        conn.execute(BOOK)
    assert caught.value.kind == "readonly"


# The log is append-only -------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET data = '{}'",
        "UPDATE OR REPLACE events SET seq = 2 WHERE seq = 1",
        "UPDATE events SET seq = 9",
        "DELETE FROM events",
        "INSERT INTO events VALUES " + EVENT.format(1),
        "INSERT OR REPLACE INTO events VALUES " + EVENT.format(1),
        "REPLACE INTO events VALUES " + EVENT.format(2),
        "INSERT INTO events VALUES "
        + EVENT.format(1)
        + " ON CONFLICT DO UPDATE SET data = 'x'",
        "INSERT INTO events VALUES " + EVENT.format(4),
        "INSERT INTO events VALUES " + EVENT.format(0),
    ],
)
def test_a_stranger_cannot_change_the_log(store: Store, statement: str) -> None:
    with store.writing() as conn:
        conn.execute("INSERT INTO events VALUES " + EVENT.format(1))
        conn.execute("INSERT INTO events VALUES " + EVENT.format(2))
    stranger = plain(store.path)
    before = stranger.execute("SELECT * FROM events").fetchall()
    with pytest.raises(driver.IntegrityError):
        stranger.execute(statement)
    assert stranger.execute("SELECT * FROM events").fetchall() == before
    assert len(before) == 2
    stranger.close()


def test_insert_or_ignore_by_a_stranger_changes_nothing(store: Store) -> None:
    with store.writing() as conn:
        conn.execute("INSERT INTO events VALUES " + EVENT.format(1))
    stranger = plain(store.path)
    with pytest.raises(driver.IntegrityError):
        stranger.execute(
            "INSERT OR IGNORE INTO events VALUES "
            + EVENT.format(1).replace("'h'", "'x'")
        )
    stranger.close()
    assert count(store, "events") == 1


@pytest.mark.parametrize("name", sorted(TRIGGERS))
def test_a_file_without_its_triggers_is_refused(path: Path, name: str) -> None:
    Store(path).close()
    stranger = plain(path)
    stranger.execute(f"DROP TRIGGER {name}")
    stranger.close()
    with pytest.raises(StoreError, match=f"append-only.*{name}.*restore a backup"):
        Store(path)


# Bad files --------------------------------------------------------------------------


def refused(path: Path, *, create: bool = True) -> StoreError:
    with pytest.raises(StoreError) as caught:
        Store(path, create=create)
    return caught.value


def test_a_file_that_is_no_database_is_refused_and_kept(path: Path) -> None:
    path.write_text("Dear diary, today I lost forty points to Bob.")
    error = refused(path)
    assert error.status == 65
    assert "is not a database: set UPCARD_DB" in str(error)
    assert path.read_text().startswith("Dear diary")


def test_a_damaged_database_is_refused(path: Path) -> None:
    Store(path).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:16] + b"\xff" * 200 + whole[216:])
    error = refused(path)
    assert error.status == 65
    assert "restore a backup" in str(error)


def test_a_database_of_another_program_is_refused(path: Path) -> None:
    stranger = plain(path)
    stranger.execute("CREATE TABLE recipes (name)")
    stranger.close()
    error = refused(path)
    assert error.status == 65
    assert "belongs to another program" in str(error)


@pytest.mark.parametrize("pragma", ["application_id = 7", "user_version = 3"])
def test_an_empty_database_of_another_program_is_refused(
    path: Path, pragma: str
) -> None:
    stranger = plain(path)
    stranger.execute(f"PRAGMA {pragma}")
    stranger.close()
    assert "belongs to another program" in str(refused(path))


def test_a_newer_record_is_refused(path: Path) -> None:
    Store(path).close()
    stranger = plain(path)
    stranger.execute(f"PRAGMA user_version = {LATEST + 1}")
    stranger.close()
    error = refused(path)
    assert error.status == 78
    assert "newer Upcard" in str(error)


def test_a_missing_file_is_refused_where_none_shall_be_made(path: Path) -> None:
    assert refused(path, create=False).status == 66
    assert not path.exists()


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "is a folder" in str(refused(tmp_path))


def test_a_file_in_no_folder_is_refused(tmp_path: Path) -> None:
    error = refused(tmp_path / "nowhere" / "record.db")
    assert error.status == 73
    assert "make it" in str(error)


def test_a_file_that_cannot_be_read_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"")

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    error = refused(path)
    assert error.status == 66
    assert "Permission denied" in str(error)


@pytest.mark.parametrize("made", [True, False])
def test_a_read_only_disk_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, made: bool
) -> None:
    if made:
        Store(path).close()
    only = path if made else path.parent
    monkeypatch.setattr("events.opening.os.access", lambda each, _: each != only)
    error = refused(path)
    assert error.status == 73
    assert "write access" in str(error)


def test_a_file_that_cannot_be_written_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(uri: str, *, timeout: float) -> driver.Connection:
        return connect(uri + "?immutable=1", timeout=timeout)

    stranger = plain(path)
    stranger.execute("VACUUM")
    stranger.close()
    connect = driver.connect
    monkeypatch.setattr("events.opening.driver.connect", read_only)
    error = refused(path)
    assert error.status == 73
    assert "cannot be opened" in str(error)


# Several processes ------------------------------------------------------------------


def test_six_processes_may_make_the_file_at_once(path: Path) -> None:
    code = "import sys; from events.store import Store; Store(sys.argv[1]).close()"
    children = [
        subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(6)
    ]
    assert [child.wait(60) for child in children] == [0] * 6
    store = Store(path, create=False)
    with store.reading() as conn:
        assert conn.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
        assert conn.execute("PRAGMA user_version").fetchone()[0] == LATEST
        applied = conn.execute("SELECT count(*) FROM _sqlite_migrations").fetchone()[0]
    assert applied == LATEST
    store.close()


def test_a_second_opener_finds_the_migration_done(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from events import opening

    use_wal = opening._use_wal

    def late(conn: driver.Connection) -> None:
        monkeypatch.setattr(opening, "_use_wal", use_wal)
        Store(path).close()
        use_wal(conn)

    monkeypatch.setattr(opening, "_use_wal", late)
    store = Store(path)
    assert count(store, "_sqlite_migrations") == LATEST
    store.close()


def test_a_migration_that_fails_leaves_an_empty_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patch:
        patch.setattr("events.opening.migrate", fail)
        with pytest.raises(RuntimeError, match="power cut"):
            Store(path)
    Store(path).close()


def test_a_file_held_by_another_process_is_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = plain(path)
    stranger.execute("BEGIN EXCLUSIVE")
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            stranger.execute("ROLLBACK")

    monkeypatch.setattr("events.opening.WAIT", 0.2)
    monkeypatch.setattr("events.opening.time.sleep", sleep)
    monkeypatch.setattr("events.opening._check_schema", lambda *_: 0)
    Store(path).close()
    assert len(waits) == 3
    stranger.close()


@pytest.mark.parametrize("begin", ["BEGIN EXCLUSIVE", "BEGIN"])
def test_a_file_held_for_too_long_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, begin: str
) -> None:
    stranger = plain(path)
    stranger.execute("VACUUM")
    stranger.execute(begin)
    stranger.execute("SELECT * FROM sqlite_master")
    monkeypatch.setattr("events.opening.WAIT", 0.1)
    error = refused(path)
    assert error.status == 75
    assert "kept locked by another process" in str(error)
    stranger.close()


def test_the_writers_lock_names_who_holds_it(store: Store) -> None:
    store.lock("serve")
    second = Store(store.path)
    with pytest.raises(StoreError, match=f"by serve .process {os.getpid()}.: stop"):
        second.lock("rebuild")
    store.close()
    second.lock("rebuild")
    second.close()


def test_a_lock_that_names_nobody_is_still_a_lock(store: Store) -> None:
    store.lock("serve")
    os.truncate(f"{store.path}.lock", 0)
    second = Store(store.path)
    with pytest.raises(StoreError, match="by another process") as caught:
        second.lock("rebuild")
    assert caught.value.status == 75
    second.close()


def test_a_lock_that_cannot_be_made_is_refused(store: Store) -> None:
    Path(f"{store.path}.lock").mkdir()
    with pytest.raises(StoreError, match="cannot be written") as caught:
        store.lock("serve")
    assert caught.value.status == 73


def test_the_lock_goes_with_a_killed_process(path: Path) -> None:
    code = (
        "import os, sys; from events.store import Store; s = Store(sys.argv[1]);"
        "s.lock('serve'); os.kill(os.getpid(), 9)"
    )
    child = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert child.returncode == -9
    store = Store(path)
    store.lock("serve")
    store.close()


# Trouble while running --------------------------------------------------------------


def test_a_full_disk_is_told_and_writes_resume(store: Store) -> None:
    with store.writing() as conn:
        pages = conn.execute("PRAGMA page_count").fetchone()[0]
        conn.execute(f"PRAGMA max_page_count = {pages}")

    def overflow() -> None:
        with store.writing() as conn:
            conn.execute("INSERT INTO books VALUES ('a', 'Small', 'at', 0)")
            conn.execute("INSERT INTO books VALUES ('b', ?, 'at', 0)", ("x" * 100_000,))

    with pytest.raises(StoreUnavailable) as caught:
        overflow()
    assert caught.value.kind == "full"
    assert count(store, "books") == 0
    store._writer.execute("PRAGMA max_page_count = 100000")
    with store.writing() as conn:
        conn.execute(BOOK)
    assert count(store, "books") == 1


def test_a_read_only_record_is_told_and_still_read(store: Store) -> None:
    store._writer.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreUnavailable) as caught, store.writing() as conn:
        conn.execute(BOOK)
    assert caught.value.kind == "readonly"
    assert count(store, "books") == 0
    store._writer.execute("PRAGMA query_only = OFF")
    with store.writing() as conn:
        conn.execute(BOOK)
    assert count(store, "books") == 1


def test_a_damaged_page_is_told(path: Path) -> None:
    store = Store(path)
    with store.writing() as conn:
        conn.execute(BOOK)
        (page,) = conn.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'books'"
        ).fetchone()
    store.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    store = Store(path)
    with pytest.raises(StoreUnavailable) as caught, store.reading() as conn:
        conn.execute("SELECT name FROM books").fetchall()
    assert caught.value.kind == "failing"
    assert count(store, "events") == 0
    store.close()


def test_a_stranger_who_holds_the_file_is_told(store: Store) -> None:
    stranger = plain(store.path)
    stranger.execute("BEGIN IMMEDIATE")
    store._writer.execute("PRAGMA busy_timeout = 10")
    with pytest.raises(StoreUnavailable) as caught, store.writing():
        pytest.fail("two writers at once")
    assert caught.value.kind == "busy"
    stranger.execute("ROLLBACK")
    stranger.close()
    with store.writing() as conn:
        conn.execute(BOOK)


def test_a_mistake_of_ours_is_not_called_trouble(store: Store) -> None:
    with pytest.raises(driver.Error, match="no such table"), store.writing() as conn:
        conn.execute("SELECT * FROM nowhere")
    with pytest.raises(driver.Error, match="no such table"), store.reading() as conn:
        conn.execute("SELECT * FROM nowhere")
    assert WAIT >= 5
