"""What a hand is worth, and what the sheet says.

``worth`` scores one hand from two deadwoods; ``sheet`` puts lines into columns and
settles them; ``data`` turns a sheet into plain data; ``words`` says the
rules. Sources: ``docs/rules.md``.
"""

# ``worth`` comes last: it needs ``referee.game.state``, and a module of
# ``referee.game`` may take ``Line`` from here meanwhile.
from referee.scoring.data import score_of, sheet_data
from referee.scoring.sheet import (
    Bonuses,
    Column,
    ColumnLine,
    Line,
    Sheet,
    game_over,
    sheet_of,
)
from referee.scoring.words import rules_by_name, rules_in_words
from referee.scoring.worth import HandPoints, forfeit_points, hand_points

__all__ = [
    "Bonuses",
    "Column",
    "ColumnLine",
    "HandPoints",
    "Line",
    "Sheet",
    "forfeit_points",
    "game_over",
    "hand_points",
    "rules_by_name",
    "rules_in_words",
    "score_of",
    "sheet_data",
    "sheet_of",
]
