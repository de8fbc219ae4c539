"""A model of a deal for a SAT solver, to judge the referee by.

It shares nothing with ``referee``: cards are names such as ``"5C"``, a log is a list
of plain dicts, and whether a deal explains it is left to the solver. Each dict has
an ``entry`` and a ``move``:

- ``deal``: ``sizes`` {"A": 10, "B": 10}, ``turned`` (is a card turned up onto the
  pile), ``upcard``, ``hands`` {"A": [...]}; an ``implied`` deal is not tracked
- ``draw`` (stock), ``take`` (pile), ``discard``: ``player``, ``card``
- ``knock``: ``player``, ``lays`` (is a card discarded), ``discard``, ``cards``
- ``show``: ``player``, ``cards``
- ``extra``: a card goes from the stock to the pile: ``card``
- ``count``: the player's hand had ``more`` cards (1 or -1) than it should have
- ``untrack``; ``go_on``: after a knock the play goes on, hands are taken up again

A card that is ``None`` or absent is not named. For every card, place and time there
is a variable; what an entry names holds under the entry's own assumption.
"""

from collections.abc import Iterable
from typing import Any

from pysat.solvers import Solver

CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
INDEX = {card: n for n, card in enumerate(CARDS)}
Move = dict[str, Any]


class DealModel:
    """All deals of 52 cards with the moves of a log, its names to be assumed."""

    def __init__(self, log: list[Move]) -> None:
        self.solver = Solver(name="minicard")
        self.top = 0
        self.says: dict[int, int] = {}
        self.place: dict[str, list[int]] = {}
        self.pile: list[list[int]] = []
        self.gone: list[list[int]] | None = None
        self.spoken: list[tuple[int, str, str]] = []
        self.miscounts: dict[str, list[tuple[int, int]]] = {"A": [], "B": []}
        self.found_by: dict[int, int] = {}
        self.now = max(move["entry"] for move in log)
        self.size: dict[str, int] = {}
        for move in log:
            if move["move"] == "count":
                more, found = move["more"], self.new()
                self.miscounts[move["player"]].append((more, found))
                self.clause(-self.entry(move["entry"]), found)
                self.found_by[move["entry"]] = found
        for move in log:
            getattr(self, "_" + move["move"])(move)
        if self.gone is None:
            for player in "AB":
                self.right_number(player)

    def close(self) -> None:
        self.solver.delete()

    def satisfiable(self, entries: Iterable[int], *also: int) -> bool:
        """Whether some deal has the moves and all that these entries name.

        A count that was entered (by ``now``) and is left out may be true or not; of
        one that is still to come nothing is known.
        """
        known = [self.says[e] for e in entries if e in self.says]
        known += [-found for e, found in self.found_by.items() if e > self.now]
        return bool(self.solver.solve(assumptions=[*known, *also]))

    def can_be(self, entries: Iterable[int], card: str, place: str) -> bool:
        """Whether the card can be at "A", "B", "S" or "pile" at the end."""
        n = INDEX[card]
        if place != "pile":
            return self.satisfiable(entries, self.place[place][n])
        lies = self.new()
        self.clause(-lies, *(laid[n] for laid in self.pile))
        return self.satisfiable(entries, lies)

    def can_turn_up(self, entries: Iterable[int], card: str) -> bool:
        """Whether the card can be elsewhere than under the pile's top at the end."""
        buried = self.pile[:-1] if self.gone is None else self.gone
        return self.satisfiable(entries, *(-laid[INDEX[card]] for laid in buried))

    # -- the pieces ---------------------------------------------------------

    def new(self) -> int:
        self.top += 1
        return self.top

    def news(self) -> list[int]:
        first = self.top + 1
        self.top += 52
        return list(range(first, first + 52))

    def clause(self, *literals: int) -> None:
        self.solver.add_clause(literals)

    def exactly(self, literals: list[int], number: int) -> None:
        self.solver.add_atmost(literals, number)
        self.solver.add_atmost([-x for x in literals], len(literals) - number)

    def right_number(self, player: str) -> None:
        """The hand has its number of cards, give or take what was miscounted."""
        number = self.size[player]
        literals = list(self.place[player])
        for more, found in self.miscounts[player]:
            literals.append(-found if more > 0 else found)
            number += more > 0
        self.exactly(literals, number)

    def entry(self, entry: int) -> int:
        if entry not in self.says:
            self.says[entry] = self.new()
        return self.says[entry]

    def name(self, move: Move, where: list[int], card: str | None) -> None:
        if card is not None:
            self.clause(-self.entry(move["entry"]), where[INDEX[card]])

    def moved(self) -> list[int]:
        """Exactly one card is the one that moves."""
        which = self.news()
        self.exactly(which, 1)
        return which

    def leave(self, place: str, which: list[int]) -> None:
        before, after = self.place[place], self.news()
        for w, b, a in zip(which, before, after, strict=True):
            self.clause(-w, b)
            self.clause(-w, -a)
            self.clause(-a, b)
            self.clause(-b, w, a)
        self.place[place] = after

    def enter(self, place: str, which: list[int]) -> None:
        before, after = self.place[place], self.news()
        for w, b, a in zip(which, before, after, strict=True):
            self.clause(-w, a)
            self.clause(-b, a)
            self.clause(-a, w, b)
        self.place[place] = after

    # -- the moves ----------------------------------------------------------

    def _deal(self, move: Move) -> None:
        self.size = dict(move["sizes"])
        if move.get("implied"):
            self.gone = []
            return
        self.place = {place: self.news() for place in "ABS"}
        for a, b, s in zip(*self.place.values(), strict=True):
            self.clause(a, b, s)
            self.clause(-a, -b)
            self.clause(-a, -s)
            self.clause(-b, -s)
        for player in "AB":
            self.right_number(player)
        if move["turned"]:
            self._lay("S", move, move.get("upcard"))
        for player, cards in move.get("hands", {}).items():
            for card in cards:
                self.name(move, self.place[player], card)

    def _lay(self, place: str, move: Move, card: str | None) -> None:
        which = self.moved()
        self.leave(place, which)
        self.name(move, which, card)
        self.pile.append(which)
        if place != "S":
            self.size[place] -= 1

    def _draw(self, move: Move) -> None:
        which = self.moved()
        self.leave("S", which)
        self.enter(move["player"], which)
        self.name(move, which, move.get("card"))
        self.size[move["player"]] += 1

    def _take(self, move: Move) -> None:
        which = self.pile.pop()
        self.enter(move["player"], which)
        self.name(move, which, move.get("card"))
        self.size[move["player"]] += 1

    def _discard(self, move: Move) -> None:
        self._lay(move["player"], move, move.get("card"))

    def _extra(self, move: Move) -> None:
        self._lay("S", move, move.get("card"))

    def _count(self, move: Move) -> None:
        """Its miscount is known from the deal on."""

    def _knock(self, move: Move) -> None:
        player = move["player"]
        if self.gone is not None:
            self.spoken = []
            if move.get("discard"):
                self._speak(move, "pile", [move["discard"]])
            self._speak(move, player, move.get("cards") or [])
            return
        if move["lays"]:
            self._lay(player, move, move.get("discard"))
        self._show(move)

    def _show(self, move: Move) -> None:
        cards = move.get("cards") or []
        if self.gone is not None:
            self._speak(move, move["player"], cards)
            return
        if cards:
            self.right_number(move["player"])
        for card in cards:
            self.name(move, self.place[move["player"]], card)

    def _untrack(self, _move: Move) -> None:
        for player in "AB":
            self.right_number(player)
        self.gone = self.pile[:-1]

    def _go_on(self, _move: Move) -> None:
        self.spoken = []

    def _speak(self, move: Move, place: str, cards: list[str]) -> None:
        """Cards laid open when nobody knows what happened since."""
        said = self.entry(move["entry"])
        for card in cards:
            for buried in self.gone or []:
                self.clause(-said, -buried[INDEX[card]])
            for other, its_place, its_card in self.spoken:
                if its_card == card and its_place != place:
                    self.clause(-said, -other)
            self.spoken.append((said, place, card))
