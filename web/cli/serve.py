"""``upcard serve``: the server on waitress, its addresses, and a clean end."""

import signal
import socket
import time
from collections.abc import Callable
from typing import Any, Protocol, cast

import click
import waitress
from flask import Flask
from waitress import wasyncore

from events.store import Store
from web import create_app
from web.api.history import LARGEST
from web.cli.addresses import addresses, is_loopback, qr_text
from web.cli.common import end, refusals, settings
from web.cli.keeping import dispatcher, keeping
from web.config import Settings

FORWARDED = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}
DRAIN = 10.0
"""Seconds that running requests have to finish after SIGTERM or SIGINT."""


class _Channel(Protocol):
    requests: list[object]
    total_outbufs_len: int


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535),
    help="0 takes any free port.",
)  # fmt: skip
@click.option(
    "--threads", default=8, show_default=True, type=click.IntRange(1, 64),
    help="Requests answered at the same time.",
)  # fmt: skip
def serve(host: str, port: int, threads: int) -> None:
    """Serve the pages and the API until SIGTERM or Ctrl-C.

    With --host 0.0.0.0 the home network can open it: each address a phone can type
    or scan is printed. Running requests are finished before it exits with status 0.
    """
    chosen = settings()
    with refusals():
        app = create_app(chosen)
        store = cast(Store, app.extensions["upcard"].store)
        store.lock("upcard serve")
        try:
            bound = _bound(host, port)
            server = _server_on(bound, app, chosen, threads=threads)
            _say_where(chosen, host, int(bound.getsockname()[1]))
            app.extensions["upcard_chains"].watch(store)
            _run(server)
        finally:
            app.extensions["upcard_chains"].stop()
            store.close()
    click.echo("Stopped.")


def _bound(host: str, port: int) -> socket.socket:
    """Bind where to listen, or end with status 2 and why it cannot be."""
    try:
        found = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, address = min(found, key=lambda each: each[0])
        return socket.create_server(address[:2], family=family, backlog=1024)
    except OSError as wrong:
        reason = wrong.strerror or wrong
        end(
            f"cannot listen on {host} port {port}: {reason}; "
            "choose another with --host or --port",
            status=2,
        )


def _server_on(
    bound: socket.socket, app: Flask, chosen: Settings, *, threads: int
) -> Any:  # waitress is not typed
    proxy: dict[str, Any] = {}
    if chosen.trusted_proxy is not None:
        proxy = {
            "trusted_proxy": chosen.trusted_proxy,
            "trusted_proxy_headers": FORWARDED,
        }
    server = waitress.create_server(
        app,
        _dispatcher=dispatcher(threads),
        sockets=[bound],
        threads=threads,
        connection_limit=1000,
        channel_timeout=20,
        # Beyond the largest import, so that a body too large gets our problem document.
        max_request_body_size=LARGEST + 1024 * 1024,
        max_request_header_size=16384,
        clear_untrusted_proxy_headers=True,
        ident=None,
        **proxy,
    )
    return keeping(server)


def _say_where(chosen: Settings, host: str, port: int) -> None:
    click.echo(f"Upcard keeps its record in {chosen.db}.")
    urls = [chosen.base_url] if chosen.base_url else []
    urls += [f"http://{name}:{port}" for name in addresses(host)]
    for url in urls:
        click.echo(f"Open {url}/")
        if not is_loopback(url) and (code := qr_text(f"{url}/")):
            click.echo(code)
    click.echo("Stop with Ctrl-C.")


def _run(server: Any) -> None:
    """Serve until asked to stop; then take no new connection and finish the rest."""
    channels = server.map if hasattr(server, "map") else server._map
    stopping: list[int] = []

    def stop(number: int, _frame: object) -> None:
        stopping.append(number)
        for each in list(channels.values()):
            if hasattr(each, "trigger"):
                each.pull_trigger()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    _turn(channels, until=lambda: bool(stopping))
    _stop_accepting(channels)
    # What a client has sent by now is still read, so that it gets its answer.
    wasyncore.loop(timeout=0.05, use_poll=True, map=channels, count=1)
    deadline = time.monotonic() + DRAIN
    _turn(
        channels,
        until=lambda: not _busy(channels) or time.monotonic() > deadline,
    )
    server.task_dispatcher.shutdown(timeout=1)
    wasyncore.close_all(channels)


def _turn(channels: dict[int, object], *, until: Callable[[], bool]) -> None:
    while not until():
        wasyncore.loop(timeout=0.5, use_poll=True, map=channels, count=1)


def _stop_accepting(channels: dict[int, object]) -> None:
    for each in list(channels.values()):
        if getattr(each, "accepting", False):
            each.accepting = False  # type: ignore[attr-defined]
            each.socket.close()  # type: ignore[attr-defined]
            each.del_channel()  # type: ignore[attr-defined]


def _busy(channels: dict[int, object]) -> bool:
    """Whether a request is running, or an answer is not yet sent."""
    return any(
        cast(_Channel, each).requests or cast(_Channel, each).total_outbufs_len
        for each in list(channels.values())
        if hasattr(each, "total_outbufs_len")
    )
