"""The README's tour, command by command, against a real server process."""

import fnmatch
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.docs.pages import blocks, page

README = page("README.md")
TOUR = README.partition("## Two minutes with curl")[2].partition("## Where to go on")[0]
STEPS = re.findall(r"^```(sh|text)\n(.*?)^```$", TOUR, flags=re.M | re.S)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str, server: "subprocess.Popen[bytes]", said: Path) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            return
    server.kill()
    pytest.fail(f"the server did not come up: {said.read_text()}")


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """Serve an empty record as `make run` does, on a free port."""
    chosen = free_port()
    folder = tmp_path_factory.mktemp("tour")
    said = folder / "said.txt"
    upcard = "from web.cli import main; main()"
    with said.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-c", upcard, "serve", "--port", str(chosen)],
            env={**os.environ, "UPCARD_DB": str(folder / "tour.db")},
            stdout=output,
            stderr=output,
        )
        wait_for(f"http://127.0.0.1:{chosen}/api/v1/health/live", server, said)
        yield chosen
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=20) == 0, said.read_text()


@pytest.fixture(scope="module")
def answers(port, tmp_path_factory):
    """Run the whole tour in one shell and return what each step printed."""
    if not (shutil.which("curl") and shutil.which("bash")):
        pytest.skip("the tour needs curl and bash")
    script = "set -euo pipefail\n" + "\necho '=== step'\n".join(
        text for language, text in STEPS if language == "sh"
    )
    done = subprocess.run(
        ["bash", "-c", script.replace("127.0.0.1:8000", f"127.0.0.1:{port}")],
        cwd=tmp_path_factory.mktemp("shell"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("=== step\n")


def expectations() -> list[tuple[int, str]]:
    """Pair each step's number with the text that the README shows after it."""
    shown: list[tuple[int, str]] = []
    number = -1
    for language, text in STEPS:
        if language == "sh":
            number += 1
        else:
            shown.append((number, text))
    return shown


@pytest.mark.parametrize(("step", "text"), expectations(), ids=lambda x: str(x)[:20])
def test_a_step_prints_what_the_readme_shows(answers, step, text):
    pattern = text.replace("[", "[[]").replace("...", "*")

    assert fnmatch.fnmatchcase(answers[step], pattern)


def test_the_readme_names_two_commands_that_make_knows():
    commands = [line for line in README.splitlines() if line.startswith("make ")]
    targets = re.findall(r"^([a-z]+):", page("Makefile"), flags=re.M)

    assert commands[:2] == ["make run", "make test"]
    assert {line.split()[1] for line in commands} <= set(targets)


def post(url: str, body: object, key: str | None = None) -> dict:
    headers = {"Content-Type": "application/json", "If-Match": "*"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    asked = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def events(port):
    """Play a hand with hidden cards; the events as the referee and as B see them."""
    api = f"http://127.0.0.1:{port}/api/v1"
    book = post(f"{api}/books", {"name": "Ünïcode", "players": ["Ann", "Bob"]})
    key = book["keys"]["referee"]
    game = post(
        f"{api}/books/{book['id']}/games",
        {"rules": "jpgames", "players": {"A": "Ann", "B": "Bob"}, "first_dealer": "B"},
        key,
    )["id"]
    plays = [
        {"type": "deal", "upcard": "7D"},
        {"type": "pass", "player": "A"},
        {"type": "pass", "player": "B"},
        {"type": "draw", "player": "A", "source": "stock", "card": "QC"},
        {"type": "void", "reason": "Ünïcode ♠"},
    ]
    post(f"{api}/games/{game}/plays", {"plays": plays}, key)
    bob = next(p["id"] for p in book["players"] if p["name"] == "Bob")
    seen = {}
    for eyes, of in (("referee", key), ("B", book["keys"]["players"][bob])):
        asked = urllib.request.Request(
            f"{api}/games/{game}/events", headers={"Authorization": f"Bearer {of}"}
        )
        with urllib.request.urlopen(asked, timeout=10) as answer:
            seen[eyes] = json.load(answer)["events"]
    return game, seen


def check(game: str, events: list) -> str:
    """Run the checker of docs/log.md as its page says."""
    (checker,) = blocks(page("docs/log.md"), "python")
    done = subprocess.run(
        [sys.executable, "-c", checker, game],
        input=json.dumps({"events": events}),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_checker_of_the_log_page_is_short():
    (checker,) = blocks(page("docs/log.md"), "python")

    assert sum(bool(line.strip()) for line in checker.splitlines()) <= 26


@pytest.mark.parametrize("eyes", ["referee", "B"])
def test_the_checker_follows_the_chain_with_any_eyes(events, eyes):
    game, seen = events

    assert check(game, seen[eyes]).startswith(f"{len(seen[eyes])} events hold")


def test_a_card_hidden_from_b_is_nowhere_in_what_b_gets(events):
    _, seen = events
    (drawn,) = [event for event in seen["B"] if event["type"] == "card_drawn"]

    assert "salt" not in drawn
    assert "QC" not in json.dumps(drawn)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            lambda events: events[2]["data"].update(player="B"),
            "seq 3: data was changed",
        ),
        (lambda events: events[2].update(at="2020"), "seq 3: not as it was recorded"),
        (lambda events: events.pop(2), "seq 3 is missing"),
        (lambda events: events[1].update(entry=1), "seq 2: not as it was recorded"),
    ],
)
def test_the_checker_names_what_was_tampered_with(events, change, found):
    game, seen = events
    tampered = json.loads(json.dumps(seen["referee"]))
    change(tampered)

    assert check(game, tampered) == found
