"""Who is asking: keys by header or cookie, and what each may do.

A key opens one book. ``Authorization: Bearer KEY`` comes before the cookie; a wrong
``Authorization`` is never made good by a cookie.
"""

from dataclasses import dataclass
from typing import Literal

from flask import Response

Role = Literal["referee", "player", "watch"]


@dataclass(frozen=True, slots=True)
class Key:
    """A key that was presented and found. ``player`` is a player's id, or None."""

    id: str
    book: str
    role: Role
    player: str | None = None


def current_key(book: str) -> Key | None:
    """Return the key presented for ``book`` (public id), or None.

    Bearer first, else this book's cookie. Never raises for a wrong key; a wrong key is
    counted against the caller's address.
    """
    raise NotImplementedError


def key_of(secret: str) -> Key | None:
    """Find a key by its text (of ``/k/KEY``), or None; a wrong one is counted."""
    raise NotImplementedError


def cookie_secret(book: str) -> str | None:
    """Return the key text in this book's cookie as it came, or None."""
    raise NotImplementedError


def set_cookie(response: Response, book: str, secret: str) -> None:
    """Set or renew the cookie of one book: HttpOnly, Lax, Secure under https, 400 days."""
    raise NotImplementedError


def renew_cookie(response: Response, book: str) -> None:
    """Renew the book's cookie where the caller came with a valid one."""
    raise NotImplementedError


def clear_cookie(response: Response, book: str) -> None:
    """Forget the book on this device."""
    raise NotImplementedError


def check_same_origin() -> None:
    """Refuse (403 ``cross_site``) a write that another site could have sent."""
    raise NotImplementedError


def stronger(one: Key | None, two: Key | None) -> bool:
    """Whether ``one`` is a stronger key than ``two``: referee, player, watch, none."""
    raise NotImplementedError
