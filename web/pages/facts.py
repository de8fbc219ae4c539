"""What a game's pages show, read from the record with the caller's eyes."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from events import projections, registry
from events.replayed import standing
from referee.game import Game
from referee.presets import find_preset
from referee.rules import PLAYERS, Player, other, rules_as_dict
from web.auth import GameCaller
from web.pages.door import MARKS
from web.pages.fields import OPTIONAL
from web.pages.undo import Undo, undos
from web.server import server
from web.strings import ENGLISH, say

Body = dict[str, Any]

PLAYING = ("upcard", "draw", "discard")
"""Phases of a hand whose play is being recorded."""


@dataclass(frozen=True)
class Shown:
    """One game as a page shows it; ``it`` in the templates."""

    caller: GameCaller
    book: registry.Book
    game: Body
    sheet: Body

    @property
    def url(self) -> str:
        """The game's address."""
        return f"/g/{self.caller.game.uid}"

    @cached_property
    def names(self) -> dict[Player, str]:
        """Each seat's name."""
        return {s: self.book.name_of(self.caller.game.players[s]) for s in PLAYERS}

    @property
    def people(self) -> dict[str, str]:
        """Who ``A`` and ``B`` are, for sentences made of plain data."""
        return {str(seat): name for seat, name in self.names.items()}

    @property
    def may_play(self) -> bool:
        """Whether this caller may record."""
        return self.caller.may_play

    @property
    def archived(self) -> bool:
        """Whether the game is put away from the lists."""
        return self.caller.game.archived is not None

    @property
    def imported(self) -> bool:
        """Whether it came from a file: who recorded what is only said there."""
        return self.caller.game.imported

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game["status"] != "playing")

    @property
    def phase(self) -> str:
        """The running hand's phase."""
        return str(self.game["hand"]["phase"])

    @property
    def tracked(self) -> bool:
        """Whether the running hand's play is being recorded card by card."""
        return self.phase in PLAYING

    @property
    def defender(self) -> Player | None:
        """Who is to show, after a knock."""
        if self.phase != "show":
            return None
        seat: Player = self.game["hand"]["to_act"]
        return seat

    @property
    def knocker(self) -> Player | None:
        """Who has knocked, while the other is to show."""
        return None if self.defender is None else other(self.defender)

    @property
    def upcard_matters(self) -> bool:
        """Whether a hand of this game cannot be settled without its upcard."""
        rules = self.game["rules"]
        return bool(rules["oklahoma"]) or rules["spades_double"] != "off"

    def lays(self, form: dict[str, str]) -> bool:
        """Whether the fields of melds and lay-offs are open: needed, or filled."""
        rules = self.game["rules"]
        declared = "declared" in (rules["melds"], rules["layoffs"])
        return declared or any(form.get(name) for name in OPTIONAL)

    @property
    def counts(self) -> list[tuple[str, str]]:
        """The keys of the knocker's deadwood: gin, each count, big gin."""
        rules = self.game["rules"]
        limit = self.game["hand"]["knock_limit"]
        most = rules["knock_limit"] if limit is None else limit
        keys = [("0", say("count.gin"))]
        keys += [(str(n), str(n)) for n in range(1, most + 1)]
        if rules["big_gin_bonus"] is not None:
            keys.append(("big", say("count.big")))
        return keys

    @property
    def may_resign(self) -> tuple[Player, ...]:
        """Whom this caller may resign for."""
        return (self.caller.seat,) if self.caller.seat else PLAYERS

    @property
    def marks_used(self) -> list[str]:
        """Results on the sheet that are marked by a letter."""
        lines = [line for column in self.sheet["columns"] for line in column["lines"]]
        used = {line["result"] for line in lines}
        return [name for name in MARKS if name in used]

    @property
    def rules_name(self) -> str:
        """The name of the rules, and whether single ones were changed."""
        preset = self.game["preset"]
        if f"preset.{preset}" not in ENGLISH:
            return str(preset or "")
        name = say(f"preset.{preset}")
        if self.game["rules"] == rules_as_dict(find_preset(preset).rules):
            return name
        return say("sheet.own_rules", name=name)

    @cached_property
    def whole(self) -> Game:
        """The game as it stands, for what the stored shapes do not hold."""
        store = server().store
        with store.reading() as conn:
            return standing(store, conn, self.caller.game.uid).game

    @cached_property
    def undos(self) -> list[Undo]:
        """What the caller can take back, or put back, with one button each."""
        return undos(self.whole, self.caller.eyes, self.names)


def shown(caller: GameCaller) -> Shown:
    """Read a game for its pages, in one snapshot."""
    store, uid = server().store, caller.game.uid
    with store.reading():
        book = registry.find_book(store, caller.game.book)
        assert book is not None
        game = projections.state_of(store, uid, caller.eyes)
        return Shown(caller, book, game, projections.sheet_of(store, uid))
