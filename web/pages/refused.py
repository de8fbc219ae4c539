"""A refusal as a form shows it: beside its fields, or with a choice to go on."""

from dataclasses import dataclass, field
from typing import Any

from web.auth import GameCaller
from web.errors import Problem
from web.pages.fields import beside

Plays = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why plays were refused. ``play`` is the index of the one concerned."""

    status: int
    violations: list[dict[str, Any]]
    options: list[dict[str, str]] = field(default_factory=list)
    play: int = 0
    choosers: tuple[str, ...] = ()


def refused_of(problem: Problem, caller: GameCaller | None = None) -> Refused:
    """Return what a page shows of a problem.

    ``choosers`` are those for whom the caller's key may say that they chose.
    """
    plain: list[dict[str, Any]] = [
        {"detail": problem.detail, "rule": "", "entries": [], "play": 0}
    ]
    violations: list[dict[str, Any]] = problem.more.get("violations") or plain
    own = (caller.seat,) if caller and caller.seat else ("A", "B", "both")
    return Refused(
        problem.status,
        violations,
        problem.more.get("options", []),
        violations[0]["play"],
        own,
    )


def errors_beside(problem: Problem, plays: Plays) -> dict[str, str]:
    """Return what to say beside the form fields that plays were read from.

    Empty where the problem names no field of theirs.
    """
    found = {}
    for error in problem.more.get("errors", ()):
        index, path = _place(error["field"], problem)
        name = beside(plays, index, path) if index < len(plays) else None
        if name:
            found[name] = error["detail"]
    return found


def _place(path: str, problem: Problem) -> tuple[int, str]:
    parts = path.split(".", 2)
    if len(parts) == 3 and parts[0] == "plays" and parts[1].isdigit():
        return int(parts[1]), parts[2]
    violations = problem.more.get("violations") or [{"play": 0}]
    return int(violations[0]["play"]), path
