"""What was entered, by whom and when, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby, takewhile
from typing import Any, get_args

from events import projections
from events.codec import play_data
from referee.eyes import Sight
from referee.game.entries import is_undone
from referee.plays import Accept, Amend, Dispute, HandPlay, Play, Retract
from web.pages.facts import Shown
from web.pages.undo import said_now
from web.pages.words import event_words, play_of, play_words, short_words
from web.server import server
from web.strings import say

Body = dict[str, Any]

MOST = 1_000_000
_OF_A_HAND = get_args(HandPlay)


@dataclass(frozen=True, slots=True)
class Change:
    """A correction of an entry: what it says of it, who made it, and why."""

    text: str
    who: str
    at: str
    reason: str = ""
    undone: bool = False


@dataclass(slots=True)
class Said:
    """One entry: what was entered first, and its corrections in order."""

    seq: int
    text: str
    who: str
    at: str
    changes: list[Change] = field(default_factory=list)
    correct: str = ""

    @property
    def gone(self) -> bool:
        """Whether it is taken back, and was not put back again."""
        gone = say("history.gone")
        return any(each.text == gone and not each.undone for each in self.changes)


def log_of(it: Shown) -> list[Body]:
    """Return the whole log of a game as its caller may see it."""
    caller = it.caller
    found = projections.events_for(
        server().store, caller.game.uid, caller.eyes, limit=MOST
    )
    return list(found.events)


def who_of(by: str, it: Shown) -> str:
    """Name whose key recorded something."""
    names = {**it.people, "referee": say("role.referee")}
    return names.get(by, by)


def when(at: str) -> str:
    """Write a moment shortly, as it was recorded: UTC."""
    return f"{at[:10]} {at[11:16]}"


def entries_of(it: Shown, number: int | None) -> list[Said]:
    """Return the entries of a hand, or those of the game as a whole."""
    game, bodies = it.whole, log_of(it)
    wanted = {
        seq
        for seq, entry in game.entries.items()
        if entry.hand == number and _is_listed(entry.play, number)
    }
    found = _first(it, bodies, wanted)
    for body in bodies:
        for seq in _about(body) & found.keys():
            found[seq].changes.append(_change(it, body, seq, bodies))
    _add_links(it, number, found)
    return [found[seq] for seq in sorted(found)]


def _is_listed(play: Play, number: int | None) -> bool:
    """Whether a play has a line; a correction stands under what it corrects."""
    if number is not None:
        return isinstance(play, (*_OF_A_HAND, Accept, Dispute))
    return not isinstance(play, Retract) and not (
        isinstance(play, Amend) and play.seq != 1
    )


def _first(it: Shown, bodies: Iterable[Body], wanted: set[int]) -> dict[int, Said]:
    """Say each entry as it was first given."""
    found: dict[int, Said] = {}
    for seq, told in groupby(bodies, _entry):
        if seq in wanted and seq not in found and (body := _said_by(told)):
            text, who = event_words(body, it.people), who_of(body["by"], it)
            found[seq] = Said(seq, text, who, when(body["at"]))
    return found


def _entry(body: Body) -> int:
    return int(body["entry"])


def _said_by(told: Iterable[Body]) -> Body | None:
    """Return which of the events that an entry brought about says what was entered.

    It is the first that says a play. A deal that a knock brings along is none.
    """
    own = (body for body in told if not body["data"].get("implied"))
    return next((body for body in own if play_of(body)), None)


def _about(body: Body) -> set[int]:
    """Return the entries that a correction is about."""
    if body["type"] == "entry_amended":
        return {body["data"]["target"]}
    if body["type"] == "entry_retracted":
        return set(body["data"]["entries"])
    return set()


def _change(it: Shown, body: Body, seq: int, bodies: list[Body]) -> Change:
    data = body["data"]
    text = say("history.gone")
    if body["type"] == "entry_amended" and data.get("play"):
        was = _before(bodies, body["seq"], seq)
        old, new = short_words(was, data["play"], it.people)
        text = say("history.was", was=old, now=new)
    return Change(
        text,
        who_of(body["by"], it),
        when(body["at"]),
        data.get("reason") or "",
        is_undone(it.whole, body["entry"]),
    )


def _before(bodies: Iterable[Body], upto: int, seq: int) -> Body:
    """Return what an entry said before event ``upto``, as a play."""
    earlier = takewhile(lambda body: body["seq"] < upto, bodies)
    said = [_said_by(told) for entry, told in groupby(earlier, _entry) if entry == seq]
    return next(play for body in reversed(said) if body and (play := play_of(body)))


def _add_links(it: Shown, number: int | None, found: dict[int, Said]) -> None:
    """Say where each entry that stands can be corrected, for who may record."""
    hand = None if number is None else it.whole.hand(number)
    if not it.may_play:
        return
    if hand is None:
        for seq in it.whole.adjustments.keys() & found.keys():
            found[seq].correct = f"{it.url}/entries/{seq}"
        return
    for seq, play in Sight(it.whole, it.caller.eyes).plays_of(hand).items():
        if seq in found and play_data(play)["type"] in ("deal", "draw", "discard"):
            found[seq].correct = f"{it.url}/entries/{seq}"


def proposals_of(it: Shown, number: int | None = None) -> list[Body]:
    """Return the corrections that wait for the other player, in words."""
    found: list[Body] = []
    for each in it.game["proposals"]:
        if number in (None, each["hand"]):
            text = _proposed(it, each["play"])
            reason = each["play"].get("reason") or ""
            found.append({**each, "text": text, "reason": reason})
    return found


def _proposed(it: Shown, play: Body) -> str:
    """Say what would be changed: of an entry what it says now, too."""
    was = said_now(it.whole, it.caller.eyes, play["seq"]) if play.get("play") else None
    if was is None:
        return play_words(play, it.people)
    now = play_words(play["play"], it.people)
    return say("proposal.change", was=play_words(play_data(was), it.people), now=now)


def disputed_of(it: Shown) -> list[Body]:
    """Return the hands that somebody disputes, with the names of who does."""
    return [
        {
            "number": hand.number,
            "names": " & ".join(it.names[seat] for seat in sorted(hand.disputed)),
        }
        for hand in it.whole.begun
        if hand.disputed
    ]


def irregular_of(it: Shown, hand: Body) -> list[str]:
    """Say the irregularities of a hand and what the table did about each."""
    return [
        play_words({**each, "type": "rule"}, it.people)
        + (say("history.note", note=each["note"]) if each.get("note") else "")
        for each in hand["irregular"]
    ]
