"""The lines of a game's score sheet, in the order they were written."""

from referee.game.entries import subjects
from referee.game.state import End, Game, Hand
from referee.scoring import Line


def lines_of(game: Game) -> tuple[Line, ...]:
    """Return a line for each ended hand and each adjustment, in order.

    A line after the one that ended the game is not ``counted``.
    """
    hands = [hand for hand in game.hands if hand.ended]
    if not game.adjustments:
        return tuple([_hand_line(game, hand) for hand in hands])
    lines = [(hand.number, 0, _hand_line(game, hand)) for hand in hands]
    corrected = subjects(game, [correction.entry for correction in game.corrections])
    for entry, adjusted in game.adjustments.items():
        line = Line(
            hand=None,
            result="adjusted",
            winner=adjusted.player,
            points=adjusted.points,
            boxes=adjusted.boxes,
            counted=_adjustment_counts(game.end, adjusted.after, entry),
            amended=entry in corrected,
            entry=entry,
            note=adjusted.reason,
        )
        lines.append((adjusted.after, entry, line))
    return tuple(line for _, _, line in sorted(lines, key=lambda placed: placed[:2]))


def _adjustment_counts(end: End | None, after: int, entry: int) -> bool:
    if end is None or end.by != "score":
        return True
    if after == end.hand and end.line is not None:
        return entry <= end.line
    return after < end.hand


def _hand_line(game: Game, hand: Hand) -> Line:
    score = hand.score
    counted = game.end is None or hand.number <= game.end.hand
    return Line(
        hand=hand.number,
        result=score.result if score else "void",
        winner=score.winner if score else None,
        points=score.points if score else 0,
        boxes=score.boxes if score else 0,
        box_points=score.box_points if score else 0,
        counted=counted,
        amended=hand.amended,
        irregular=bool(hand.irregular) or bool(score and score.conflicts),
        accepted=tuple(sorted(hand.accepted)),
        entry=hand.happened[-1].entry,
        note=hand.void.reason if hand.void else None,
    )
