"""Where the cards are while a record is followed."""

from collections.abc import Sequence

from referee.knowledge.timeline import AWAY, NOTHING, PILE, STOCK, UNSEEN


class Cards:
    """Where the cards are at one moment of one possible course of the hand.

    ``where`` holds a place for each card, ``unseen`` and ``named`` the number of such
    cards in A's hand, B's hand and the stock; ``tokens`` what lies, or lay, on the
    pile, -1 for an unseen card.
    """

    __slots__ = ("buried", "named", "roaming", "tokens", "unseen", "where")

    def __init__(self, a: int, b: int, tokens: int) -> None:
        self.where = [UNSEEN] * 52
        self.unseen = [a, b, 52 - a - b]
        self.named = [0, 0, 0]
        self.tokens = [NOTHING] * tokens
        self.buried: frozenset[int] = frozenset()
        self.roaming = 0

    def copy(self) -> "Cards":
        """Return the same situation, to be followed another way."""
        twin = Cards(0, 0, 0)
        twin.where = self.where[:]
        twin.unseen = self.unseen[:]
        twin.named = self.named[:]
        twin.tokens = self.tokens[:]
        return twin

    def hold(self, place: int, card: int) -> bool:
        """Name a card at a place; whether it can be there."""
        if self.where[card] == place:
            return True
        if self.where[card] != UNSEEN or not self.unseen[place]:
            return False
        self.where[card] = place
        self.unseen[place] -= 1
        self.named[place] += 1
        return True

    def draw(self, place: int, card: int) -> bool:
        """Move a card from the stock to a hand; ``card`` is -1 if it is not named."""
        unseen = self.unseen
        if not unseen[STOCK]:
            return False
        unseen[STOCK] -= 1
        if card == NOTHING:
            unseen[place] += 1
            return True
        if self.where[card] != UNSEEN:
            return False
        self.where[card] = place
        self.named[place] += 1
        return True

    def lay(self, place: int, token: int, card: int) -> bool:
        """Move a card to the pile; ``card`` is -1 for an unseen one."""
        if card != NOTHING and self.where[card] == place:
            self.named[place] -= 1
        elif self.unseen[place] and (card == NOTHING or self.where[card] == UNSEEN):
            self.unseen[place] -= 1
        else:
            return False
        self.tokens[token] = card
        if card != NOTHING:
            self.where[card] = PILE + token
        return True

    def take(self, place: int, token: int) -> None:
        """Move a card from the pile to a hand."""
        card = self.tokens[token]
        if card == NOTHING:
            self.unseen[place] += 1
        else:
            self.where[card] = place
            self.named[place] += 1

    def end(self, pile: Sequence[int]) -> None:
        """Stop tracking: from here only what lies under the top is proven."""
        self.buried = frozenset(self.tokens[token] for token in pile[:-1])
        top = [self.tokens[token] for token in pile[-1:]]
        self.roaming = sum(self.unseen) + top.count(NOTHING)

    def roam(self, card: int) -> bool:
        """Name a card after tracking ended; whether it can still turn up."""
        if self.where[card] == UNSEEN:
            if not self.roaming:
                return False
            self.roaming -= 1
            self.where[card] = AWAY
        return card not in self.buried
