"""The links of the OpenAPI document lead where they say, from answers as they are sent.

An answer that makes something is made by hand, then each of its links is followed.
"""

import pytest

from tests.web.conftest import KNOCK, SHOW
from web.api.links import LINKS

SENT = {
    "add_player": {"name": "Dee"},
    "make_key": {"role": "watch"},
    "post_game": {"rules": "standard", "players": {"A": "Ann", "B": "Bob"}},
    "post_plays": {"type": "adjust", "player": "A", "points": 5, "reason": "paper"},
    "patch_game": {"archived": True},
}


@pytest.fixture
def calls(book):
    """Every call of the document by its name: method, path, what it says."""
    spec = book.nobody.get("/openapi.json").json
    return {
        call["operationId"]: (method, path.removeprefix("/api/v1"), call)
        for path, methods in spec["paths"].items()
        for method, call in methods.items()
        if method != "parameters"
    }


def find(where, path, answer):
    """Return what a runtime expression names in a request's path or its answer."""
    kind, _, rest = where.removeprefix("$").partition(".")
    if kind == "request":
        return path[rest.removeprefix("path.")]
    if rest.startswith("header."):
        return answer.headers[rest.removeprefix("header.")]
    found = answer.json
    for name in rest.removeprefix("body#/").split("/"):
        found = found[int(name) if isinstance(found, list) else name]
    return found


def made(book, name):
    """Make something: return what stood in the path, and the answer."""
    if name == "open_book":
        asked = {"name": "Mondays", "players": ["Ann", "Bob"]}
        return {}, book.nobody.post("/books", asked)
    if name == "make_key":
        path = f"/books/{book.id}/keys"
        return {"book": book.id}, book.referee.post(path, SENT[name])
    if name == "post_game":
        path = f"/books/{book.id}/games"
        return {"book": book.id}, book.referee.post(path, SENT[name])
    game = book.start()
    return {"game": game}, book.referee.play(game, KNOCK, SHOW)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (source, target)
        for source, leads in LINKS.items()
        for lead in leads
        for target in lead.calls
        if target != "import_book"
    ],
)
def test_a_link_leads_to_a_call_that_is_taken(book, calls, source, target):
    path, answer = made(book, source)
    assert answer.status_code == 201, answer.json
    link = calls[source][2]["responses"]["201"]["links"][target]
    key = answer.json["keys"]["referee"] if source == "open_book" else book.referee.key

    given = {"path": {}, "header": {"Authorization": f"Bearer {key}"}}
    for name, where in link["parameters"].items():
        place, _, name = name.partition(".")
        given[place][name] = find(where, path, answer)
    method, address, _ = calls[link["operationId"]]
    followed = book.nobody.ask(
        method,
        address.format(**given["path"]),
        headers=given["header"],
        **({"json": SENT[target]} if target in SENT else {}),
    )

    assert followed.status_code < 300, followed.json


def test_only_what_the_table_names_has_links(calls):
    linked = {
        name: {status for status, each in call["responses"].items() if "links" in each}
        for name, (_, _, call) in calls.items()
    }
    assert {name for name, found in linked.items() if found} == set(LINKS)
    assert all(found <= {"201"} for found in linked.values())


def test_a_book_just_opened_takes_back_its_own_export(book, calls):
    _, opened = made(book, "open_book")
    links = calls["open_book"][2]["responses"]["201"]["links"]
    key = {"Authorization": f"Bearer {opened.json['keys']['referee']}"}

    def path(name):
        where = links[name]["parameters"]["path.book"]
        return calls[name][1].format(book=find(where, {}, opened))

    exported = book.nobody.get(path("export_book"), headers=key)
    answer = book.nobody.post(path("import_book"), exported.json, headers=key)

    assert answer.status_code == 200, answer.json
