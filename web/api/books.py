"""Books and their players."""

from flask import Response, request
from flask_smorest import Blueprint

from events import chance, registry
from events.registry import Book, Key, OpenedBook
from web import clock
from web.api.answers import Body, answer, secret_answer, unless_known
from web.api.doors import repeatable
from web.api.spec import BASE, REPEAT, takes
from web.auth import book_key
from web.errors import forbidden, not_found
from web.jsonloader import read_json
from web.schemas.base import load
from web.schemas.bodies import NEW_BOOK, NEW_PLAYER, RENAMED_PLAYER
from web.server import server

blp = Blueprint("books", __name__, url_prefix=BASE, description="Books and players")


@blp.route("/books", methods=["POST"])
@blp.response(201, "OpenedBook")
@blp.doc(security=[{}], **takes("NewBook", REPEAT))
def open_book() -> Response:
    """Open a book; its keys are shown this once."""
    may_open()
    body = read_json(request)
    asked = repeatable("server", None, body)
    if asked is not None:
        registry.find_answer(server().store, asked)
    opened = registry.open_book(
        server().store,
        **load(NEW_BOOK, body),
        at=clock.now(),
        ids=chance.new_id,
        secrets=chance.new_secret,
        request=asked,
    )
    return secret_answer(opened_body(opened), f"{BASE}/books/{opened.book.id}")


def may_open() -> None:
    """Refuse to open a book: 403 where nobody may, 429 where too many came."""
    here = server()
    if not here.settings.open_books:
        detail = "this server opens no books (UPCARD_OPEN_BOOKS=off)"
        raise forbidden("books_closed", detail)
    here.limits.count(here.limits.books)


@blp.route("/books/<book>")
@blp.response(200, "Book")
def get_book(book: str) -> Response:
    """Show a book, its players, and which key asks."""
    key = book_key(book)
    found = stored_book(book)
    tag = f"{found.revision}-{key.id}-{server().build}"
    return unless_known(tag, lambda: book_body(found, key))


@blp.route("/books/<book>/players", methods=["POST"])
@blp.response(201, "Player")
@blp.doc(**takes("NewPlayer", REPEAT))
def add_player(book: str) -> Response:
    """Add a player to a book."""
    key = not_watch(book_key(book))
    body = read_json(request)
    asked = repeatable(f"book:{book}", key, body)
    if asked is not None:
        registry.find_answer(server().store, asked)
    made = registry.add_player(
        server().store,
        book,
        load(NEW_PLAYER, body)["name"],
        at=clock.now(),
        ids=chance.new_id,
        request=asked,
    )
    return answer({"id": made.player.id, "name": made.player.name}, status=201)


@blp.route("/books/<book>/players", methods=["PATCH"])
@blp.response(200, "Player")
@blp.doc(**takes("RenamedPlayer"))
def rename_player(book: str) -> Response:
    """Rename a player; a player's key renames its own player only."""
    key = not_watch(book_key(book))
    given = load(RENAMED_PLAYER, read_json(request))
    own_player(key, given["id"])
    renamed = registry.rename_player(server().store, book, given["id"], given["name"])
    if renamed is None:
        raise not_found("player")
    return answer({"id": renamed.id, "name": renamed.name})


def stored_book(book: str) -> Book:
    """Return a book that the caller's key opens."""
    found = registry.find_book(server().store, book)
    if found is None:
        raise not_found("book")
    return found


def not_watch(key: Key) -> Key:
    """Return the key, or refuse a watch key (403)."""
    if key.role == "watch":
        raise forbidden("watch_only", "a watch key looks on; it changes nothing")
    return key


def own_player(key: Key, player: str) -> None:
    """Refuse (403) a player's key that reaches for another player."""
    if key.role == "player" and key.player != player:
        detail = "a player's key is for that player alone"
        raise forbidden("not_your_player", detail)


def book_body(book: Book, key: Key) -> Body:
    """Return a book as this key sees it."""
    return {
        "id": book.id,
        "name": book.name,
        "created": book.created,
        "players": [{"id": p.id, "name": p.name} for p in book.players],
        "me": {"role": key.role, "player": key.player},
    }


def opened_body(opened: OpenedBook) -> Body:
    """Return a book just opened, with its keys; ``keys`` is null for a repeat."""
    book = opened.book
    return {
        "id": book.id,
        "name": book.name,
        "players": [{"id": p.id, "name": p.name} for p in book.players],
        "keys": opened.secrets and _secrets(opened),
    }


def _secrets(opened: OpenedBook) -> Body:
    secrets = opened.secrets or {}
    by_role: Body = {key.role: secrets[key.id] for key in opened.keys if not key.player}
    players = {key.player: secrets[key.id] for key in opened.keys if key.player}
    return by_role | {"players": players}
