"""Whether this server can do its work, in words for ``/health/ready``."""

from typing import Any

from events.health import health_of
from web.server import server


def readiness() -> dict[str, Any]:
    """Return the state of the record; ``status`` is ``ready`` or ``not ready``."""
    found = health_of(server().store)
    return {
        "status": "ready" if found.well else "not ready",
        "sqlite": found.sqlite,
        "driver": found.driver,
        "readable": found.readable,
        "writable": found.writable,
        "triggers": found.triggers,
        "build": server().build,
    }
