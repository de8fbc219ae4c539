"""What the commands share: settings, the record, progress, and ending with a reason."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

import click

from events.errors import RecordError, StoreError
from events.store import Store
from web.config import BadSetting, Settings

Step = TypeVar("Step")

PATIENCE = 1.0
"""Seconds a command may take before it shows how far it is."""


def end(sentence: str, *, status: int) -> NoReturn:
    """Say one sentence on stderr and exit."""
    click.echo(f"upcard: {sentence}", err=True)
    raise SystemExit(status)


def counted(count: int, what: str) -> str:
    """Return a count with its noun: ``1 game``, ``12 games``."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def settings() -> Settings:
    """Read the settings, or end with status 2 and what is wrong with one of them."""
    try:
        return Settings.from_env()
    except BadSetting as wrong:
        end(str(wrong), status=2)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what the record refuses into one sentence and its exit status."""
    try:
        yield
    except StoreError as wrong:
        end(str(wrong), status=wrong.status)
    except RecordError as wrong:
        end(str(wrong), status=75)


@contextmanager
def opened(*, writer: str | None = None, create: bool = False) -> Iterator[Store]:
    """Open the record that the settings name; it must exist, or may be created.

    ``writer`` names a command that writes: it takes the file lock, or ends saying who
    has it.
    """
    with refusals():
        store = Store(settings().db, create=create)
        try:
            if writer is not None:
                store.lock(writer)
            yield store
        finally:
            store.close()


def with_progress(
    steps: Iterable[Step], place: Callable[[Step], tuple[int, int]], label: str
) -> Iterator[Step]:
    """Pass ``steps`` on; after a second show a bar on stderr.

    ``place`` gives ``(done, of)`` for a step. Nothing is drawn where stderr is no
    terminal but the label, once.
    """
    start = time.monotonic()
    bar: Any = None  # click names its type in a private module
    for step in steps:
        yield step
        done, total = place(step)
        if bar is None and time.monotonic() - start > PATIENCE:
            bar = click.progressbar(length=total, label=label, file=sys.stderr)
            bar.__enter__()
        if bar is not None:
            bar.update(done - bar.pos)
    if bar is not None:
        bar.render_finish()
