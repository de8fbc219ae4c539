"""How waitress is made to keep what it has at hand."""

import threading
from types import SimpleNamespace

import pytest

from web.cli.keeping import KeptTask, NewestFirst


def test_who_began_to_wait_last_is_woken_first():
    lock = threading.Lock()
    waiting, woken = NewestFirst(lock), []
    begun = threading.Semaphore(0)

    def wait(name):
        with lock:
            begun.release()
            assert waiting.wait(10)
            woken.append(name)
        begun.release()

    threads = [threading.Thread(target=wait, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
        begun.acquire()
        with lock:
            pass  # It waits by now: the lock is free again.
    for _ in threads:
        with lock:
            waiting.notify()
        begun.acquire()
    for thread in threads:
        thread.join(10)
    assert woken == [2, 1, 0]


@pytest.mark.parametrize(
    ("body", "length", "sends"),
    [([b"hello"], 5, 1), ([b"hel", b"lo"], 5, 3), ([b"hello"], None, 2), ([], 0, 1)],
)
def test_a_whole_body_goes_out_with_its_header(body, length, sends):
    sent = []
    server = SimpleNamespace(adj=SimpleNamespace(ident=None))
    channel = SimpleNamespace(server=server, write_soon=sent.append)
    request = SimpleNamespace(version="1.1", headers={}, command="GET")
    task = KeptTask(channel, request)
    task.complete, task.content_length = True, length
    if length is not None:
        task.response_headers = [("Content-Length", str(length))]
    for piece in body:
        task.write(piece)
    task.finish()
    assert b"".join(sent).startswith(b"HTTP/1.1 200 OK")
    if length is not None:
        assert len(sent) == sends
        assert b"".join(sent).endswith(b"\r\n\r\n" + b"".join(body))
        assert task.content_bytes_written == length
    else:
        assert b"5\r\nhello\r\n0\r\n\r\n" in b"".join(sent)
