"""Polls answered from memory are the answers that Flask gives."""

import re
import socket
import threading

import pytest

from events import registry
from tests.web.conftest import API, KNOCK, SHOW
from tests.web.quick.conftest import headers_of

PATHS = ("", "/sheet")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("who", ["referee", "ann", "bob", "watch"])
def test_a_poll_is_answered_as_flask_would(book, game, store, asked, path, who):
    book.referee.play(game, KNOCK, SHOW)
    person = getattr(book, who)
    slow = person.get(f"/games/{game}{path}")
    known = {"If-None-Match": slow.headers["ETag"]}
    bare = person.get(f"/games/{game}{path}", headers=known)
    store.lock("the test")
    before = len(asked)
    quick = person.get(f"/games/{game}{path}", headers=known)
    weak = person.get(
        f"/games/{game}{path}", headers={"If-None-Match": f"W/{known['If-None-Match']}"}
    )
    assert len(asked) == before
    assert (quick.status_code, weak.status_code) == (304, 304)
    assert headers_of(quick) == headers_of(bare) == headers_of(weak)
    assert re.fullmatch("[0-9a-f]{12}", quick.headers["X-Request-Id"])
    again = person.get(f"/games/{game}{path}")
    assert (again.status_code, again.data) == (200, slow.data)
    assert headers_of(again) == headers_of(slow)
    assert len(asked) == before + (path == "")


def test_the_cookie_of_the_book_opens_it(app, book, game, store, asked):
    store.lock("the test")
    book.ann.get(f"/games/{game}")
    client = app.test_client(use_cookies=False)
    before = len(asked)
    for cookie in (f"x=1; upcard_{book.id}={book.ann.key}", f"upcard_{book.id}=no"):
        answer = client.get(
            f"{API}/games/{game}/sheet",
            headers={"Cookie": cookie},
        )
        right = cookie.startswith("x")
        assert answer.status_code == (200 if right else 401)
    assert len(asked) == before + 1


def test_a_play_is_seen_at_once(book, game, store):
    store.lock("the test")
    first = book.ann.get(f"/games/{game}/sheet")
    book.referee.play(game, KNOCK, SHOW)
    known = {"If-None-Match": first.headers["ETag"]}
    second = book.ann.get(f"/games/{game}/sheet", headers=known)
    assert (first.json["version"], second.status_code) == (1, 200)
    assert second.json["version"] == 5
    assert second.json["columns"][0]["lines"]


def test_a_revoked_key_is_refused_at_once(book, game, store, asked):
    store.lock("the test")
    for _ in range(2):
        assert book.ann.get(f"/games/{game}/sheet").status_code == 200
    before = len(asked)
    assert book.ann.get(f"/games/{game}/sheet").status_code == 200
    assert len(asked) == before
    keys = book.referee.get(f"/books/{book.id}/keys").json["keys"]
    (key,) = (k["id"] for k in keys if k.get("player") == book.players["Ann"])
    gone = book.referee.ask("DELETE", f"/books/{book.id}/keys/{key}")
    assert gone.status_code == 204
    assert book.ann.get(f"/games/{game}/sheet").status_code == 401


def test_a_rename_touches_the_tag_of_the_game(book, game, store):
    store.lock("the test")
    first = book.ann.get(f"/games/{game}")
    body = {"id": book.players["Bob"], "name": "Rob"}
    changed = book.referee.ask("PATCH", f"/books/{book.id}/players", json=body)
    assert changed.status_code == 200, changed.json
    known = {"If-None-Match": first.headers["ETag"]}
    second = book.ann.get(f"/games/{game}", headers=known)
    assert (second.status_code, second.json["players"]["B"]["name"]) == (200, "Rob")


def test_nobody_else_is_answered(book, other_book, game, store):
    store.lock("the test")
    book.ann.get(f"/games/{game}/sheet")
    assert book.nobody.get(f"/games/{game}/sheet").status_code == 401
    assert other_book.ann.get(f"/games/{game}/sheet").status_code == 404
    assert book.ann.get("/games/nosuchgame/sheet").status_code == 404
    wrong = {"Authorization": f"Basic {book.ann.key}"}
    assert book.nobody.get(f"/games/{game}", headers=wrong).status_code == 401


def test_where_others_may_write_the_record_itself_is_asked(book, game, store, asked):
    book.ann.get(f"/games/{game}")
    before = len(asked)
    book.ann.get(f"/games/{game}")
    assert len(asked) == before + 1
    key = registry.find_key(store, book.ann.key)
    assert key is not None
    other = registry.revoke_key(store, book.id, key.id, at="2026-01-01T00:00:00Z")
    assert other
    assert book.ann.get(f"/games/{game}").status_code == 401


def test_a_list_of_tags_and_a_star_are_left_to_flask(book, game, store, asked):
    store.lock("the test")
    tag = book.ann.get(f"/games/{game}/sheet").headers["ETag"]
    before = len(asked)
    for given in (f'"x", {tag}', "*"):
        headers = {"If-None-Match": given}
        answer = book.ann.get(f"/games/{game}/sheet", headers=headers)
        assert answer.status_code == 304
    assert len(asked) == before + 2


def test_a_connection_stays_open_after_a_304(book, game, store, app):
    """One socket, three polls: waitress by itself would close it after the first."""
    import waitress
    from waitress import wasyncore

    from web.cli.keeping import keeping

    store.lock("the test")
    tag = book.ann.get(f"/games/{game}/sheet").headers["ETag"]
    bound = socket.create_server(("127.0.0.1", 0))
    server = keeping(waitress.create_server(app, sockets=[bound], map={}, threads=1))
    done = threading.Event()
    loop = threading.Thread(target=_serve, args=(server, done))
    loop.start()
    try:
        with socket.create_connection(bound.getsockname()[:2], timeout=10) as conn:
            for last in (False, False, True):
                close = "Connection: close\r\n" if last else ""
                conn.sendall(
                    f"GET {API}/games/{game}/sheet HTTP/1.1\r\nHost: x\r\n{close}"
                    f"Authorization: Bearer {book.ann.key}\r\n"
                    f"If-None-Match: {tag}\r\n\r\n".encode()
                )
                said = conn.recv(4096).decode()
                assert said.startswith("HTTP/1.1 304 ")
                assert ("Connection: close" in said) == last
            assert conn.recv(4096) == b""
    finally:
        done.set()
        loop.join(10)
        server.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(server._map)


def _serve(server, done):
    from waitress import wasyncore

    while not done.is_set():
        wasyncore.loop(timeout=0.05, use_poll=True, map=server._map, count=1)
