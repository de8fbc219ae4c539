import errno
import os
from pathlib import Path

import pytest

from events import backup as copying
from events import driver
from events.audit import verify
from events.backup import back_up, checked_copy, restore
from events.errors import StoreError, StoreUnavailable
from events.projections import version_of
from events.store import Store
from tests.events.room import KNOCK, SHOW, Room
from tests.events.test_audit import tamper


@pytest.fixture
def room(store: Store) -> Room:
    room = Room(store)
    room.play(KNOCK, SHOW)
    return room


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.db"


def checked(file: Path, path: Path) -> Path:
    steps = checked_copy(file, path)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return Path(end.value)


def left_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def test_a_backup_is_a_whole_record_while_somebody_writes(
    room: Room, store: Store, file: Path
) -> None:
    with store.writing() as conn:
        conn.execute("UPDATE books SET name = 'half written'")
        back_up(store.path, file)
    copy = Store(file, create=False)
    assert version_of(copy, room.uid) == 5
    assert [each.damage for each in verify(copy)] == [()]
    with copy.reading() as conn:
        assert conn.execute("SELECT name FROM books").fetchall() == [("Home",)]
        assert conn.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    copy.close()


@pytest.mark.usefixtures("room")
def test_a_file_that_is_there_is_not_written_over(store: Store, file: Path) -> None:
    file.write_text("letters")
    with pytest.raises(StoreError, match="there already") as caught:
        back_up(store.path, file)
    assert caught.value.status == 73
    assert file.read_text() == "letters"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), StoreError),
        (driver.DatabaseError("full"), driver.DatabaseError),
    ],
)
@pytest.mark.usefixtures("room")
def test_a_backup_that_fails_leaves_no_file(
    store: Store,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    kind: type[Exception],
) -> None:
    def fail(_: Path) -> None:
        raise error

    monkeypatch.setattr(copying, "_to_disk", fail)
    before = left_in(file.parent)
    with pytest.raises(kind):
        back_up(store.path, file)
    assert left_in(file.parent) == before


def test_a_backup_of_a_damaged_page_is_refused(room: Room, file: Path) -> None:
    path = room.store.path
    room.store.close()
    with path.open("r+b") as record:
        record.seek(4096 * 3)
        record.write(b"\xff" * 4096 * 5)
    with pytest.raises(StoreUnavailable):
        back_up(path, file)
    assert not file.exists()


def test_a_backup_comes_back_and_what_was_there_is_kept(
    room: Room, store: Store, file: Path
) -> None:
    back_up(store.path, file)
    room.play(KNOCK, SHOW)
    store.close()
    copy = checked(file, store.path)
    kept = restore(copy, store.path, who="test")
    again = Store(store.path, create=False)
    assert version_of(again, room.uid) == 5
    again.close()
    assert kept is not None
    newer = Store(kept, create=False)
    assert version_of(newer, room.uid) == 9
    newer.close()
    second = restore(checked(file, store.path), store.path, who="test")
    assert second is not None
    assert second.name == "record.db.before-restore-2"


def test_a_backup_is_restored_where_nothing_was(
    room: Room, store: Store, file: Path, tmp_path: Path
) -> None:
    back_up(store.path, file)
    path = tmp_path / "new.db"
    assert restore(checked(file, path), path, who="test") is None
    again = Store(path)
    assert version_of(again, room.uid) == 5
    again.close()


def test_the_write_ahead_log_is_kept_with_its_record(
    room: Room, store: Store, file: Path, tmp_path: Path
) -> None:
    """As after a kill -9: the log beside the file still holds what was recorded."""
    back_up(store.path, file)
    room.play(KNOCK, SHOW)
    path = tmp_path / "killed.db"
    for part in ("", "-wal"):
        Path(f"{path}{part}").write_bytes(Path(f"{store.path}{part}").read_bytes())
    kept = restore(checked(file, path), path, who="test")
    assert kept is not None
    killed = Store(kept, create=False)
    assert version_of(killed, room.uid) == 9
    killed.close()


@pytest.mark.usefixtures("room")
def test_a_damaged_backup_is_refused_and_nothing_changed(
    store: Store, file: Path
) -> None:
    back_up(store.path, file)
    spoilt = Store(file)
    tamper(spoilt, "UPDATE events SET data = '[]' WHERE seq = 3")
    spoilt.close()
    before = left_in(file.parent)
    with pytest.raises(StoreError, match=r"is damaged \(seq 3.*an older backup"):
        checked(file, store.path)
    assert left_in(file.parent) == before


def test_a_backup_in_no_folder_is_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nowhere is not a folder") as caught:
        back_up(store.path, tmp_path / "nowhere" / "backup.db")
    assert caught.value.status == 73


def test_a_file_that_is_no_backup_is_named(store: Store, file: Path) -> None:
    file.write_text("letters, not hands")
    before = left_in(file.parent)
    with pytest.raises(StoreError) as caught:
        checked(file, store.path)
    assert str(caught.value) == f"{file} is not a database: name a backup"
    assert caught.value.status == 65
    assert left_in(file.parent) == before


def test_a_backup_that_is_not_there_is_refused(store: Store, file: Path) -> None:
    with pytest.raises(StoreError, match="is not there") as caught:
        checked(file, store.path)
    assert caught.value.status == 66


@pytest.mark.usefixtures("room")
def test_a_folder_that_cannot_be_written_is_refused(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(store.path, file)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("events.backup.shutil.copyfile", full)
    with pytest.raises(StoreError, match="No space left") as caught:
        checked(file, store.path)
    assert caught.value.status == 73


def test_a_record_that_is_served_is_not_replaced(
    room: Room, store: Store, file: Path
) -> None:
    back_up(store.path, file)
    store.lock("upcard serve")
    copy = checked(file, store.path)
    with pytest.raises(StoreError, match="upcard serve") as caught:
        restore(copy, store.path, who="test")
    assert caught.value.status == 75
    assert not copy.exists()
    assert version_of(store, room.uid) == 5
