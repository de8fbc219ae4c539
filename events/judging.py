"""Would we judge it so today: each entry decided again under its own rules.

Each is decided on the hand as it is stored up to there, so that one change of a ruling
is listed where it bites and nowhere else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, cast

from events.codec import canonical, event_data, type_of
from referee.decide.hands import decide_hand, is_plain_turn
from referee.decide.table import Proof, Table
from referee.errors import Refusal
from referee.eyes import Eyes
from referee.game import Game, Hand, Replay
from referee.game import replay as replayed
from referee.game.entries import standing_plays
from referee.game.entry import told as play_of
from referee.game.events import (
    HAND_EVENTS,
    EntryAmended,
    EntryRetracted,
    Event,
    HandDealt,
    HandEvent,
    Recorded,
)
from referee.game.turns import Turn, evolve_own
from referee.knowledge import contradiction
from referee.plays import HandPlay, Play

_CORRECTIONS = (EntryAmended, EntryRetracted)
_entry_of = attrgetter("entry")


class Differing(NamedTuple):
    """An entry that would come out differently: what it made, and would make today."""

    hand: int
    entry: int
    stored: str
    today: str


def judged_replay(log: Sequence[Recorded]) -> tuple[Game, list[Differing]] | None:
    """Replay a whole log, and judge every entry of a hand on the way.

    ``None`` for a log that cannot be judged in one walk, where ``replay`` and
    ``judged_again`` are to take two: one with corrections, or with a hand that no deal
    explains, or whose entries do not stand one after the other. Raises what they
    raise, not always for the same event.
    """
    replay = Replay()
    found: list[Differing] = []
    at, end = 0, len(log)
    while at < end:
        first = log[at]
        upto = at + 1
        while upto < end and log[upto].entry == first.entry:
            upto += 1
        alone = upto == at + 1
        if not (alone and _is_plain(replay.game, first)):
            differing = _differing(replay.game, log[at:upto])
            if differing is None:
                return None
            found += differing
        replay.take((first,) if alone else log[at:upto])
        at = upto
    game = replay.game
    if game is None or not all(_is_sound(game, hand) for hand in game.begun):
        return None
    return game, found


def judged(log: Sequence[Recorded]) -> tuple[Game, Iterable[Differing]]:
    """Replay a whole log and judge its entries, in one walk where that can be."""
    found = judged_replay(log)
    if found is not None:
        return found
    game = replayed(log)
    return game, judged_again(game)


def _is_plain(game: Game | None, first: Recorded) -> bool:
    """Whether an entry of one event is a plain turn of the newest hand."""
    if game is None or not game.hands or first.seq != first.entry:
        return False
    hand, event = game.hands[-1], first.event
    plain = is_plain_turn(game.rules, hand, event)
    return plain and cast(Turn, event).hand == hand.number


def _differing(
    game: Game | None, happened: Sequence[Recorded]
) -> Iterable[Differing] | None:
    """Judge one entry; ``None`` where it cannot be judged in this walk."""
    first = happened[0]
    if first.seq != first.entry or isinstance(first.event, _CORRECTIONS):
        return None
    made = [each.event for each in happened if type(each.event) in HAND_EVENTS]
    if not made:
        return ()
    hand = _before(game, first, cast("list[HandEvent]", made))
    if game is None or hand is None:
        return None
    play = play_of([each.event for each in happened])
    return _compared(_table(game, hand, first, "done"), play, made)


def _before(
    game: Game | None, first: Recorded, made: Sequence[HandEvent]
) -> Hand | None:
    """Return the newest hand as it stands before an entry made this of it.

    ``None`` where the entry does not begin with it, or is of another hand, or deals
    what was dealt.
    """
    event = made[0]
    if game is None or event is not first.event:
        return None
    for each in made[1:]:
        if each.hand != event.hand or isinstance(each, HandDealt):
            return None
    last = game.hands[-1] if game.hands else None
    if isinstance(event, HandDealt):
        known = last.number + last.begun if last else 0
        return Hand(event.hand, event.dealer) if event.hand >= known else None
    return last if last and last.begun and last.number == event.hand else None


def judged_again(game: Game) -> Iterator[Differing]:
    """Yield each entry that would come out differently today, whatever the game."""
    plays = standing_plays(game)
    for hand in game.begun:
        yield from _judged_again(game, hand, plays)


def _judged_again(
    game: Game, hand: Hand, plays: Mapping[int, Play]
) -> Iterator[Differing]:
    stood = Hand(hand.number, hand.dealer)
    sound = _is_sound(game, hand)
    for entry, group in groupby(hand.happened, _entry_of):
        happened = list(group)
        first = happened[0]
        # What a correction decided again was judged as a whole, and by fewer eyes.
        again: Proof = "here" if first.seq == entry else "later"
        table = _table(game, stood, first, "done" if sound else again)
        yield from _compared(table, plays[entry], [each.event for each in happened])
        for each in happened:
            evolve_own(game, stood, each, cast(HandEvent, each.event))


def _is_sound(game: Game, hand: Hand) -> bool:
    """Whether some deal explains all of a hand.

    A record that some deal explains has no part that none explains: one look at the
    whole hand is as good as one at each entry.
    """
    before = Hand(hand.number, hand.dealer)
    return contradiction(game.rules, before, "referee", hand.happened) is None


def _table(game: Game, hand: Hand, first: Recorded, proof: Proof) -> Table:
    asker = cast(Eyes, first.by)
    return Table(game.rules, hand, first.seq, first.entry, asker, proof)


def _compared(table: Table, play: Play, made: Sequence[Event]) -> Iterable[Differing]:
    """Tell whether a play makes something else today than it made, or is refused."""
    try:
        today: Sequence[Event] = decide_hand(table, cast(HandPlay, play))
    except Refusal as refusal:
        instead = f"refused: {refusal.code}: {refusal.detail}"
    else:
        if today == made:
            return ()
        instead = told(today)
    return [Differing(table.hand.number, table.entry, told(made), instead)]


def told(events: Sequence[Event]) -> str:
    """Tell events by their stored types and data."""
    return " ".join(f"{type_of(each)} {canonical(event_data(each))}" for each in events)
