"""What the record says, ready to be sent.

``eyes`` is ``"referee" | "A" | "B" | "watch"``. Bodies are plain JSON data of the
shapes in ``docs/``; players in them are ids, never names. ``NoSuchGame`` is raised
for an unknown uid.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from events.store import Store

Eyes = Literal["referee", "A", "B", "watch"]
Body = dict[str, Any]
"""A JSON object."""


def version_of(store: Store, uid: str) -> int:
    """Return a game's version, by one look into an index."""
    raise NotImplementedError


def state_of(store: Store, uid: str, eyes: Eyes) -> Body:
    """Return the stored ``game`` shape; players are ``{"A": {"id": …}, "B": …}``."""
    raise NotImplementedError


def state_at(store: Store, uid: str, seq: int, eyes: Eyes) -> Body | None:
    """Return the ``game`` shape as it stood after event ``seq``, by replay.

    ``None`` where there is no such event yet.
    """
    raise NotImplementedError


def sheet_of(store: Store, uid: str) -> Body:
    """Return the stored ``sheet`` shape, with ``version`` beside it."""
    raise NotImplementedError


def hand_of(store: Store, uid: str, number: int, eyes: Eyes) -> Body | None:
    """Return a hand step by step, or ``None`` where the game has no such hand.

    ``{number, dealer, phase, steps: [{entry, events: [event], known: {A, B}}],
    score: the verdict's event data or null, void, accepted, disputed, amended,
    irregular, proposals}``.
    """
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Events:
    """A stretch of a game's log; ``next`` is the ``after`` of the next, if any."""

    events: tuple[Body, ...]
    version: int
    next: int | None


def events_for(
    store: Store, uid: str, eyes: Eyes, *, after: int = 0, limit: int = 500
) -> Events:
    """Return events after seq ``after`` as ``eyes`` may see them.

    Each is ``{seq, entry, type, schema, at, by, data, digest, [salt], hash}``; one
    with a card that these eyes may not see has it taken out of ``data`` and no
    ``salt``. ``data`` is an object; the text that ``digest`` is of is that object
    with sorted keys, ``,`` and ``:`` as separators, UTF-8 not escaped.
    """
    raise NotImplementedError


def rebuild(store: Store) -> Iterator[tuple[int, int]]:
    """Make every read model again from the log: yields ``(games done, games)``.

    In one transaction when exhausted; take ``store.lock`` first.
    """
    raise NotImplementedError
