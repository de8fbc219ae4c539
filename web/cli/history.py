"""Commands that take history out and in: ``export``, ``import``, ``standings``."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import click

from events import chance, exports
from events.errors import NoSuchGame
from events.exports import Scope
from events.imports import Import, Imported, ImportRefused, Opening
from events.projections.standings import standings as standings_of
from events.registry import GameRow
from events.store import Store
from referee.eyes import Eyes
from web import clock
from web.api.history import FORMS, games_table, imported_body
from web.cli.common import counted, end, opened, settings, with_progress

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
BOOK = click.option(
    "--book", help="Id or name of the book; not needed for an only one."
)


def chosen_book(store: Store, given: str | None) -> str:
    """Return the id of the book that was named, or of the only one there is."""
    books = exports.all_books(store)
    found = [book for book, name in books if given in (None, book, name)]
    if not books:
        end("this record has no books yet", status=2)
    if len(found) != 1:
        listed = "; ".join(f"{book} {name}" for book, name in books)
        end(f"name one book with --book: {listed}", status=2)
    return found[0]


@click.command()
@BOOK
@click.option("--game", help="Id of a game, to export it alone.")
@click.option(
    "--format", "form", type=click.Choice([*FORMS]), default="json", show_default=True,
    help="json and ndjson can be imported again.",
)  # fmt: skip
@click.option(
    "--of", type=click.Choice(["hands", "games"]), default="hands", show_default=True,
    help="What a csv lists.",
)  # fmt: skip
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path),
              help="File to write; without it, to the terminal.")  # fmt: skip
def export(
    book: str | None, game: str | None, form: str, of: str, out: Path | None
) -> None:
    """Take a book out of the record, or one game: all of it, as the referee sees it.

    Nothing is changed, and the server may go on. A file that is there is replaced
    when the new one is whole.
    """
    with opened() as store:
        try:
            scope = (
                exports.of_game(store, game)
                if game
                else exports.of_book(store, chosen_book(store, book))
            )
        except NoSuchGame:
            end(f"there is no game {game}", status=2)
        steps = _steps(store, scope, form, of)
        if out is None:
            for _, _, piece in steps:
                sys.stdout.write(piece)
            return
        part = out.with_name(f"{out.name}.part")
        try:
            with part.open("w", encoding="utf-8", newline="") as file:
                _write_all(file, steps)
            part.replace(out)
        except OSError as error:
            end(f"{out} cannot be written ({error.strerror})", status=73)
    click.echo(f"{counted(len(scope.games), 'game')} exported to {out}.")


def _steps(
    store: Store, scope: Scope, form: str, of: str
) -> Iterator[tuple[int, int, str]]:
    """Yield the pieces of an export, each with ``(games done, games)``."""
    seen: set[str] = set()

    def eyes(row: GameRow) -> Eyes:
        seen.add(row.uid)
        return "referee"

    write = games_table if (form, of) == ("csv", "games") else FORMS[form][1]
    for count, piece in enumerate(write(store, scope, eyes)):
        done = count if form == "csv" else len(seen)
        yield done, len(scope.games), piece


def _write_all(file: IO[str], steps: Iterator[tuple[int, int, str]]) -> None:
    for _, _, piece in with_progress(steps, lambda step: step[:2], "Exporting"):
        file.write(piece)
    file.flush()
    os.fsync(file.fileno())


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@BOOK
@click.option("--new-book", is_flag=True, help="Open a book of its own for the games.")
@click.option(
    "--accept-differences",
    is_flag=True,
    help="Keep verdicts that would come out differently today, marked.",
)
@JSON
def import_(
    file: Path,
    book: str | None,
    new_book: bool,
    accept_differences: bool,
    as_json: bool,
) -> None:
    """Bring the games of an export into a book: all of them or none.

    FILE is an export as json or ndjson. Every hash is checked and every hand judged
    again. A record that has no book yet gets one; its keys are printed this once.
    Takes the server's lock: stop `upcard serve` first.
    """
    with opened(writer="upcard import", create=True) as store:
        opening = None
        if new_book or not exports.all_books(store):
            opening, book = Opening(chance.new_id, chance.new_secret), chance.new_id()
        else:
            book = chosen_book(store, book)
        with file.open("rb") as open_file:
            bringing = Import(
                store,
                book,
                open_file.read,
                at=clock.now(),
                size=file.stat().st_size,
                accept_differences=accept_differences,
                opening=opening,
            )
            _bring(bringing, file)
    _say_imported(bringing.result, book, as_json=as_json)


def _bring(bringing: Import, file: Path) -> None:
    try:
        for _ in with_progress(bringing.steps(), lambda step: step, "Importing"):
            pass
    except ImportRefused as refused:
        for each in refused.differences:
            click.echo(
                f"line {each.line}: game {each.game}, hand {each.hand}: stored "
                f"{each.stored}; today {each.today}",
                err=True,
            )
        status = 1 if refused.code == "verdicts_differ" else 2
        end(f"{file}: {refused}; nothing was imported", status=status)


def _say_imported(made: Imported, book: str, *, as_json: bool) -> None:
    links = {
        f"{key.role} {key.player or ''}".strip(): secret for key, secret in made.keys
    }
    if as_json:
        body = {"book": book, **imported_body(made), "keys": links or None}
        click.echo(json.dumps(body, ensure_ascii=False, indent=2))
        return
    click.echo(
        f"{counted(len(made.games), 'game')} imported into book {book}, "
        f"{len(made.unchanged)} were here already."
    )
    if made.differ:
        verdicts = counted(made.differ, "verdict")
        click.echo(f"{verdicts} would come out differently today; kept.")
    names = {player.id: player.name for player in made.players}
    base = settings().base_url or ""
    if made.keys:
        click.echo("Keys of the new book, shown this once; each opens as a page:")
    for key, secret in made.keys:
        who = names[key.player] if key.player else key.role
        click.echo(f"  {who}: {base}/k/{secret}")


@click.command()
@BOOK
@JSON
def standings(book: str | None, as_json: bool) -> None:
    """Show who leads in a book, and who owes whom."""
    with opened() as store:
        body = standings_of(store, chosen_book(store, book))
    if as_json:
        click.echo(json.dumps(body, ensure_ascii=False, indent=2))
        return
    click.echo(_table(body["players"]))
    names = {player["id"]: player["name"] for player in body["players"]}
    for debt in body["settlement"]["book"]["owed"]:
        payer, payee = names[debt["from"]], names[debt["to"]]
        click.echo(f"{payer} owes {payee} {debt['amount']}")


_HEADS = {
    "name": "",
    "games": "games",
    "won": "won",
    "hands": "hands",
    "hands_won": "won",
    "points": "points",
    "boxes": "boxes",
    "gins": "gins",
    "undercuts_given": "undercuts",
    "average_deadwood": "deadwood",
    "longest_run": "run",
}


def _table(players: list[dict[str, Any]]) -> str:
    rows = [[*_HEADS.values()]]
    rows += [
        ["-" if row[name] is None else str(row[name]) for name in _HEADS]
        for row in players
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
