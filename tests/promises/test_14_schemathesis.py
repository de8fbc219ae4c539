"""Promise 14, by machine: calls made up from the OpenAPI document, none a 500.

Paths are pinned to a game that exists: unpinned, nearly every call would be a 404, and
a crash behind it would stay unseen. The last test plants one to prove it.
"""

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.promises.running import API, HAND
from tests.web.conftest import make_app, open_book

CALLS = 10_000
PARTS = 5
QUICK = 12
CRASHED = 500
PHASES = (Phase.explicit, Phase.generate)


class There:
    """An application with a game in it, and calls that are pinned to that game."""

    def __init__(self, folder):
        self.app = make_app(folder)
        self.book = open_book(self.app.test_client(use_cookies=False))
        self.game = self.book.start("jpgames")
        assert self.book.referee.play(self.game, *HAND).status_code == 201
        path = f"{API}/openapi.json"
        self.schema = schemathesis.openapi.from_wsgi(path, self.app)

    def before_call(self, case):
        """Pin a call to what exists, with a key that may do everything."""
        pins = {"book": self.book.id, "game": self.game, "number": 1}
        case.path_parameters = {
            name: pins.get(name, value)
            for name, value in (case.path_parameters or {}).items()
        }
        case.headers = dict(case.headers or {})
        case.headers["Authorization"] = f"Bearer {self.book.referee.key}"
        if case.method.upper() == "POST":
            case.headers["If-Match"] = "*"
            case.headers.pop("Idempotency-Key", None)

    def operations(self):
        return [each.ok() for each in self.schema.get_all_operations()]

    def call(self, operation, times, statuses, *, start=0):
        """Make up so many calls of one operation; note how each was answered."""

        @seed(start)
        @settings(
            max_examples=times,
            deadline=None,
            database=None,
            phases=PHASES,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def send(case):
            self.before_call(case)
            answer = case.call()
            statuses.append(answer.status_code)
            if answer.status_code >= 400:
                problem = json.loads(answer.content)
                assert problem["status"] == answer.status_code

        send()


@pytest.fixture
def there(tmp_path):
    found = There(tmp_path)
    yield found
    found.app.extensions["upcard"].store.close()


def made_up(there, each):
    statuses = []
    for operation in there.operations():
        there.call(operation, each, statuses)
    return statuses


def enter(statuses, show):
    # A server that cannot write says so with 503; here nothing is in its way.
    wrong = [status for status in statuses if status >= CRASHED]
    reached = sum(status < 300 for status in statuses)
    what = f"calls made up from the document, {reached} of them taken"
    show(what, len(statuses), wrong=len(wrong), told=wrong[:5])
    assert reached > len(statuses) / 10, "the calls do not reach what they are for"
    assert statuses.count(404) < len(statuses) / 3


@pytest.mark.filterwarnings("ignore")
def test_a_few_hundred_calls(there, show):
    enter(made_up(there, QUICK), show)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_calls(there, show, part):
    """In parts, each with calls of its own, so that they run side by side."""
    wanted = CALLS // PARTS
    operations = there.operations()[part::PARTS]
    (plays,) = (each for each in there.operations() if each.path.endswith("/plays"))
    statuses = []
    for operation in operations:
        there.call(operation, wanted // len(operations), statuses, start=part)
    # Calls with little to vary are soon told; plays never are.
    for more in range(100, 200):
        if len(statuses) < wanted:
            left = wanted - len(statuses)
            there.call(plays, left, statuses, start=more + part)
    enter(statuses, show)
    assert len(statuses) >= wanted


@pytest.mark.filterwarnings("ignore")
def test_a_planted_fault_is_found(there, monkeypatch):
    """A crash behind a play of one kind only, in the game that is there."""
    from web.api import games

    handle = games.handle

    def crash(store, uid, plays, **given):
        assert type(plays[0]).__name__ != "Adjust", "planted"
        return handle(store, uid, plays, **given)

    monkeypatch.setattr(games, "handle", crash)
    statuses = []
    (plays,) = (each for each in there.operations() if each.path.endswith("/plays"))
    there.call(plays, 150, statuses)
    assert 500 in statuses
