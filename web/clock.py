"""The one place where the time is read; everything below is given it."""

import time
from datetime import UTC, datetime

__all__ = ["now"]


def now() -> str:
    """Return the time as the record keeps it: UTC, ISO 8601, milliseconds, ``Z``."""
    at = datetime.fromtimestamp(time.time(), tz=UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
