"""Hands read from a text."""

import re
from dataclasses import dataclass, field
from typing import Any

from referee.errors import Unreadable
from referee.notation.phrases import read_plays
from referee.notation.scanner import Scanner, cut_comment, refuse
from referee.notation.written import Comment, Written
from referee.plays import HandPlay
from referee.presets import parse_rules
from referee.rules import Player, Rules

_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)")
_VALUE = re.compile(r"[^\s,]+")
_WHOLE = re.compile(r"[0-9]{1,9}")
_NAMED = re.compile(r"([AB])\s*=", re.I)
_HAND = re.compile(r"hand(?![a-z])", re.I)


def read_hands(text: str) -> tuple[Written, ...]:
    """Read the hands of a text, in order; ``write_hands`` undone.

    A line ``Hand`` begins a hand; what stands before the first one is a hand too if
    it says anything. Case and blanks do not matter, nor do commas between the plays
    of a line; ``10S`` and ``T♠`` are ``TS``.

    Raises ``Unreadable`` (``notation``) with line and column.
    """
    reading = [_Reading()]
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        said, comment = cut_comment(line)
        scan = Scanner(said.rstrip(), number)
        if scan.take(_HAND):
            reading.append(_Reading(begun=True))
            reading[-1].number = scan.number()
            _ended(scan)
        elif not scan.at_end():
            reading[-1].line(scan)
        if comment is not None:
            reading[-1].comment(comment, beside=bool(said.strip()))
    return tuple(one.written() for one in reading if one.says_something())


def _ended(scan: Scanner) -> None:
    if not scan.at_end():
        raise scan.expected("the end of the line")


@dataclass(slots=True)
class _Reading:
    """A hand while its lines are read."""

    begun: bool = False
    plays: list[HandPlay] = field(default_factory=list)
    number: int | None = None
    rules: Rules | None = None
    preset: str | None = None
    names: dict[Player, str] = field(default_factory=dict)
    date: str | None = None
    dealer: Player | None = None
    comments: list[Comment] = field(default_factory=list)

    def line(self, scan: Scanner) -> None:
        """Read a line that says something: a header, or plays."""
        if scan.word("rules"):
            self.rules, self.preset = _rules(scan)
        elif scan.word("date"):
            self.date = _date(scan)
        elif scan.word("dealer"):
            self.dealer = _dealer(scan)
        elif found := scan.take(_NAMED):
            player: Player = "A" if found[0].upper() == "A" else "B"
            self.names[player] = _name(scan)
        else:
            self.plays += read_plays(scan)

    def comment(self, text: str, *, beside: bool) -> None:
        """Keep a comment; one in the header stands on a line of its own."""
        after = len(self.plays)
        self.comments.append(Comment(text, after, beside and after > 0))

    def says_something(self) -> bool:
        return self.begun or self.written() != Written()

    def written(self) -> Written:
        return Written(
            plays=tuple(self.plays),
            number=self.number,
            rules=self.rules,
            preset=self.preset,
            names=self.names,
            date=self.date,
            dealer=self.dealer,
            comments=tuple(self.comments),
        )


def _date(scan: Scanner) -> str:
    scan.word(":")
    date = scan.take(_DATE)
    if date is None:
        raise scan.expected("a date (YYYY-MM-DD)")
    _ended(scan)
    return date


def _dealer(scan: Scanner) -> Player:
    scan.word(":")
    dealer = scan.player()
    if dealer is None:
        raise scan.expected("A or B")
    _ended(scan)
    return dealer


def _name(scan: Scanner) -> str:
    quoted = scan.quoted()
    if quoted is not None:
        _ended(scan)
        return quoted
    if scan.at_end():
        raise scan.expected("a name")
    return scan.rest()


def _rules(scan: Scanner) -> tuple[Rules, str | None]:
    """Read a preset, or ``own`` for none, and the fields that differ from it."""
    scan.word(":")
    places = {"rules.preset": scan.place}
    preset = scan.name()
    if preset is None:
        raise scan.expected("a preset, or own")
    values: dict[str, Any] = {} if preset == "own" else {"preset": preset}
    inner: dict[str, dict[str, Any]] = {}
    while not scan.at_end():
        scan.word(",")
        place = scan.place
        name, value = _field(scan)
        places[f"rules.{name}"] = place
        outer, _, part = name.partition(".")
        if part:
            places.setdefault(f"rules.{outer}", place)
            inner.setdefault(outer, {})[part] = value
        else:
            values[name] = value
    try:
        rules, found = parse_rules(values | inner)
    except Unreadable as refusal:
        first = refusal.violations[0]
        raise refuse(scan.line, places[first.field] + 1, first.detail) from None
    return rules, None if preset == "own" else found


def _field(scan: Scanner) -> tuple[str, Any]:
    name = scan.name()
    if name is None:
        raise scan.expected("the name of a rule")
    scan.word(":", "=")
    value = scan.take(_VALUE)
    if value is None:
        raise scan.expected(f"a value of {name}")
    value = value.lower()
    if name == "stake":
        return name, None if value == "null" else value
    if _WHOLE.fullmatch(value):
        return name, int(value)
    return name, {"true": True, "false": False, "null": None}.get(value, value)
