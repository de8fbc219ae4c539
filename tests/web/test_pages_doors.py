"""Links, cookies, other sites, errors in words, and what every page promises."""

import re
import zlib

import pytest

from referee.irregularities import IRREGULARITIES
from referee.presets import PRESETS
from tests.docs.pages import HERE
from tests.web.conftest import make_app
from tests.web.phone import Phone
from web.pages.door import with_cards
from web.pages.house import house_fields
from web.strings import ENGLISH, say
from web.strings.law import LAW
from web.strings.pages import PAGES
from web.strings.phone import PHONE
from web.strings.rules import RULES
from web.strings.said import SAID
from web.strings.statistics import STATISTICS
from web.strings.table import TABLE


@pytest.fixture
def phone(app):
    return Phone(app.test_client())


@pytest.fixture
def other_phone(app):
    return Phone(app.test_client())


@pytest.fixture
def game(phone):
    return phone.start()


def share(phone, game, role, **values):
    phone.open(f"/g/{game}/share").press("Make link", role=role, **values)
    return re.search(r"http://localhost(/k/\w+)", phone.text)[1]


def seat_of(phone, name):
    """Find the value of "To play as NAME" on the Share page."""
    pattern = rf'value="(\w+)"[^>]*>\s*<span><b>To play as {name}'
    return re.search(pattern, phone.html)[1]


# Links


def test_a_link_says_what_it_opens_and_changes_nothing(phone, other_phone, game):
    link = share(phone, game, "watch")
    other_phone.open(link)

    assert "Open Ann v Bob as onlooker" in other_phone.text
    assert other_phone.response.headers["Cache-Control"] == "no-store"
    assert other_phone.response.headers["Referrer-Policy"] == "no-referrer"
    assert "Set-Cookie" not in other_phone.response.headers
    assert other_phone.open(f"/g/{game}").status == 401


def test_opening_a_link_sets_the_cookie_and_shows_the_game(phone, other_phone, game):
    phone.open(f"/g/{game}/share")
    link = share(phone, game, seat_of(phone, "Bob"), label="Bob's phone")
    response = other_phone.client.post(link)
    cookie = response.headers["Set-Cookie"]

    assert response.status_code == 303
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert "Max-Age=34560000" in cookie
    other_phone.open(f"/g/{game}")
    assert other_phone.has("Bob resigns")
    assert not other_phone.has("Ann resigns")


def test_the_cookie_is_secure_under_https(tmp_path):
    app = make_app(tmp_path, base_url="https://upcard.example")
    phone = Phone(app.test_client())
    response = phone.client.post(
        "/new",
        data={"a": "Ann", "b": "Bob", "preset": "jpgames", "holder": "A"},
        headers={"Origin": "https://upcard.example"},
    )
    app.extensions["upcard"].store.close()

    cookies = response.headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    assert all("Secure" in cookie for cookie in cookies)


def test_a_weaker_link_replaces_a_stronger_one_only_when_asked(phone, game):
    link = share(phone, game, "watch")
    phone.open(link)
    assert "already holds a stronger link" in phone.text

    assert phone.client.post(link).status_code == 409
    assert phone.open(f"/g/{game}").has("Show the sum")

    phone.open(link).press("Replace it")
    assert not phone.open(f"/g/{game}").has("Show the sum")
    assert "You are looking on." in phone.text


def test_a_lost_link_says_how_to_get_a_new_one(phone):
    phone.open("/k/aaaabbbbccccddddeeeeffffgggghhhh")

    assert phone.status == 404
    assert "Ask the scorekeeper" in phone.text
    assert phone.client.post("/k/aaaabbbb").status_code == 404


def test_a_revoked_link_opens_nothing(phone, other_phone, game):
    link = share(phone, game, "watch", label="kitchen")
    other_phone.open(link).press("Open")
    assert other_phone.open(f"/g/{game}").status == 200

    phone.open(f"/g/{game}/share")
    assert "kitchen" in phone.text
    for form in list(phone.page.forms):
        if "Revoke" in form.buttons:
            phone.send(form, {})

    assert other_phone.open(f"/g/{game}").status == 401
    assert other_phone.open(link).status == 404


def test_a_player_makes_links_for_its_own_seat_and_to_watch(phone):
    phone.start(holder="A")
    phone.click("Share")

    assert "To play as Ann" in phone.text
    assert "To watch" in phone.text
    assert "To play as Bob" not in phone.text
    assert "To keep score" not in phone.text


def test_a_player_cannot_make_a_stronger_link_by_hand(phone):
    game = phone.start(holder="A")
    answer = phone.client.post(
        f"/g/{game}/share",
        data={"role": "referee"},
        headers={"Origin": "http://localhost"},
    )

    assert answer.status_code == 422


def test_the_choice_stays_and_the_label_goes_after_a_link_was_made(phone, game):
    phone.open(f"/g/{game}/share")
    bob = seat_of(phone, "Bob")
    share(phone, game, bob, label="Bob's phone")
    form = phone.form("Make link")

    assert form.fields["role"] == bob
    assert form.fields["label"] == ""


def test_every_link_in_use_has_a_number_and_says_when_it_was_made(phone, game):
    phone.open(f"/g/{game}/share")
    for _ in range(2):
        share(phone, game, seat_of(phone, "Bob"))
    rows = re.findall(r"(\d)\. Bob made (\d{4}-\d\d-\d\d \d\d:\d\d) UTC", phone.text)
    revoke = re.findall(r'aria-label="Revoke: (\d)\. Bob', phone.html)
    newest = re.search(r"(\d)\. Bob Scan it", phone.text)[1]

    assert len(rows) == 3, "the book's own, and two new ones"
    assert revoke == [number for number, _ in rows]
    assert newest == rows[-1][0]


@pytest.mark.usefixtures("game")
def test_a_link_made_twice_from_one_form_is_one_link(phone):
    phone.click("Share")
    form = phone.form("Make link")
    phone.send(form, {"role": "watch"})
    phone.send(form, {"role": "watch"})

    assert phone.text.count("onlooker") == 2, "the book's own, and the new one"


def test_a_watch_link_records_nothing(phone, other_phone, game):
    other_phone.open(share(phone, game, "watch")).press("Open")
    answer = other_phone.client.post(
        f"/g/{game}/void", data={"version": "1"}, headers={"Origin": "http://localhost"}
    )

    assert answer.status_code == 403
    assert other_phone.open(f"/g/{game}/hand").status == 403


# Other sites


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    ],
)
@pytest.mark.parametrize(
    "path",
    ["/new", "/g/{}/record", "/g/{}/void", "/g/{}/undo", "/g/{}/resign",
     "/g/{}/abandon", "/g/{}/again", "/g/{}/untrack", "/g/{}/share",
     "/g/{}/share/revoke", "/g/{}/hands/1/accept", "/g/{}/keep"],
)  # fmt: skip
def test_another_site_cannot_write(phone, game, path, headers):
    data = {
        "version": "1",
        "a": "Eve",
        "b": "Mal",
        "preset": "jpgames",
        "role": "watch",
    }
    answer = phone.client.post(path.format(game), data=data, headers=headers)

    assert answer.status_code == 403
    assert phone.open(f"/g/{game}").has("Void hand 1")


def test_another_site_cannot_open_a_link(phone, other_phone, game):
    link = share(phone, game, "watch")
    answer = other_phone.client.post(link, headers={"Sec-Fetch-Site": "cross-site"})

    assert answer.status_code == 403


# Errors


def test_a_game_of_nobody_and_a_strangers_game_look_the_same(other_phone, game):
    there = other_phone.open(f"/g/{game}")
    words = there.text
    assert there.status == 401
    assert "ask the scorekeeper" in words

    assert other_phone.open("/g/nothinghere").status == 401
    assert other_phone.text == words


def test_a_game_of_another_book_is_not_there(other_phone, game):
    other_phone.start("Cy", "Di")

    assert other_phone.open(f"/g/{game}").status == 404
    assert "There is nothing here" in other_phone.text


@pytest.mark.parametrize("path", ["/nowhere", "/g/x/y/z", "/k/"])
def test_a_mistyped_address_is_a_page(phone, path):
    phone.open(path)

    assert phone.status == 404
    assert "There is nothing here" in phone.text
    assert phone.page.links["To the first page"] == "/"


def test_a_hand_that_was_not_played_is_not_there(phone, game):
    assert phone.open(f"/g/{game}/hands/9").status == 404


def test_a_hand_is_found_by_its_number_alone(phone, game):
    assert phone.open(f"/g/{game}/1").url == f"/g/{game}/hand"
    phone.open(f"/g/{game}").hand("A", "8", "5")
    assert phone.open(f"/g/{game}/1").url == f"/g/{game}/hands/1"


def test_closed_servers_say_so(tmp_path):
    app = make_app(tmp_path, open_books=False)
    phone = Phone(app.test_client()).open("/")
    assert "New score books are not opened" in phone.text
    answer = phone.client.post(
        "/new",
        data={"a": "Ann", "b": "Bob", "preset": "jpgames"},
        headers={"Origin": "http://localhost"},
    )
    app.extensions["upcard"].store.close()

    assert answer.status_code == 403


def test_a_form_without_its_version_is_refused(phone, game):
    answer = phone.client.post(
        f"/g/{game}/void", data={}, headers={"Origin": "http://localhost"}
    )

    assert answer.status_code == 428


# Every page

PAGES_OF_A_GAME = ("", "/hand", "/hands/1", "/share", "/rules", "/sum")


@pytest.mark.parametrize("path", ["/", "/check", "/nowhere", "/g/{}", *(
    f"/g/{{}}{tail}" for tail in PAGES_OF_A_GAME[1:]
)])  # fmt: skip
def test_every_page_is_strict_and_local(phone, game, path):
    phone.hand("A", "8", "5")
    phone.open(path.format(game))
    policy = phone.response.headers["Content-Security-Policy"]

    assert policy.startswith("default-src 'none'; style-src 'self';")
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert phone.response.headers["X-Content-Type-Options"] == "nosniff"
    assert phone.response.headers["X-Frame-Options"] == "DENY"
    assert not re.search(r'<script(?! type="module" src="/static/js/)', phone.html)
    assert not re.search(r"\sstyle=|\son\w+=", phone.html)
    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', phone.html)
    assert phone.page.unclosed == []


def test_static_files_are_there_and_small(phone, game):
    sizes = {}
    for path in re.findall(r'"(/static/[^"]+)"', phone.open(f"/g/{game}").html):
        with phone.client.get(path) as answer:
            assert answer.status_code == 200
            sizes[path.partition("?")[0]] = len(zlib.compress(answer.data))

    assert sizes["/static/upcard.css"] < 6 * 1024
    with phone.client.get("/static/suits.svg") as answer:
        sprite = answer.get_data(as_text=True)
    assert all(f'id="{suit}"' in sprite for suit in "SHDC")


# Words


def test_cards_in_a_sentence_are_drawn_and_the_rest_is_escaped(app):
    with app.test_request_context():
        drawn = with_cards("<b> lays 10H and TS, not A1 or 2Speed")

    assert drawn.count('role="img"') == 2
    assert 'aria-label="10 of hearts"' in drawn
    assert 'aria-label="10 of spades"' in drawn
    assert drawn.startswith("&lt;b&gt; lays ")


def test_what_is_written_right_after_a_card_stays_on_its_line(app):
    with app.test_request_context():
        drawn = with_cards("Ann lays 9C TC, (7S) and 10H.")
    joined = re.findall(r'"joined">(.*?</svg></span>)(\W*)</span>', drawn)

    assert [after for _, after in joined] == [",", ")", "."]
    assert all('role="img"' in card for card, _ in joined)
    assert drawn.count('role="img"') == 4


def test_the_catalogue_names_everything_that_pages_look_up():
    for preset in PRESETS:
        assert say(f"preset.{preset.id}")
        assert say(f"preset.{preset.id}.line")
    for each in house_fields():
        assert say(f"rule.{each.name}")
        assert all(say(f"rule.{each.name}.{choice}") for choice in each.choices)
    for options in IRREGULARITIES.values():
        assert all(
            say(f"option.{o.option}") and say(f"basis.{o.basis}") for o in options
        )


def test_no_sentence_is_there_twice():
    parts = (LAW, PAGES, PHONE, RULES, SAID, STATISTICS, TABLE)
    assert len(ENGLISH) == sum(map(len, parts))


def test_every_sentence_is_used_and_every_key_is_in_the_catalogue():
    files = [*HERE.glob("web/templates/*.html"), *HERE.glob("web/pages/*.py")]
    text = "\n".join(path.read_text() for path in files)
    text = text.replace("say('", 'say("').replace("')", '")').replace("',", '",')
    said = set(re.findall(r'say\(\s*"([\w.]+)"', text))
    open_ended = ("preset.", "rule.", "option.", "basis.", "result.", "mark.",
                  "rank.", "suit.", "error.", "role.", "live.", "pick.", "quick.",
                  "said.", "look.theme.", "look.suits.", "code.", "law.", "turn.",
                  "statistics.")  # fmt: skip

    assert {key for key in said if not key.endswith(".")} <= ENGLISH.keys()
    plain = {key for key in ENGLISH if not key.startswith(open_ended)}
    assert {key for key in plain if f'"{key}"' not in text} == set()
