"""History out and in: standings, exports, imports, and a feed to follow a book by."""

from collections.abc import Callable, Iterator
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from werkzeug.exceptions import RequestEntityTooLarge

from events import exports
from events.exports import EyesOn, Scope
from events.imports import Import, Imported, ImportRefused
from events.projections.feed import eyes_of, feed_of, places_of
from events.projections.standings import standings
from events.store import Store
from web import clock
from web.api.answers import Body, answer, unless_known
from web.api.books import stored_book
from web.api.doors import query_number
from web.api.sheets import as_text
from web.api.spec import BASE, asks
from web.auth import Key, book_key, game_caller
from web.errors import Problem, forbidden
from web.schemas.answers import ANY_OBJECT, TEXT
from web.schemas.base import unreadable
from web.schemas.fields import Said
from web.server import server

blp = Blueprint("history", __name__, url_prefix=BASE, description="History")

LARGEST = 16 * 1024 * 1024
"""Bytes of an export that may be sent; ``upcard import`` takes any."""
MOST_EVENTS = 1000
NDJSON = "application/x-ndjson"
JSON_TYPES = ("application/json", NDJSON)
_STATUS = {"bad_export": 422, "redacted_export": 422}

Written = Callable[[Store, Scope, EyesOn], Iterator[str]]


def hands_table(store: Store, scope: Scope, _eyes: EyesOn) -> Iterator[str]:
    """Write hands as CSV; every key of the book sees the same."""
    return exports.hands_csv(store, scope)


def games_table(store: Store, scope: Scope, _eyes: EyesOn) -> Iterator[str]:
    """Write games as CSV; every key of the book sees the same."""
    return exports.games_csv(store, scope)


FORMS: dict[str, tuple[str, Written]] = {
    "json": ("application/json", exports.as_json),
    "ndjson": (NDJSON, exports.as_ndjson),
    "csv": ("text/csv", hands_table),
    "text": ("text/plain", as_text),
}
"""Format of an export -> its media type, and how it is written."""

_WORDS = {"format": [*FORMS], "of": ["hands", "games"]}
_EXPORT = {
    "parameters": [
        {
            "name": name,
            "in": "query",
            "schema": {"type": "string", "enum": words, "default": words[0]},
        }
        for name, words in _WORDS.items()
    ],
    "responses": {
        "200": {
            "description": "OK",
            "content": {
                kind: {"schema": ANY_OBJECT if kind == "application/json" else TEXT}
                for kind, _ in FORMS.values()
            },
        }
    },
}
_EXPORTED: Body = {"content": {kind: {"schema": {}} for kind in JSON_TYPES}}
_ACCEPT = {
    "name": "accept_differences",
    "in": "query",
    "description": "Keep verdicts that would come out differently today, marked.",
    "schema": {"type": "boolean"},
}


@blp.route("/books/<book>/standings")
@blp.response(200, "Standings")
def get_standings(book: str) -> Response:
    """Show who leads, head to head, and who owes whom."""
    book_key(book)
    store = server().store
    with store.reading():
        revision = stored_book(book).revision
        tag = f"{places_of(store, book)}.{revision}-{server().build}"
        return unless_known(tag, lambda: standings(store, book))


@blp.route("/books/<book>/feed")
@blp.response(200, "Feed")
@blp.doc(parameters=asks("after", "limit"))
def get_feed(book: str) -> Response:
    """Show a book's events in the order they were recorded, each once."""
    key = book_key(book)
    after = query_number("after", 0)
    limit = min(max(query_number("limit", 500), 1), MOST_EVENTS)
    store = server().store
    found = feed_of(store, book, key.player, key.role, after=after, limit=limit)
    return answer(
        {"events": list(found.events), "next": found.next, "more": found.more}
    )


@blp.route("/games/<game>/export")
@blp.doc(**_EXPORT)
def export_game(game: str) -> Response:
    """Take a game out, as far as the key may see it."""
    caller = game_caller(game)
    return _exported(exports.of_game(server().store, game), caller.key, game)


@blp.route("/books/<book>/export")
@blp.doc(**_EXPORT)
def export_book(book: str) -> Response:
    """Take all games of a book out, as far as the key may see them."""
    key = book_key(book)
    return _exported(exports.of_book(server().store, book), key, book)


def _exported(scope: Scope, key: Key, name: str) -> Response:
    form = _choice("format")
    kind, write = FORMS[form]
    if _choice("of") == "games" and form == "csv":
        write = games_table
    pieces = write(
        server().store, scope, lambda row: eyes_of(row, key.player, key.role)
    )
    response = Response((piece.encode() for piece in pieces), mimetype=kind)
    ending = "txt" if form == "text" else form
    how = "inline" if form == "text" else "attachment"
    response.headers["Content-Disposition"] = f'{how}; filename="{name}.{ending}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _choice(name: str) -> str:
    """Read a word of the query, the first of its words where none is given."""
    words = _WORDS[name]
    given = request.args.get(name, words[0])
    if given not in words:
        text = f"must be one of {', '.join(words)}"
        raise unreadable({name: [Said("unknown_choice", text)]})
    return given


@blp.route("/books/<book>/import", methods=["POST"])
@blp.response(201, "Imported")
@blp.doc(requestBody={"required": True, **_EXPORTED}, parameters=[_ACCEPT])
def import_book(book: str) -> Response:
    """Bring in games of an export, all or none; sent again, nothing happens."""
    key = book_key(book)
    if key.role != "referee":
        raise forbidden("referee_only", "only the referee's key imports")
    if request.mimetype not in JSON_TYPES:
        detail = f"send an export as {' or '.join(JSON_TYPES)}"
        raise Problem(415, "not_json_type", detail)
    made = imported(book, accept=_switch("accept_differences"))
    return answer(imported_body(made), status=201 if made.games else 200)


def _switch(name: str) -> bool:
    given = request.args.get(name, "false")
    if given not in ("true", "false"):
        raise unreadable({name: [Said("unknown_choice", "must be true or false")]})
    return given == "true"


def imported(book: str, *, accept: bool) -> Imported:
    """Import the body of the request; raises ``Problem``."""
    request.max_content_length = LARGEST
    try:
        bringing = Import(
            server().store,
            book,
            request.stream.read,
            at=clock.now(),
            accept_differences=accept,
        )
        for _ in bringing.steps():
            pass
    except ImportRefused as refused:
        raise refusal(refused) from None
    except RequestEntityTooLarge:
        detail = f"an export may have {LARGEST} bytes here; `upcard import` takes more"
        raise Problem(413, "too_large", detail) from None
    return bringing.result


def refusal(refused: ImportRefused) -> Problem:
    """Return the problem that says why a file was not imported, and where."""
    more: dict[str, Any] = {"line": refused.line}
    if refused.differences:
        more["differences"] = _differences(refused.differences)
    violation = {
        "code": refused.code,
        "rule": "",
        "detail": str(refused),
        "play": 0,
        "entries": [],
    }
    status = _STATUS.get(refused.code, 409)
    return Problem(status, refused.code, str(refused), violations=[violation], **more)


def imported_body(made: Imported) -> Body:
    """Return what came of an import."""
    return {
        "games": list(made.games),
        "unchanged": list(made.unchanged),
        "players": [{"id": each.id, "name": each.name} for each in made.players],
        "differ": made.differ,
        "differences": _differences(made.differences),
    }


def _differences(differences: Any) -> list[Body]:
    names = ("game", "hand", "entry", "line", "stored", "today")
    return [{name: getattr(each, name) for name in names} for each in differences]
