"""Around the game: the table display, history, look, files, and pages asked again."""

import gzip
import json
import re
import struct

import pytest

from tests.docs.pages import HERE
from tests.web.conftest import API, code_of, open_book
from tests.web.phone import SITE, Phone
from tests.web.test_pages_game import UNDERCUT, points, share
from web.pages.rulebook import CHAPTERS
from web.server import build_id


@pytest.fixture
def phone(app):
    return Phone(app.test_client())


@pytest.fixture
def game(phone):
    return phone.start()


# The table display


@pytest.mark.usefixtures("game")
def test_the_table_display_shows_totals_and_whose_deal_it_is(phone):
    phone.hand("A", "8", "20").click("Table display")

    assert points(phone) == [12, 0]
    assert "Hand 2: Ann deals." in phone.text
    assert "Hand 1: Ann +12" in phone.text
    assert not phone.has("Show the sum")


def test_the_qr_of_the_table_display_only_watches(phone, game, app):
    phone.click("Table display")
    assert "QR code" not in phone.html
    phone.press("Make a QR to watch")

    assert phone.response.headers["Cache-Control"] == "no-store"
    assert 'src="data:image/svg+xml' in phone.html
    key = phone.client.get_cookie("table_" + book_of(phone), path="/g/").value
    watcher = Phone(app.test_client()).open(f"/k/{key}")
    assert "as onlooker" in watcher.text
    watcher.press("Open").open(f"/g/{game}")
    assert not watcher.has("Show the sum")

    phone.open(f"/g/{game}", view="table")
    assert "Scan to watch" in phone.text, "it is still there after a reload"
    assert "table display" in phone.open(f"/g/{game}/share").text


def book_of(phone):
    return next(
        cookie.key.removeprefix("upcard_")
        for cookie in phone.client._cookies.values()
        if cookie.key.startswith("upcard_")
    )


def test_a_revoked_table_link_is_no_longer_shown(phone, game):
    phone.open(f"/g/{game}", view="table").press("Make a QR to watch")
    phone.open(f"/g/{game}/share")
    (form,) = (
        f
        for f in phone.page.forms
        if "revoke" in f.action and f"{f.fields['link']}" in watch_link(phone)
    )
    phone.send(form, {})

    assert "Scan to watch" not in phone.open(f"/g/{game}", view="table").text


def watch_link(phone):
    """Return the row of the table display's link on the Share page."""
    rows = re.findall(r'<li class="row">.*?</li>', phone.html, re.S)
    return next(row for row in rows if "table display" in row)


def test_an_onlookers_screen_shows_its_own_link(phone, game, app):
    watcher = Phone(app.test_client()).open(share(phone, "watch")).press("Open")
    watcher.open(f"/g/{game}", view="table")

    assert "Scan to watch" in watcher.text
    answer = watcher.client.post(f"/g/{game}/table", headers={"Origin": SITE})
    assert answer.status_code == 403


# History


def test_history_lists_running_and_finished_games_with_their_replay(phone, game):
    phone.hand("A", "0", "80").press("Play again")
    phone.open("/").click("History")

    assert "Running" in phone.text
    assert "Finished" in phone.text
    assert "Ann won" in phone.text
    replays = [href for href in phone.page.links.values() if href.endswith("?at=1")]
    assert replays
    assert phone.open(f"/g/{game}?at=1").status == 200


@pytest.mark.usefixtures("game")
def test_a_book_has_its_page_and_nobody_elses(phone, app):
    book = book_of(phone)
    assert "Ann v Bob" in phone.open(f"/b/{book}").text
    assert Phone(app.test_client()).open(f"/b/{book}").status == 401


def test_history_of_an_empty_phone_says_so(app):
    assert "No games here yet." in Phone(app.test_client()).open("/history").text


def test_a_game_is_put_away_in_two_taps_and_comes_back_whole(phone, game):
    phone.hand("A", "8", "20").press("Put this game away")
    assert phone.url.startswith("/b/")
    assert "Games put away" in phone.text
    assert f"/g/{game}" not in phone.open("/").html

    phone.open("/history").press("Bring back")
    assert f"/g/{game}" in phone.open("/").html
    assert points(phone.open(f"/g/{game}")) == [12, 0]


def test_games_of_the_same_two_are_told_apart_by_their_rules(phone):
    phone.start(preset="jpgames-oklahoma")

    assert "Ann v Bob Oklahoma 0–0" in phone.open("/").text
    assert "Ann v Bob Oklahoma · " in phone.open("/history").text


def test_an_archived_game_still_opens_and_says_so(phone, game):
    phone.press("Put this game away").open(f"/g/{game}")

    assert "put away from the lists" in phone.text
    assert phone.has("Bring back")


def test_an_onlooker_puts_nothing_away(phone, game, app):
    watcher = Phone(app.test_client()).open(share(phone, "watch")).press("Open")

    assert not watcher.open("/history").has("Put away")
    answer = watcher.client.post(f"/g/{game}/archive", headers={"Origin": SITE})
    assert answer.status_code == 403


@pytest.mark.usefixtures("app")
def test_older_games_are_a_page_further(phone, game, monkeypatch):
    monkeypatch.setattr("web.pages.past.PAGE", 1)
    phone.press("Abandon the game").press("Play again")
    book = book_of(phone)
    phone.open(f"/b/{book}").click("Older games")

    assert f"/g/{game}" in phone.html or phone.open(phone.page.links["Older games"])


def test_the_api_puts_a_game_away(client):
    book = open_book(client)
    game = book.start()
    path = f"/games/{game}"

    answer = book.ann.ask("PATCH", path, json={"archived": True})
    assert answer.status_code == 200
    assert answer.json == {"id": game, "archived": True}
    (listed,) = book.ann.get(f"/books/{book.id}/games").json["games"]
    assert listed["archived"] is True
    assert book.ann.get(path).status_code == 200
    assert book.referee.ask("PATCH", path, json={"archived": False}).status_code == 200
    (listed,) = book.ann.get(f"/books/{book.id}/games").json["games"]
    assert listed["archived"] is False


@pytest.mark.parametrize("body", [{}, {"archived": 1}, {"archived": None}, []])
def test_the_api_takes_only_true_or_false(client, body):
    book = open_book(client)
    answer = book.referee.ask("PATCH", f"/games/{book.start()}", json=body)

    assert answer.status_code == 422
    assert code_of(answer) in {
        "missing_field",
        "wrong_type",
        "null_field",
        "not_an_object",
    }


def test_only_who_plays_puts_a_game_away_by_the_api(client, other_book):
    book = open_book(client)
    path = f"/games/{book.start()}"
    asked = [
        person.ask("PATCH", path, json={"archived": True}).status_code
        for person in (book.nobody, other_book.ann, book.watch, book.cy)
    ]

    assert asked == [401, 404, 403, 403]


# Look


@pytest.mark.parametrize("theme", ["light", "dark", "black"])
def test_the_look_is_kept_on_this_phone(phone, theme):
    phone.open("/look").press("Keep", theme=theme, suits="two")

    assert f'<html lang="en" class="{theme} suits-two">' in phone.html
    assert phone.form("Keep").fields == {"theme": theme, "suits": "two"}
    assert f'class="{theme} suits-two"' in phone.open("/").html


def test_the_look_is_the_phones_own_unless_chosen(phone):
    assert '<html lang="en">' in phone.open("/").html
    phone.client.set_cookie("look", '"><b>.x')
    assert '<html lang="en">' in phone.open("/").html


def test_another_site_does_not_choose_the_look(phone):
    answer = phone.client.post("/look", headers={"Origin": "https://evil.example"})

    assert answer.status_code == 403


def test_the_black_look_is_black():
    css = (HERE / "web/static/upcard.css").read_text()

    assert re.search(r":root\.black \{[^}]*--paper: #000;", css)


def test_totals_are_read_from_across_the_table():
    css = (HERE / "web/static/upcard.css").read_text()

    assert re.search(r"\.totals \.total \{[^}]*font-size: clamp\(48px,", css)
    assert re.search(r"\.table \.total \{[^}]*font-size: max\(96px,", css)


def test_a_printed_sheet_has_no_buttons():
    css = (HERE / "web/static/upcard.css").read_text()
    printed = css[css.index("@media print") :]

    for part in ("form", ".foot", ".btn", ".scrub", ".ways"):
        assert re.search(rf"(?:^|[\s,]){re.escape(part)}[,\s]", printed)
    assert "display: none !important" in printed
    assert "--paper: #fff" in printed


# The rules of a game, and a ruling that turns


def test_each_line_of_a_ruling_opens_its_rule_in_the_games_own_words(phone, game):
    phone.click("With cards").press("Rule", **UNDERCUT).press("Record").click("1")
    opened = set(re.findall(rf'href="/g/{game}/rules#([\w-]+)"', phone.html))
    assert {"knock", "melds", "undercut", "scoring"} <= opened

    phone.open(f"/g/{game}/rules")
    there = set(re.findall(r'<section id="([\w-]+)"', phone.html))
    assert opened <= there
    assert "An undercut pays 25" in phone.text


def test_every_rule_that_can_be_named_has_its_chapter():
    page = (HERE / "docs/rules.md").read_text()
    named = {name.lower() for name in re.findall(r"^## (.+)$", page, re.M)}

    assert named - {"sources", "players", "rules"} == set(CHAPTERS)


def test_a_game_tells_only_the_rules_it_is_played_by(phone):
    game = phone.start(preset="tournament")
    phone.open(f"/g/{game}/rules")
    assert 'id="oklahoma"' in phone.html
    assert 'id="spades"' in phone.html

    game = phone.start()
    phone.open(f"/g/{game}/rules")
    assert 'id="oklahoma"' not in phone.html
    assert 'id="spades"' not in phone.html


@pytest.mark.usefixtures("game")
def test_a_ruling_turns_to_the_other_side_of_the_table(phone):
    phone.hand("A", "8", "20").click("1").click("Turn")

    assert '<body class="turned">' in phone.html
    phone.click("Turn")
    assert 'class="turned"' not in phone.html


# Files


def test_the_pages_can_be_installed(phone):
    phone.open("/")
    assert 'rel="manifest" href="/manifest.webmanifest"' in phone.html
    answer = phone.client.get("/manifest.webmanifest")
    manifest = json.loads(answer.data)

    assert answer.mimetype == "application/manifest+json"
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert sizes == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        with phone.client.get(icon["src"]) as picture:
            assert picture.data[:8] == b"\x89PNG\r\n\x1a\n"
            width, height = struct.unpack(">II", picture.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_the_service_workers_script_may_serve_every_page(phone):
    if not (HERE / "web/static/js/sw.js").exists():
        pytest.skip("no service worker yet")
    with phone.client.get("/sw.js") as answer:
        assert answer.status_code == 200
        assert answer.mimetype == "text/javascript"
        assert answer.headers["Service-Worker-Allowed"] == "/"
        assert answer.headers["Cache-Control"] == "no-cache"


def test_pages_and_files_are_packed_for_who_can_unpack_them(phone, game):
    asks = {"Accept-Encoding": "gzip, br"}
    for path in (f"/g/{game}", "/static/upcard.css", "/static/suits.svg"):
        with phone.client.get(path) as plain:
            whole = plain.data
        with phone.client.get(path, headers=asks) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert "Accept-Encoding" in answer.headers["Vary"]
            unpacked = gzip.decompress(answer.data)
        assert len(unpacked) == len(whole)


def test_a_page_that_shows_a_key_is_not_packed(phone, game):
    phone.open(f"/g/{game}", view="table").press("Make a QR to watch")
    answer = phone.client.get(
        f"/g/{game}?view=table", headers={"Accept-Encoding": "gzip"}
    )

    assert answer.headers["Cache-Control"] == "no-store"
    assert "Content-Encoding" not in answer.headers


def test_a_packed_file_is_asked_for_again_by_its_tag(phone):
    asks = {"Accept-Encoding": "gzip"}
    with phone.client.get("/static/upcard.css", headers=asks) as first:
        tag = first.headers["ETag"]
    with phone.client.get(
        "/static/upcard.css", headers={**asks, "If-None-Match": tag}
    ) as again:
        assert again.status_code == 304


def test_a_file_of_this_build_is_kept_for_ever(phone):
    with phone.client.get(f"/static/upcard.css?v={build_id()}") as kept:
        assert "immutable" in kept.headers["Cache-Control"]
    with phone.client.get("/static/upcard.css?v=other") as other:
        assert "immutable" not in other.headers["Cache-Control"]


# Asked again


def test_a_page_that_is_known_is_not_sent_again(phone, game):
    first = phone.client.get(f"/g/{game}")
    tag = first.headers["ETag"]
    again = phone.client.get(f"/g/{game}", headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.data == b""
    assert "default-src 'none'" in again.headers["Content-Security-Policy"]

    phone.open(f"/g/{game}").hand("A", "8", "20")
    changed = phone.client.get(f"/g/{game}", headers={"If-None-Match": tag})
    assert changed.status_code == 200


def test_a_known_page_is_sent_again_where_the_look_or_a_name_changed(phone, game, app):
    tag = phone.client.get(f"/g/{game}").headers["ETag"]
    phone.open("/look").press("Keep", theme="black")
    known = {"If-None-Match": tag}
    assert phone.client.get(f"/g/{game}", headers=known).status_code == 200

    tag = phone.client.get(f"/g/{game}").headers["ETag"]
    key = share(phone.open(f"/g/{game}"), "referee").removeprefix("/k/")
    client = app.test_client(use_cookies=False)
    headers = {"Authorization": f"Bearer {key}"}
    book = client.get(f"{API}/games/{game}", headers=headers).json["book"]
    player = client.get(f"{API}/games/{game}", headers=headers).json["players"]["A"]
    client.patch(
        f"{API}/books/{book}/players",
        json={"id": player["id"], "name": "Anna"},
        headers=headers,
    )
    answer = phone.client.get(f"/g/{game}", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert b"Anna" in answer.data


def test_a_known_page_is_sent_again_once_the_game_is_put_away(phone, game):
    tag = phone.client.get(f"/g/{game}").headers["ETag"]
    phone.press("Put this game away")

    answer = phone.client.get(f"/g/{game}", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert b"put away from the lists" in answer.data


def test_a_key_comes_before_what_is_known(phone, game, app):
    tag = phone.client.get(f"/g/{game}").headers["ETag"]
    stranger = app.test_client()

    answer = stranger.get(f"/g/{game}", headers={"If-None-Match": tag})
    assert answer.status_code == 401
