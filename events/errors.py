"""How the record refuses or fails.

::

    RecordError
    ├── StoreError         at the start: this file cannot be opened; says what to do
    ├── StoreUnavailable   while running: full, failing, readonly or busy; try again
    ├── VersionConflict    412  somebody wrote in between; carries the version
    ├── RequestReused      422  an Idempotency-Key came again with another body
    └── NoSuchGame         404  no game has this uid

Refusals of plays are ``referee.errors.Refusal`` and pass through unchanged.
"""

from typing import Literal

Trouble = Literal["full", "failing", "readonly", "busy"]
"""Disk full (507); I/O error or damage (503); file or disk read-only (503); another
process held the file too long (503)."""


class RecordError(Exception):
    """Base of everything this package raises itself."""


class StoreError(RecordError):
    """The file cannot be used. ``str()`` is a sentence that says what to do.

    ``status`` is the exit status for a command line (``sysexits``): 65 not a usable
    file of ours (``EX_DATAERR``), 66 it is not there (``EX_NOINPUT``), 73 it cannot be
    made (``EX_CANTCREAT``), 75 another process is writing (``EX_TEMPFAIL``), 78 made
    by a newer Upcard (``EX_CONFIG``).
    """

    def __init__(self, message: str, *, status: int = 65) -> None:
        super().__init__(message)
        self.status = status


class StoreUnavailable(RecordError):
    """A write (or read) failed; nothing of it was recorded, and it may be sent again.

    ``kind`` says why. Writes resume by themselves once the cause is gone.
    """

    def __init__(self, kind: Trouble, message: str) -> None:
        super().__init__(message)
        self.kind: Trouble = kind


class VersionConflict(RecordError):
    """The game is not at the version the writer saw. ``version`` is where it is."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the game is at version {version}")
        self.version = version


class RequestReused(RecordError):
    """The same key came with another path or body than the first time."""


class NoSuchGame(RecordError, LookupError):
    """No game has this uid."""
