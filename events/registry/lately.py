"""Registry rows as they were read lately, so that a poll need not look them up.

Only while this process holds the writer's lock: then every change goes through this
store, which forgets all of it with each. Where others may write, nothing is kept.
"""

from collections.abc import Callable
from typing import TypeVar, cast

from events.store import Store

T = TypeVar("T")

MOST = 4096
"""Rows kept for one store; beyond, all are forgotten."""


def lately(
    store: Store, kind: str, name: str, find: Callable[[], T | None]
) -> T | None:
    """Return what ``find`` found for this name since the registry last changed.

    What was not found is looked for every time. A row that is read while the registry
    changes is not kept.
    """
    if not store.alone:
        return find()
    changes = store.changes
    kept = store.lately.get((kind, name))
    if kept is not None and kept[0] == changes:
        return cast(T, kept[1])
    found = find()
    if found is not None:
        if len(store.lately) >= MOST:
            store.lately.clear()
        store.lately[kind, name] = (changes, found)
    return found
