"""waitress, with connections kept open after an answer that has no body.

waitress closes the connection after every 304 and 204, for want of a length that such
an answer never has (RFC 9110, 8.6). A phone that polls would then open a connection
for nearly every poll; see ``docs/performance.md``. It also sends the header of an
answer by itself, so that a client wakes up twice, and lets its threads take turns, so
that each begins with nothing at hand.
"""

import threading
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import ThreadedTaskDispatcher, WSGITask


class KeptTask(WSGITask):  # type: ignore[misc]
    """One request; the client alone says whether a bare answer is the last."""

    kept = False
    wrote_header: bool
    content_bytes_written: int

    def build_response_header(self) -> bytes:
        """Return the header; without ``Connection: close`` unless it was asked for."""
        asked = self.request.headers.get("CONNECTION", "").lower()
        bare = not self.has_body and self.version == "1.1"
        self.kept = bare and asked != "close" and not self.close_on_finish
        header: bytes = super().build_response_header()
        return header

    def write(self, data: bytes) -> None:
        """Write the header and, where it comes whole, the body with it."""
        first = self.complete and not self.wrote_header
        if not (first and self.has_body and data and len(data) == self.content_length):
            super().write(data)
            return
        self.channel.write_soon(self.build_response_header() + data)
        self.wrote_header = True
        self.content_bytes_written = len(data)

    def set_close_on_finish(self) -> None:
        """Close after this answer, unless it is a bare one."""
        if not self.kept:
            super().set_close_on_finish()


class KeptChannel(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    task_class = KeptTask


class NewestFirst(threading.Condition):
    """Wakes those who began to wait last: what they used is still in the caches."""

    def notify(self, n: int = 1) -> None:
        """Wake the ``n`` newest that wait."""
        # A deque, the oldest first, since Python 3.2.
        self._waiters.rotate(n)  # type: ignore[attr-defined]
        super().notify(n)


def dispatcher(threads: int) -> Any:  # waitress is not typed
    """Return a dispatcher of requests to so many threads, begun."""
    made = ThreadedTaskDispatcher()
    made.queue_cv = NewestFirst(made.lock)
    made.set_thread_count(threads)
    return made


def keeping(server: Any) -> Any:
    """Return a waitress server of one socket, its connections kept so."""
    server.channel_class = KeptChannel
    return server
