"""The power is cut under a record that is being written.

Run as a module in a process of its own, in which apsw is the only SQLite: the record's
own code runs on it, over a file system that knows what has reached the disk. A cut
leaves of each file what was synced last, and of every write since then all, nothing, or
a torn part, in any combination. Prints one JSON object.

``python -m tests.promises.powercut FOLDER CUTS SEED [PRAGMA]``
"""

import json
import sys
import types
from pathlib import Path
from random import Random

import apsw

SECTOR = 512


class Disk:
    """What each file holds for sure, and what was written to it since."""

    def __init__(self) -> None:
        self.synced: dict[str, bytearray] = {}
        self.since: dict[str, list[tuple[int, bytes | None]]] = {}
        self.watch = lambda: None

    def note(self, name: str, at: int, data: bytes | None) -> None:
        self.since[name].append((at, data))
        self.watch()

    def sync(self, name: str) -> None:
        self.watch()
        for at, data in self.since[name]:
            write(self.synced[name], at, data)
        self.since[name] = []

    def opened(self, name: str) -> None:
        self.synced.setdefault(name, bytearray())
        self.since.setdefault(name, [])

    def deleted(self, name: str) -> None:
        self.synced.pop(name, None)
        self.since.pop(name, None)

    def cut(self, folder: Path, chance: Random) -> None:
        """Leave in ``folder`` the files as they might be found after a cut now."""
        for name, image in self.synced.items():
            left = bytearray(image)
            for at, data in self.since[name]:
                self._apply(left, at, data, chance)
            (folder / Path(name).name).write_bytes(left)

    @staticmethod
    def _apply(left: bytearray, at: int, data: bytes | None, chance: Random) -> None:
        fate = chance.random()
        if fate < 0.3:
            return
        if data is None or fate > 0.6:
            write(left, at, data)
            return
        for begin in range(0, len(data), SECTOR):
            if chance.random() < 0.5:
                write(left, at + begin, data[begin : begin + SECTOR])


def write(left: bytearray, at: int, data: bytes | None) -> None:
    """Write into an image, or cut it off where there is no data."""
    if data is None:
        del left[at:]
        return
    left.extend(b"\x00" * (at - len(left)))
    left[at : at + len(data)] = data


DISK = Disk()


class CutFile(apsw.VFSFile):
    """A file whose writes are noted until they are synced."""

    def __init__(self, name, flags):
        super().__init__("", name, flags)
        self.name = name.filename() if isinstance(name, apsw.URIFilename) else name
        DISK.opened(self.name)

    def xWrite(self, data, offset):
        super().xWrite(data, offset)
        DISK.note(self.name, offset, bytes(data))

    def xTruncate(self, size):
        super().xTruncate(size)
        DISK.note(self.name, size, None)

    def xSync(self, flags):
        super().xSync(flags)
        DISK.sync(self.name)


class CutVFS(apsw.VFS):
    """Hands out such files for the record and its write-ahead log."""

    def __init__(self):
        super().__init__("cut", "")

    def xOpen(self, name, flags):
        return CutFile(name, flags)

    def xDelete(self, name, sync):
        super().xDelete(name, sync)
        DISK.deleted(name)


# What events.driver takes of a driver, on apsw ----------------------------------------


class Error(Exception):
    sqlite_errorcode = 1


class DatabaseError(Error):
    pass


class IntegrityError(DatabaseError):
    pass


class Rows:
    """The rows of one statement, all fetched."""

    def __init__(self, conn, statement, values):
        cursor = conn.apsw.cursor()
        self.description = None
        cursor.exec_trace = self._describe
        try:
            self.rows = [tuple(row) for row in cursor.execute(statement, values)]
        except apsw.Error as error:
            kind = (
                IntegrityError
                if isinstance(error, apsw.ConstraintError)
                else DatabaseError
            )
            raised = kind(str(error))
            raised.sqlite_errorcode = getattr(error, "extendedresult", 1)
            raise raised from error
        self.rowcount = conn.apsw.changes()
        self.lastrowid = conn.apsw.last_insert_rowid()

    def _describe(self, cursor, _statement, _values):
        self.description = cursor.get_description()
        return True

    def fetchone(self):
        return self.rows.pop(0) if self.rows else None

    def fetchall(self):
        found, self.rows = self.rows, []
        return found

    def __iter__(self):
        return iter(self.fetchall())


class Connection:
    vfs = None
    row_factory = None

    def __init__(self, path, **_):
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        self.apsw = apsw.Connection(path.removeprefix("file://"), flags, self.vfs)
        self.apsw.set_busy_timeout(1000)

    def execute(self, statement, values=()):
        return Rows(self, statement, values)

    def executemany(self, statement, every):
        for values in every:
            self.execute(statement, values)

    @property
    def in_transaction(self):
        return self.apsw.in_transaction

    def rollback(self):
        if self.in_transaction:
            self.execute("ROLLBACK")

    def commit(self):
        if self.in_transaction:
            self.execute("COMMIT")

    def close(self):
        self.apsw.close()


def stand_in() -> None:
    """Be the driver that sqlite-utils finds first."""
    driver = types.ModuleType("pysqlite3")
    driver.Connection, driver.connect = Connection, Connection
    driver.Error, driver.DatabaseError = Error, DatabaseError
    driver.IntegrityError, driver.OperationalError = IntegrityError, DatabaseError
    driver.Cursor = Rows
    driver.sqlite_version = apsw.sqlite_lib_version()
    driver.dbapi2 = driver
    for name in ("pysqlite3", "sqlite3"):
        sys.modules[name] = sys.modules[f"{name}.dbapi2"] = driver


def look(path: Path, uid: str) -> tuple[int, int]:
    """Return a game's version after a cut, and how many things are wrong with it."""
    from events.audit import verify
    from events.projections import version_of
    from events.store import Store

    after = Store(path, create=False)
    try:
        found = version_of(after, uid)
        damages = sum(len(each.damage) for each in verify(after))
        with after.reading() as conn:
            (whole,) = conn.execute("PRAGMA integrity_check").fetchone()
        return found, damages + (whole != "ok") + (found % 4 != 1)
    finally:
        after.close()


def main(folder: Path, cuts: int, seed: int, pragma: str | None) -> dict[str, int]:
    from events.errors import RecordError
    from events.store import Store
    from tests.events.room import KNOCK, SHOW, Room

    chance = Random(seed)
    _vfs = CutVFS()  # there as long as it is named
    Connection.vfs = "cut"
    store = Store(folder / "record.db")
    store._writer.execute("PRAGMA wal_autocheckpoint = 30")
    if pragma:
        store._writer.execute(f"PRAGMA {pragma}")
    room = Room(store, rules={"target": 1000, "gin_bonus": 0})
    acknowledged = [1]
    made: list[tuple[Path, int]] = []

    def perhaps() -> None:
        if len(made) < cuts and chance.random() < 0.15:
            there = folder / f"cut{len(made)}"
            there.mkdir()
            DISK.cut(there, chance)
            made.append((there / "record.db", acknowledged[0]))

    DISK.watch = perhaps
    while len(made) < cuts:
        acknowledged[0] = room.play({**KNOCK, "count": 1}, {**SHOW, "count": 2}).last
    DISK.watch = lambda: None
    store.close()

    Connection.vfs = None
    lost = wrong = 0
    for path, told in made:
        try:
            found, damages = look(path, room.uid)
        except RecordError:
            found, damages = 0, 0
        lost += max(0, told - found)
        wrong += damages
    assert "_sqlite3" not in sys.modules, "two SQLite libraries in one process"
    return {"cuts": len(made), "told": acknowledged[0], "lost": lost, "wrong": wrong}


if __name__ == "__main__":
    stand_in()
    given = (*sys.argv[1:], None)
    told = main(Path(given[0]), int(given[1]), int(given[2]), given[3])
    sys.stdout.write(json.dumps(told))
