"""The rows of the read models: made from a game, written beside its events."""

from collections.abc import Iterable, Sequence

from events.codec import canonical
from events.driver import Connection
from events.projections.sheet import sheet_for
from events.projections.state import depth_of, shared_text, state_texts
from events.readmodels import Cells, Lasting, Tables
from events.replayed import Standing
from referee.cards import card_name
from referee.game import Hand
from referee.game.events import Event
from referee.game.lines import lines_of
from referee.game.turns import Turn
from referee.scoring import Line, Sheet, score_of, sheet_data

__all__ = ["TABLES", "enter", "put", "tables_after", "tables_of", "write"]

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


def tables_of(standing: Standing) -> Tables:
    """Make the rows of a game as it stands."""
    lines = lines_of(standing.game)
    sheet = sheet_for(standing.game, lines)
    shared = shared_text(standing, sheet, lines)
    lasting = Lasting(canonical(sheet_data(sheet)), shared)
    summary, hands = _summary(standing, sheet), _hands(standing, lines)
    return _tables(standing, lasting, summary, hands)


def tables_after(
    standing: Standing, events: Iterable[Event], before: Tables | None
) -> Tables:
    """Make the rows of a game as it stands after ``events``, the same as ``tables_of``.

    ``before`` are those it had: after turns only what a turn changes is made anew.
    """
    turns = all(isinstance(event, Turn) for event in events)
    if before is None or before.lasting is None or not turns:
        return tables_of(standing)
    (summary,), hands = before.rows["game_summaries"], before.rows["game_hands"]
    number, _, *same, _ = summary
    summary = (number, standing.game.version, *same, standing.changed)
    running = _hand(standing.number, standing.game.hands[-1], None)
    return _tables(standing, before.lasting, summary, [*hands[:-1], running])


def _tables(
    standing: Standing, lasting: Lasting, summary: Cells, hands: Sequence[Cells]
) -> Tables:
    number, version = standing.number, standing.game.version
    texts = state_texts(standing.game, lasting.state)
    rows: dict[str, Sequence[Cells]] = {
        "game_states": [(number, eyes, version, text) for eyes, text in texts.items()],
        "game_sheets": [(number, version, lasting.sheet)],
        "game_summaries": [summary],
        "game_hands": hands,
    }
    return Tables(rows, lasting)


def write(
    conn: Connection, number: int, tables: Tables, *, before: Tables | None
) -> None:
    """Put the rows of the game with this number over those it had.

    ``before`` are the rows it has now, where they are known: then only what differs
    is written.
    """
    if before is None:
        put(conn, number, tables)
        return
    hands = {row[1] for row in tables.rows["game_hands"]}
    gone = [row[:2] for row in before.rows["game_hands"] if row[1] not in hands]
    if gone:
        conn.executemany(_DROP_HAND, gone)
    for table, rows in tables.rows.items():
        kept = before.rows[table]
        conn.executemany(_OVER[table], [row for row in rows if row not in kept])


def put(conn: Connection, number: int, tables: Tables) -> None:
    """Put the rows of the game with this number in place of all those it had."""
    for table in TABLES:
        conn.execute(f"DELETE FROM {table} WHERE game = ?", (number,))
    enter(conn, tables)


def enter(conn: Connection, tables: Tables) -> None:
    """Enter the rows of a game that has none."""
    for table, rows in tables.rows.items():
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


def _hands(standing: Standing, lines: Iterable[Line]) -> list[Cells]:
    of = {line.hand: line for line in lines}
    begun = standing.game.begun
    return [_hand(standing.number, hand, of.get(hand.number)) for hand in begun]


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
