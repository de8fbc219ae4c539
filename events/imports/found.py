"""What stands in an export, found in either of its forms, one game at a time.

A document is one object with ``games`` in it; lines are an object for the book, one
for each game, one for each of its events, and one for the seal. In an object the
order of members does not matter.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from events.codec import canonical
from events.imports.refused import bad
from events.imports.text import JsonText
from events.imports.verbatim import verbatim


@dataclass(slots=True)
class FoundGame:
    """A game as the file has it, unchecked; each event with its line.

    An event is a JSON value, or ``Verbatim``.
    """

    line: int
    about: dict[str, Any] = field(default_factory=dict)
    events: list[tuple[int, Any]] = field(default_factory=list)


class FoundExport:
    """A file being read. ``about`` holds its members beside the games."""

    def __init__(self, text: JsonText) -> None:
        self._text = text
        self.about: dict[str, Any] = {}

    def games(self) -> Iterator[FoundGame]:
        """Yield the games in order; ``about`` is whole after the last.

        Raises ``ImportRefused`` where the file cannot be read.
        """
        if self._text.peek() != "{":
            raise bad(self._text.line, "this is not an export of Upcard")
        yield from self._document()
        yield from self._lines()

    def _document(self) -> Iterator[FoundGame]:
        """The first object: all of a document, or the line about the book."""
        for name in self._members():
            if name == "games" and self._text.peek() == "[":
                for _ in self._items():
                    yield self._game()
            else:
                self._keep(name, self._text.value(), self.about)

    def _game(self) -> FoundGame:
        text = self._text
        take = partial(verbatim, before="{", between=",\n")
        game = FoundGame(text.line)
        for name in self._members():
            if name == "events" and text.peek() == "[":
                for _ in self._items():
                    game.events += text.run(take)
                    game.events.append((text.line, text.value()))
            else:
                self._keep(name, text.value(), game.about)
        return game

    def _lines(self) -> Iterator[FoundGame]:
        game: FoundGame | None = None
        while self._text.peek():
            line, value = self._text.line, self._text.value()
            if not isinstance(value, dict):
                raise bad(line, "an object expected")
            if "seq" in value and game is not None:
                if value.pop("game", None) != game.about.get("id"):
                    raise bad(line, "an event of another game than the one before it")
                game.events.append((line, value))
                game.events += self._following(game.about.get("id"))
                continue
            if game is not None:
                yield game
            game = None if "seal" in value else FoundGame(line, value)
            if game is None:
                self._keep("seal", value["seal"], self.about)
        if game is not None:
            yield game

    def _following(self, uid: Any) -> list[tuple[int, Any]]:
        """Take events of one game that stand in lines as they are written."""
        if not isinstance(uid, str):
            return []
        self._text.peek()
        before = f'{{"game":{canonical(uid)},'
        return self._text.run(partial(verbatim, before=before, between="\n"))

    def _keep(self, name: str, value: Any, into: dict[str, Any]) -> None:
        if name in into:
            raise bad(self._text.line, f"{name} is there twice")
        into[name] = value

    def _members(self) -> Iterator[str]:
        """Walk through an object; the caller reads the value after each name."""
        self._text.take("{")
        while self._text.peek() != "}":
            line, name = self._text.line, self._text.value()
            if not isinstance(name, str):
                raise bad(line, "a name in quotes expected")
            self._text.take(":")
            yield name
            self._comma("}")
        self._text.take("}")

    def _items(self) -> Iterator[None]:
        """Walk through a list; the caller reads each item."""
        self._text.take("[")
        while self._text.peek() != "]":
            yield None
            self._comma("]")
        self._text.take("]")

    def _comma(self, closing: str) -> None:
        if self._text.peek() != closing:
            self._text.take(",")
            if self._text.peek() == closing:
                raise bad(self._text.line, f"nothing between , and {closing}")
