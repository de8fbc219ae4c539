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
from itertools import product

from referee.knowledge.ahead import Ahead, Due
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
    A,
    B,
    Timeline,
)


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
        self._ahead: Ahead | None = None

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
        self.chosen = True
        if self._ahead is None:
            self._ahead = Ahead(self.line, self.steps, self.on, self.said or [])
        ahead = self._ahead
        if ahead.hopeless or ahead.too_late(cards, at):
            return None
        _, place, token, _ = self.steps[at]
        options = self._options(ahead, cards, at)
        key = ahead.situation(cards, at) if len(options) > 1 else None
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

    def _options(self, ahead: Ahead, cards: Cards, at: int) -> list[int]:
        """Return one card of each kind that may have been laid at step ``at``."""
        _, giver, number, _ = self.steps[at]
        token = self.line.tokens[number]
        kinds: dict[Due | None, int] = {}
        for card in range(52):
            if cards.where[card] == giver:
                kinds.setdefault(ahead.due(card, at), card)
        spare = [card for due, card in kinds.items() if due is None]
        roaming = [card for due, card in kinds.items() if due and due.place == AWAY]
        unseen = [NOTHING] if cards.unseen[giver] else []
        if token.taker == NOTHING:
            stays_on_top = self.line.pile[-1] == number
            return (spare or (roaming if stays_on_top else []) or unseen)[:1]
        dues = sorted(due for due in kinds if due and due.place in (A, B))
        first = [due for due in dues if due.place == token.taker]
        last = [due for due in dues if due.place != token.taker]
        if ahead.tame:
            first, last = first[:1], [] if first else last[-1:]
        wanted, kept = [kinds[due] for due in first], [kinds[due] for due in last]
        return [*wanted, *spare, *roaming, *unseen, *kept]
