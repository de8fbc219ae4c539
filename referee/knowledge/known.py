"""What is proven of each place: cards there, cards not there, cards unknown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.cards import DECK, Card
from referee.eyes.view import Eyes, view_of
from referee.game.state import Hand
from referee.knowledge.cards import Cards
from referee.knowledge.clash import sound_course
from referee.knowledge.deals import Course
from referee.knowledge.timeline import (
    AWAY,
    DRAW,
    HOLD,
    LAY,
    LOOSE,
    NOTHING,
    PILE,
    SEATS,
    STOCK,
    TAKE,
    UNSEEN,
    A,
    B,
    Timeline,
    timeline,
)
from referee.rules import PLAYERS, Player, Rules

HAND_SIZE = 10


@dataclass(frozen=True, slots=True)
class Place:
    """What is proven of a hand, the stock or the pile.

    ``must`` are cards that are there in every deal that explains the record,
    ``cannot`` those that are there in none; ``unknown`` is how many of its cards are
    not in ``must``, ``None`` where their number is not known (the stock and the pile
    of a hand that is not tracked).
    """

    must: tuple[Card, ...]
    cannot: tuple[Card, ...]
    unknown: int | None


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one pair of eyes can prove of every place; exact, not only sound."""

    hands: Mapping[Player, Place]
    stock: Place
    pile: Place


def knowledge(
    rules: Rules, hand: Hand, eyes: Eyes, *, upto: int | None = None
) -> Knowledge:
    """Return what these eyes can prove after entry ``upto``, from the entries up to it.

    ``upto`` is an entry's number; without it, after all of them. Entries in conflict
    prove nothing beyond their moves. Cards are in the order of the deck.
    """
    proof = proof_of(rules, hand, eyes, upto=upto)
    if proof.found is None:
        nothing = Place((), (), None)
        return Knowledge(dict.fromkeys(PLAYERS, nothing), nothing, nothing)
    if not proof.line.tracked:
        return _untracked(proof, proof.found)
    return _tracked(proof, proof.found)


def proven_hands(proof: "Proof") -> dict[Player, tuple[Card, ...]]:
    """Return the cards that are proven to be in each player's hand."""
    if proof.found is None or not proof.line.tracked:
        return {player: _shown(proof, SEATS[player]) for player in PLAYERS}
    return {player: _sure(proof, proof.found, SEATS[player]) for player in PLAYERS}


@dataclass(frozen=True, slots=True)
class Proof:
    """A timeline, which of its names count, and one course that explains it.

    ``only`` says that it is the only course; ``said`` names the tokens; ``settled``
    holds cards that are certain to be where they were named last, by place.
    """

    line: Timeline
    on: bytearray
    found: Cards | None
    only: bool
    said: list[int]
    settled: Mapping[int, int]

    def allows(self, what: int, place: int, card: int) -> bool:
        """Whether the card can be at that place at the end."""
        course = Course(self.line, self.on + b"\1")
        last = (what, place, card, len(self.on))
        course.steps = [*self.line.steps, last]
        return course.find() is not None

    def allows_on_pile(self, card: int) -> bool:
        """Whether the card can be on the pile at the end."""
        for token in self.line.pile:
            course = Course(self.line, self.on)
            if self.said[token] == NOTHING and course.said is not None:
                course.said[token] = card
                if course.find() is not None:
                    return True
        return False

    def can_be(self, card: int, place: int) -> bool:
        """Whether the card can be in a hand, the stock or (``PILE``) the pile."""
        if place == PILE:
            return self.allows_on_pile(card)
        return self.allows(HOLD, place, card)


def proof_of(rules: Rules, hand: Hand, eyes: Eyes, *, upto: int | None = None) -> Proof:
    """Return what these eyes may see after entry ``upto``, and a course of it."""
    happened, view = hand.happened, view_of(rules, hand, eyes)
    if upto is not None:
        happened = tuple(r for r in happened if r.entry <= upto)
        if len(happened) < len(hand.happened):
            view = replace(view, own=frozenset())
    line = timeline(rules, happened, view)
    course, found = sound_course(line)
    said = course.said or []
    settled = _settled(line, course.on, said) if course.chosen else {}
    return Proof(line, course.on, found, not course.chosen, said, settled)


def _settled(line: Timeline, on: bytearray, said: list[int]) -> dict[int, int]:
    """Return the place of each card named last where no unnamed card left it since."""
    settled: dict[int, int] = {}
    for what, place, card, name in line.steps:
        if what == LAY and said[card] == NOTHING:
            settled = {c: p for c, p in settled.items() if p != place}
        elif what == LAY:
            settled[said[card]] = PILE
        elif what == TAKE and said[card] != NOTHING:
            settled[said[card]] = place
        elif what in (HOLD, DRAW) and name != NOTHING and on[name]:
            settled[card] = place
    return settled


def _tracked(proof: Proof, found: Cards) -> Knowledge:
    counts = [n + m for n, m in zip(found.unseen, found.named, strict=True)]
    sizes = {A: counts[A], B: counts[B], STOCK: counts[STOCK]}
    sizes[PILE] = len(proof.line.pile)
    reach = _reach(proof, found)
    places = {}
    for place, size in sizes.items():
        must = tuple(card for card in DECK if reach[card] == {place})
        cannot = tuple(card for card in DECK if place not in reach[card])
        places[place] = Place(must, cannot, size - len(must))
    hands = {player: places[SEATS[player]] for player in PLAYERS}
    return Knowledge(hands, places[STOCK], places[PILE])


def _unseen_places(proof: Proof, found: Cards) -> frozenset[int]:
    """Return where cards lie that are not named in the course found."""
    places = {place for place in (A, B, STOCK) if found.unseen[place]}
    if any(found.tokens[token] == NOTHING for token in proof.line.pile):
        places.add(PILE)
    return frozenset(places)


def _reach(proof: Proof, found: Cards) -> dict[Card, frozenset[int]]:
    """Return for every card the places where it can be.

    Cards that no entry names are all alike, and a named one has left the stock.
    """
    if proof.only:
        unseen = _unseen_places(proof, found)
        return {c: _lies(found.where[c]) or unseen for c in DECK}
    reach: dict[int, frozenset[int]] = {}
    for card in DECK:
        alike = card if found.where[card] != UNSEEN else UNSEEN
        if alike not in reach:
            places = (A, B, PILE) if alike == card else (A, B, PILE, STOCK)
            reach[alike] = _places(proof, card, places)
    return {card: reach.get(card, reach.get(UNSEEN, frozenset())) for card in DECK}


def _lies(where: int) -> frozenset[int]:
    return frozenset() if where == UNSEEN else frozenset([min(where, PILE)])


def _places(proof: Proof, card: Card, places: tuple[int, ...]) -> frozenset[int]:
    settled = proof.settled.get(card)
    if settled is not None:
        return frozenset([settled])
    return frozenset(place for place in places if proof.can_be(card, place))


def _sure(proof: Proof, found: Cards, seat: int) -> tuple[Card, ...]:
    """Return the cards that are in a hand in every course."""
    here = [card for card in DECK if found.where[card] == seat]
    if not proof.only:
        others = [place for place in (B, A, PILE) if place != seat]
        here = [card for card in here if _stuck(proof, card, seat, others)]
    if _unseen_places(proof, found) == {seat}:
        alike = [card for card in DECK if found.where[card] == UNSEEN]
        others = [place for place in (B, A, STOCK, PILE) if place != seat]
        if proof.only or _stuck(proof, alike[0], seat, others):
            here += alike
    return tuple(sorted(here))


def _stuck(proof: Proof, card: Card, seat: int, others: list[int]) -> bool:
    if proof.settled.get(card) == seat:
        return True
    return not any(proof.can_be(card, place) for place in others)


def _untracked(proof: Proof, found: Cards) -> Knowledge:
    """Only what lies under the pile's top is proven, and what is being shown."""
    buried = sorted(card for card in found.buried if card != NOTHING)
    if not proof.only:
        buried = [c for c in buried if not proof.allows(LOOSE, AWAY, c)]
    shown = {seat: _shown(proof, seat) for seat in (A, B, PILE)}
    hands = {}
    for player in PLAYERS:
        must = shown[SEATS[player]]
        seat = SEATS[player]
        others = {c for s, held in shown.items() if s != seat for c in held}
        full = len(must) >= HAND_SIZE
        cannot = tuple(
            c for c in DECK if c not in must and (full or c in others or c in buried)
        )
        hands[player] = Place(must, cannot, max(0, HAND_SIZE - len(must)))
    out = tuple(sorted({*shown[A], *shown[B]}))
    pile = tuple(sorted({*map(Card, buried), *shown[PILE]}))
    stock = Place((), tuple(sorted({*out, *pile})), None)
    return Knowledge(hands, stock, Place(pile, out, None))


def _shown(proof: Proof, place: int) -> tuple[Card, ...]:
    """Return what is being shown at a place, in a hand that is not tracked."""
    line = proof.line
    return tuple(
        sorted(
            Card(said.card)
            for said in line.said
            if said.moment == line.moment
            and said.place == place
            and proof.on[said.name]
        )
    )
