"""Whether this server can do its work, in words for ``/health/ready``."""

from typing import Any

from events.health import health_of
from web.server import server
from web.watching import chains


def readiness() -> dict[str, Any]:
    """Return the state of the record; ``status`` is ``ready`` or ``not ready``."""
    found = health_of(server().store)
    state = chains().state
    well = found.well and state != "damaged"
    return {
        "status": "ready" if well else "not ready",
        "sqlite": found.sqlite,
        "driver": found.driver,
        "readable": found.readable,
        "writable": found.writable,
        "triggers": found.triggers,
        "chains": state,
        "build": server().build,
    }
