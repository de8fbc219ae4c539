"""Where a phone can open the server, and the QR that spares typing it."""

import io
import socket
import struct
import sys
from urllib.parse import urlsplit

import segno

ANY = ("0.0.0.0", "::", "*", "")
_INNER = ("lo", "docker", "br-", "veth", "virbr")
"""Interfaces that no phone can reach, by how their names begin."""
_SIOCGIFADDR = 0x8915


def addresses(host: str) -> list[str]:
    """Return the addresses under which ``host`` can be opened, likeliest first.

    For a host that means every interface these are this machine's IPv4 addresses on
    its networks, and loopback where there is none; else ``host`` itself.
    """
    if host not in ANY:
        return [f"[{host}]" if ":" in host else host]
    found = dict.fromkeys([*_outward(), *_interfaces()])
    return list(found) or ["127.0.0.1"]


def _outward() -> list[str]:
    """Return the address that faces the network; no packet is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        address = str(probe.getsockname()[0])
    return [] if address.startswith("127.") else [address]


def _interfaces() -> list[str]:
    if sys.platform != "linux":
        return []
    names = [name for _, name in socket.if_nameindex() if not name.startswith(_INNER)]
    return [address for name in names if (address := _address_of(name))]


def _address_of(name: str) -> str | None:
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            packed = struct.pack("256s", name.encode()[:15])
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, packed)
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def is_loopback(url: str) -> bool:
    """Whether only this machine can open ``url``."""
    host = urlsplit(url).hostname or ""
    return host == "localhost" or host.startswith("127.") or host == "::1"


def qr_text(url: str) -> str:
    """Return ``url`` as a QR drawn in characters, or nothing where stdout cannot."""
    out = io.StringIO()
    segno.make(url, micro=False, mask=3).terminal(out, compact=True, border=2)
    drawn = out.getvalue()
    try:
        drawn.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn
