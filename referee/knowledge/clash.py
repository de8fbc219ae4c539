"""What cannot be: entries that contradict each other, and entries in conflict.

An entry is *in conflict*, for some eyes, when the names it adds cannot be true beside
the earlier ones that these eyes see and that are not in conflict themselves. A hand
shown goes before all that was noted while it was held: both players saw it. Such an
entry keeps its moves, and its names prove nothing until they are corrected.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.cards import Card, card_name
from referee.eyes.view import Eyes, View, public_cards, view_of
from referee.game.events import Recorded
from referee.game.state import Hand
from referee.knowledge.cards import Cards
from referee.knowledge.deals import Course
from referee.knowledge.plain import fits, plain
from referee.knowledge.timeline import NOTHING, SHOWS, Name, Timeline, timeline
from referee.rules import Rules


@dataclass(frozen=True, slots=True)
class Clash:
    """One entry of a contradiction, and what it says that cannot be so."""

    entry: int
    what: str


def contradiction(
    rules: Rules,
    hand: Hand,
    eyes: Eyes,
    extra: Sequence[Recorded],
    *,
    own: frozenset[int] | None = None,
    apart: frozenset[int] = frozenset(),
) -> tuple[Clash, ...] | None:
    """Return entries that cannot all be true once ``extra`` is added, or ``None``.

    ``None`` exactly when some deal of 52 cards explains what these eyes may see of
    the hand, entries in conflict aside, together with ``extra`` (of ``own`` entries,
    ``None`` for all of them, every name counts: who asks knows it). Names of entries
    ``apart`` prove nothing. The entries are in the order of the record, that of
    ``extra`` among them; leave any one of them out and some deal explains the rest.
    Nothing in the answer depends on a card hidden from these eyes.
    """
    followed = plain(rules, hand, eyes) if own is None and not apart else None
    if followed is not None and fits(rules, followed, extra):
        return None
    line = timeline(rules, hand.happened, view_of(rules, hand, eyes), extra, own=own)
    if Course(line, _all_but(line, apart)).find() is not None:
        return None
    return _clashes(line, frozenset(recorded.entry for recorded in extra), apart)


def unexplained(
    rules: Rules,
    hand: Hand,
    eyes: Eyes,
    *,
    own: frozenset[int],
    apart: frozenset[int] = frozenset(),
) -> bool:
    """Whether no deal explains what these eyes may see of a whole hand.

    Of ``own`` entries every name counts, of those ``apart`` none.
    """
    view = view_of(rules, hand, eyes)
    line = timeline(rules, (), view, hand.happened, own=own)
    return Course(line, _all_but(line, apart)).find() is None


def _all_but(line: Timeline, apart: frozenset[int]) -> bytearray:
    if not apart:
        return bytearray(b"\1") * len(line.names)
    return bytearray(name.entry not in apart for name in line.names)


def _clashes(
    line: Timeline, new: frozenset[int], apart: frozenset[int]
) -> tuple[Clash, ...] | None:
    on = sound_course(line, without=new | apart)[0].on
    for number, name in enumerate(line.names):
        if name.entry in new:
            on[number] = 1
    if Course(line, on).find() is not None:
        return None
    return _explain(line, on, new)


def conflicts(rules: Rules, hand: Hand, eyes: Eyes = "referee") -> tuple[int, ...]:
    """Return the entries in conflict, as far as these eyes see, in order."""
    return _wrong(timeline(rules, hand.happened, view_of(rules, hand, eyes)))


def disclosed_conflicts(rules: Rules, hand: Hand) -> tuple[int, ...]:
    """Return the entries in conflict that all may be told of once the hand is over.

    Those that follow from cards publicly named in the hand: a clash with a card that
    was never shown tells where that card was.
    """
    public = public_cards(hand, limit_card=rules.deal == "upcard")
    return _wrong(timeline(rules, hand.happened, View("watch", public)))


def _wrong(line: Timeline) -> tuple[int, ...]:
    return in_conflict(line, sound_course(line)[0].on)


def in_conflict(line: Timeline, on: bytearray) -> tuple[int, ...]:
    """Return the entries of the names that do not count, in order."""
    wrong = {name.entry for number, name in enumerate(line.names) if not on[number]}
    return tuple(sorted(wrong))


def sound_course(
    line: Timeline, *, without: frozenset[int] = frozenset()
) -> tuple[Course, Cards | None]:
    """Return a course on which all names count but those of entries in conflict.

    With it where the cards are at its end: ``None`` where the moves alone cannot be.
    """
    shown = {name.entry for name in line.names if name.verb == SHOWS}
    entries = sorted(
        {name.entry for name in line.names} - without,
        key=lambda entry: (entry not in shown, entry),
    )
    kept: list[int] = []
    while True:
        course = Course(line, _names_of(line, {*kept, *entries}))
        found = course.find()
        if found is not None or not entries:
            return course, found
        good = _longest(line, kept, entries)
        kept += entries[:good]
        entries = entries[good + 1 :]


def _longest(line: Timeline, kept: list[int], entries: list[int]) -> int:
    """Return how many of the entries, in order, can be true beside ``kept``.

    Not all of them can: that is known.
    """
    low, high = 0, len(entries) - 1
    while low < high:
        middle = (low + high + 1) // 2
        on = _names_of(line, {*kept, *entries[:middle]})
        if Course(line, on).find() is None:
            high = middle - 1
        else:
            low = middle
    return low


def _names_of(line: Timeline, entries: set[int]) -> bytearray:
    return bytearray(name.entry in entries for name in line.names)


def _explain(line: Timeline, on: bytearray, new: frozenset[int]) -> tuple[Clash, ...]:
    """Return an irreducible set of entries, with the names that matter in each."""
    cards = {name.card for name in line.names if name.entry in new}

    def nearness(number: int) -> tuple[bool, bool, int]:
        name = line.names[number]
        return name.entry not in new, name.card not in cards, number

    by_entry: dict[int, list[int]] = {}
    for number in sorted((n for n, counts in enumerate(on) if counts), key=nearness):
        by_entry.setdefault(line.names[number].entry, []).append(number)
    entries = irreducible(line, list(by_entry.values()))
    names = irreducible(line, [[number] for entry in entries for number in entry])
    told: dict[int, list[Name]] = {}
    for (number,) in sorted(names):
        name = line.names[number]
        told.setdefault(name.entry, []).append(name)
    if not told:
        return tuple(Clash(entry, "moves a card that is not there") for entry in new)
    return tuple(Clash(entry, _tell(told[entry])) for entry in sorted(told))


def irreducible(line: Timeline, groups: list[list[int]]) -> list[list[int]]:
    """Return groups of names that cannot all be true, though all but any one can.

    All of them cannot: that is known. Those that come first are kept rather than
    others; none are returned where the moves alone cannot be.
    Source: U. Junker, QuickXplain (AAAI 2004).
    """

    def clash(chosen: list[list[int]]) -> bool:
        on = bytearray(len(line.names))
        for group in chosen:
            for number in group:
                on[number] = 1
        return Course(line, on).find() is None

    def search(
        base: list[list[int]], fresh: bool, rest: list[list[int]]
    ) -> list[list[int]]:
        if fresh and clash(base):
            return []
        if len(rest) <= 1:
            return rest
        first, second = rest[: len(rest) // 2], rest[len(rest) // 2 :]
        needed = search(base + first, True, second)
        return search(base + needed, bool(needed), first) + needed

    return search([], True, groups)


def _tell(said: Iterable[Name]) -> str:
    """Put what one entry says into words: ``A shows 5C and 6D``."""
    spoken: dict[tuple[str | None, str], list[str]] = {}
    for name in said:
        cards = spoken.setdefault((name.who, name.verb), [])
        if name.card != NOTHING:
            cards.append(card_name(Card(name.card)))
    return " and ".join(
        _phrase(who, verb, cards) for (who, verb), cards in spoken.items()
    )


def _phrase(who: str | None, verb: str, cards: list[str]) -> str:
    listed = (
        ", ".join(cards[:-1]) + " and " + cards[-1] if cards[1:] else "".join(cards)
    )
    parts = [listed, verb] if who is None else [who, verb, listed]
    return " ".join(part for part in parts if part)
