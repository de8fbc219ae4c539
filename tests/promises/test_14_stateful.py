"""Promise 14, in sequences: calls made up along the links of the OpenAPI document.

A machine opens books, starts games in them, plays on and reads what came of it, each
call with what an earlier answer gave. The document's own links lead it; none are
guessed. Every answer is held against the document. The last test plants a crash that
no single call reaches.
"""

from collections import Counter
from dataclasses import dataclass, field

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, seed, settings
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup
from schemathesis.generation.stateful.control import TransitionController

from tests.promises.running import API, HAND
from tests.web.conftest import make_app, open_book
from web.api.links import LINKS

STEPS = 50
QUICK = 6
LONG = 15
PARTS = 5
CRASHED = 500
PLAYS = f"POST {API}/games/{{game}}/plays"
HELD = {
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "use_after_free",
    "ensure_resource_availability",
}


class Eager(TransitionController):
    """Plays go on for as long as a sequence does; anything else is done twice."""

    def allow_transition(self, source, target):
        done = sum(each[target] for each in self.statistic.get(source, {}).values())
        return done < (STEPS if target == PLAYS else 2)


@dataclass
class Heard:
    """What the machine knows of its tables, and how its calls were answered."""

    keys: dict[str, str] = field(default_factory=dict)
    pins: dict[str, str] = field(default_factory=dict)
    answers: list[tuple[str, int]] = field(default_factory=list)
    followed: Counter = field(default_factory=Counter)
    knockers: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    played_on: int = 0
    seen: int = 0
    wrong: list[str] = field(default_factory=list)

    def sit_down(self, client):
        """Open a table for one sequence: it meets nothing of those before it."""
        book = open_book(client)
        self.pins = {"book": book.id, "game": book.start("jpgames")}
        self.keys = dict.fromkeys(self.pins.values(), book.referee.key)
        self.turn = 0

    def prepare(self, case, *, first):
        """Give a call the key of its book; one that no link led to is pinned."""
        paths = case.path_parameters or {}
        if first:
            paths = {name: self.pins.get(name, value) for name, value in paths.items()}
            case.path_parameters = paths
        case.headers = dict(case.headers or {})
        case.headers.pop("Idempotency-Key", None)
        key = self.keys.get(paths.get("book")) or self.keys.get(paths.get("game"))
        if key is not None:
            case.headers["Authorization"] = f"Bearer {key}"
        if case.operation.label == PLAYS:
            self.prepare_play(case, paths.get("game"))
        elif case.path.endswith("/games") and isinstance(case.body, dict):
            case.body.setdefault("first_dealer", "B")  # else it is drawn by chance

    def prepare_play(self, case, game):
        """Let every other play be one of a hand by counts, and half be in time.

        So what is made up meets games with hands in them.
        """
        turn = self.turn % 4
        self.turn += 1
        if turn % 2 == 0:
            knocker = self.knockers.get(game)
            player = "B" if knocker == "A" else "A"
            case.body = {**HAND[knocker is not None], "player": player}
        if turn < 2:
            case.headers["If-Match"] = "*"

    def note(self, case, answer):
        name = case.operation.definition.raw["operationId"]
        self.answers.append((name, answer.status_code))
        if answer.status_code != 201:
            return
        body = answer.json()
        if name == "open_book":
            self.keys[body["id"]] = body["keys"]["referee"]
        elif name == "post_game":
            self.keys[body["id"]] = self.keys[body["book"]]
        elif name == "post_plays":
            self.note_play(case, body["game"])

    def note_play(self, case, game):
        self.played_on += game["id"] != self.pins["game"]
        self.seen += case.headers["If-Match"] != "*"
        self.knockers.pop(game["id"], None)
        if game["hand"]["phase"] == "show":
            shows = game["hand"]["to_act"]
            self.knockers[game["id"]] = "B" if shows == "A" else "A"


class There:
    """An application, and a machine that opens books and plays games in it."""

    def __init__(self, folder):
        load_all_checks()
        self.app = make_app(folder)
        self.client = self.app.test_client(use_cookies=False)
        self.heard = Heard()
        self.schema = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", self.app)
        self.schema.config.phases.stateful.inference.algorithms = []

    def machine(self):
        heard, client = self.heard, self.client
        held = [check for check in CHECKS.get_all() if check.__name__ in HELD]
        assert len(held) == len(HELD)

        class Machine(self.schema.as_state_machine()):
            def setup(self):
                self.control = Eager(self.control.transitions, self.control.roots)
                heard.sit_down(client)

            def step(self, input):
                self.first = input.transition is None
                if not self.first and input.is_applied:
                    heard.followed[input.transition.id] += 1
                return super().step(input)

            def before_call(self, case):
                heard.prepare(case, first=self.first)

            def after_call(self, response, case):
                super().after_call(response, case)
                heard.note(case, response)

            def validate_response(self, response, case, **_):
                # Noted, not raised: one fault is not to hide those behind it.
                try:
                    case.validate_response(
                        response, checks=held, recorder=self.recorder
                    )
                except FailureGroup as group:
                    heard.wrong += [str(each) for each in group.exceptions]

        return Machine

    def run(self, sequences, *, start=0):
        seed(start)(self.machine()).run(
            settings=settings(
                max_examples=sequences,
                stateful_step_count=STEPS,
                deadline=None,
                database=None,
                phases=(Phase.generate,),
                suppress_health_check=list(HealthCheck),
            )
        )
        return self.heard


@pytest.fixture
def there(tmp_path):
    found = There(tmp_path)
    yield found
    found.app.extensions["upcard"].store.close()


def enter(heard, show):
    reached = sum(status < 300 for _, status in heard.answers)
    what = f"calls in sequences, {heard.followed.total()} by a link, {reached} taken"
    show(what, len(heard.answers), wrong=len(heard.wrong), told=heard.wrong[:5])
    assert all(status < CRASHED for _, status in heard.answers)
    assert reached > len(heard.answers) / 3, "the calls do not reach what they are for"
    assert heard.followed.total() > len(heard.answers) / 3


@pytest.mark.filterwarnings("ignore")
def test_a_few_sequences(there, show):
    heard = there.run(QUICK)
    enter(heard, show)
    assert heard.played_on >= 5


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", range(1, PARTS + 1))
def test_many_sequences(there, show, part):
    heard = there.run(LONG, start=part)
    enter(heard, show)
    assert heard.played_on >= 10
    assert heard.seen >= 3, "plays onto the version that the link named"
    assert len(heard.followed) == sum(
        len(lead.calls) for leads in LINKS.values() for lead in leads
    )


@pytest.mark.filterwarnings("ignore")
def test_a_planted_fault_that_only_a_sequence_reaches_is_found(there, monkeypatch):
    """A crash on the second play of a game that the machine started by itself."""
    from web.api import games

    handle = games.handle

    def crash(store, uid, plays, **given):
        second = games.version_of(store, uid) > 1
        assert uid == there.heard.pins["game"] or not second, "planted"
        return handle(store, uid, plays, **given)

    monkeypatch.setattr(games, "handle", crash)
    heard = there.run(QUICK)
    assert ("post_plays", CRASHED) in heard.answers
    assert heard.wrong
