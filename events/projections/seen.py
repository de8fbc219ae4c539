"""Events as they leave the record: whole, or without what these eyes may not see."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from events.codec import canonical, event_data
from events.log import Row
from events.replayed import recorded
from referee.eyes import Eyes, Sight
from referee.game import Game
from referee.game.events import Event

Body = dict[str, Any]
"""A JSON object."""


def event_bodies(game: Game, rows: Iterable[Row], eyes: Eyes) -> Iterator[Body]:
    """Yield events as ``eyes`` may see them; ``game`` is the game as it stands.

    One with something hidden carries no ``salt``, so that nothing can be tried
    against its digest; the chain of hashes still holds.
    """
    for row, seen in _seen(game, rows, eyes):
        data = json.loads(row.data) if seen is None else event_data(seen)
        body = {
            "seq": row.seq,
            "entry": row.entry,
            "type": row.type,
            "schema": row.schema,
            "at": row.at,
            "by": row.by,
            "data": data,
            "digest": row.digest,
            "hash": row.hash,
        }
        yield body if seen is not None else {**body, "salt": row.salt}


def event_texts(game: Game, rows: Iterable[Row], eyes: Eyes) -> Iterator[str]:
    """Yield the same as ``event_bodies``, as JSON text."""
    for row, seen in _seen(game, rows, eyes):
        data = row.data if seen is None else canonical(event_data(seen))
        salt = f',"salt":"{row.salt}"' if seen is None else ""
        yield (
            f'{{"seq":{row.seq},"entry":{row.entry},"type":"{row.type}",'
            f'"schema":{row.schema},"at":"{row.at}","by":"{row.by}","data":{data},'
            f'"digest":"{row.digest}","hash":"{row.hash}"{salt}}}'
        )


def _seen(
    game: Game, rows: Iterable[Row], eyes: Eyes
) -> Iterator[tuple[Row, Event | None]]:
    """Yield each row with what is seen of its event; ``None``: all of it."""
    if eyes == "referee":
        yield from ((row, None) for row in rows)
        return
    sight = Sight(game, eyes)
    for row in rows:
        (each,) = recorded([row])
        seen = sight.see(each)
        yield row, None if seen is each.event else seen
