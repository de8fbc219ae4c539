"""Why a file is not imported."""

from collections.abc import Sequence
from dataclasses import dataclass

from events.errors import RecordError


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that today's engine would not decide as the file has it."""

    game: str
    hand: int
    entry: int
    line: int
    stored: str
    today: str


class ImportRefused(RecordError):
    """Nothing of the file was imported.

    ``code`` is ``bad_export`` (broken, foreign or tampered), ``redacted_export``
    (made for eyes that do not see all), ``verdicts_differ`` (``differences`` lists
    them), ``game_differs`` (a known game goes on otherwise, or further, in the file),
    ``held_elsewhere`` (a game or player of another book here). ``line`` is the line
    of the file, from 1, or ``None`` where it is about the whole.
    """

    def __init__(
        self,
        code: str,
        reason: str,
        *,
        line: int | None = None,
        differences: Sequence[Difference] = (),
    ) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.code = code
        self.line = line
        self.differences = tuple(differences)


def bad(line: int | None, reason: str) -> ImportRefused:
    """Return the refusal of a file that is no export, or no longer what it was."""
    return ImportRefused("bad_export", reason, line=line)
