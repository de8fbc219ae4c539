"""What plays would do, decided on the game as it stands and then forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from events.replayed import standing
from referee.decide import decision
from referee.game import Game, Hand
from referee.game.events import (
    Event,
    GameWon,
    HandScored,
    HandVoided,
    IrregularityRuled,
)
from referee.game.lines import lines_of
from referee.plays import Play
from referee.rules import PLAYERS
from referee.scoring import score_of, sheet_of
from web.auth import GameCaller
from web.server import server
from web.strings import say

Score = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Trial:
    """A game before and after plays that were not recorded."""

    before: Game
    after: Game
    events: tuple[Event, ...]

    @property
    def hand(self) -> Hand:
        """The hand that was played on."""
        return self.after.begun[-1]


def try_plays(caller: GameCaller, plays: Sequence[Play]) -> Trial:
    """Decide plays without recording them; raises what ``handle`` would raise."""
    store = server().store
    with store.reading() as conn:
        before = standing(store, conn, caller.game.uid).game
    made = decision(before, plays, asker=caller.eyes)
    return Trial(before, made.game, tuple(event for _, event in made.events))


def score(game: Game) -> Score:
    """Return each side's points and totals."""
    return score_of(sheet_of(game.rules, lines_of(game)))


def sum_of(trial: Trial) -> dict[str, Any]:
    """Return what the sum page says: the verdict, its arithmetic, the new totals."""
    found: dict[str, Any] = {"winner": None, "void": False, "ends": None, "ruled": None}
    for event in trial.events:
        match event:
            case HandScored():
                found |= _scored(event) | {"becomes": _becomes(trial)}
            case HandVoided():
                found["void"] = True
            case IrregularityRuled():
                found["ruled"] = say(f"option.{event.option}")
            case GameWon():
                found["ends"] = event.winner
    return found


def _scored(score: HandScored) -> dict[str, Any]:
    return {
        "winner": score.winner,
        "result": score.result,
        "points": score.points,
        "arithmetic": arithmetic(score),
    }


def arithmetic(score: HandScored) -> str:
    """Write a score out: ``8 − 5 + 25 = 28``."""
    high, low = sorted((score.knock.deadwood, score.defence.deadwood), reverse=True)
    text = str(score.difference)
    if high - low == score.difference:
        text = f"{high} − {low}"
    if score.bonus:
        text += f" + {score.bonus}"
    if score.multiplier > 1:
        text = f"({text}) × {score.multiplier}"
    if score.box_points:
        text += f" + {score.box_points}"
    return f"{text} = {score.points}"


def _becomes(trial: Trial) -> list[dict[str, Any]]:
    before, after = score(trial.before), score(trial.after)
    return [
        {"seat": seat, "before": before[seat]["points"], "after": after[seat]["points"]}
        for seat in PLAYERS
        if before[seat]["points"] != after[seat]["points"]
    ]
