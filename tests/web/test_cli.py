"""The ``upcard`` command, as a person at a terminal uses it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from events import handler, registry
from events.chance import new_id, new_salt, new_secret
from events.store import Store
from referee.plays import Knock, Show
from referee.presets import STANDARD
from web.cli import main
from web.cli.addresses import addresses, is_loopback, qr_text

AT = "2026-11-29T20:00:00.000Z"
UNDERCUT = {
    "--knocker": "7S 7D 7C 5H 6H 7H 9C 10C JC 2S",
    "--defender": "AS AD AC AH KS KD KC KH 8h 9♥",
}
ROOT = Path(__file__).parents[2]


def run(*words, db=None, env=None):
    values = {"UPCARD_DB": str(db)} if db else {}
    return CliRunner().invoke(main, words, env=values | (env or {}))


def rule(changes=(), *flags):
    words = [word for pair in (UNDERCUT | dict(changes)).items() for word in pair]
    return run("rule", *words, *flags)


@pytest.fixture
def record(tmp_path):
    """A record with one game of one hand; returns its file and the game's id."""
    path = tmp_path / "upcard.db"
    store = Store(path)
    book = registry.open_book(
        store,
        name="Ann v Bob",
        players=["Ann", "Bob"],
        at=AT,
        ids=new_id,
        secrets=new_secret,
    ).book
    game = handler.start_game(
        store,
        book.id,
        rules=STANDARD,
        preset="jpgames",
        players={"A": "Ann", "B": "Bob"},
        first_dealer="A",
        starter=None,
        at=AT,
        ids=new_id,
        salts=new_salt,
    ).uid
    play(store, game)
    store.close()
    return path, game


def play(store, game):
    handler.handle(
        store,
        game,
        [Knock("A", count=8), Show("B", count=5)],
        asker="referee",
        expected=None,
        at=AT,
        salts=new_salt,
    )


@pytest.mark.parametrize("command", [None, *main.commands])
def test_help_says_what_a_command_does(command):
    found = run(*([command] if command else []), "--help")

    assert found.exit_code == 0
    assert "--help" in found.output
    assert len(found.output.splitlines()) > 5


def test_a_wrong_setting_is_one_sentence_and_status_2(tmp_path):
    found = run("serve", env={"UPCARD_OPEN_BOOKS": "perhaps"}, db=tmp_path / "x.db")

    assert found.exit_code == 2
    assert found.output.count("\n") == 1
    assert "UPCARD_OPEN_BOOKS" in found.output


# verify, rebuild, audit


def test_verify_finds_nothing_wrong_with_a_whole_record(record):
    found = run("verify", db=record[0])

    assert found.exit_code == 0
    assert "1 game checked, 0 damages found." in found.output


def test_verify_names_an_edited_event(record):
    path, game = record
    store = Store(path)
    with store.writing() as conn:
        for (name,) in conn.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            conn.execute(f'DROP TRIGGER "{name}"')
        conn.execute("UPDATE events SET data = replace(data, '8', '7') WHERE seq = 3")
    found = run("verify", db=path)
    store.close()

    assert found.exit_code != 0
    assert game in found.output or "trigger" in found.output


def test_verify_head_prints_what_against_takes(record, tmp_path):
    path, game = record
    heads = run("verify", "--head", db=path)
    kept = tmp_path / "heads.txt"
    kept.write_text(heads.stdout)

    assert re.fullmatch(rf"{game} 5 [0-9a-f]{{64}}\n", heads.stdout)
    assert run("verify", "--against", str(kept), db=path).exit_code == 0


def test_verify_against_a_head_sees_that_the_end_was_cut_off(record, tmp_path):
    path, game = record
    kept = tmp_path / "heads.txt"
    kept.write_text(f"{game} 9 {'0' * 64}\n{game} 2 {'0' * 64}\ngone 1 {'0' * 64}\n")

    found = run("verify", "--against", str(kept), db=path)

    assert found.exit_code == 1
    assert f"{game} seq 9: missing" in found.output
    assert f"{game} seq 2: edited" in found.output
    assert "gone: missing" in found.output


def test_verify_against_a_file_that_is_no_list_of_heads(record, tmp_path):
    kept = tmp_path / "heads.txt"
    kept.write_text("hello\n")

    assert run("verify", "--against", str(kept), db=record[0]).exit_code == 2


def test_a_missing_record_is_said_and_not_made(tmp_path):
    path = tmp_path / "none.db"

    found = run("verify", db=path)

    assert found.exit_code == 66
    assert found.output.startswith("upcard: ")
    assert not path.exists()


def test_rebuild_makes_the_read_models_again(record):
    found = run("rebuild", db=record[0])

    assert found.exit_code == 0
    assert "1 game rebuilt." in found.output


def test_rebuild_refuses_while_a_server_writes(record):
    store = Store(record[0])
    store.lock("upcard serve")
    try:
        found = run("rebuild", db=record[0])
    finally:
        store.close()

    assert found.exit_code == 75
    assert "upcard serve" in found.output


def test_audit_finds_no_drift_in_a_game_of_today(record):
    found = run("audit", db=record[0])

    assert found.exit_code == 0
    assert "1 game audited, 0 hands differ." in found.output


# rule


def test_rule_judges_an_undercut():
    found = rule()

    assert found.exit_code == 0
    assert found.output.startswith("UNDERCUT: defender +27\n")
    assert "lays off 8H 9H" in found.output


def test_rule_prints_json():
    found = rule((), "--json")

    ruling = json.loads(found.output)
    assert (ruling["result"], ruling["points"]) == ("undercut", 27)


@pytest.mark.parametrize(("charset", "minus"), [("utf-8", "−"), ("latin-1", "-")])
def test_rule_writes_a_minus_where_the_terminal_has_one(charset, minus):
    words = [word for pair in UNDERCUT.items() for word in pair]
    runner = CliRunner(charset=charset)
    result = runner.invoke(main, ["rule", *words])

    assert result.exit_code == 0
    assert f"2 {minus} 0 + 25" in result.stdout


def test_rule_takes_melds_layoffs_and_rules():
    found = rule({"--layoffs": "-", "--rules": "palace"})

    assert found.exit_code == 0
    assert found.output.startswith("KNOCK: knocker +25\n")


def test_rule_says_that_a_knock_is_not_legal():
    found = rule({"--knocker": "7S 7D 7C 5H 6H 7H 9C 10C JD QS"})

    assert found.exit_code == 1
    assert found.output.startswith("The knock is not legal")


def test_rule_upholds_or_corrects_a_claim():
    assert "The claim is corrected." in rule({"--claim": "knocker 33"}).output
    assert "The claim is upheld." in rule({"--claim": "defender +27"}).output


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"--knocker": "7S 7D hello"}, "--knocker: Not a card: hello"),
        ({"--defender-melds": "AS XX"}, "--defender-melds: Not a card"),
        ({"--layoffs": "8H"}, "--layoffs: "),
        ({"--knocker": "7S 7D 7C"}, "--knocker must be 10 or 11 cards"),
        ({"--rules": "nowhere"}, "nowhere"),
        ({"--defender": "7S AD AC AH KS KD KC KH 8H 9H"}, "both hands"),
    ],
)
def test_rule_refuses_what_it_cannot_read(changes, said):
    found = rule(changes)

    assert found.exit_code == 2
    assert said in found.output
    assert found.output.count("\n") == 1


# serve


def test_the_addresses_of_one_host_are_that_host():
    assert addresses("127.0.0.1") == ["127.0.0.1"]
    assert addresses("::1") == ["[::1]"]


def test_every_interface_gives_addresses_and_never_the_wildcard():
    found = addresses("0.0.0.0")

    assert found
    assert "0.0.0.0" not in found
    assert len(found) == len(set(found))


def test_loopback_is_told_apart():
    assert is_loopback("http://127.0.0.1:8000")
    assert is_loopback("http://localhost:1")
    assert is_loopback("http://[::1]:1")
    assert not is_loopback("http://192.168.1.20:8000")


def test_an_address_is_drawn_as_a_qr(monkeypatch):
    class Terminal:
        encoding = "utf-8"

    monkeypatch.setattr(sys, "stdout", Terminal())
    assert qr_text("http://192.168.1.20:8000/").count("\n") > 10
    Terminal.encoding = "ascii"
    assert qr_text("http://192.168.1.20:8000/") == ""


@pytest.fixture
def serving(tmp_path):
    """Start servers on free ports; yields a function that starts one."""
    started = []

    def start(*words, host="127.0.0.1"):
        port = free_port()
        process = subprocess.Popen(
            [sys.executable, "-c", "from web.cli import main; main()",
             "serve", "--host", host, "--port", str(port), *words],
            cwd=ROOT,
            env=os.environ | {"UPCARD_DB": str(tmp_path / "upcard.db")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )  # fmt: skip
        started.append(process)
        return process, port

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port, seconds=20):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not come up")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_answers_and_ends_cleanly(serving, number):
    process, port = serving()
    assert "Upcard" in wait_for(port)

    process.send_signal(number)
    output, _ = process.communicate(timeout=15)

    assert process.returncode == 0, output
    assert f"Open http://127.0.0.1:{port}/" in output
    assert output.endswith("Stopped.\n")


def test_serve_finishes_a_request_that_is_half_sent_at_sigterm(serving):
    process, port = serving()
    wait_for(port)
    with socket.create_connection(("127.0.0.1", port)) as caller:
        caller.sendall(b"GET /api/v1/presets HTTP/1.1\r\nHost: x\r\n\r\n")
        process.terminate()
        answer = b"".join(iter(lambda: caller.recv(65536), b""))

    assert process.wait(timeout=15) == 0
    assert answer.startswith(b"HTTP/1.1 200") or answer == b""


SLOW = """
import socket, time
from web import Settings
from web.cli.serve import _run, _server_on

def slow(environ, start_response):
    time.sleep(1.5)
    start_response("200 OK", [("Content-Length", "5")])
    return [b"whole"]

bound = socket.create_server(("127.0.0.1", PORT))
_run(_server_on(bound, slow, Settings(), threads=2))
print("ended")
"""


def test_a_running_request_is_finished_after_sigterm_and_no_new_one_begun():
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW.replace("PORT", str(port))],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        caller = ask_when_up(port)
        time.sleep(0.5)
        process.terminate()
        time.sleep(0.3)
        with pytest.raises((ConnectionRefusedError, ConnectionResetError)):
            socket.create_connection(("127.0.0.1", port), timeout=2).recv(1)
        answer = b"".join(iter(lambda: caller.recv(4096), b""))
        caller.close()
        output, _ = process.communicate(timeout=15)
    finally:
        process.kill()

    assert answer.endswith(b"whole")
    assert (process.returncode, output) == (0, "ended\n")


def ask_when_up(port, seconds=20):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            caller = socket.create_connection(("127.0.0.1", port), timeout=10)
        except OSError:
            time.sleep(0.05)
        else:
            caller.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            return caller
    raise AssertionError("the server did not come up")


def test_a_second_server_on_one_record_is_refused(serving):
    _, port = serving()
    wait_for(port)

    second, _ = serving()
    output, _ = second.communicate(timeout=15)

    assert second.returncode == 75
    assert "upcard serve" in output


def test_a_taken_port_is_said_in_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = run("serve", "--port", str(port), db=tmp_path / "other.db")

    assert found.exit_code == 2
    assert f"port {port}" in found.output
