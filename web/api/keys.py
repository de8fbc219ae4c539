"""Keys of a book: listed, made, revoked."""

from flask import Response, request
from flask_smorest import Blueprint

from events import chance, registry
from events.registry import Key, MadeKey
from web import clock
from web.api.answers import Body, answer, secret_answer
from web.api.books import not_watch, own_player, stored_book
from web.api.doors import repeatable
from web.api.spec import BASE, REPEAT, takes
from web.auth import book_key
from web.errors import Problem, forbidden, not_found
from web.jsonloader import read_json
from web.schemas.base import load, unreadable
from web.schemas.bodies import NEW_KEY
from web.schemas.fields import Said
from web.server import server

blp = Blueprint("keys", __name__, url_prefix=BASE, description="Keys of a book")


@blp.route("/books/<book>/keys")
@blp.response(200, "Keys")
def list_keys(book: str) -> Response:
    """List the keys that the caller may make or revoke, without their secrets."""
    key = not_watch(book_key(book))
    mine = [
        each for each in registry.keys_of(server().store, book) if _within(key, each)
    ]
    return answer({"keys": [_listed(each) for each in mine]})


@blp.route("/books/<book>/keys", methods=["POST"])
@blp.response(201, "MadeKey")
@blp.doc(**takes("NewKey", REPEAT))
def make_key(book: str) -> Response:
    """Make a key, shown this once. A player's key makes its own role and watch."""
    key = not_watch(book_key(book))
    body = read_json(request)
    asked = repeatable(f"book:{book}", key, body)
    if asked is not None:
        registry.find_answer(server().store, asked)
    made = registry.make_key(
        server().store,
        book,
        **_wanted(key, load(NEW_KEY, body)),
        at=clock.now(),
        ids=chance.new_id,
        secrets=chance.new_secret,
        request=asked,
    )
    return secret_answer(made_body(made))


@blp.route("/books/<book>/keys/<key_id>", methods=["DELETE"])
@blp.response(204)
def revoke_key(book: str, key_id: str) -> Response:
    """Revoke a key for ever; the last referee key stays."""
    key = book_key(book)
    keys = registry.keys_of(server().store, book)
    target = next((each for each in keys if each.id == key_id), None)
    if target is None:
        raise not_found("key")
    if not _within(not_watch(key), target):
        raise forbidden("not_your_key", "this key may not revoke that one")
    if target.role == "referee" and sum(k.role == "referee" for k in keys) == 1:
        detail = "a book keeps one referee key; make another first"
        raise Problem(409, "last_referee_key", detail)
    registry.revoke_key(server().store, book, key_id, at=clock.now())
    return answer(None, status=204)


def _within(key: Key, other: Key) -> bool:
    """Whether ``key`` may make, list and revoke a key such as ``other``."""
    if key.role == "referee" or other.role == "watch":
        return True
    return other.role == "player" and other.player == key.player


def _wanted(key: Key, given: Body) -> Body:
    """Return what to make, or refuse what this key may not make, or nobody can."""
    if given["role"] == "referee" and key.role != "referee":
        raise forbidden("referee_only", "only a referee key makes another")
    if given["role"] != "player":
        return given
    player = given.get("player", key.player)
    if player is None:
        raise unreadable({"player": [Said("missing_field", "is needed")]})
    own_player(key, player)
    if all(each.id != player for each in stored_book(key.book).players):
        text = "is not a player of this book"
        raise unreadable({"player": [Said("unknown_player", text)]})
    return {**given, "player": player}


def _listed(key: Key) -> Body:
    return {
        "id": key.id,
        "role": key.role,
        "player": key.player,
        "label": key.label,
        "created": key.created,
        "last_used": key.last_used,
    }


def made_body(made: MadeKey) -> Body:
    """Return a key just made; ``key`` and ``keys`` are null for a repeat."""
    key = made.key
    by_player = {"players": {key.player: made.secret}}
    return {
        "id": key.id,
        "role": key.role,
        "player": key.player,
        "label": key.label,
        "key": made.secret,
        "keys": made.secret and (by_player if key.player else {key.role: made.secret}),
    }
