"""A refusal as a form shows it: beside its fields, or with a choice to go on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from events.errors import RecordError, VersionConflict
from referee.errors import Refusal
from web.auth import GameCaller
from web.errors import Problem, problem_of
from web.pages.fields import beside

Plays = list[dict[str, Any]]

NOT_RECORDED = (Refusal, RecordError, Problem)
"""What is raised where plays of a form are not recorded."""


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


def _no_fields(_: Problem) -> dict[str, str]:
    return {}


def form_again(
    error: Exception,
    caller: GameCaller | None = None,
    *,
    fields: Callable[[Problem], dict[str, str]] = _no_fields,
    retell: Callable[[Problem], Problem] = lambda problem: problem,
) -> dict[str, Any]:
    """Return the status and the facts with which a form is shown once more.

    ``changed`` where somebody recorded meanwhile; otherwise ``errors``, found by
    ``fields`` in the problem, and without any ``refused``. ``retell`` may tell the
    problem in the words of the form. Raises an error of the server's own again.
    """
    if isinstance(error, VersionConflict):
        return {"status": 412, "changed": True}
    problem = problem_of(error)
    if problem.status >= 500:
        raise error
    problem = retell(problem)
    errors = fields(problem)
    refused = None if errors else refused_of(problem, caller)
    return {"status": problem.status, "errors": errors, "refused": refused}


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
