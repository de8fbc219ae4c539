"""The chains of a long record, checked while it is served.

What ``events.starting`` leaves out at the start is walked here, game by game, on a
thread that sleeps most of the time. Damage is logged and makes ``/health/ready`` fail;
nothing is changed, and nobody is turned away.
"""

import logging
import threading
import time

from flask import Flask, current_app

from events.audit import verify
from events.errors import RecordError
from events.store import Store

log = logging.getLogger("upcard")

BEFORE = 5.0
"""Seconds after the start, so that the first answers are not slowed."""
SHARE = 4
"""The walk rests this many times as long as it works."""


class Chains:
    """How far the walk is: ``checking``, ``whole`` or ``damaged``."""

    def __init__(self, *, whole: bool) -> None:
        self.state = "whole" if whole else "checking"
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self, store: Store) -> None:
        """Walk what was not checked at the start, on a thread of its own."""
        if self.state == "checking":
            self._thread = threading.Thread(target=self.walk, args=(store,))
            self._thread.start()

    def stop(self) -> None:
        """End the walk before the record is closed."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def walk(self, store: Store, *, before: float = BEFORE, share: int = SHARE) -> None:
        """Check every game; returns at the end, or when it is to stop."""
        self._stopping.wait(before)
        try:
            began = time.perf_counter()
            for checked in verify(store):
                for damage in checked.damage:
                    self.state = "damaged"
                    log.error("damaged record: game %s: %s", damage.uid, damage.detail)
                if self._stopping.wait(share * (time.perf_counter() - began)):
                    return
                began = time.perf_counter()
        except RecordError as error:
            log.warning("the check of the record stopped: %s", error)
        else:
            if self.state == "checking":
                self.state = "whole"


def register(app: Flask, *, whole: bool) -> None:
    """Note on ``app`` what the start has found."""
    app.extensions["upcard_chains"] = Chains(whole=whole)


def chains() -> Chains:
    """Return how far the check of the current application is."""
    found: Chains = current_app.extensions["upcard_chains"]
    return found
