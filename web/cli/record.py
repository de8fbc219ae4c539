"""Commands that look over the record: ``verify``, ``rebuild``, ``audit``."""

from pathlib import Path

import click

from events import audit as looking_back
from events.audit import Audited, Checked
from events.codec import Undecodable
from events.errors import NoSuchGame
from events.projections import events_for
from events.projections import rebuild as rebuild_views
from events.store import Store
from web.cli.common import counted, end, opened, with_progress


@click.command()
@click.option("--head", is_flag=True, help="Print each game's version and last hash.")
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Hold the record against a file that --head printed earlier.",
)
def verify(head: bool, against: Path | None) -> None:
    """Check that nothing in the record was changed, lost or moved.

    Walks the hash chain of every game. A tail that was cut off cleanly shows only
    against a head kept elsewhere: keep what --head prints, and give it to --against.
    Exit status 1 if anything is wrong.
    """
    kept = _read_heads(against)
    with opened() as store:
        games, damaged = 0, 0
        for checked in with_progress(
            looking_back.verify(store), _place, "Checking games"
        ):
            games = checked.games
            damaged += _show_checked(checked, head=head)
        damaged += sum(_show_kept(store, *line) for line in kept)
    said = f"{counted(games, 'game')} checked, {counted(damaged, 'damage')} found."
    click.echo(said, err=head)
    raise SystemExit(1 if damaged else 0)


def _place(step: Checked | Audited) -> tuple[int, int]:
    return step.done, step.games


def _show_checked(checked: Checked, *, head: bool) -> int:
    if head:
        click.echo(f"{checked.uid} {checked.version} {checked.head}")
    for damage in checked.damage:
        click.echo(f"{damage.uid} seq {damage.seq}: {damage.kind}: {damage.detail}")
    return len(checked.damage)


def _read_heads(path: Path | None) -> list[tuple[str, int, str]]:
    if path is None:
        return []
    try:
        rows = [line.split() for line in path.read_text("utf-8").splitlines() if line]
        return [(uid, int(version), head) for uid, version, head in rows]
    except ValueError:
        end(f"{path} is not what `upcard verify --head` prints", status=2)


def _show_kept(store: Store, uid: str, version: int, head: str) -> int:
    """Say so if event ``version`` of a game is gone or has another hash than kept."""
    try:
        found = events_for(store, uid, "referee", after=version - 1, limit=1).events
    except NoSuchGame:
        click.echo(f"{uid}: missing: this game is no longer in the record")
        return 1
    if not found:
        click.echo(f"{uid} seq {version}: missing: the end of this game was cut off")
        return 1
    if found[0]["hash"] != head:
        click.echo(f"{uid} seq {version}: edited: not the hash that was kept")
        return 1
    return 0


@click.command()
def rebuild() -> None:
    """Make the score sheets and lists again from the log.

    Changes no event. Takes the server's lock: stop `upcard serve` first. A game that
    only a newer Upcard can read keeps what it has; then the exit status is 1.
    """
    unreadable: list[str] = []

    def skip(uid: str, why: Undecodable) -> None:
        unreadable.append(uid)
        click.echo(f"{uid} is kept as it is: {why}")

    with opened(writer="upcard rebuild") as store:
        steps = with_progress(
            rebuild_views(store, skip=skip), lambda step: step, "Rebuilding"
        )
        games = max((total for _, total in steps), default=0)
    click.echo(f"{counted(games - len(unreadable), 'game')} rebuilt.")
    raise SystemExit(1 if unreadable else 0)


@click.command()
def audit() -> None:
    """Decide every stored hand again and list what would come out differently.

    Each game is judged under its own rules; nothing is changed, old verdicts stand.
    Exit status 1 if anything would come out differently today.
    """
    with opened() as store:
        games, drifted = 0, 0
        for step in with_progress(looking_back.audit(store), _place, "Deciding again"):
            games = step.games
            drifted += len(step.drift)
            for drift in step.drift:
                click.echo(
                    f"{drift.uid} hand {drift.hand} (entry {drift.entry}): "
                    f"stored {drift.stored}; today {drift.today}"
                )
    differ = "1 hand differs" if drifted == 1 else f"{drifted} hands differ"
    click.echo(f"{counted(games, 'game')} audited, {differ}.")
    raise SystemExit(1 if drifted else 0)
