"""Home: the games of this browser's books, and a new game."""

from typing import Any

from flask import Response, request

from events import registry
from events.chance import new_id, new_secret
from events.errors import RecordError
from events.registry import Book, Key, OpenedBook
from referee.errors import Refusal
from referee.presets import PRESETS
from referee.rules import PLAYERS, other
from web import clock
from web.api.books import may_open
from web.api.games import started
from web.auth import (
    COOKIE,
    book_key,
    check_same_origin,
    current_key,
    is_https,
    set_cookie,
)
from web.errors import Problem, problem_of
from web.pages.door import given, go, page, pages
from web.pages.house import house_fields, rules_from
from web.pages.refused import refused_of
from web.pages.rows import game_row
from web.pages.write import once
from web.schemas.base import load
from web.schemas.bodies import NEW_GAME
from web.server import server
from web.strings import say

FIRST_PRESETS = ("jpgames", "jpgames-oklahoma", "hollywood", "tournament", "bicycle")
"""Those on the page at once; the others are one tap away."""
KEEP = "keep"
KEEP_BETWEEN = "."
KEEP_SECONDS = 3600
MOST_BOOKS = 20
LONGEST_NAME = 60
ROLES = ("A", "B", "referee")


@pages.get("/")
def home() -> Response:
    """Show the games to continue, and the form of a new one."""
    return _home(given(), {})


def _home(form: dict[str, str], errors: dict[str, str], **facts: Any) -> Response:
    held = held_books()
    book = None if form.get("book") == "new" else _chosen(held, form)
    if book and "a" not in form:
        form = {**form, **_names_of(book)}
    form = {"preset": PRESETS[0].id, "dealer": "", "holder": "A"} | form
    return page(
        "home.html",
        status=facts.pop("status", 200),
        books=[_listed(each) for each, _ in held],
        book=book,
        form=form,
        errors=errors,
        presets=_presets(),
        house=house_fields(),
        house_open=any(form.get(f"rule.{f.name}") for f in house_fields()),
        may_open=server().settings.open_books,
        **facts,
    )


def held_books() -> list[tuple[Book, Key]]:
    """Return the books whose cookie this browser holds, the last used game first."""
    names = [name for name in request.cookies if name.startswith(COOKIE)]
    found = []
    for name in names[:MOST_BOOKS]:
        book_id = name.removeprefix(COOKIE)
        key = current_key(book_id)
        book = registry.find_book(server().store, book_id) if key else None
        if key and book:
            found.append((book, key))
    return found


def _chosen(held: list[tuple[Book, Key]], form: dict[str, str]) -> Book | None:
    """Return the book that a new game goes into: the one asked for, else the first."""
    mine = [book for book, key in held if key.role != "watch"]
    asked = [book for book in mine if book.id == form.get("book")]
    return next(iter(asked or mine), None)


def _names_of(book: Book) -> dict[str, str]:
    games = registry.games_of(server().store, book.id, limit=1).games
    ids = [games[0].game.players[s] for s in PLAYERS] if games else []
    names = [book.name_of(each) for each in ids] or [p.name for p in book.players[:2]]
    return dict(zip(("a", "b"), names, strict=False))


def _presets() -> dict[str, list[str]]:
    more = [p.id for p in PRESETS if p.id not in FIRST_PRESETS]
    return {"first": list(FIRST_PRESETS), "more": more}


def _listed(book: Book) -> dict[str, Any]:
    games = registry.games_of(server().store, book.id, limit=50).games
    rows = [row for each in games if not (row := game_row(book, each))["archived"]]
    return {
        "id": book.id,
        "name": book.name,
        "playing": [row for row in rows if row["status"] == "playing"],
        "finished": [row for row in rows if row["status"] != "playing"],
    }


@pages.post("/new")
def new_game() -> Response:
    """Start a game; without a book on this phone, open one first."""
    form = given()
    try:
        if form.get("book"):
            return _start_in(form["book"], form)
        check_same_origin()
        return _open_and_start(form)
    except (Problem, Refusal, RecordError) as error:
        problem = problem_of(error)
        if problem.status not in (409, 422) and problem.code != "not_in_game":
            raise
        errors = _beside(problem)
        refused = None if errors else refused_of(problem)
        return _home(form, errors, refused=refused, status=problem.status)


def _wanted(form: dict[str, str]) -> dict[str, Any]:
    """Read the form as the API reads a new game; raises ``Problem`` 422."""
    body: dict[str, Any] = {
        "rules": rules_from(form),
        "players": {"A": form.get("a", ""), "B": form.get("b", "")},
    }
    if form.get("dealer"):
        body["first_dealer"] = form["dealer"]
    found: dict[str, Any] = load(NEW_GAME, body)
    return found


def _start_in(book: str, form: dict[str, str]) -> Response:
    key = book_key(book)
    made = started(book, key, _wanted(form), once(f"book:{book}", key, form))
    return go(f"/g/{made.uid}")


def _open_and_start(form: dict[str, str]) -> Response:
    """Open a book and its first game; set the holder's key, keep the referee's link."""
    wanted = _wanted(form)
    may_open()
    names = [wanted["players"][seat] for seat in PLAYERS]
    opened = registry.open_book(
        server().store,
        name=say("game.title", a=names[0], b=names[1])[:LONGEST_NAME].strip(),
        players=names,
        at=clock.now(),
        ids=new_id,
        secrets=new_secret,
    )
    referee = _key_for(opened, "referee")
    made = started(opened.book.id, referee, wanted, None)
    secrets = opened.secrets or {}
    holder = form.get("holder", "")
    held = _key_for(opened, holder if holder in ROLES else "referee")
    others = [_key_for(opened, other(seat)) for seat in PLAYERS if seat == holder]
    response = go(f"/g/{made.uid}/keep")
    set_cookie(response, opened.book.id, secrets[held.id])
    _keep(response, made.uid, [secrets[key.id] for key in (referee, *others)])
    return response


def _key_for(opened: OpenedBook, who: str) -> Key:
    """Return the key of a seat, or the referee's."""
    player = None if who == "referee" else opened.book.players[who == "B"].id
    return next(
        key for key in opened.keys if key.player == player and key.role != "watch"
    )


def _keep(response: Response, uid: str, secrets: list[str]) -> None:
    """Let the next page, and only it, show these links."""
    response.set_cookie(
        KEEP,
        KEEP_BETWEEN.join(secrets),
        max_age=KEEP_SECONDS,
        path=f"/g/{uid}/keep",
        httponly=True,
        samesite="Lax",
        secure=is_https(),
    )


def _beside(problem: Problem) -> dict[str, str]:
    """Return what to say beside the fields of the new game."""
    places = {"players.A": "a", "players.B": "b", "first_dealer": "dealer"}
    found = {}
    for error in problem.more.get("errors", ()):
        path = error["field"]
        name = places.get(path) or path.replace("rules.", "rule.")
        found["preset" if name == "rule.preset" else name] = error["detail"]
    return found
