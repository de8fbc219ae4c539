"""Whether some deal of 52 cards explains a record: exact, and linear as a rule.

The steps are followed in order. A card not named yet may be any *unseen* card of a
place; a name binds one of them, so only their number counts. Where every discard is
named that decides it in one pass. An unnamed card laid on the pile from a hand is one
of the hand's named cards or an unseen one, and what it was may matter:

- If it never comes back, it was a named card of which nothing more is said, or else
  an unseen one: any other choice explains no more.
- If a player takes it, every kind of card is tried: an unseen one, one of which
  nothing more is said, and of those with more to come one by the place they are
  named at next. Of cards that the taker must hold next the soonest due goes, before
  any that the giver must hold; of these the last due goes. Any other choice can be
  exchanged for that one, for the two cards change roles until they lie together
  again. That needs that two such cards never lie on the pile at once: where they may
  (a draw out of turn can uncover a card), every card is tried.
"""

from collections.abc import Iterator
from itertools import pairwise, product

from referee.knowledge.cards import Cards
from referee.knowledge.timeline import (
    AWAY,
    DRAW,
    END,
    HOLD,
    LAY,
    NOTHING,
    STOCK,
    TAKE,
    UNSEEN,
    Timeline,
    Token,
)

Due = tuple[int, int]
"""The step at which a card is named next, and the place."""


class Course:
    """One record with some of its names left out, and the courses that explain it.

    ``on`` says of each name whether it counts. ``chosen`` tells afterwards whether
    anything had to be chosen: if not, what was found is the only course.
    """

    def __init__(self, line: Timeline, on: bytearray) -> None:
        self.line = line
        self.steps = line.steps
        self.on = on
        self.chosen = False
        self.said = self._identify()
        self._failed: set[object] = set()
        self._coming: dict[int, list[Due]] = {}
        self._tame = True

    def _identify(self) -> list[int] | None:
        """Return the card of each token, -1 if not named; None if it has two names."""
        on = self.on
        said = []
        for token in self.line.tokens:
            card = NOTHING
            for named, name in token.names:
                if on[name]:
                    if card not in (NOTHING, named):
                        return None
                    card = named
            said.append(card)
        return said

    def find(self) -> Cards | None:
        """Return where the cards are at the end of a course, or None if there is none.

        Of several courses any one.
        """
        if self.said is None or not self.line.sound or not self._apart():
            return None
        dealt_a, dealt_b = self.line.dealt
        for more_a, more_b in self._miscounts():
            self._failed.clear()
            a, b = dealt_a + more_a, dealt_b + more_b
            found = self._follow(Cards(a, b, len(self.line.tokens)), 0)
            if found is not None:
                return found
        return None

    def _apart(self) -> bool:
        """Whether no card was named at two places at one moment after the tracking."""
        places: dict[tuple[int, int], int] = {}
        return all(
            places.setdefault((said.moment, said.card), said.place) == said.place
            for said in self.line.said
            if self.on[said.name]
        )

    def _miscounts(self) -> Iterator[tuple[int, int]]:
        """Walk how many cards more than ten A and B may have been dealt.

        A count that is left out may be true or not.
        """
        sums: list[set[int]] = [{0}, {0}]
        for seat, more, name in self.line.miscounts:
            without = set() if self.on[name] else sums[seat]
            sums[seat] = without | {total + more for total in sums[seat]}
        self.chosen = len(sums[0]) + len(sums[1]) > 2
        yield from product(*sums)

    def _follow(self, cards: Cards, first: int) -> Cards | None:
        """Follow the steps from ``first``; ``cards`` is used up."""
        on, said = self.on, self.said or ()
        for at in range(first, len(self.steps)):
            what, place, card, name = self.steps[at]
            if what == LAY:
                if said[card] == NOTHING and place != STOCK and cards.named[place]:
                    return self._choose(cards, at)
                fits = cards.lay(place, card, said[card])
            elif what == TAKE:
                cards.take(place, card)
                continue
            elif what == DRAW:
                named = name != NOTHING and on[name]
                fits = cards.draw(place, card if named else NOTHING)
            elif what == END:
                cards.end(self.line.pile)
                continue
            elif what == HOLD:
                fits = not on[name] or cards.hold(place, card)
            else:
                fits = not on[name] or cards.roam(card)
            if not fits:
                return None
        return cards

    def _choose(self, cards: Cards, at: int) -> Cards | None:
        """Try what an unnamed card laid at step ``at`` may have been."""
        if not self._coming:
            self._look_ahead()
        self.chosen = True
        _, place, token, _ = self.steps[at]
        options = self._options(cards, at)
        key = self._situation(cards, at) if len(options) > 1 else None
        if key is not None and key in self._failed:
            return None
        for card in options:
            branch = cards if card == options[-1] else cards.copy()
            branch.lay(place, token, card)
            found = self._follow(branch, at + 1)
            if found is not None:
                return found
        if key is not None:
            self._failed.add(key)
        return None

    def _options(self, cards: Cards, at: int) -> list[int]:
        _, giver, number, _ = self.steps[at]
        token = self.line.tokens[number]
        due: dict[int | None, list[tuple[int, int]]] = {}
        for card in (c for c in range(52) if cards.where[c] == giver):
            step, place = self._next(card, at) or (0, None)
            due.setdefault(place, []).append((step, card))
        spare = [card for _, card in due.get(None, [])[:1]]
        roaming = [card for _, card in due.get(AWAY, [])[:1]]
        unseen = [NOTHING] if cards.unseen[giver] else []
        if token.taker == NOTHING:
            stays_on_top = self.line.pile[-1] == number
            return (spare or (roaming if stays_on_top else []) or unseen)[:1]
        wanted, kept = sorted(due.get(token.taker, [])), sorted(due.get(giver, []))
        if self._tame:
            wanted, kept = wanted[:1], [] if wanted else kept[-1:]
        first, last = [card for _, card in wanted], [card for _, card in kept]
        return list(dict.fromkeys([*first, *spare, *roaming, *unseen, *last]))

    def _next(self, card: int, at: int) -> Due | None:
        """Return when and where a card is named next after step ``at``."""
        for due in self._coming.get(card, ()):
            if due[0] > at:
                return due
        return None

    def _look_ahead(self) -> None:
        """Note where each card is named, and whether two may be taken in any order."""
        said = self.said or ()
        for at, (what, place, card, name) in enumerate(self.steps):
            if what == LAY:
                if said[card] != NOTHING:
                    self._coming.setdefault(said[card], []).append((at, place))
            elif name != NOTHING and self.on[name]:
                there = STOCK if what == DRAW else place
                self._coming.setdefault(card, []).append((at, there))
        taken = [token for token in self.line.tokens if token.taker != NOTHING]
        self._tame = all(_crosses(token) for token in taken) and not any(
            below.taken > above.laid for below, above in pairwise(taken)
        )

    def _situation(self, cards: Cards, at: int) -> object:
        """Return all that matters of a situation for what may follow."""
        live = {
            card: cards.where[card]
            for card in self._coming
            if cards.where[card] != UNSEEN and self._next(card, at)
        }
        spare = [
            cards.named[place] - list(live.values()).count(place) for place in (0, 1)
        ]
        lying = tuple(
            card if card in live or card == NOTHING else NOTHING - 1
            for number, card in enumerate(cards.tokens)
            if self.line.tokens[number].taken > at or number in self.line.pile[-1:]
        )
        return at, tuple(live.items()), tuple(spare), tuple(cards.unseen), lying


def _crosses(token: Token) -> bool:
    """Whether a card did not go back to the hand that it came from."""
    return token.taker != token.origin
