"""What one running application holds: settings, the record, limiters, its build."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import current_app

from events.store import Store
from web.config import Settings
from web.limits import Limits

ROOT = Path(__file__).resolve().parent.parent
_PARTS = ("referee", "events", "web")
_KINDS = {".py", ".html", ".css", ".js"}


@dataclass(frozen=True, slots=True)
class Server:
    """Everything a view may need beside the request."""

    settings: Settings
    store: Store
    limits: Limits
    build: str


def server() -> Server:
    """Return the server that answers the current request."""
    found: Server = current_app.extensions["upcard"]
    return found


@cache
def build_id() -> str:
    """Name this build: eight hex digits that change when any source file does."""
    digest = hashlib.sha256()
    for part in _PARTS:
        for path in sorted((ROOT / part).rglob("*")):
            if path.suffix in _KINDS:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
