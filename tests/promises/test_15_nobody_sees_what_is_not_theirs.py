"""Promise 15: nobody sees or writes what is not theirs, through any door.

The table is made from the routes themselves, so that a new route is in it by itself.
What each key may do on each call of the API, one by one: tests/web/test_api_auth.py;
that 52 tries teach nothing: tests/web/test_eyes_api.py.
"""

import re
from collections.abc import Iterator

import pytest

from tests.promises.running import API, HAND, Caller, open_table
from tests.web.conftest import Person, make_app, open_book

PEOPLE = ("nobody", "wrong", "stranger", "watch", "cy", "ann", "bob", "referee")
OUTSIDE = {"nobody": 401, "wrong": 401, "stranger": 404}
HARMLESS = {"pages.kept", "pages.revoke"}
"""Posts that go on to a page, whoever sends them, and change nothing."""
FORM = {"version": "1", "player": "A", "reason": "x", "seq": "2", "points": "5"}
FORM |= {"knocker": "A", "count": "3", "other": "9", "role": "watch", "code": "other"}
TEN = ["AC", "2C", "3C", "4D", "5D", "6D", "7H", "8H", "9H", "KS"]
DEAL = {"type": "deal", "upcard": "7D", "hands": {"A": TEN}}
SITE = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


def scoped(app) -> Iterator[tuple[str, str, str]]:
    """Every route that belongs to a book or a game: endpoint, method, path."""
    for rule in app.url_map.iter_rules():
        if not {"book", "game", "uid"} & rule.arguments:
            continue
        path = re.sub(r"<(?:int\(max=\d+\)|int):(?!seq)\w+>", "1", rule.rule)
        path = re.sub(r"<int\(max=\d+\):seq>", "2", path)
        path = path.replace("<any(accept, dispute):word>", "accept")
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield rule.endpoint, method, path


def put(path, book, game, key_id="nothing"):
    for name, value in (("book", book), ("game", game), ("uid", game)):
        path = path.replace(f"<{name}>", value)
    return path.replace("<key_id>", key_id)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = make_app(tmp_path_factory.mktemp("record"))
    yield app
    app.extensions["upcard"].store.close()


@pytest.fixture(scope="module")
def client(app):
    return app.test_client(use_cookies=False)


@pytest.fixture
def book(client):
    return open_book(client)


@pytest.fixture
def other_book(client):
    return open_book(client, "Mondays")


@pytest.fixture
def game(book):
    game = book.start("jpgames")
    assert book.referee.play(game, *HAND).status_code == 201
    return game


def person(book, other, who):
    if who == "wrong":
        return Person(book.nobody.client, "a" * 32)
    return other.ann if who == "stranger" else getattr(book, who)


def knock_at(who, book, method, path, *, door="header", link=""):
    """Ask at one door with a key in the header, or in the book's cookie."""
    headers = {"If-Match": "*"}
    if who.key and door == "header":
        headers["Authorization"] = f"Bearer {who.key}"
    elif who.key:
        headers |= SITE | {"Cookie": f"upcard_{book.id}={who.key}"}
    kind = {}
    if method in ("POST", "PATCH"):
        kind = {"json": {}} if path.startswith(API) else {"data": FORM | {"link": link}}
    return who.client.open(path, method=method, headers=headers, **kind)


def state(book, game):
    """What a write could change: the game's version, keys and names."""
    keys = book.referee.get(f"/books/{book.id}/keys").json["keys"]
    found = book.referee.get(f"/books/{book.id}").json
    version = book.referee.get(f"/games/{game}").json["version"]
    return version, sorted(key["id"] for key in keys), found["players"], found["name"]


def plain(answer):
    """An answer without what differs by chance."""
    text = answer.get_data(as_text=True)
    text = re.sub(r"\b[0-9a-f]{64}\b", "HASH", text)
    text = re.sub(r"\b[0-9a-f]{32}\b", "SALT", text)
    text = re.sub(r"\b[a-z2-7]{16}\b", "ID", text)
    text = re.sub(r"\b[a-z2-7]{32}\b", "KEY", text)
    return re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\b\d\d:\d\d\b", "TIME", text)


@pytest.mark.parametrize("door", ["header", "cookie"])
def test_every_route_with_every_key(app, game, book, other_book, show, door):
    tried, wrong = 0, []
    spare = book.referee.post(f"/books/{book.id}/keys", {"role": "watch"}).json["id"]
    for endpoint, method, path in scoped(app):
        real, none = put(path, book.id, game), put(path, "nothing", "nothing")
        for who in PEOPLE:
            asking = person(book, other_book, who)
            holder = other_book if who == "stranger" else book
            before = method == "GET" or state(book, game)
            answer = knock_at(asking, holder, method, real, door=door, link=spare)
            tried += 1
            row = (who, method, path, answer.status_code)
            if answer.status_code >= 500:
                wrong.append(row)
            if who in OUTSIDE:
                unreal = knock_at(asking, holder, method, none, door=door)
                same = plain(answer) == plain(unreal)
                told = (answer.status_code, unreal.status_code)
                # A wrong cookie of a book that does not exist is no cookie at all.
                if told != (OUTSIDE[who],) * 2 or not same:
                    wrong.append((*row, unreal.status_code, same))
            elif method == "GET" and answer.status_code == 401:
                wrong.append(row)
            if who in ("watch", "cy") and method != "GET":
                done = answer.status_code in (200, 201, 204, 303)
                allowed = endpoint in HARMLESS or who == "cy"
                if done and not allowed:
                    wrong.append(row)
                after = state(book, game)
                if after[0] != before[0] or (who == "watch" and after != before):
                    wrong.append((*row, "changed something"))
            elif who in OUTSIDE and method != "GET" and state(book, game) != before:
                wrong.append((*row, "changed something"))
    show(f"each route with each key, by {door}", tried, wrong=len(wrong), told=wrong)
    assert tried > 8 * 40


def test_a_hidden_card_changes_no_answer_that_others_get(app, book, show):
    """Two games that differ in Ann's unseen cards only are the same to all but her."""
    games = []
    for hidden in ("QC", "3D"):
        game = book.start("jpgames")
        ten = [*TEN[:9], "KS" if hidden == "QC" else "KH"]
        draw = {"type": "draw", "player": "A", "source": "stock", "card": hidden}
        passes = [{"type": "pass", "player": player} for player in "AB"]
        made = book.ann.play(game, DEAL | {"hands": {"A": ten}}, *passes, draw)
        assert made.status_code == 201, made.json
        games.append(game)
    tried, wrong = 0, []
    for _, method, path in scoped(app):
        if method != "GET" or not re.search("<(game|uid)>", path):
            continue
        for who in ("bob", "cy", "watch"):
            one, two = (
                plain(knock_at(getattr(book, who), book, "GET", put(path, "", each)))
                for each in games
            )
            tried += 1
            if one != two:
                wrong.append((who, path))
    mine = [plain(book.ann.get(f"/games/{each}/events")) for each in games]
    what = "routes of two games that differ in hidden cards"
    show(what, tried, wrong=len(wrong), told=wrong)
    assert mine[0] != mine[1], "Ann herself must see a difference"


def test_what_is_refused_tells_nothing_of_hidden_cards(book, show):
    """Bob's plays get the same answer, whatever Ann holds unseen."""
    told = []
    for hidden in (["QC", "QD"], ["3S", "3D"]):
        game = book.start("jpgames")
        hands = {"A": [*TEN[:8], *hidden]}
        passes = [{"type": "pass", "player": player} for player in "AB"]
        stock = {"type": "draw", "player": "A", "source": "stock"}
        assert book.ann.play(game, DEAL | {"hands": hands}, *passes, stock)
        answers = []
        for card in ("QC", "3S", "KD", "7D"):
            for play in (
                {"type": "discard", "player": "B", "card": card},
                {"type": "draw", "player": "B", "source": "stock", "card": card},
                {"type": "knock", "player": "B", "cards": [card] * 10},
                {"type": "deal", "hands": {"B": [card]}},
            ):
                answer = book.bob.play(game, play)
                answers.append((answer.status_code, plain(answer)))
        told.append(answers)
    wrong = sum(one != two for one, two in zip(*told, strict=True))
    show("refusals that could tell a hidden card", len(told[0]), wrong=wrong)


def pages_of(app, book, game) -> Iterator[str]:
    for _, method, path in scoped(app):
        if method == "GET" and not path.startswith(API):
            yield put(path, book.id, game)
    yield from ("/", "/check", "/history", "/look", f"/k/{book.ann.key}", "/offline")
    yield from ("/docs/", "/docs/rules", "/api/docs")


INLINE = re.compile(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|javascript:", re.I)


def test_every_page_is_strict(app, book, game, show):
    """No inline script, a policy that allows none, no framing, no sniffing."""
    wrong = []
    paths = list(pages_of(app, book, game))
    for path in paths:
        answer = knock_at(book.ann, book, "GET", path)
        policy = answer.headers.get("Content-Security-Policy", "")
        html = answer.get_data(as_text=True)
        if answer.status_code not in (200, 303, 404, 409, 422):
            wrong.append((path, answer.status_code))
        if "default-src 'none'" not in policy or "unsafe" in policy:
            wrong.append((path, policy))
        if answer.headers.get("X-Content-Type-Options") != "nosniff":
            wrong.append((path, "sniffing"))
        if answer.mimetype == "text/html" and INLINE.search(html):
            wrong.append((path, INLINE.search(html)[0]))
    what = "pages: policy, no inline script, no sniffing"
    show(what, len(paths), wrong=len(wrong), told=wrong)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_a_link_preview_opens_nothing(book, client, show, method):
    """A messenger that fetches /k/KEY for a preview changes nothing."""
    for _ in range(2):  # the first use of a key is noted
        before = book.referee.get(f"/books/{book.id}/keys").json
    answer = client.open(f"/k/{book.ann.key}", method=method)
    after = book.referee.get(f"/books/{book.id}/keys").json

    wrong = "Set-Cookie" in answer.headers or before["keys"] != after["keys"]
    show(f"{method} of /k/KEY by a preview", 1, wrong=int(wrong))
    if method == "GET":
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert book.ann.key not in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("base", "secure"), [(None, False), ("https://gin.example", True)]
)
def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path, show, base, secure):
    app = make_app(tmp_path, base_url=base)
    book = open_book(app.test_client(use_cookies=False))
    answer = app.test_client().post(f"/k/{book.ann.key}", headers=SITE)
    app.extensions["upcard"].store.close()

    cookie = answer.headers["Set-Cookie"]
    flags = {part.strip() for part in cookie.split(";")[1:]}
    wanted = {"HttpOnly", "SameSite=Lax", "Max-Age=34560000", "Path=/"}
    wrong = not wanted <= flags or ("Secure" in flags) != secure
    show(f"cookie at {base or 'http'}", 1, wrong=int(wrong))
    assert answer.status_code == 303


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_another_site_logs_nobody_in(book, client, show, headers):
    """Log-in CSRF: to be put into somebody else's book unasked."""
    answer = client.post(f"/k/{book.ann.key}", headers=headers)

    wrong = answer.status_code != 403 or "Set-Cookie" in answer.headers
    show("log-in by another site's form", 1, wrong=int(wrong))


def test_limits_for_books_wrong_keys_and_rulings(tmp_path, show):
    app = make_app(tmp_path, rate_limit=True)
    client = app.test_client(use_cookies=False)
    book = open_book(client)
    wrong = 0
    new = {"name": "X", "players": ["Ann"]}
    ten = {"cards": TEN}
    bad = Person(client, "b" * 32)
    for ask, most in (
        (lambda: book.nobody.post("/books", new), 19),
        (lambda: book.nobody.post("/rulings/hand", ten), 120),
        (lambda: bad.get(f"/books/{book.id}"), 60),
    ):
        told = [ask() for _ in range(most + 3)]
        late = [answer.status_code for answer in told[most:]]
        wrong += late != [429] * 3
        wrong += any(answer.status_code == 429 for answer in told[:most])
        wrong += int(told[-1].headers["Retry-After"]) < 1
    good = book.ann.get(f"/books/{book.id}").status_code
    app.extensions["upcard"].store.close()
    show("limits: books, wrong keys, rulings", 3, wrong=wrong)
    assert good == 200, "a good key is never held up by wrong ones"


def test_no_line_of_the_log_has_a_key_or_a_hidden_card(db, serve, show):
    for form in ("text", "json"):
        serving = serve(db, UPCARD_LOG=form)
        table = open_table(serving, name=f"Home {form}")
        game = table.games[0]
        ann = table.caller("ann")
        plays = [DEAL, {"type": "pass", "player": "A"}]
        ann.ask("POST", f"/games/{game}/plays", {"plays": plays}, If_Match="*")
        wrong = Caller(serving, "c" * 32)
        wrong.ask("GET", f"/games/{game}")
        wrong.ask("GET", f"/games/{table.keys['bob']}")
        spelled = f"/games/{game}/events?after={table.keys['bob']}"
        ann.ask("GET", spelled, Cookie=f"upcard_{table.book}={table.keys['cy']}")
        for key in table.keys.values():
            Caller(serving).ask("GET", f"/g/../k/{key}")
        ann.ask("POST", f"/games/{game}/plays", {"type": "discard"}, If_Match="*")
        serving.stop()
        text = serving.log.read_text()
        leaks = [key for key in (*table.keys.values(), "c" * 32) if key in text]
        leaks += [card for card in TEN if f'"{card}"' in text]
        show(f"log lines ({form}) without keys or cards", text.count("\n"),
             wrong=len(leaks))  # fmt: skip
        assert text.count("KEY") >= 5
        assert re.search(r"[0-9a-f]{12}", text), "no request ids"


def test_keys_are_hashed_at_rest(table, show):
    assert table.serving.stop() == 0
    stored = table.serving.db.read_bytes()
    wrong = sum(key.encode() in stored for key in table.keys.values())
    show("keys looked for in the file", len(table.keys), wrong=wrong)
