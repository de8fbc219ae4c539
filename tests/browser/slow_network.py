"""A slow network on loopback: all that a phone asks of a server goes through it.

Chromium's own throttling lets some requests pass at full speed; this holds each byte.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Queue
from socket import SHUT_RDWR, SHUT_WR, create_connection, socket
from socketserver import BaseRequestHandler, ThreadingTCPServer
from time import monotonic, sleep

ROUND_TRIP = 0.4
"""Seconds to the server and back."""
BYTES_A_SECOND = 400_000 / 8
PACKET = 1460
"""Bytes that travel together."""


class _Line:
    """One direction: packets leave one after another, and arrive half a trip later."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free = 0.0

    def arrival(self, size: int) -> float:
        """Return when a packet of that size, sent now, is there; all share the line."""
        with self._lock:
            self._free = max(monotonic(), self._free) + size / BYTES_A_SECOND
            return self._free + ROUND_TRIP / 2

    def carry(self, source: socket, target: socket) -> None:
        """Carry what comes from ``source`` until its end, an empty packet."""
        sent: Queue[tuple[float, bytes]] = Queue()
        arriving = threading.Thread(target=_arrive, args=(sent, target))
        arriving.start()
        data = b" "
        while data:
            data = b""
            with suppress(OSError):
                data = source.recv(PACKET)
            sent.put((self.arrival(len(data)), data))
        arriving.join()


def _arrive(sent: Queue[tuple[float, bytes]], target: socket) -> None:
    data = b" "
    while data:
        due, data = sent.get()
        sleep(max(0, due - monotonic()))
        with suppress(OSError):
            target.sendall(data) if data else target.shutdown(SHUT_WR)


class _FarAway(ThreadingTCPServer):
    """Stands before the server on ``port``, at the near end of the slow line."""

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), _Call)
        self.port = port
        self.up, self.down = _Line(), _Line()
        self.open: list[socket] = []


class _Call(BaseRequestHandler):
    server: _FarAway

    def handle(self) -> None:
        sleep(ROUND_TRIP)  # a connection is one trip by itself
        far, phone = self.server, self.request
        with create_connection(("127.0.0.1", far.port)) as server:
            far.open += [phone, server]
            up = threading.Thread(target=far.up.carry, args=(phone, server))
            up.start()
            far.down.carry(server, phone)
            up.join()


@contextmanager
def slow_network(port: int) -> Iterator[str]:
    """Yield the address under which the server on ``port`` is far away."""
    with _FarAway(port) as far:
        running = threading.Thread(target=far.serve_forever)
        running.start()
        try:
            yield f"http://localhost:{far.server_address[1]}"
        finally:
            far.shutdown()
            running.join()
            for each in far.open:
                with suppress(OSError):
                    each.shutdown(SHUT_RDWR)
