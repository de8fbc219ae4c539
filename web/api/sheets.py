"""Whole games as text: what was scored in a few lines, then every hand."""

from collections.abc import Iterator

from events.exports import EyesOn, Scope
from events.projections import sheet_of
from events.replayed import standing
from events.store import Store
from referee.notation import write_hands
from referee.rules import PLAYERS, Player
from web.api.written import written


def as_text(store: Store, scope: Scope, eyes: EyesOn) -> Iterator[str]:
    """Yield each game of an export as text, one hand at a time.

    The result of a game and of each hand stand in comments, so that
    ``referee.notation.read_hands`` reads the whole of it.
    """
    names = {player.id: player.name for player in scope.players}
    for uid in scope.games:
        with store.reading() as conn:
            now = standing(store, conn, uid)
        game, row = now.game, now.row
        seated: dict[Player, str] = {p: names[row.players[p]] for p in PLAYERS}
        yield "".join(
            f"; {line}\n" for line in _summary(store, uid, row.created, seated)
        )
        yield "\n"
        for hand in game.begun:
            date = row.created[:10]
            yield write_hands([written(game, hand, eyes(row), names=seated, date=date)])
            yield "\n"


def _summary(
    store: Store, uid: str, created: str, names: dict[Player, str]
) -> Iterator[str]:
    """The score sheet in words, a line for the game and one for each of its lines."""
    sheet = sheet_of(store, uid)
    totals = ", ".join(f"{names[p]} {sheet['totals'][p]}" for p in PLAYERS)
    ended = f"{names[sheet['winner']]} wins" if sheet["winner"] else "no winner"
    yield f"Game {uid}, {created[:10]}: {totals}; {ended}"
    if sheet["settlement"]:
        yield f"Settlement: {sheet['settlement']}"
    for number, column in enumerate(sheet["columns"], 1):
        if len(sheet["columns"]) > 1:
            yield f"Column {number}"
        for line in column["lines"]:
            running = " : ".join(str(line["running"][p]) for p in PLAYERS)
            what = f"Hand {line['hand']}" if line["hand"] else "Adjusted"
            who = f" {names[line['winner']]} {line['points']}" if line["winner"] else ""
            yield f"{what}: {line['result']}{who}, {running}"
