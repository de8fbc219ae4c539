"""Promise 2: a request that is sent again and again is recorded once."""

import threading
import time
from random import Random

import pytest

from tests.promises.record import lengths, rows
from tests.promises.running import HAND, open_table

PHONES = 4


class Phone(threading.Thread):
    """Records hands in its own game; each is sent until it is answered, always under
    the same key. Keeps what it was told.
    """

    def __init__(self, table, game, stopping):
        super().__init__()
        self.caller = table.caller()
        self.path = f"/games/{game}/plays"
        self.game, self.stopping = game, stopping
        self.told, self.tries, self.wrong = {}, 0, []

    def run(self):
        number, seen = 0, 1
        while not self.stopping.is_set():
            number += 1
            key = f"{self.game}-{number}"
            answer = self.insist(key, seen)
            if answer.status != 201:
                self.wrong.append((key, answer.status, answer.text[:200]))
                return
            seen = answer.json["version"]
            self.told[key] = seen

    def insist(self, key, seen):
        # A stale If-Match must not hide the first answer: it names what was seen then.
        head = {"Idempotency-Key": key, "If-Match": f'"{seen}"'}
        body = {"plays": HAND}
        return self.caller.insist("POST", self.path, body, seconds=90, **head)


def kill_many(serve, db, kills, seed=1):
    """Kill the server so many times at odd moments while phones go on recording."""
    serving = serve(db)
    table = open_table(serving, games=PHONES)
    stopping = threading.Event()
    phones = [Phone(table, game, stopping) for game in table.games]
    for phone in phones:
        phone.start()
    chance = Random(seed)
    try:
        for _ in range(kills):
            time.sleep(chance.uniform(0.05, 0.6))
            serving.kill()
            serving.start()
    finally:
        time.sleep(0.3)
        stopping.set()
        for phone in phones:
            phone.join(100)
    assert serving.stop() == 0
    return phones


def settle(db, phones, show, what, often):
    """Hold what the phones were told against what the record holds."""
    found = lengths(db)
    keys = rows(db, "SELECT key, last_seq FROM requests WHERE scope LIKE 'game:%'")
    stored = dict(keys)
    told = {key: seen for phone in phones for key, seen in phone.told.items()}
    lost = sum(key not in stored for key in told)
    wrong = sum(stored.get(key) != seen for key, seen in told.items()) - lost
    doubled = 0
    for phone in phones:
        mine = [key for key in stored if key.startswith(phone.game)]
        doubled += found[phone.game] - (1 + 4 * len(mine))
    show(what, often, lost=lost, doubled=doubled, wrong=wrong)
    assert [phone.wrong for phone in phones if phone.wrong] == []
    assert sum(len(phone.told) for phone in phones) > often


def test_three_kills_lose_and_double_nothing(db, serve, show):
    phones = kill_many(serve, db, 3)

    settle(db, phones, show, "kill -9 under four retrying phones", 3)


@pytest.mark.slow
def test_thirty_kills_lose_and_double_nothing(db, serve, show):
    phones = kill_many(serve, db, 30, seed=2)

    settle(db, phones, show, "kill -9 under four retrying phones", 30)


def test_a_retry_with_an_old_version_gets_its_first_answer(table, show):
    caller, game = table.caller("ann"), table.games[0]
    path = f"/games/{game}/plays"
    head = {"Idempotency-Key": "tap", "If-Match": '"1"'}
    first = caller.ask("POST", path, {"plays": HAND}, **head)
    table.caller("bob").ask("POST", path, {"plays": HAND}, If_Match="*")
    again = [caller.ask("POST", path, {"plays": HAND}, **head) for _ in range(10)]
    other = caller.ask("POST", path, HAND[0], **head)

    wrong = sum((a.status, a.json) != (201, first.json) for a in again)
    show("one request sent 11 times, the version long past", 11, wrong=wrong)
    assert first.json["version"] == 5
    assert caller.ask("GET", f"/games/{game}").json["version"] == 9
    assert (other.status, other.json["code"]) == (422, "key_reused")


@pytest.mark.parametrize("what", ["books", "players", "keys", "games"])
def test_whatever_creates_is_made_once(table, show, what):
    caller = table.caller()
    paths = {"books": "/books"}
    bodies = {
        "books": {"name": "Twice", "players": ["Ann"]},
        "players": {"name": "Dan"},
        "keys": {"role": "watch"},
        "games": {"rules": "jpgames", "players": {"A": "Ann", "B": "Bob"}},
    }
    path = paths.get(what, f"/books/{table.book}/{what}")
    head = {"Idempotency-Key": f"make {what}"}
    made = [caller.ask("POST", path, bodies[what], **head) for _ in range(3)]

    assert {answer.status for answer in made} == {201}
    ids = {answer.json["id"] for answer in made}
    show(f"POST of {what} sent three times", 3, doubled=len(ids) - 1)
