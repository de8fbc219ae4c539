"""Settings: environment variables, each checked at start.

Documented one by one in ``docs/settings.md``. A wrong value is refused with a
sentence that names the variable; nothing is guessed.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

LogForm = Literal["text", "json"]


class BadSetting(ValueError):
    """A setting has a value that cannot be used; the text says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the server was told at its start.

    ``base_url`` has no slash at its end. ``trusted_proxy`` is the address of the one
    proxy whose ``X-Forwarded-*`` headers are believed. ``open_books`` says whether
    anybody may open a book, ``rate_limit`` whether the limiters are on.
    """

    db: Path = Path("upcard.db")
    base_url: str | None = None
    trusted_proxy: str | None = None
    open_books: bool = True
    rate_limit: bool = True
    log: LogForm = "text"
    metrics_token: str | None = None

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Read the settings from ``environ`` (``os.environ`` where not given).

        An empty variable counts as not set. Raises ``BadSetting``.
        """
        given = os.environ if environ is None else environ
        values = {
            field: parse(name, given[name].strip())
            for name, (field, parse) in VARIABLES.items()
            if given.get(name, "").strip()
        }
        return cls(**values)  # type: ignore[arg-type]


def _parse_path(name: str, text: str) -> Path:
    path = Path(text)
    if path.is_dir():
        raise BadSetting(
            f"{name} is {text!r}, a folder; name a file, such as upcard.db"
        )
    if not path.absolute().parent.is_dir():
        raise BadSetting(f"{name} is {text!r}, but its folder does not exist; make it")
    return path


def _parse_url(name: str, text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadSetting(
            f"{name} is {text!r}; use an address such as https://example.org"
        )
    if parts.query or parts.fragment or parts.path.strip("/"):
        raise BadSetting(f"{name} is {text!r}; leave out everything after the host")
    return f"{parts.scheme}://{parts.netloc}"


def _parse_proxy(name: str, text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError as error:
        detail = f"{name} is {text!r}; name one address, such as 127.0.0.1"
        raise BadSetting(detail) from error


def _parse_switch(name: str, text: str) -> bool:
    if text not in ("on", "off"):
        raise BadSetting(f"{name} is {text!r}; it must be on or off")
    return text == "on"


def _parse_log(name: str, text: str) -> str:
    if text not in ("text", "json"):
        raise BadSetting(f"{name} is {text!r}; it must be text or json")
    return text


def _parse_token(name: str, text: str) -> str:
    if len(text) < 16 or not text.isascii() or any(char.isspace() for char in text):
        raise BadSetting(f"{name} must be 16 or more plain characters, without spaces")
    return text


VARIABLES: dict[str, tuple[str, Callable[[str, str], object]]] = {
    "UPCARD_DB": ("db", _parse_path),
    "UPCARD_BASE_URL": ("base_url", _parse_url),
    "UPCARD_TRUSTED_PROXY": ("trusted_proxy", _parse_proxy),
    "UPCARD_OPEN_BOOKS": ("open_books", _parse_switch),
    "UPCARD_RATE_LIMIT": ("rate_limit", _parse_switch),
    "UPCARD_LOG": ("log", _parse_log),
    "UPCARD_METRICS_TOKEN": ("metrics_token", _parse_token),
}
"""Name of each variable -> the field it sets and how its text is read."""
