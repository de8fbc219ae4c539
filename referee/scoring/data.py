"""A sheet as plain data: what ``GET /games/{g}/sheet`` answers."""

from typing import Any

from referee.rules import PLAYERS
from referee.scoring.sheet import Bonuses, Column, ColumnLine, Sheet


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Return the sheet as plain data, in the shape the API promises."""
    return {
        "columns": [_column_data(column) for column in sheet.columns],
        "totals": dict(sheet.totals),
        "winner": sheet.winner,
        "margin": sheet.margin,
        "settlement": sheet.settlement,
    }


def score_of(sheet: Sheet) -> dict[str, dict[str, int]]:
    """Return each side's score, summed over the columns.

    ``points`` is what counts toward the target, ``boxes`` a count, ``total`` the
    points, with bonuses where a column is settled.
    """
    return {
        player: {
            "points": sum(column.points[player] for column in sheet.columns),
            "boxes": sum(column.boxes[player] for column in sheet.columns),
            "total": sheet.totals[player],
        }
        for player in PLAYERS
    }


def _column_data(column: Column) -> dict[str, Any]:
    return {
        "target": column.target,
        "lines": [_line_data(line) for line in column.lines],
        "points": dict(column.points),
        "boxes": dict(column.boxes),
        "bonuses": {p: _bonuses_data(column.bonuses[p]) for p in PLAYERS},
        "multiplier": column.multiplier,
        "totals": dict(column.totals),
        "closed": column.closed,
        "winner": column.winner,
    }


def _bonuses_data(bonuses: Bonuses) -> dict[str, int]:
    return {"game": bonuses.game, "boxes": bonuses.boxes, "shutout": bonuses.shutout}


def _line_data(entered: ColumnLine) -> dict[str, Any]:
    line = entered.line
    return {
        "hand": line.hand,
        "result": line.result,
        "winner": line.winner,
        "points": line.points,
        "running": dict(entered.running),
        "boxes": line.boxes,
        "box_points": line.box_points,
        "counted": line.counted,
        "amended": line.amended,
        "irregular": line.irregular,
        "accepted": list(line.accepted),
        "entry": line.entry,
        "note": line.note,
    }
