"""A request as WSGI tells it, and what is answered at once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

Environ = dict[str, Any]
Headers = list[tuple[str, str]]


class Reply(NamedTuple):
    """An answer; ``plays`` are those it recorded."""

    status: str
    headers: Headers
    body: list[bytes]
    plays: Sequence[object] = ()


def json_reply(
    status: str, tag: str, text: str, *, plays: Sequence[object] = ()
) -> Reply:
    """Return JSON text as Flask would: with its tag, its length and a last newline."""
    body = f"{text}\n".encode()
    length = str(len(body))
    headers = [
        ("ETag", tag),
        ("Content-Type", "application/json"),
        ("Content-Length", length),
    ]
    return Reply(status, headers, [body], plays)
