"""Promise 18: slow and half-open clients do not lock others out."""

import socket
import time

from tests.promises.running import API, HAND, Caller

HALF_OPEN = 105


def half(port, text):
    caller = socket.create_connection(("127.0.0.1", port), timeout=10)
    caller.sendall(text)
    return caller


def answers(table, times):
    """Read and write while others are in the way; return failures and the slowest."""
    caller, game = table.caller(), table.games[0]
    failed, slowest = 0, 0.0
    for _ in range(times):
        began = time.perf_counter()
        try:
            read = caller.ask("GET", f"/games/{game}", wait=15)
            wrote = caller.ask("POST", f"/games/{game}/plays", {"plays": HAND},
                               wait=15, If_Match="*")  # fmt: skip
            failed += (read.status, wrote.status) != (200, 201)
        except OSError:
            failed += 1
        slowest = max(slowest, time.perf_counter() - began)
    return failed, slowest


def shown(table, clients, show, what):
    try:
        failed, slowest = answers(table, 10)
    finally:
        for client in clients:
            client.close()
    slow = slowest > 10
    show(f"{len(clients)} {what}", 20, wrong=failed + slow)


def test_half_open_requests(table, show):
    head = f"POST {API}/books HTTP/1.1\r\nHost: x\r\n".encode()
    head += b"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
    clients = [half(table.serving.port, head) for _ in range(HALF_OPEN)]
    shown(table, clients, show, "half-open requests")


def test_connections_that_say_nothing(table, show):
    clients = [half(table.serving.port, b"") for _ in range(HALF_OPEN)]
    shown(table, clients, show, "connections that say nothing")


def test_half_a_head(table, show):
    clients = [half(table.serving.port, b"GET / HTTP/1.1\r\nHo") for _ in range(50)]
    for client in clients:
        client.sendall(b"s")
    shown(table, clients, show, "clients in the middle of a header")


def test_clients_that_do_not_read_their_answer(table, show):
    ask = f"GET {API}/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    clients = []
    for _ in range(40):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", table.serving.port))
        client.sendall(ask * 3)
        clients.append(client)
    shown(table, clients, show, "clients that do not read")


def test_a_client_that_hangs_up_in_the_middle(table, show):
    """Its plays are recorded or not, and nobody else notices."""
    for number in range(20):
        body = b'{"name": "x", "players": ["A"]}'
        head = f"POST {API}/books HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}"
        text = head.encode() + b"\r\nContent-Type: application/json\r\n\r\n" + body
        half(table.serving.port, text[: len(text) - number]).close()
    failed, _ = answers(table, 3)
    show("clients that hang up", 20, wrong=failed)
    assert Caller(table.serving).ask("GET", "/health/live").status == 200
