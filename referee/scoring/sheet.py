"""The score sheet: lines in columns, running totals, bonuses, the winner.

A sheet is worked out from the rules and the lines alone; it decides no hand.
Sources of each rule: ``docs/rules.md``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal

from referee.rules import PLAYERS, Player, Rules, other


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet: a hand, or an adjustment (``result`` ``adjusted``).

    ``points`` is what counts toward the target, ``box_points`` included (boxes paid
    at once); those of an adjustment may be negative and belong to ``winner``.
    ``boxes`` is a count, extra boxes included. A void hand has no winner and 0
    points. A line with ``counted`` false is shown and never counted. ``accepted``
    holds who accepted it, ``entry`` the log entry it comes from.
    """

    hand: int | None
    result: str
    winner: Player | None
    points: int
    boxes: int
    box_points: int = 0
    counted: bool = True
    amended: bool = False
    irregular: bool = False
    accepted: tuple[Player, ...] = ()
    entry: int = 0
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """A line as it stands in one column; ``running`` is the column after it."""

    line: Line
    running: Mapping[Player, int]


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Points that one side gets when a column is settled.

    ``shutout`` is what the shutout adds, whatever rule it comes by.
    """

    game: int = 0
    boxes: int = 0
    shutout: int = 0

    @property
    def points(self) -> int:
        """All of them together."""
        return self.game + self.boxes + self.shutout


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the sheet.

    ``totals`` is ``(points + bonuses) * multiplier`` once ``closed``, and ``points``
    before. ``winner`` is who won the column, ``None`` while it is open.
    """

    target: int
    lines: tuple[ColumnLine, ...]
    points: Mapping[Player, int]
    boxes: Mapping[Player, int]
    bonuses: Mapping[Player, Bonuses]
    totals: Mapping[Player, int]
    closed: bool
    winner: Player | None
    multiplier: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet: one column, or three of Hollywood.

    ``totals`` sums the columns. ``winner`` is ``None`` until the game is over.
    ``margin`` is the winner's total less the other's: negative where the game went to
    who reached the target first and the other's boxes made more. ``settlement`` is
    ``margin`` times the stake as a decimal string, ``None`` without stake or winner.
    """

    columns: tuple[Column, ...]
    totals: Mapping[Player, int]
    winner: Player | None
    margin: int | None
    settlement: str | None


def _zeros() -> dict[Player, int]:
    return dict.fromkeys(PLAYERS, 0)


@dataclass(slots=True)
class _Filling:
    """A column while lines are written into it."""

    target: int
    lines: list[ColumnLine] = field(default_factory=list)
    points: dict[Player, int] = field(default_factory=_zeros)
    boxes: dict[Player, int] = field(default_factory=_zeros)
    box_points: dict[Player, int] = field(default_factory=_zeros)
    entered: set[Player] = field(default_factory=set)
    hand_won: set[Player] = field(default_factory=set)
    reached: Player | None = None

    def stand(self, line: Line) -> None:
        """Show a line that counts for nobody."""
        self.lines.append(ColumnLine(line, dict(self.points)))

    def enter(self, line: Line, player: Player) -> None:
        """Write a score; the column closes when it reaches the target."""
        self.points[player] += line.points
        self.boxes[player] += line.boxes
        self.box_points[player] += line.box_points
        self.entered.add(player)
        if _won_a_hand(line):
            self.hand_won.add(player)
        if self.points[player] >= self.target:
            self.reached = player
        self.stand(line)


def _won_a_hand(line: Line) -> bool:
    """Whether a line says that its side won a hand.

    A score carried over from paper says so too: nobody has points on paper without
    having won a hand.
    """
    return line.result != "adjusted" or line.points > 0 or line.boxes > 0


def sheet_of(
    rules: Rules, lines: Iterable[Line], *, ended: Player | None = None
) -> Sheet:
    """Work out the sheet from the lines in order.

    ``ended`` names the winner of a game that ended without a score (the other
    resigned); it decides nothing where the columns have a winner. No bonus is paid in
    a column that did not reach its target. Lines after the end are shown with
    ``counted`` false.
    """
    filling = _empty(rules)
    for line in lines:
        _write(filling, line)
    columns, totals = _settled(rules, filling)
    winner = ended if _open(filling) else _winner(columns, totals)
    margin = None if winner is None else totals[winner] - totals[other(winner)]
    return Sheet(columns, totals, winner, margin, _settlement(rules, margin))


def game_over(rules: Rules, lines: Sequence[Line]) -> tuple[Player, int] | None:
    """Say who won by score and the index of the line that ended the game.

    Judges every line as if it counted, whatever its ``counted`` says: this is what
    decides which lines count. ``None`` while a column is open.
    """
    filling = _empty(rules)
    for index, line in enumerate(lines):
        _write(filling, line if line.counted else replace(line, counted=True))
        if not _open(filling):
            return _winner(*_settled(rules, filling)), index
    return None


def _empty(rules: Rules) -> list[_Filling]:
    return [_Filling(rules.target) for _ in range(3 if rules.hollywood else 1)]


def _open(filling: list[_Filling]) -> list[_Filling]:
    return [column for column in filling if column.reached is None]


def _write(filling: list[_Filling], line: Line) -> None:
    """Write one line where it belongs.

    A score enters every open column its player is in, and the first open one he is
    not in yet. What scores for nobody stands in every open column, else in the first.
    """
    open_columns = _open(filling)
    if not open_columns:
        filling[0].stand(replace(line, counted=False))
    elif line.winner is None or not line.counted:
        for column in open_columns:
            column.stand(line)
    else:
        for column in _entered_by(line.winner, open_columns):
            column.enter(line, line.winner)


def _entered_by(player: Player, open_columns: list[_Filling]) -> list[_Filling]:
    own = [column for column in open_columns if player in column.entered]
    new = [column for column in open_columns if player not in column.entered]
    return own + new[:1]


def _settled(
    rules: Rules, filling: list[_Filling]
) -> tuple[tuple[Column, ...], dict[Player, int]]:
    """Close the books of every column, and sum them."""
    columns = tuple(
        _settle(rules, column, rules.third_column if n == 2 else 1)
        for n, column in enumerate(filling)
    )
    return columns, {p: sum(c.totals[p] for c in columns) for p in PLAYERS}


def _settle(rules: Rules, column: _Filling, multiplier: int) -> Column:
    """Settle one column: bonuses and totals, if its target was reached."""
    reached = column.reached
    bonuses = {p: Bonuses() for p in PLAYERS}
    totals = dict(column.points)
    if reached is not None:
        bonuses = {p: _bonuses(rules, column, p) for p in PLAYERS}
        totals = {
            p: (column.points[p] + bonuses[p].points) * multiplier for p in PLAYERS
        }
    return Column(
        target=column.target,
        lines=tuple(column.lines),
        points=dict(column.points),
        boxes=dict(column.boxes),
        bonuses=bonuses,
        totals=totals,
        closed=reached is not None,
        winner=None if reached is None else _column_winner(rules, reached, totals),
        multiplier=multiplier,
    )


def _column_winner(
    rules: Rules, reached: Player, totals: Mapping[Player, int]
) -> Player:
    """Who won a settled column; equal totals go to who reached the target."""
    ahead = totals[other(reached)] > totals[reached]
    return other(reached) if rules.winner == "grand_total" and ahead else reached


def _bonuses(rules: Rules, column: _Filling, player: Player) -> Bonuses:
    boxes = 0 if rules.boxes_at_once else column.boxes[player] * rules.box_bonus
    if player != column.reached:
        return Bonuses(boxes=boxes)
    shutout = 0
    if _is_shutout(rules, column, other(player)):
        shutout = _shutout_points(rules, column, player, boxes)
    return Bonuses(game=rules.game_bonus, boxes=boxes, shutout=shutout)


def _is_shutout(rules: Rules, column: _Filling, loser: Player) -> bool:
    if rules.shutout_when == "no_hand":
        return loser not in column.hand_won
    return column.points[loser] <= 0


def _shutout_points(rules: Rules, column: _Filling, player: Player, boxes: int) -> int:
    """What a shutout adds; only ``double_all`` doubles boxes, paid at once or not."""
    points = column.points[player]
    hands = points - column.box_points[player]
    return {
        "none": 0,
        "bonus": rules.shutout_bonus,
        "double_points": hands,
        "double_points_and_game": hands + rules.game_bonus,
        "double_all": points + rules.game_bonus + boxes,
    }[rules.shutout]


def _winner(columns: Sequence[Column], totals: Mapping[Player, int]) -> Player:
    """Who won by score; every column is closed.

    One column: its winner. Three: the higher sum; equal sums go to who won more
    columns.
    """
    _, *more = columns
    if more and totals["A"] != totals["B"]:
        return max(PLAYERS, key=totals.__getitem__)
    return max(PLAYERS, key=[column.winner for column in columns].count)


def _settlement(rules: Rules, margin: int | None) -> str | None:
    if rules.stake is None or margin is None:
        return None
    stake = Decimal(rules.stake)
    return f"{(stake * margin).quantize(stake, rounding=ROUND_HALF_UP):f}"
