"""A record copied into one file while it is written, and put back."""

import os
import shutil
from collections.abc import Generator
from pathlib import Path

from events import driver
from events.audit import Checked, verify
from events.errors import StoreError
from events.opening import WAIT
from events.store import Store, take_lock
from events.trouble import unavailable

__all__ = ["back_up", "checked_copy", "restore"]

_PARTS = ("", "-wal", "-shm")
"""What a record is made of; the last two only while, or after, it is written."""


def back_up(path: Path, file: Path) -> None:
    """Copy the record at ``path`` into a new ``file``, as it is at one moment.

    Whoever writes goes on writing. The file is whole and on the disk, or not there.
    Raises ``StoreError`` (73) where a file has that name or it cannot be written,
    ``StoreUnavailable``.
    """
    if file.exists():
        raise StoreError(f"{file} is there already: name a new file", status=73)
    if not file.absolute().parent.is_dir():
        raise StoreError(f"{file.parent} is not a folder: make it", status=73)
    half = _beside(file, "half")
    try:
        conn = driver.connect(path.absolute().as_uri(), timeout=WAIT)
        try:
            conn.execute("VACUUM INTO ?", (str(half),))
        finally:
            conn.close()
        _to_disk(half)
        half.rename(file)
        _to_disk(file.parent)
    except OSError as error:
        raise _unwritable(file, error) from error
    except driver.Error as error:
        raise unavailable(error) from error
    finally:
        half.unlink(missing_ok=True)


def checked_copy(file: Path, path: Path) -> Generator[Checked, None, Path]:
    """Copy a backup beside ``path`` and check every chain of it, game by game.

    Returns the copy, ready for ``restore``; the backup itself is not touched. Raises
    ``StoreError`` for a file that is no record of ours, or damaged.
    """
    if not file.is_file():
        raise StoreError(f"{file} is not there: name a backup", status=66)
    copy = _beside(path, "restored")
    try:
        shutil.copyfile(file, copy)
        store = _open(copy, file)
        try:
            for checked in verify(store):
                if checked.damage:
                    raise StoreError(
                        f"{file} is damaged ({checked.damage[0].detail}): use an older "
                        "backup"
                    )
                yield checked
        finally:
            store.close()
        _to_disk(copy)
    except OSError as error:
        raise _unwritable(copy, error) from error
    except StoreError:
        _remove(copy)
        raise
    return copy


def _open(copy: Path, file: Path) -> Store:
    """Open the copy of a backup; what is wrong with it is told of the backup itself."""
    try:
        return Store(copy, create=False)
    except StoreError as error:
        wrong = str(error).replace(str(copy), str(file)).partition(": ")[0]
        raise StoreError(f"{wrong}: name a backup", status=error.status) from error


def restore(copy: Path, path: Path, *, who: str) -> Path | None:
    """Put a checked copy in place of the record at ``path``.

    What was there is kept beside it; its new name is returned, ``None`` where there
    was nothing. Raises ``StoreError`` (75) while a server writes; then nothing is
    changed.
    """
    try:
        lock = take_lock(path, who)
    except StoreError:
        _remove(copy)
        raise
    try:
        kept = _set_aside(path)
        copy.rename(path)
        _to_disk(path.parent)
        return kept
    finally:
        os.close(lock)


def _set_aside(path: Path) -> Path | None:
    if not path.exists():
        return None
    kept = _free(path)
    # The write-ahead log goes first: beside another file it would be taken for its own.
    for part in reversed(_PARTS):
        there = Path(f"{path}{part}")
        if there.exists():
            there.rename(f"{kept}{part}")
    return kept


def _free(path: Path) -> Path:
    number = 1
    while Path(f"{path}.before-restore-{number}").exists():
        number += 1
    return Path(f"{path}.before-restore-{number}")


def _beside(file: Path, what: str) -> Path:
    return file.with_name(f"{file.name}.{what}-{os.getpid()}")


def _remove(copy: Path) -> None:
    for part in _PARTS:
        Path(f"{copy}{part}").unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _unwritable(file: Path, error: OSError) -> StoreError:
    reason = error.strerror or error
    return StoreError(
        f"{file} cannot be written ({reason}): check the folder and the disk",
        status=73,
    )
