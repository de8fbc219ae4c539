"""Entries: what stands of them, after all that was corrected."""

from collections.abc import Iterable

from referee.game.events import EntryAmended, EntryRetracted, Recorded
from referee.game.state import Game
from referee.plays import Amend, Play, Retract

CORRECTIONS = (Retract, Amend)


def active_corrections(game: Game) -> list[Recorded]:
    """Return the corrections that stand: those no later standing one takes back."""
    undone: set[int] = set()
    standing: list[Recorded] = []
    for recorded in reversed(game.corrections):
        if recorded.entry in undone:
            continue
        standing.append(recorded)
        if isinstance(recorded.event, EntryRetracted):
            undone.update(recorded.event.entries)
    standing.reverse()
    return standing


def standing_plays(game: Game, of: Iterable[int] | None = None) -> dict[int, Play]:
    """Return what entries say now, by seq: amended, and without the retracted.

    All of them, or those ``of`` these seqs. Corrections themselves are left out, and
    so are proposals.
    """
    plays: dict[int, Play] = {
        seq: play
        for seq in (game.entries if of is None else of)
        if not isinstance(play := game.entries[seq].play, CORRECTIONS)
    }
    for recorded in active_corrections(game):
        event = recorded.event
        if isinstance(event, EntryAmended) and event.play and event.target in plays:
            plays[event.target] = event.play
    for recorded in active_corrections(game):
        if isinstance(recorded.event, EntryRetracted):
            for seq in recorded.event.entries:
                plays.pop(seq, None)
    return plays


def is_undone(game: Game, seq: int) -> bool:
    """Whether a standing retraction takes that entry back."""
    return any(
        seq in recorded.event.entries
        for recorded in active_corrections(game)
        if isinstance(recorded.event, EntryRetracted)
    )


def subjects(game: Game, entries: Iterable[int]) -> set[int]:
    """Follow corrections down to the entries they are about; 1 stands for the rules."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(entries)
    by_entry = {recorded.entry: recorded.event for recorded in game.corrections}
    while waiting:
        seq = waiting.pop()
        # A forged correction may be about itself.
        if seq in seen:
            continue
        seen.add(seq)
        event = by_entry.get(seq)
        if isinstance(event, EntryRetracted):
            waiting.extend(event.entries)
        elif isinstance(event, EntryAmended):
            waiting.append(event.target)
        else:
            found.add(seq)
    return found
