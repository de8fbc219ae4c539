"""History: the games of a book, running, finished and put away, with their replay."""

from typing import Any

from flask import Response, request

from events import registry
from events.registry import Book
from web.api.archive import archive
from web.auth import book_key, playing_caller
from web.pages.door import given, go, page, pages
from web.pages.home import held_books
from web.pages.rows import game_row
from web.server import server

PAGE = 50


@pages.get("/history")
def history() -> Response:
    """List the books of this phone, each with its games."""
    books = [_book(book, may=key.role != "watch") for book, key in held_books()]
    return page("history.html", books=books)


@pages.get("/b/<book>")
def book_page(book: str) -> Response:
    """List the games of one book."""
    key = book_key(book)
    found = registry.find_book(server().store, book)
    assert found is not None, "a key opens a book that exists"
    after = request.args.get("after")
    listed = _book(found, may=key.role != "watch", after=after)
    return page("history.html", books=[listed])


def _book(book: Book, *, may: bool, after: str | None = None) -> dict[str, Any]:
    found = registry.games_of(server().store, book.id, after=after, limit=PAGE)
    rows = [game_row(book, each) for each in found.games]
    kept = [row for row in rows if not row["archived"]]
    return {
        "id": book.id,
        "name": book.name,
        "may": may,
        "playing": [row for row in kept if row["status"] == "playing"],
        "finished": [row for row in kept if row["status"] != "playing"],
        "archived": [row for row in rows if row["archived"]],
        "next": found.next,
    }


@pages.post("/g/<uid>/archive")
def archive_game(uid: str) -> Response:
    """Put a game away, or back: it is a list that changes, never the game."""
    caller = playing_caller(uid)
    archive(caller, wanted=given().get("archived") == "yes")
    return go(f"/b/{caller.game.book}")
