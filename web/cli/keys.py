"""``upcard keys``: who may open a book; a key made anew where one was lost."""

import json

import click

from events import chance, registry
from events.registry import Book, Key, Role
from events.store import Store
from web import clock
from web.cli.common import end, opened, settings
from web.cli.history import BOOK, JSON, chosen_book


@click.command()
@BOOK
@click.option("--make", type=click.Choice(["referee", "player", "watch"]),
              help="Make a key; it is printed this once.")  # fmt: skip
@click.option("--player", help="Id or name of the player, for a player's key.")
@click.option("--label", help="What the key is for, to know it again.")
@click.option("--revoke", metavar="ID", help="Revoke the key with this id, for ever.")
@JSON
def keys(
    book: str | None,
    make: Role | None,
    player: str | None,
    label: str | None,
    revoke: str | None,
    as_json: bool,
) -> None:
    """List the keys of a book, make one, or revoke one.

    Whoever holds the file may do so: this is the way back in when the referee's link
    is lost. Making and revoking take the server's lock: stop `upcard serve` first.
    """
    writer = "upcard keys" if make or revoke else None
    with opened(writer=writer) as store:
        found = registry.find_book(store, chosen_book(store, book))
        assert found is not None, "it was chosen among those there are"
        if revoke and not registry.revoke_key(store, found.id, revoke, at=clock.now()):
            end(f"the book has no key {revoke}", status=2)
        if make:
            _make(store, found, make, _player(found, make, player), label, as_json)
            return
        _list(found, registry.keys_of(store, found.id), as_json=as_json)


def _player(book: Book, role: Role, named: str | None) -> str | None:
    """Return the id of the player that a key is for; ends where there is none."""
    if role != "player":
        if named is not None:
            end("--player goes with --make player only", status=2)
        return None
    found = [each.id for each in book.players if named in (each.id, each.name)]
    if not found:
        names = ", ".join(player.name for player in book.players)
        end(f"name one of the book's players with --player: {names}", status=2)
    return found[0]


def _make(
    store: Store,
    book: Book,
    role: Role,
    player: str | None,
    label: str | None,
    as_json: bool,
) -> None:
    made = registry.make_key(
        store,
        book.id,
        role=role,
        player=player,
        label=label,
        at=clock.now(),
        ids=chance.new_id,
        secrets=chance.new_secret,
    )
    if as_json:
        click.echo(json.dumps({**_body(made.key), "key": made.secret}, indent=2))
        return
    who = book.name_of(player) if player else role
    click.echo(f"{who}: {settings().base_url or ''}/k/{made.secret}")


def _list(book: Book, found: tuple[Key, ...], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([_body(key) for key in found], indent=2))
        return
    for key in found:
        who = book.name_of(key.player) if key.player else key.role
        used = f"last used {key.last_used}" if key.last_used else "never used"
        label = f" ({key.label})" if key.label else ""
        click.echo(f"{key.id}  {who}{label}, {used}")


def _body(key: Key) -> dict[str, str | None]:
    names = ("id", "role", "player", "label", "created", "last_used")
    return {name: getattr(key, name) for name in names}
