"""Lines of a sheet, written as short as a test wants to read them."""

from referee.rules import Player, Rules
from referee.scoring import Line


def won(player: Player, points: int, *, boxes: int = 1, **more) -> Line:
    """A hand won."""
    return Line(
        **{"hand": 1, "result": "knock", "winner": player, "points": points}
        | {"boxes": boxes}
        | more
    )


def paid(rules: Rules, player: Player, points: int, *, boxes: int = 1) -> Line:
    """A hand won under ``boxes_at_once``: boxes are in its points."""
    at_once = boxes * rules.box_bonus
    return won(player, points + at_once, boxes=boxes, box_points=at_once)


def void(**more) -> Line:
    """A void hand."""
    return Line(
        **{"hand": 1, "result": "void", "winner": None, "points": 0, "boxes": 0} | more
    )


def adjusted(player: Player, points: int, *, boxes: int = 0, **more) -> Line:
    """Points entered by hand."""
    return won(
        player, points, boxes=boxes, **{"hand": None, "result": "adjusted"} | more
    )
