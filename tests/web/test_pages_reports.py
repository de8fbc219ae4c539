"""What users of other score pads reported, on our pages."""

import json
import re

import pytest
from click.testing import CliRunner

from tests.docs.pages import HERE
from tests.web.conftest import API, make_app
from tests.web.phone import Phone
from tests.web.test_pages_game import UNDERCUT, lines, points, share
from web.cli import main
from web.pages.fields import Wrong, whole

CSS = "\n".join(
    (HERE / "web/static" / name).read_text() for name in ("upcard.css", "picker.css")
)


@pytest.fixture
def phone(app):
    return Phone(app.test_client())


@pytest.fixture
def game(phone):
    return phone.start()


def test_report_11_one_game_shows_no_tally_of_a_match(phone, game):
    phone.hand("A", "8", "20")

    assert not re.search(r"\bmatch\b", phone.text.lower())
    key = share(phone, "referee").removeprefix("/k/")
    headers = {"Authorization": f"Bearer {key}"}
    sheet = phone.client.get(f"{API}/games/{game}/sheet", headers=headers).json
    assert not any("tally" in name or "match" in name for name in sheet)


def test_report_92_nothing_is_wiped_and_all_comes_back(phone, game):
    phone.hand("A", "8", "20")
    asked = re.search(r"<details><summary>More:.*?</details>", phone.html, re.S)[0]
    assert "Abandon the game" in asked, "what ends a game is behind a question"
    assert not re.search(r"delete|clear|erase|wipe", phone.text, re.I)

    phone.press("Abandon the game").press("Undo: The game is abandoned")
    phone.press("Put this game away").press("Bring back")
    assert points(phone.open(f"/g/{game}")) == [12, 0]


def test_report_115_a_sum_is_typed_as_it_is_added_up(phone):
    assert whole("12+11+7") == 30
    assert whole(" 12 + 11 + 7 ") == 30
    phone.start()
    phone.press("Show the sum", knocker="A", count="8", other="12+11+7")
    assert "30 − 8 = 22" in phone.text
    phone.press("Record")
    assert lines(phone) == [["1", "22 +22", ""]]


@pytest.mark.parametrize("text", ["12+", "a+1", "9**9", "__import__", "+", "1++2"])
def test_report_115_what_is_no_sum_is_refused(text):
    with pytest.raises(Wrong):
        whole(text)


def colours():
    """Return the colours of each theme by name: light, dark, black."""
    blocks = re.findall(r"(:root[^{]*)\{([^}]*)\}", CSS.split("@media print")[0])
    named = [
        (name, dict(re.findall(r"--(\w+): (#\w+)", body))) for name, body in blocks
    ]
    light = named[0][1]
    dark = next(found for name, found in named if "dark" in name)
    black = next(found for name, found in named if name.strip() == ":root.black")
    return {"light": light, "dark": light | dark, "black": light | dark | black}


def luminance(colour):
    wide = colour if len(colour) == 7 else "#" + "".join(c * 2 for c in colour[1:])
    parts = [int(wide[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    low = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * low[0] + 0.7152 * low[1] + 0.0722 * low[2]


def contrast(one, two):
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark", "black"])
def test_report_116_every_text_stands_out_from_its_paper(theme):
    found = colours()[theme]
    on_paper = ("ink", "soft", "bad", "S", "H", "D4", "C4")
    pairs = [(name, paper) for name in on_paper for paper in ("paper", "sheet")]
    pairs += [("go_ink", "go"), ("ink", "pick"), ("bad", "bad_paper")]
    plain = {name.replace("-", "_"): value for name, value in found.items()}
    plain |= {"go_ink": re.findall(r"--go-ink: (#\w+)", CSS)[theme != "light"]}
    plain |= {"bad_paper": re.findall(r"--bad-paper: (#\w+)", CSS)[theme != "light"]}

    weak = {pair: contrast(plain[pair[0]], plain[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


def test_report_116_text_and_keys_grow_with_the_phones_own_size(phone):
    assert "user-scalable" not in phone.open("/").html
    assert "maximum-scale" not in phone.html
    screen = CSS.split("@media print")[0]
    sizes = re.findall(r"font-size: ([^;}]+)", screen)
    fixed = [size for size in sizes if re.fullmatch(r"[\d.]+(px|pt)", size.strip())]
    assert fixed == []


def test_report_124_a_phone_that_wakes_shows_the_same_game(phone, game):
    for _ in range(3):
        phone.hand("A", "8", "12")
    for _ in range(3):
        phone.open("/")
        games = set(re.findall(r'href="(/g/\w+)"', phone.html))
        assert games == {f"/g/{game}"}
        assert points(phone.open(f"/g/{game}")) == [12, 0]
    assert len(lines(phone)) == 3


def test_report_125_scores_stay_however_long_nobody_plays(tmp_path, monkeypatch):
    app = make_app(tmp_path)
    phone = Phone(app.test_client())
    game = phone.start()
    phone.hand("A", "8", "20")
    cookie = phone.client.get_cookie("look")
    assert cookie is None
    kept = [c for c in phone.client._cookies.values() if c.key.startswith("upcard_")]
    assert all(c.max_age == 400 * 86400 for c in kept)

    app.extensions["upcard"].store.close()
    app = make_app(tmp_path)
    monkeypatch.setattr("web.clock.time.time", lambda: 4_000_000_000.0)
    later = Phone(app.test_client())
    for each in kept:
        later.client.set_cookie(each.key, each.value)
    assert points(later.open(f"/g/{game}")) == [12, 0]
    app.extensions["upcard"].store.close()


def test_report_129_a_black_page_spares_the_battery(phone):
    assert colours()["black"]["paper"] == "#000"
    assert colours()["black"]["sheet"] == "#000"
    assert "prefers-color-scheme: dark" in CSS
    phone.open("/look").press("Keep", theme="black")
    assert 'class="black"' in phone.html


def test_report_133_an_entry_broken_off_leaves_the_total_and_is_kept(phone):
    game = phone.start(rule__target="500")
    phone.press("Enter the points", player="A", points="382", reason="from paper")
    phone.press("Show the sum", knocker="A", count="3", other="20")
    assert "Ann: 382 → 399" in phone.text
    asked = phone.response.request

    assert points(phone.open(f"/g/{game}")) == [382, 0]
    phone.open(f"{asked.path}?{asked.query_string.decode()}")
    assert "Ann +17" in phone.text
    phone.press("Record")
    assert points(phone) == [399, 0]


def test_report_154_undo_says_which_play_it_takes_back(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("Take").press("Discard", up_rank="9", up_suit="C")

    assert phone.has("Undo: Ann discards [9 of clubs] (entry 4)")
    assert phone.open(f"/g/{game}").has("Undo: Ann discards [9 of clubs] (entry 4)")


def test_report_170_page_api_and_command_say_the_same_of_a_hand(phone):
    known, other = UNDERCUT["kcards"], UNDERCUT["dcards"]
    body = {
        "rules": "standard",
        "knocker": {"cards": known.replace("10", "T").split()},
        "defender": {"cards": other.upper().replace("♥", "H").split()},
    }
    api = phone.client.post(f"{API}/rulings/knock", json=body).json
    said = CliRunner().invoke(
        main, ["rule", "--knocker", known, "--defender", other, "--json"]
    )
    command = json.loads(said.stdout)
    page = phone.open("/check").press("Rule", kcards=known, dcards=other).text
    phone.start()
    phone.click("With cards").press("Rule", **UNDERCUT).press("Record")

    assert api == command
    assert (api["result"], api["points"]) == ("undercut", 27)
    assert "Undercut: Defender +27" in page
    assert points(phone) == [0, 27]


@pytest.mark.usefixtures("game")
def test_report_178_what_is_typed_is_saved_by_the_button_alone(phone):
    phone.press("Show the sum", knocker="A", count="8", other="20").press("Record")
    assert points(phone) == [12, 0]

    phone.press("Enter the points", player="B", points="7", reason="late entry")
    assert points(phone) == [12, 7]


def test_report_180_an_old_phone_needs_no_account_and_no_script(app):
    phone = Phone(app.test_client()).open("/")

    assert phone.status == 200
    assert phone.has("Start game")
    assert not re.search(r"sign.?in|log.?in|account|password|e-?mail", phone.text, re.I)
    phone.start()
    phone.hand("A", "8", "20")
    assert points(phone) == [12, 0]


@pytest.mark.parametrize("path", ["/", "/check", "/history", "/look", "/g/{}"])
def test_report_185_nothing_comes_from_anywhere_else(phone, game, path):
    phone.open(path.format(game))

    assert "default-src 'none'" in phone.response.headers["Content-Security-Policy"]
    outside = re.findall(r'(?:src|href|action)="((?:https?:)?//[^"]+)', phone.html)
    assert outside == []
    cookies = {c.key.partition("_")[0] for c in phone.client._cookies.values()}
    assert cookies <= {"upcard", "keep", "look", "table"}


def test_report_188_an_unfinished_game_goes_in_two_taps_and_comes_back(phone, game):
    phone.hand("A", "8", "20")
    summary = phone.html.index("<summary>More:")
    button = phone.html.index("Put this game away")
    between = phone.html[summary + 5 : button]
    assert "<summary" not in between, "More, then the button: two taps"

    phone.press("Put this game away")
    assert f"/g/{game}" not in phone.open("/").html
    phone.open("/history").press("Bring back")
    assert points(phone.open(f"/g/{game}")) == [12, 0]


def test_report_190_main_buttons_are_48_pixels_and_grow(phone):
    rule = re.search(r"\.btn, button \{[^}]*min-height: ([\d.]+)rem", CSS)
    assert float(rule[1]) * 16 >= 48
    assert "prefers-color-scheme: dark" in CSS
    assert 'name="color-scheme" content="light dark"' in phone.open("/").html
