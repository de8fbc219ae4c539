"""What the record says, ready to be sent.

``eyes`` is ``"referee" | "A" | "B" | "watch"``. Bodies are plain JSON data of the
shapes in ``docs/``; players in them are ids, never names. ``NoSuchGame`` is raised
for an unknown uid.
"""

from events.projections.newest import Newest, appended, newest_of
from events.projections.reading import (
    Body,
    Events,
    events_for,
    hand_of,
    sheet_of,
    state_at,
    state_of,
    version_of,
)
from events.projections.rebuilding import rebuild
from referee.eyes import Eyes

__all__ = [
    "Body",
    "Events",
    "Eyes",
    "Newest",
    "appended",
    "events_for",
    "hand_of",
    "newest_of",
    "rebuild",
    "sheet_of",
    "state_at",
    "state_of",
    "version_of",
]
