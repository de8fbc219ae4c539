"""``upcard demo``: a book with played games, to look around in."""

import click

from web import clock
from web.cli.common import opened, settings
from web.demo import Demo, fill


@click.command()
@click.option("--url", default=None, help="Where the server answers, for the links.")
def demo(url: str | None) -> None:
    """Fill a score book with played games, and print its links.

    The games are played through the referee like any other. Takes the server's lock:
    stop `upcard serve` first, or give a file of its own with UPCARD_DB.
    """
    with opened(writer="upcard demo", create=True) as store:
        filled = fill(store, at=clock.now())
    _show(filled, url or settings().base_url or "http://127.0.0.1:8000")


def _show(filled: Demo, url: str) -> None:
    opened_book, secrets = filled.opened, filled.opened.secrets or {}
    click.echo(f"{len(filled.games)} games in the book {opened_book.book.name}.")
    click.echo("Start `upcard serve`, then open one of these links:")
    for key in opened_book.keys:
        who = opened_book.book.name_of(key.player) if key.player else key.role
        click.echo(f"{who:8} {url.rstrip('/')}/k/{secrets[key.id]}")
