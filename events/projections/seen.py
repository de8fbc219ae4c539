"""Events as they leave the record: whole, or without what these eyes may not see."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from events.codec import event_data
from events.log import Row
from events.replayed import recorded
from referee.eyes import Eyes, Sight
from referee.game import Game

Body = dict[str, Any]
"""A JSON object."""


def event_bodies(game: Game, rows: Iterable[Row], eyes: Eyes) -> Iterator[Body]:
    """Yield events as ``eyes`` may see them; ``game`` is the game as it stands.

    One with something hidden carries no ``salt``, so that nothing can be tried
    against its digest; the chain of hashes still holds.
    """
    if eyes == "referee":
        yield from map(_whole, rows)
        return
    sight = Sight(game, eyes)
    for row in rows:
        (each,) = recorded([row])
        seen = sight.see(each)
        if seen is each.event:
            yield _whole(row)
        else:
            yield _body(row, event_data(seen))


def _body(row: Row, data: Body) -> Body:
    return {
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


def _whole(row: Row) -> Body:
    return {**_body(row, json.loads(row.data)), "salt": row.salt}
