"""Which plays are legal now."""

from referee.eyes import Eyes
from referee.game.state import Game, Hand


def may(game: Game, eyes: Eyes) -> list[str]:
    """Return the names of the plays that are legal now; none for who only reads.

    The card named, a count or an option can still make one of them illegal.
    """
    if eyes == "watch":
        return []
    plays = [] if game.end is not None else [*_hand_plays(game.current), "rule"]
    if any(hand.ended or _is_asked(hand, eyes) for hand in game.hands):
        plays += ["accept", "dispute"]
    if game.end is None:
        plays += ["adjust", "abandon", "resign"]
    if game.version > 1:
        plays.append("retract")
    return [*plays, "amend"]


def _is_asked(hand: Hand, eyes: Eyes) -> bool:
    """Whether something is proposed of a hand that another may answer."""
    return any(proposal.by != eyes for proposal in hand.proposals)


def _hand_plays(hand: Hand) -> list[str]:
    match hand.phase:
        case "deal":
            return ["deal", "knock", "void"]
        case "upcard":
            return ["draw", "pass", "void", "untrack"]
        case "draw":
            declines = ["pass"] if hand.last_chance else []
            return ["draw", *declines, "void", "untrack"]
        case "discard":
            return [*_discards(hand), "void", "untrack"]
        case "open":
            return ["knock", "void"]
        case _:
            return ["show"]


def _discards(hand: Hand) -> list[str]:
    if hand.last_chance:
        return ["knock"]
    barred = hand.to_act is not None and hand.barred.get(hand.to_act) is False
    return ["discard"] if barred else ["discard", "knock"]
