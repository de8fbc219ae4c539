"""Where ids, keys and salts come from in a running server.

Nothing else in this package takes chance itself: each function that needs an id, a
key or a salt is passed one of these, and a test passes its own.
"""

import base64
import secrets

__all__ = ["new_id", "new_salt", "new_secret"]


def _text(size: int) -> str:
    return base64.b32encode(secrets.token_bytes(size)).decode().lower()


def new_id() -> str:
    """Return an id nobody can guess: 80 random bits as 16 of ``a-z2-7``."""
    return _text(10)


def new_secret() -> str:
    """Return an access key: 160 random bits as 32 of ``a-z2-7``."""
    return _text(20)


def new_salt() -> str:
    """Return the salt of one event: 128 random bits as 32 hex digits."""
    return secrets.token_hex(16)
