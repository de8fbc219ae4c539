"""A game on a phone without script: started, recorded, corrected, ended."""

import re

import pytest

from tests.web.phone import Phone

UNDERCUT = {
    "knocker": "A",
    "kcards": "7S 7D 7C 5H 6H 7H 9C 10C JC 2S",
    "dcards": "as ad ac ah ks kd kc kh 8♥ 9h",
}


@pytest.fixture
def phone(app):
    return Phone(app.test_client())


@pytest.fixture
def other_phone(app):
    return Phone(app.test_client())


@pytest.fixture
def game(phone):
    """A game of Ann and Bob, Bob dealing first, on the scorekeeper's phone."""
    return phone.start()


def lines(phone):
    """Read the sheet's rows: number, Ann's cell, Bob's cell."""
    body = re.search(r"<tbody>(.*?)</tbody>", phone.html, re.S)[1]
    rows = re.findall(r"<tr.*?</tr>", body, re.S)
    cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.S) for row in rows]
    plain = [[re.sub(r"<[^>]+>|\s+", " ", cell) for cell in row] for row in cells]
    return [[" ".join(cell.split()) for cell in row] for row in plain]


def points(phone):
    found = re.findall(r'<span class="total">(-?\d+)</span>', phone.html)
    return [int(each) for each in found]


# Starting


def test_a_game_begins_with_an_empty_sheet_and_its_dealer(phone, game):
    assert phone.url == f"/g/{game}"
    assert points(phone) == [0, 0]
    assert "No hand yet." in phone.text
    assert "Hand 1: Bob deals." in phone.text
    assert "Rules: Standard 100" in phone.page.links


def test_the_referee_link_is_shown_until_it_is_kept(phone):
    phone.open("/").press("Start game", a="Ann", b="Bob", dealer="A", holder="A")
    link = re.search(r"http://localhost(/k/\w+)", phone.text)[1]

    assert "This phone is already set up for Ann." in phone.text
    assert phone.response.headers["Cache-Control"] == "no-store"
    assert link in phone.open(phone.url).text, "a reload shows it again"

    keep = phone.url
    phone.press("I kept it")
    assert "/k/" not in phone.open(keep).text


def test_the_other_players_link_is_shown_beside_it(phone, app):
    phone.open("/").press("Start game", a="Ann", b="Bob", dealer="A", holder="A")
    links = re.findall(r"http://localhost(/k/\w+)", phone.text)
    assert len(links) == 2
    assert "Link for Bob's phone" in phone.text

    bob = Phone(app.test_client()).open(links[1])
    assert bob.has("Open Ann v Bob as Bob")
    bob.press("Open")
    assert bob.hand("B", "3", "9").has("Undo hand 1 (Bob +6)")

    keep = phone.url
    phone.press("I kept it").open(keep)
    assert "/k/" not in phone.text
    assert phone.has("To the game")


def test_the_scorekeeper_is_shown_one_link(phone):
    phone.open("/").press("Start game", a="Ann", b="Bob", dealer="A", holder="referee")

    assert len(re.findall("/k/", phone.text)) == 1


def test_who_holds_the_phone_gets_that_players_key(phone):
    phone.start(holder="B")

    assert phone.has("Bob resigns")
    assert not phone.has("Ann resigns")


def test_names_are_escaped(phone):
    phone.start(a='<b>"Ann"</b>', b="Bob & Co")

    assert "<b>&#34;Ann&#34;</b>" not in phone.html
    assert "&lt;b&gt;&#34;Ann&#34;&lt;/b&gt;" in phone.html
    assert '<b>"Ann"</b> v Bob & Co' in phone.text


def test_house_rules_change_single_fields(phone):
    phone.start(
        preset="bicycle",
        rule__target="50",
        rule__big_gin_bonus="31",
        rule__boxes_at_once="yes",
        rule__extra_boxes__gin="2",
        rule__third_column="2",
    )

    assert "to 50" in phone.text
    assert "Rules: Bicycle, changed" in phone.text
    phone.click("Rules: Bicycle, changed")
    assert "The game is to 50 points." in phone.text
    assert "Big gin pays 31." in phone.text


def test_a_wrong_field_comes_back_filled_with_what_is_wrong(phone):
    phone.open("/").press(
        "Start game", a="Ann", b="", preset="palace", rule__target="7", dealer="A"
    )

    assert phone.status == 422
    form = phone.form("Start game")
    assert form.fields["a"] == "Ann"
    assert form.fields["preset"] == "palace"
    assert form.fields["rule.target"] == "7"
    assert "10 to 1000" in phone.text
    assert re.search(r'name="b"[^>]*aria-invalid="true"', phone.html)


def test_one_person_cannot_play_both_sides(phone):
    phone.open("/").press("Start game", a="Ann", b="ann", dealer="A")

    assert phone.status == 422
    assert phone.form("Start game").fields["a"] == "Ann"


def test_the_next_game_goes_into_the_same_book(phone, game):
    phone.open("/")
    assert "This game goes into the score book Ann v Bob." in phone.text
    assert phone.form("Start game").fields["a"] == "Ann"

    phone.press("Start game", a="Ann", b="Cy", dealer="B")

    assert phone.url != f"/g/{game}"
    assert "CY" in phone.text.upper()
    assert len([t for t in phone.open("/").page.links if "Ann v" in t]) == 2


def test_starting_twice_from_one_form_starts_one_game(phone, game):
    phone.open("/")
    form = phone.form("Start game")
    first = phone.send(form, {"a": "Ann", "b": "Bob"}).url
    second = phone.send(form, {"a": "Ann", "b": "Bob"}).url

    assert first == second != f"/g/{game}"


# By counts


def test_the_sum_is_shown_before_it_is_recorded(phone, game):
    phone.press("Show the sum", knocker="A", count="8", other="5")

    assert "Bob +28" in phone.text
    assert "8 − 5 + 25 = 28" in phone.text
    assert "Bob: 0 → 28" in phone.text
    assert "No hand yet." in phone.open(f"/g/{game}").text


def test_a_recorded_hand_is_a_line_under_its_winner(phone, game):
    phone.hand("A", "8", "5")

    assert phone.url == f"/g/{game}"
    assert lines(phone) == [["1", "", "28 +28 U undercut"]]
    assert points(phone) == [0, 28]
    assert "Hand 2: Ann deals." in phone.text
    assert "U undercut" in phone.text


@pytest.mark.usefixtures("game")
def test_gin_is_marked_and_running_totals_stand_beside_the_points(phone):
    phone.hand("A", "8", "20")
    phone.hand("A", "0", "26")

    assert lines(phone) == [["1", "12 +12", ""], ["2", "63 +51 G gin", ""]]


def test_big_gin_has_a_key_where_it_is_played(phone):
    phone.start(preset="jpgames-big-gin")
    phone.hand("B", "big", "40")

    assert lines(phone) == [["1", "", "71 +71 BG big gin"]]


def test_recording_twice_records_once(phone, game):
    phone.press("Show the sum", knocker="A", count="8", other="20")
    form = phone.form("Record")
    phone.send(form, {})
    phone.send(form, {})

    assert phone.url == f"/g/{game}"
    assert len(lines(phone)) == 1


def test_what_is_missing_is_said_beside_its_field(phone, game):
    phone.open(f"/g/{game}/sum", knocker="A", other="x")

    assert phone.status == 422
    assert "Please choose one." in phone.text
    assert "A whole number from 0 to 110, please." in phone.text
    assert phone.form("Show the sum").fields["other"] == "x"
    assert phone.form("Show the sum").fields["knocker"] == "A"


def test_oklahoma_asks_for_the_upcard_and_it_sets_the_limit(phone):
    game = phone.start(preset="jpgames-oklahoma")
    phone.press("Show the sum", knocker="A", count="8", other="20")
    assert phone.status == 409
    assert "upcard" in phone.text

    phone.press("Show the sum", up_rank="9", up_suit="S")
    phone.press("Record")

    assert phone.url == f"/g/{game}"
    assert lines(phone) == [["1", "12 +12", ""]]


def test_half_an_upcard_is_no_card(phone):
    phone.start(preset="jpgames-oklahoma")
    phone.press("Show the sum", knocker="A", count="8", other="20", up_rank="9")

    assert phone.status == 422
    assert "Not a card: 9" in phone.text


def test_two_phones_record_the_same_hand_and_the_second_is_told(
    phone, other_phone, game
):
    link = share(phone, "referee")
    other_phone.open(link).press("Open")
    for each in (phone, other_phone):
        each.open(f"/g/{game}")
        each.press("Show the sum", knocker="A", count="8", other="20")

    phone.press("Record")
    other_phone.press("Record")

    assert other_phone.status == 412
    assert "Somebody recorded something meanwhile." in other_phone.text
    assert lines(other_phone) == [["1", "12 +12", ""]]
    assert other_phone.form("Show the sum").fields["other"] == "20"


def share(phone, role):
    """Make a link on the Share page; return its path."""
    phone.click("Share").press("Make link", role=role)
    return re.search(r"http://localhost(/k/\w+)", phone.text)[1]


# Against the rules


@pytest.mark.usefixtures("game")
def test_an_illegal_knock_offers_what_the_table_may_do(phone):
    phone.press("Show the sum", knocker="A", over="14", other="20")

    assert phone.status == 409
    assert "Against the rules, but the table may decide" in phone.text
    assert "It stands: scored as shown" in phone.text
    assert phone.form("Go on with this").choices["ruling0"] == [
        "accept",
        "play_on_exposed",
        "forfeit_hand",
    ]


@pytest.mark.usefixtures("game")
def test_an_illegal_knock_that_stands_is_scored_and_marked(phone):
    phone.press("Show the sum", knocker="A", over="14", other="20")
    phone.press("Go on with this", ruling0="accept", by0="B", note0="house custom")
    assert "As ruled: It stands: scored as shown." in phone.text
    phone.press("Record")

    assert lines(phone) == [["1", "6 +6 irregular", ""]]


@pytest.mark.usefixtures("game")
def test_play_goes_on_after_an_exposed_hand(phone):
    phone.press("Show the sum", knocker="A", over="14", other="20")
    phone.press("Go on with this", ruling0="play_on_exposed", by0="both")
    assert "Play goes on" in phone.text
    phone.press("Record")
    phone.hand("B", "0", "30")

    assert lines(phone) == [["1", "", "55 +55 G gin irregular"]]


def test_a_player_says_only_for_themselves_that_they_chose(phone):
    phone.start(holder="B")
    phone.press("Show the sum", knocker="A", over="14", other="20")

    assert phone.form("Go on with this").choices["by0"] == ["B"]


# By cards


@pytest.mark.usefixtures("game")
def test_a_hand_by_cards_is_ruled_and_recorded(phone):
    phone.click("With cards").press("Rule", **UNDERCUT)

    assert phone.status == 200, phone.text
    assert "Bob +27" in phone.text
    assert "[8 of hearts][9 of hearts]" in phone.text.replace("] [", "][")
    phone.press("Record")
    assert lines(phone) == [["1", "", "27 +27 U undercut"]]


def test_a_recorded_hand_has_its_ruling_page(phone, game):
    phone.click("With cards").press("Rule", **UNDERCUT).press("Record").click("1")

    assert phone.url == f"/g/{game}/hands/1"
    assert "Undercut: Bob +27" in phone.text
    assert "[ace of spades]" in phone.text


@pytest.mark.usefixtures("game")
def test_cards_come_back_with_what_is_wrong(phone):
    phone.click("With cards")
    phone.press("Rule", **(UNDERCUT | {"kcards": "7S 7D 7X", "kmelds": "7S 7D 7C"}))

    assert phone.status == 422
    assert "Not a card: 7X" in phone.text
    assert phone.form("Rule").fields["kcards"].strip() == "7S 7D 7X"
    assert phone.form("Rule").fields["kmelds"].strip() == "7S 7D 7C"
    assert "<details open>" in phone.html


@pytest.mark.usefixtures("game")
def test_nine_cards_are_refused_beside_their_field(phone):
    phone.click("With cards").press("Rule", **(UNDERCUT | {"dcards": "AS AD"}))

    assert phone.status == 422
    assert re.search(r'name="dcards"[^>]*aria-invalid="true"', phone.html)


@pytest.mark.usefixtures("game")
def test_a_card_in_both_hands_is_impossible(phone):
    cards = UNDERCUT["dcards"].replace("as", "7s")
    phone.click("With cards").press("Rule", **(UNDERCUT | {"dcards": cards}))

    assert phone.status == 409
    assert "This cannot be recorded" in phone.text
    assert not phone.has("Go on with this")


@pytest.mark.usefixtures("game")
def test_melds_and_layoffs_count_as_laid(phone):
    phone.click("With cards")
    phone.press(
        "Rule",
        **UNDERCUT,
        kmelds="7S 7D 7C / 5H 6H 7H / 9C TC JC",
        dmelds="AS AD AC AH | KS KD KC KH",
        layoffs="8H to 2",
    )

    assert phone.status == 200, phone.text
    assert "Ann +7" in phone.text


def test_declared_rules_open_the_fields_for_melds(phone):
    phone.start(rule__melds="declared", rule__layoffs="declared")
    phone.click("With cards")

    assert "<details open>" in phone.html


# Void, undo, the end


@pytest.mark.usefixtures("game")
def test_a_void_hand_is_a_line_and_the_dealer_stays(phone):
    phone.press("Void hand 1", reason="spilled")

    assert lines(phone) == [["1", "void spilled"]]
    assert "Hand 2: Bob deals." in phone.text


@pytest.mark.usefixtures("game")
def test_undo_names_and_takes_back_the_last_hand(phone):
    phone.hand("A", "8", "20")
    phone.hand("A", "8", "5")

    phone.press("Undo hand 2 (Bob +28)")

    assert lines(phone) == [["1", "12 +12", ""]]
    assert "Hand 2: Ann deals." in phone.text
    assert phone.has("Undo hand 1 (Ann +12)")


def test_the_game_ends_with_bonuses_under_the_line_and_can_go_on(phone, game):
    phone.hand("A", "0", "60")
    phone.hand("B", "5", "10")
    phone.press("Show the sum", knocker="A", count="0", other="30")
    assert "This ends the game: Ann wins." in phone.text
    phone.press("Record")

    assert points(phone) == [290, 30]
    assert "Ann wins the game by 260." in phone.text
    assert "+100" in phone.text
    assert not phone.has("Show the sum")
    assert f"/g/{game}" in phone.open("/").html

    phone.open(f"/g/{game}").press("Play again")
    assert points(phone) == [0, 0]
    assert "Hand 1: Ann deals." in phone.text


@pytest.mark.usefixtures("game")
def test_undo_reopens_a_finished_game(phone):
    phone.hand("A", "0", "80")
    assert "Ann wins" in phone.text

    phone.press("Undo hand 1")

    assert points(phone) == [0, 0]
    assert phone.has("Show the sum")


@pytest.mark.usefixtures("game")
def test_resigning_gives_the_game_away(phone):
    phone.press("Ann resigns")

    assert "Bob wins the game: Ann resigned." in phone.text
    assert "Bob won" in phone.open("/").text


@pytest.mark.usefixtures("game")
def test_an_abandoned_game_has_no_winner(phone):
    phone.press("Abandon the game")

    assert "The game was abandoned." in phone.text


@pytest.mark.usefixtures("game")
def test_a_button_made_before_another_entry_is_refused(phone):
    void = phone.form("Void hand 1")
    phone.hand("A", "8", "20")

    phone.send(void, {})

    assert phone.status == 412
    assert lines(phone) == [["1", "12 +12", ""]]


@pytest.mark.usefixtures("game")
def test_accepting_and_disputing_a_hand(phone):
    phone.hand("A", "8", "20").click("1")
    phone.press("Ann accepts")
    assert "Ann accepted this hand." in phone.text
    phone.press("Bob disputes")
    assert "Bob disputes this hand." in phone.text


def test_hollywood_has_three_columns_under_one_another(phone):
    phone.start(preset="hollywood")
    assert "in each of 3 columns" in phone.text
    phone.hand("A", "8", "20")
    phone.hand("A", "8", "20")

    assert phone.html.count('<table class="sheet">') == 3
    assert "Column 3, to 100" in phone.text


def test_a_hand_tracked_by_another_client_can_be_finished_untracked(phone, game, app):
    link = share(phone, "referee")
    key = link.removeprefix("/k/")
    client = app.test_client(use_cookies=False)
    headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
    plays = {"plays": [{"type": "deal", "upcard": "5H"}]}
    answer = client.post(f"/api/v1/games/{game}/plays", json=plays, headers=headers)
    assert answer.status_code == 201, answer.json

    phone.open(f"/g/{game}")
    assert "recorded card by card" in phone.text
    phone.press("We lost track").hand("A", "8", "20")

    assert lines(phone) == [["1", "12 +12", ""]]


def test_a_knock_waiting_for_the_show_asks_for_the_other_hand_only(phone, game, app):
    key = share(phone, "referee").removeprefix("/k/")
    client = app.test_client(use_cookies=False)
    headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
    knock = {"type": "knock", "player": "B", "count": 4}
    client.post(f"/api/v1/games/{game}/plays", json=knock, headers=headers)

    phone.open(f"/g/{game}")
    assert "Bob has knocked. What does Ann show?" in phone.text
    assert phone.has("Take the knock back")
    phone.press("Show the sum", other="14").press("Record")
    assert lines(phone) == [["1", "", "10 +10"]]
