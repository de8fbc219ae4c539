"""How the referee refuses.

::

    Refusal
    ├── Unreadable   422  one field is wrong in itself: not a card, nine cards
    ├── Impossible   409  two fields or two entries against each other
    ├── Illegal      409  possible, but against the rules; carries ``options``
    └── Forbidden    403  this key may not do that

Every refusal has violations, each with a stable code documented in
``docs/errors.md``, the rule it rests on and the entries (seq numbers) concerned.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Violation:
    """One reason for a refusal.

    ``rule`` names a heading of the rules page (``knock``, ``lay-offs``, ...);
    ``entries`` are the seq numbers of the entries concerned; ``play`` is the index
    of the play in its batch; ``field`` is a dotted path into the play for an
    ``Unreadable``, else empty.
    """

    code: str
    detail: str
    rule: str = ""
    entries: tuple[int, ...] = ()
    play: int = 0
    field: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """What a table may do about an irregular play, and where that comes from.

    ``basis`` is ``published``, ``card law`` or ``house``.
    """

    option: str
    basis: str


class Refusal(Exception):
    """A play was refused; nothing is appended."""

    status = 409

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        rule: str = "",
        entries: Iterable[int] = (),
        field: str = "",
        options: Iterable[Option] = (),
        also: Iterable[Violation] = (),
    ) -> None:
        super().__init__(detail)
        first = Violation(code, detail, rule, tuple(entries), field=field)
        self.violations: tuple[Violation, ...] = (first, *also)
        self.options: tuple[Option, ...] = tuple(options)

    @property
    def code(self) -> str:
        """The stable code of the first violation."""
        return self.violations[0].code

    @property
    def detail(self) -> str:
        """The first violation in words."""
        return self.violations[0].detail

    def at_play(self, index: int) -> "Refusal":
        """Note which play of a batch was refused, and return the refusal itself."""
        self.violations = tuple(replace(v, play=index) for v in self.violations)
        return self


class Unreadable(Refusal):
    """One field is wrong in itself."""

    status = 422


class Impossible(Refusal):
    """Two fields, or two entries, contradict each other; it cannot be waived."""


class Illegal(Refusal):
    """Possible, but against the rules; ``options`` says what a table may do."""


class Forbidden(Refusal):
    """The key that asks may not do this."""

    status = 403
