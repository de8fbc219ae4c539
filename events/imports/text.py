"""JSON text read value by value from a stream, with the line of each value."""

import codecs
import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

from events.imports.refused import ImportRefused, bad

T = TypeVar("T")
Taken = Callable[[str, int], tuple[list[T], int]]
"""Takes values from a text at a place, one a line, and tells where the next begins."""
Read = Callable[[int], bytes]
"""Gives up to so many bytes of the file, and none at its end."""

PIECE = 256 * 1024
LONGEST = 1024 * 1024
"""Characters that one value may have: an event, or the list of players."""

_SPACE = re.compile(r"[ \t\r\n]*")


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number in JSON")


_decoder = json.JSONDecoder(parse_constant=_no_number)


class JsonText:
    """The text of a file, of which a piece and one value at most are held."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._utf8 = codecs.getincrementaldecoder("utf-8")()
        self._text = ""
        self._at = 0
        self._counted = 0
        self._line = 1
        self._ended = False

    @property
    def line(self) -> int:
        """The line of what comes next."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def peek(self) -> str:
        """Return the next character that is no space, ``""`` at the end."""
        while True:
            space = _SPACE.match(self._text, self._at)
            assert space is not None, "it matches nothing too"
            self._at = space.end()
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def take(self, char: str) -> None:
        """Pass over this character, or refuse the file for having another."""
        found = self.peek()
        if found != char:
            raise self._broken(f"{char} expected, not {found or 'the end'}")
        self._at += 1

    def value(self) -> Any:
        """Read one whole value."""
        self.peek()
        while True:
            try:
                value, end = _decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._more():
                    lines = self._text.count("\n", self._at, error.pos)
                    raise bad(self.line + lines, f"not JSON: {error.msg}") from None
            except (ValueError, RecursionError) as error:
                raise self._broken(f"not JSON as it is read here: {error}") from None
            else:
                # A number may go on in the next piece.
                if end < len(self._text) or not self._more():
                    self._at = end
                    return value

    def run(self, take: Taken[T]) -> list[tuple[int, T]]:
        """Take values that stand one a line, as far as is held; each with its line."""
        found, end = take(self._text, self._at)
        first = self.line
        self._at = self._counted = end
        self._line = first + len(found)
        return list(enumerate(found, first))

    def _more(self) -> bool:
        """Read a piece further; false at the end, or where a value gets too long."""
        if self._ended or len(self._text) - self._at > LONGEST:
            return False
        piece = self._read(PIECE)
        self._ended = not piece
        try:
            new = self._utf8.decode(piece, final=self._ended)
        except UnicodeDecodeError:
            raise self._broken("this is not UTF-8") from None
        self._line = self.line
        self._text = self._text[self._at :] + new
        self._at = self._counted = 0
        return True

    def _broken(self, reason: str) -> ImportRefused:
        return bad(self.line, reason)
