"""Commands that copy the record and put it back: ``backup``, ``restore``."""

from collections.abc import Generator
from pathlib import Path

import click

from events import backup as copying
from events.audit import Checked
from web.cli.common import counted, opened, refusals, settings, with_progress


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy the record into a new FILE, whole, while the server goes on writing.

    The copy is a record of its own: `UPCARD_DB=FILE upcard verify` checks it. An
    existing file is never written over.
    """
    with opened() as store:
        copying.back_up(store.path, file)
    click.echo(f"Backed up to {file} ({file.stat().st_size} bytes).")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """Put a backup FILE in place of the record, after checking all of it.

    Takes the server's lock: stop `upcard serve` first. The record that was there is
    kept beside it under another name; FILE itself is not touched.
    """
    path = settings().db
    with refusals():
        found = _Copied(copying.checked_copy(file, path))
        games = 0
        for step in with_progress(found, _place, "Checking games"):
            games = step.games
        kept = copying.restore(found.copy, path, who="upcard restore")
    click.echo(f"{counted(games, 'game')} restored to {path}.")
    if kept is not None:
        click.echo(f"What was there is in {kept}.")


class _Copied:
    """The checks of a copy one by one, then the copy itself."""

    def __init__(self, steps: Generator[Checked, None, Path]) -> None:
        self._steps = steps
        self.copy = Path()

    def __iter__(self) -> Generator[Checked, None, None]:
        self.copy = yield from self._steps


def _place(step: Checked) -> tuple[int, int]:
    return step.done, step.games
