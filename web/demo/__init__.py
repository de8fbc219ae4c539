"""A score book with played games, to look around in."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from events import registry
from events.chance import new_id, new_salt, new_secret
from events.handler import handle, start_game
from events.registry import OpenedBook
from events.store import Store
from referee.presets import parse_rules
from web.schemas.plays import read_play

__all__ = ["Demo", "fill"]

GAMES = Path(__file__).parent / "games.json"


@dataclass(frozen=True, slots=True)
class Demo:
    """The book that was filled, its secrets by key id, and its games by uid."""

    opened: OpenedBook
    games: tuple[str, ...]


def fill(store: Store, *, at: str) -> Demo:
    """Open a book of Ann, Bob and Cy, and play its games through the one writer.

    ``at`` is now: games are dated some days before it. Every event is decided as at
    any table; nothing is written past the referee.
    """
    found = json.loads(GAMES.read_text(encoding="utf-8"))
    opened = registry.open_book(
        store,
        name=found["name"],
        players=found["players"],
        at=at,
        ids=new_id,
        secrets=new_secret,
    )
    games = tuple(_play(store, opened.book.id, each, at) for each in found["games"])
    return Demo(opened, games)


def _play(store: Store, book: str, game: dict[str, Any], now: str) -> str:
    rules, preset = parse_rules(game["rules"])
    at = _before(now, game["days_ago"])
    uid = start_game(
        store,
        book,
        rules=rules,
        preset=preset,
        players=game["players"],
        first_dealer=game["first_dealer"],
        starter=None,
        at=at,
        ids=new_id,
        salts=new_salt,
    ).uid
    for batch in game["batches"]:
        plays = [read_play(each) for each in batch]
        handle(
            store,
            uid,
            plays,
            asker="referee",
            expected=None,
            at=at,
            salts=new_salt,
        )
    if game.get("archived"):
        registry.archive_game(store, uid, at=now)
    return uid


def _before(now: str, days: int) -> str:
    moment = datetime.fromisoformat(now) - timedelta(days=days)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
