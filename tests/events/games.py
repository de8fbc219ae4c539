"""Random games, each made of a few numbers, and what is left of them in the record.

Run as a module, it records one game and prints a digest of every stored row.
"""

import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from events.projections.tables import TABLES
from events.store import Store
from referee.errors import Refusal
from tests.events.room import KNOCK, SHOW, Room, dump, swapped, whole_hands

RULES = [
    "jpgames",
    "guide",
    "hollywood",
    "palace",
    {"preset": "tournament", "melds": "best", "layoffs": "best"},
    {"target": 30, "next_dealer": "loser"},
]
Move = tuple[int, int, int]
Batch = list[dict[str, Any]]


def by_counts(who: str, one: int, two: int) -> Batch:
    knock = {**KNOCK, "count": one % 11, "upcard": "TD"}
    hand = [knock, {**SHOW, "count": two % 60}]
    return hand if who == "A" else swapped(hand)


def whole(dealer: str, one: int) -> Batch:
    plays = whole_hands()[one % len(whole_hands())]
    return plays if dealer == "B" else swapped(plays)


def said(who: str, one: int, two: int) -> Batch:
    kind = ("accept", "dispute")[two % 2]
    return [{"type": kind, "player": who, "hand": one % 6 + 1}]


def corrected(one: int, two: int) -> Batch:
    retract = {"type": "retract", "hand": one % 5 + 1}
    amend = {"type": "amend", "seq": one % 40 + 2, "play": {**SHOW, "count": two % 60}}
    rules = {"type": "amend", "seq": 1, "rules": {"gin_bonus": one % 40}}
    again = {"type": "retract", "seq": one % 40 + 2}
    return [(retract, amend, rules, again)[two % 4]]


def batch_of(move: Move, dealer: str) -> Batch:
    """The plays of a move; whether they are legal is for the referee to say."""
    kind, one, two = move
    who = "AB"[two % 2]
    match kind % 10:
        case 0 | 1 | 2:
            return by_counts(who, one, two)
        case 3 | 4:
            return whole(dealer, one)
        case 5:
            return said(who, one, two)
        case 6 | 7:
            return corrected(one, two)
        case 8:
            points = {"points": one % 90 - 20, "reason": "paper", "boxes": two % 3}
            return [{"type": "adjust", "player": who, **points}]
        case _:
            end = [{"type": "resign", "player": who}, {"type": "abandon"}]
            return [{"type": "void"}] if one % 4 else [end[two % 2]]


def _rules_as_objects(batch: Batch, room: Room) -> Batch:
    full = room.state()["rules"]
    return [
        {**play, "rules": {**full, **play["rules"]}} if "rules" in play else play
        for play in batch
    ]


def record(room: Room, moves: Sequence[Move]) -> int:
    """Play what of these moves is legal; return how many were."""
    legal = 0
    for move in moves:
        dealer = room.state()["hand"]["dealer"]
        asker: Any = ("referee", "A", "B")[move[1] % 3]
        try:
            batch = _rules_as_objects(batch_of(move, dealer), room)
            room.play(*batch, asker=asker)
            legal += 1
        except Refusal:
            continue
    return legal


def digest(store: Store) -> str:
    """One hash of every row of the log and of the read models."""
    return sha256(json.dumps(dump(store, "events", *TABLES)).encode()).hexdigest()


if __name__ == "__main__":
    given = json.loads(sys.argv[2])
    opened = Store(Path(sys.argv[1]))
    played = record(Room(opened, rules=RULES[given["rules"]]), given["moves"])
    sys.stdout.write(f"{digest(opened)} {played}")
    opened.close()
