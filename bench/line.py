"""A thin HTTP client: one connection, kept open while the server does."""

import json
import socket
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """A status, the headers in lower case, and the body."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Line:
    """One client of one server; a connection that was closed is opened again."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None
        self.opened = 0

    def ask(
        self,
        method: str,
        path: str,
        *,
        key: str | None = None,
        headers: dict[str, str] | None = None,
        body: Any = None,
    ) -> Answer:
        return self.send(request(method, path, key=key, headers=headers, body=body))

    def send(self, raw: bytes) -> Answer:
        """Send a whole request and read the whole answer."""
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.opened += 1
        self._socket.sendall(raw)
        return self._read(self._socket)

    def _read(self, conn: socket.socket) -> Answer:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._some(conn)
        head, _, body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        status = int(first.split(" ", 2)[1])
        size = 0 if status in (204, 304) else int(headers["content-length"])
        while len(body) < size:
            body += self._some(conn)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, body)

    def _some(self, conn: socket.socket) -> bytes:
        data = conn.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def request(
    method: str,
    path: str,
    *,
    key: str | None = None,
    headers: dict[str, str] | None = None,
    body: Any = None,
) -> bytes:
    """Return a whole request as bytes, so that making it need not be timed."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if key is not None:
        lines.append(f"Authorization: Bearer {key}")
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    data = b""
    if body is not None:
        data = json.dumps(body).encode()
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    return "\r\n".join([*lines, "", ""]).encode() + data
