"""The rows of the read models: made from a game, written beside its events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from events.codec import canonical
from events.driver import Connection
from events.projections.sheet import sheet_for
from events.projections.state import depth_of, state_texts
from events.replayed import Cells, Standing
from referee.cards import card_name
from referee.game import Hand
from referee.game.lines import lines_of
from referee.scoring import Line, Sheet, score_of, sheet_data

__all__ = ["TABLES", "Cells", "Tables", "put", "tables_of", "write"]

_COLUMNS = {
    "game_states": ("game eyes", "version body"),
    "game_sheets": ("game", "version body"),
    "game_summaries": (
        "game",
        "version status winner target preset hands points_a boxes_a total_a points_b "
        "boxes_b total_b changed",
    ),
    "game_hands": (
        "game hand",
        "dealer phase depth upcard result winner points boxes knocker "
        "knocker_deadwood defender_deadwood counted amended irregular accepted",
    ),
}
"""Of each read model what a row is found by, and what else it holds, in order."""

TABLES = tuple(_COLUMNS)
"""Every read model; ``rebuild`` empties these and no other table."""


def _over(table: str) -> str:
    """Return the statement that writes a row, over the one that is there if any.

    In place: a row deleted and inserted again would touch more pages.
    """
    keys, others = (names.split() for names in _COLUMNS[table])
    marks = ", ".join("?" * (len(keys) + len(others)))
    news = ", ".join(f"{name} = excluded.{name}" for name in others)
    return (
        f"INSERT INTO {table} ({', '.join(keys + others)}) VALUES ({marks}) "
        f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {news}"
    )


_OVER = {table: _over(table) for table in _COLUMNS}
_DROP_HAND = "DELETE FROM game_hands WHERE game = ? AND hand = ?"


@dataclass(frozen=True, slots=True)
class Tables:
    """All rows of one game, by table."""

    rows: Mapping[str, Sequence[Cells]]


def tables_of(standing: Standing) -> Tables:
    """Make the rows of a game as it stands."""
    sheet = sheet_for(standing.game)
    version = standing.game.version
    number = standing.number
    return Tables(
        {
            "game_states": [
                (number, eyes, version, text)
                for eyes, text in state_texts(standing, sheet).items()
            ],
            "game_sheets": [(number, version, canonical(sheet_data(sheet)))],
            "game_summaries": [_summary(standing, sheet)],
            "game_hands": _hands(standing),
        }
    )


def write(
    conn: Connection,
    standing: Standing,
    tables: Tables,
    *,
    before: Mapping[str, Sequence[Cells]] | None = None,
) -> None:
    """Put a game's rows over those it had.

    ``before`` are the rows it has now, where they are known: then only what differs
    is written.
    """
    if before is None:
        put(conn, standing.number, tables)
        return
    hands = {row[1] for row in tables.rows["game_hands"]}
    gone = [row[:2] for row in before["game_hands"] if row[1] not in hands]
    if gone:
        conn.executemany(_DROP_HAND, gone)
    for table, rows in tables.rows.items():
        kept = before[table]
        conn.executemany(_OVER[table], [row for row in rows if row not in kept])


def put(conn: Connection, number: int, tables: Tables) -> None:
    """Put the rows of the game with this number in place of all those it had."""
    for table, rows in tables.rows.items():
        conn.execute(f"DELETE FROM {table} WHERE game = ?", (number,))
        conn.executemany(_OVER[table], rows)


def _summary(standing: Standing, sheet: Sheet) -> Cells:
    game = standing.game
    end = game.end
    score = score_of(sheet)
    return (
        standing.number,
        game.version,
        end.status if end else "playing",
        end.winner if end else None,
        game.rules.target,
        game.preset,
        len(game.begun),
        *score["A"].values(),
        *score["B"].values(),
        standing.changed,
    )


def _hands(standing: Standing) -> list[Cells]:
    game = standing.game
    lines = {line.hand: line for line in lines_of(game)}
    return [_hand(standing.number, hand, lines.get(hand.number)) for hand in game.begun]


def _hand(number: int, hand: Hand, line: Line | None) -> Cells:
    score = hand.score
    return (
        number,
        hand.number,
        hand.dealer,
        hand.phase,
        depth_of(hand),
        None if hand.upcard is None else card_name(hand.upcard),
        line.result if line else None,
        line.winner if line else None,
        line.points if line else None,
        line.boxes if line else None,
        score.knocker if score else None,
        score.knock.deadwood if score else None,
        score.defence.deadwood if score else None,
        int(line.counted if line else True),
        int(hand.amended),
        int(line.irregular if line else bool(hand.irregular)),
        "".join(sorted(hand.accepted)),
    )
