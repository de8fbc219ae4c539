"""Games put away from the lists, and brought back; nothing of them changes."""

from flask import Response, request
from flask_smorest import Blueprint

from events import registry
from web import clock
from web.api.answers import answer
from web.api.spec import BASE, takes
from web.auth import GameCaller, playing_caller
from web.errors import not_found
from web.jsonloader import read_json
from web.schemas.base import load
from web.schemas.bodies import ARCHIVE
from web.server import server

blp = Blueprint("archive", __name__, url_prefix=BASE, description="Games put away")


@blp.route("/games/<game>", methods=["PATCH"])
@blp.response(200, "Archived")
@blp.doc(**takes("Archive"))
def patch_game(game: str) -> Response:
    """Put a game away from its book's lists, or bring it back."""
    caller = playing_caller(game)
    wanted = load(ARCHIVE, read_json(request))["archived"]
    archive(caller, wanted=wanted)
    return answer({"id": game, "archived": wanted})


def archive(caller: GameCaller, *, wanted: bool) -> None:
    """Put the caller's game away, or bring it back."""
    at = clock.now() if wanted else None
    if not registry.archive_game(server().store, caller.game.uid, at=at):
        raise not_found("game")
