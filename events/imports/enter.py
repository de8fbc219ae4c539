"""What passed, written: games, and the players they are of."""

from collections.abc import Sequence
from dataclasses import dataclass

from events import log
from events.driver import Connection, IntegrityError
from events.imports.aside import Kept
from events.imports.judge import About
from events.imports.refused import ImportRefused, bad
from events.projections import tables
from events.projections.feed import place_game
from events.readmodels import Tables
from events.registry import BookPlayer, Key, Make, Role, books, games, keys

PLAIN = 1
DIFFERS = 2
"""Values of ``imported``: as today's engine judges; with verdicts that it would not
give."""

_OF_KEYS = "UPDATE book_keys SET player = ? WHERE book = ? AND player = ?"
_OF_REQUESTS = "UPDATE requests SET made = ? WHERE scope = ? AND made = ?"
_PLAYED = "SELECT 1 FROM book_games WHERE book = ? AND ? IN (player_a, player_b)"


@dataclass(frozen=True, slots=True)
class Opening:
    """Makes a book of its own for an import: where ids and secrets come from."""

    ids: Make
    secrets: Make


def enter_book(conn: Connection, book: str, name: str, *, at: str) -> None:
    """Open a book under an id that nobody has, without players and keys."""
    conn.execute("INSERT INTO books VALUES (?, ?, ?, 0)", (book, name, at))


def enter_keys(
    conn: Connection,
    book: str,
    players: Sequence[BookPlayer],
    opening: Opening,
    *,
    at: str,
) -> tuple[tuple[Key, str], ...]:
    """Make a key for the referee, for each player and to watch, with their secrets."""
    roles: list[tuple[Role, str | None]] = [("referee", None)]
    roles += [("player", player.id) for player in players]
    roles.append(("watch", None))
    made = []
    for role, player in roles:
        key = Key(opening.ids(), book, role, player, None, at, None, None)
        made.append((key, opening.secrets()))
        keys.insert(conn, *made[-1])
    return tuple(made)


def is_known(conn: Connection, book: str, about: About) -> bool:
    """Whether the book has all of this game already.

    Raises ``ImportRefused``: ``held_elsewhere`` for a game of another book,
    ``game_differs`` for a longer copy of a known game, or one that went on otherwise.
    """
    query = "SELECT number, book FROM book_games WHERE uid = ?"
    row = conn.execute(query, (about.uid,)).fetchone()
    if row is None:
        return False
    number, holder = row
    if holder != book:
        raise ImportRefused(
            "held_elsewhere", f"game {about.uid} is in another book of this server"
        )
    here = log.version(conn, number)
    if here < about.version:
        reason = f"has {here} events here and {about.version} in the file"
        raise ImportRefused("game_differs", f"game {about.uid} {reason}")
    (last,) = log.read(conn, number, after=about.version - 1, upto=about.version)
    if last.hash != about.head:
        reason = f"is another at seq {about.version} here than in the file"
        raise ImportRefused("game_differs", f"game {about.uid} {reason}")
    return True


def enter_players(
    conn: Connection, book: str, players: Sequence[BookPlayer], *, at: str
) -> tuple[BookPlayer, ...]:
    """Let the players of a file join the book, under the ids that its events hold.

    A player of the book with the same name who has not played yet becomes that
    player, keys and all. Another one of that name stays, and the newcomer is called
    ``Ann (2)``. Raises ``ImportRefused`` (``held_elsewhere``).
    """
    return tuple(_enter_player(conn, book, each, at=at) for each in players)


def _enter_player(
    conn: Connection, book: str, player: BookPlayer, *, at: str
) -> BookPlayer:
    query = "SELECT book, name FROM book_players WHERE id = ?"
    row = conn.execute(query, (player.id,)).fetchone()
    if row is not None:
        holder, name = row
        if holder != book:
            raise ImportRefused(
                "held_elsewhere",
                f"player {player.id} ({player.name}) is in another book of this server",
            )
        return BookPlayer(player.id, name)
    same = books.find_named(conn, book, player.name)
    if same is not None and conn.execute(_PLAYED, (book, same)).fetchone() is None:
        _become(conn, book, same, player.id)
        return player
    name = _free_name(conn, book, player.name)
    return books.insert_player(conn, book, name, at=at, new=lambda: player.id)


def _become(conn: Connection, book: str, old: str, new: str) -> None:
    """Give a player who has not played the id that the events of a file hold.

    Keys and requests are found by their book: there may be millions.
    """
    conn.execute("UPDATE book_players SET id = ? WHERE id = ?", (new, old))
    conn.execute(_OF_KEYS, (new, book, old))
    conn.execute(_OF_REQUESTS, (new, f"book:{book}", old))


def _free_name(conn: Connection, book: str, name: str) -> str:
    number, free = 1, name
    while books.find_named(conn, book, free) is not None:
        number += 1
        free = f"{name[:50]} ({number})"
    return free


def enter_game(conn: Connection, book: str, kept: Kept) -> None:
    """Enter a game with its events as they are, and its read models.

    Raises ``ImportRefused`` where these would hold words in place of numbers.
    """
    about, rows = kept.about, kept.rows
    number = games.free_number(conn)
    # Before the game is listed, so that they are placed in its book's feed together:
    # one by one, by the trigger of the log, costs twice as much.
    log.append(conn, number, rows)
    games.insert(
        conn,
        about.uid,
        book,
        about.players,
        at=rows[0].at,
        number=number,
        imported=DIFFERS if kept.differs else PLAIN,
    )
    place_game(conn, book, number)
    own = {
        name: [(number, *cells[1:]) for cells in table]
        for name, table in kept.tables.items()
    }
    try:
        tables.enter(conn, Tables(own))
    except IntegrityError as error:
        reason = f"these events do not make a game: {error}"
        raise bad(kept.line, reason) from None
