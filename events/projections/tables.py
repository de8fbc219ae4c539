"""The rows of the read models: made from a game, written beside its events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from events.codec import canonical
from events.driver import Connection
from events.projections.sheet import sheet_for
from events.projections.state import depth_of, state_texts
from events.replayed import Standing
from referee.cards import card_name
from referee.game import Hand
from referee.game.lines import lines_of
from referee.scoring import Line, Sheet, score_of, sheet_data

Cell = str | int | None
Cells = tuple[Cell, ...]

TABLES = ("game_states", "game_sheets", "game_summaries", "game_hands")
"""Every read model; ``rebuild`` empties these and no other table."""


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


def write(conn: Connection, standing: Standing, tables: Tables) -> None:
    """Put a game's rows in place of those it had."""
    put(conn, standing.number, tables)


def put(conn: Connection, number: int, tables: Tables) -> None:
    """Put the rows of the game with this number in place of those it had."""
    for table, rows in tables.rows.items():
        conn.execute(f"DELETE FROM {table} WHERE game = ?", (number,))
        for row in rows:
            marks = ", ".join("?" * len(row))
            conn.execute(f"INSERT INTO {table} VALUES ({marks})", row)


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
