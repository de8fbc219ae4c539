"""One line of a text, read from left to right."""

import json
import re

from referee.cards import Card, parse_card
from referee.errors import Unreadable
from referee.rules import Player

SUITS = "CDHS♣♧♦♢♥♡♠♤"
_BLANKS = re.compile(r"\s*")
_CARD = re.compile(rf"(?:10|[A2-9TJQK])[{SUITS}][\ufe0e\ufe0f]?", re.I | re.A)
_NUMBER = re.compile(rf"[0-9]{{1,9}}(?![{SUITS}0-9])", re.I | re.A)
_PLAYER = re.compile(rf"[AB](?![{SUITS}\w])", re.I | re.A)
_NAME = re.compile(r"[a-z][a-z0-9_.-]*", re.I | re.A)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def refuse(line: int, column: int, detail: str) -> Unreadable:
    """Return the refusal of a text; line and column count from 1."""
    return Unreadable(
        "notation", f"line {line}, column {column}: {detail}", field="text"
    )


class Scanner:
    """Reads one line; case and blanks do not matter.

    Each method that returns ``None`` or ``False`` has taken nothing.
    """

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.place = 0
        self.take(_BLANKS)

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Take what a pattern matches here, and the blanks after it."""
        found = pattern.match(self.text, self.place)
        if found is None:
            return None
        blanks = _BLANKS.match(self.text, found.end())
        self.place = found.end() if blanks is None else blanks.end()
        return found[0]

    def word(self, *words: str) -> bool:
        """Take one of these words, the first that fits."""
        return any(
            self.take(re.compile(re.escape(word), re.I | re.A)) is not None
            for word in words
        )

    def card(self) -> Card | None:
        """Take a card in any of its spellings."""
        found = self.take(_CARD)
        return None if found is None else parse_card(found)

    def cards(self) -> tuple[Card, ...]:
        """Take all cards that stand here."""
        found = []
        while (card := self.card()) is not None:
            found.append(card)
        return tuple(found)

    def number(self) -> int | None:
        """Take a number that is not the rank of a card."""
        found = self.take(_NUMBER)
        return None if found is None else int(found)

    def player(self) -> Player | None:
        """Take ``A`` or ``B``."""
        found = self.take(_PLAYER)
        if found is None:
            return None
        return "A" if found.upper() == "A" else "B"

    def name(self) -> str | None:
        """Take the name of a rule, a preset, a code or an option."""
        found = self.take(_NAME)
        return None if found is None else found.lower()

    def quoted(self) -> str | None:
        """Take a text in quotation marks, written as in JSON."""
        start = self.place
        found = self.take(_QUOTED)
        if found is None:
            return None
        try:
            text: str = json.loads(found)
            text.encode()
        except ValueError:
            self.place = start
            raise self.expected("a text in quotation marks") from None
        return text

    def rest(self) -> str:
        """Take all that is left, without the blanks at its end."""
        text = self.text[self.place :].rstrip()
        self.place = len(self.text)
        return text

    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self.place == len(self.text)

    def expected(self, what: str) -> Unreadable:
        """Return the refusal that something else was expected here."""
        left = self.text[self.place :].split()
        found = f"found {left[0]!r}" if left else "the line ends"
        return refuse(self.line, self.place + 1, f"expected {what}, {found}")


def cut_comment(line: str) -> tuple[str, str | None]:
    """Part a line from its comment, which begins with ``;`` or ``#``.

    Neither begins one inside quotation marks.
    """
    place = 0
    while place < len(line):
        if line[place] in ";#":
            return line[:place], line[place + 1 :].strip()
        quoted = _QUOTED.match(line, place)
        place = quoted.end() if quoted else place + 1
    return line, None
