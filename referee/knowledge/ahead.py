"""What is still to come of a record: when each card is named next, and where."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from referee.knowledge.cards import Cards
from referee.knowledge.timeline import (
    AWAY,
    DRAW,
    LAY,
    NOTHING,
    PILE,
    STOCK,
    TAKE,
    UNSEEN,
    A,
    B,
    Step,
    Timeline,
    Token,
)


class Due(NamedTuple):
    """When a card is named next, where, and every time and place from then on.

    Times are counted in moves: what is named between two moves is named at once.
    """

    time: int
    place: int
    rest: tuple[tuple[int, int], ...]


class Use(NamedTuple):
    """A step that names a card: its time, where the card is, and where it is then."""

    at: int
    time: int
    place: int
    after: int


class Crossing(NamedTuple):
    """An unnamed card that one player laid and the other took, and the times."""

    laid: int
    taken: int


class Ahead:
    """The names to come, as seen from each step; made once for a record.

    ``tame``: no two unnamed cards that come back lie on the pile at once, and none
    comes back to the hand it left. ``hopeless``: some card is named at two places
    between which nothing can have moved it.
    """

    def __init__(
        self,
        line: Timeline,
        steps: Sequence[Step],
        on: Sequence[int],
        said: Sequence[int],
    ) -> None:
        self._tokens = line.tokens
        self._top = line.pile[-1] if line.pile else NOTHING
        self._said = said
        self._times: list[int] = []
        self._uses: dict[int, list[Use]] = {}
        self._crossings: tuple[list[Crossing], list[Crossing]] = ([], [])
        self._arrivals: tuple[list[int], list[int]] = ([], [])
        for at, step in enumerate(steps):
            self._note(at, step, on)
        self._coming = {card: _dues(uses) for card, uses in self._uses.items()}
        taken = [token for token in line.tokens if token.taker != NOTHING]
        self.tame = all(_crosses(token) for token in taken) and not any(
            below.taken > above.laid for below, above in pairwise(taken)
        )
        self.hopeless = any(
            not self._leads_to(first, then)
            for uses in self._uses.values()
            for first, then in pairwise(uses)
        )

    def _note(self, at: int, step: Step, on: Sequence[int]) -> None:
        """Note one step: which card it names, or what moves unnamed."""
        what, place, card, name = step
        time = self._times[-1] if self._times else 0
        time += what in (DRAW, LAY, TAKE)
        self._times.append(time)
        if what == LAY:
            if self._said[card] != NOTHING:
                use = Use(at, time, place, PILE + card)
                self._uses.setdefault(self._said[card], []).append(use)
        elif what == TAKE:
            if self._said[card] == NOTHING:
                self._arrivals[place].append(time)
                self._cross(self._tokens[card], time)
        elif name != NOTHING and on[name]:
            there = STOCK if what == DRAW else place
            self._uses.setdefault(card, []).append(Use(at, time, there, place))
        elif what == DRAW:
            self._arrivals[place].append(time)

    def _cross(self, token: Token, time: int) -> None:
        if token.origin != STOCK and _crosses(token):
            laid = self._times[token.laid]
            self._crossings[token.origin].append(Crossing(laid, time))

    def _leads_to(self, first: Use, then: Use) -> bool:
        """Whether a card may have come from one place where it is named to the next."""
        place, since = first.after, first.time
        if place >= PILE:
            token = self._tokens[place - PILE]
            if token.taker == NOTHING:
                return then.place == AWAY and place - PILE == self._top
            place, since = token.taker, self._times[token.taken]
        if then.place in (place, AWAY):
            return since <= then.time
        return then.place != STOCK and any(
            crossing.laid > since and crossing.taken <= then.time
            for crossing in self._crossings[place]
        )

    def due(self, card: int, at: int) -> Due | None:
        """Return when and where a card is named next after step ``at``."""
        for step, due in self._coming.get(card, ()):
            if step > at:
                return due
        return None

    def too_late(self, cards: Cards, at: int) -> bool:
        """Whether cards cannot come in time to where they are named next.

        Counts what moves unnamed; ``False`` promises nothing.
        """
        now = self._times[at]
        leaving: tuple[list[int], list[int]] = ([], [])
        missing: tuple[list[int], list[int]] = ([], [])
        for card in self._coming:
            due = self.due(card, at)
            if due is None or due.place not in (A, B):
                continue
            where = cards.where[card]
            if where == UNSEEN:
                missing[due.place].append(due.time)
            elif where in (A, B) and where != due.place:
                leaving[where].append(due.time)
        return any(
            _late(leaving[place], [c.taken for c in crossings if c.laid >= now])
            for place, crossings in enumerate(self._crossings)
        ) or any(
            _late(
                sorted(missing[place])[cards.unseen[place] :],
                [time for time in arrivals if time > now],
            )
            for place, arrivals in enumerate(self._arrivals)
        )

    def situation(self, cards: Cards, at: int) -> object:
        """Return all that matters of a situation for what may follow.

        Cards at one place that are named alike from here on are as good as each other.
        """
        live = []
        spare = [cards.named[A], cards.named[B]]
        for card in self._coming:
            where = cards.where[card]
            due = self.due(card, at) if where != UNSEEN else None
            if due is not None:
                live.append((where, due))
                if where in (A, B):
                    spare[where] -= 1
        lying = tuple(
            card == NOTHING
            for number, card in enumerate(cards.tokens)
            if self._tokens[number].taken > at or number == self._top
        )
        return at, tuple(sorted(live)), tuple(spare), tuple(cards.unseen), lying


def _late(due: list[int], coming: list[int]) -> bool:
    """Whether some of what is due has nothing that comes in time."""
    coming.sort()
    return any(
        n >= len(coming) or coming[n] > time for n, time in enumerate(sorted(due))
    )


def _dues(uses: list[Use]) -> list[tuple[int, Due]]:
    """Return, for each use of a card's name, its step and all that is due from it."""
    dues: list[tuple[int, Due]] = []
    rest: tuple[tuple[int, int], ...] = ()
    for use in reversed(uses):
        rest = ((use.time, use.place), *rest)
        dues.append((use.at, Due(use.time, use.place, rest)))
    dues.reverse()
    return dues


def _crosses(token: Token) -> bool:
    """Whether a card did not go back to the hand that it came from."""
    return token.taker != token.origin
