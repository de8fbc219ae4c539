"""How often one address may do what costs us, or what a guesser would do.

Counts live in this process's memory: a restart forgets them, which a guesser of
160-bit keys gains nothing by.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import request

from web.errors import Problem

MOST_ADDRESSES = 10_000
"""Addresses remembered at once; beyond, the oldest windows are forgotten."""


@dataclass(slots=True)
class Limit:
    """At most ``most`` times in ``seconds``, for each address; a fixed window."""

    most: int
    seconds: int
    clock: Callable[[], float] = time.monotonic
    _windows: dict[str, tuple[float, int]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def hit(self, address: str) -> int:
        """Count one; return 0 when it is allowed, else the seconds to wait."""
        with self._lock:
            now = self.clock()
            ends, count = self._window(address, now)
            self._windows[address] = (ends, count + 1)
            return 0 if count < self.most else self._wait(ends, now)

    def _wait(self, ends: float, now: float) -> int:
        return max(1, round(ends - now))

    def _window(self, address: str, now: float) -> tuple[float, int]:
        ends, count = self._windows.pop(address, (0.0, 0))
        if ends <= now:
            ends, count = now + self.seconds, 0
        while len(self._windows) >= MOST_ADDRESSES:
            self._windows.pop(next(iter(self._windows)))
        self._windows[address] = (ends, count)
        return ends, count


@dataclass(slots=True)
class Limits:
    """The limiters of one application; all off where ``on`` is false."""

    on: bool
    books: Limit = field(default_factory=lambda: Limit(20, 3600))
    wrong_keys: Limit = field(default_factory=lambda: Limit(60, 300))
    rulings: Limit = field(default_factory=lambda: Limit(120, 60))

    def count(self, limit: Limit) -> None:
        """Count this request against ``limit``; raises ``Problem`` 429."""
        if self.on and (wait := limit.hit(address())):
            raise too_many(wait)


def address() -> str:
    """Return the address that asks, as the server (or its one proxy) saw it."""
    return request.remote_addr or "?"


def too_many(wait: int) -> Problem:
    """Return the refusal of a caller who must wait ``wait`` seconds."""
    return Problem(
        429,
        "too_many_requests",
        f"too many at once; try again in {wait} s",
        headers={"Retry-After": str(wait)},
    )
