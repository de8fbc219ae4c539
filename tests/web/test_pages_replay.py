"""Any game as it stood, hand by hand and step by step, with the eyes of who asks."""

import re

import pytest

from tests.web.phone import Phone
from tests.web.test_pages_corrections import seated
from tests.web.test_pages_game import lines, points, share


@pytest.fixture
def phone(app):
    return Phone(app.test_client())


@pytest.fixture
def game(phone):
    return phone.start()


def play(phone, app, game, *plays):
    """Record plays through the API, as the scorekeeper."""
    phone.open(f"/g/{game}")
    key = share(phone, "referee").removeprefix("/k/")
    headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
    client = app.test_client(use_cookies=False)
    answer = client.post(
        f"/api/v1/games/{game}/plays", json={"plays": list(plays)}, headers=headers
    )
    assert answer.status_code == 201, answer.json
    phone.open(f"/g/{game}")
    return answer.json["game"]


DEALT = (
    {
        "type": "deal",
        "upcard": "5H",
        "hands": {"A": ["7S", "7D", "7C", "6H", "7H", "9C", "TC", "JC", "2S", "3D"]},
    },
    {"type": "draw", "player": "A", "source": "discard"},
    {"type": "discard", "player": "A", "card": "3D"},
    {"type": "draw", "player": "B", "source": "stock", "card": "KS"},
)


@pytest.mark.usefixtures("game")
def test_the_replay_walks_a_finished_game_hand_by_hand(phone):
    phone.hand("A", "0", "60").hand("B", "5", "10").hand("A", "0", "30")
    assert "Ann wins the game" in phone.text
    end = points(phone)

    phone.click("Replay")
    assert points(phone) == [0, 0]
    assert "The game begins" in phone.text
    phone.click("Hand on")
    assert lines(phone) == [["1", "85 +85 G gin", ""]]
    assert "Gin: Ann +85" in phone.text
    phone.click("Hand on")
    assert points(phone) == [85, 5]
    phone.click("Hand on")
    assert points(phone) == end
    assert not phone.links_to("Hand on")

    phone.click("Hand back").click("Hand back").click("Hand back")
    assert points(phone) == [0, 0]
    phone.click("To the end")
    assert points(phone) == end
    assert "Show the sum" not in phone.html, "nothing is recorded in a replay"


def test_the_replay_goes_step_by_step(phone, app, game):
    play(phone, app, game, *DEALT)
    phone.open(f"/g/{game}", at="1").click("Step on")
    assert "Bob deals, upcard [5 of hearts]" in phone.text
    phone.click("Step on")
    assert "Ann takes the discard" in phone.text
    phone.click("Step on")
    assert "Ann discards [3 of diamonds]" in phone.text


@pytest.mark.usefixtures("game")
def test_the_slider_shows_any_event(phone):
    phone.hand("A", "8", "20")
    phone.click("Replay").press("Show", at="3")

    assert phone.status == 200
    assert "Step 3 of 5" in phone.text


@pytest.mark.parametrize("at", ["0", "99", "x", "", "-1"])
def test_a_version_that_is_not_there_is_not_shown(phone, game, at):
    assert phone.client.get(f"/g/{game}", query_string={"at": at}).status_code == 404


def test_a_correction_is_one_step(phone, game):
    phone.hand("A", "8", "20")
    phone.open(f"/g/{game}/hands/1/amend").press("Correct", count="9")
    phone.open(f"/g/{game}").click("Replay").click("To the end")
    assert "entry 2 is corrected: Ann knocks with 9" in phone.text
    assert points(phone) == [11, 0]

    phone.click("Step back")
    assert points(phone) == [12, 0]


# One hand


def test_a_hand_is_shown_step_by_step_with_what_is_known(phone, app, game):
    play(phone, app, game, *DEALT)
    phone.open(f"/g/{game}/1/1")
    assert "Hand 1, step 1 of 4" in phone.text
    assert "Ann [7 of clubs]" in phone.text
    assert "Bob 10 not known" in phone.text

    phone.click("Step on").click("Step on")
    assert "Ann discards [3 of diamonds]" in phone.text
    assert "Discards [3 of diamonds]" in phone.text
    phone.click("To the end")
    assert "Bob draws [king of spades] from the stock" in phone.text
    assert "Bob [king of spades] and 10 not known" in phone.text
    assert not phone.links_to("Step on")


def test_a_hand_without_its_play_has_no_pile_and_no_stock_to_show(phone, game):
    phone.hand("A", "8", "20").open(f"/g/{game}/1/1")

    assert "Bob 10 not known" in phone.text
    assert "Discards" not in phone.text
    assert "Stock" not in phone.text


def test_a_player_sees_in_the_replay_what_the_own_key_may_see(phone, app, game):
    play(phone, app, game, *DEALT)
    ann = seated(phone, game, app, "Ann")
    bob = seated(phone, game, app, "Bob")

    for path in (f"/g/{game}/1/4", f"/g/{game}?at=5", f"/g/{game}/hands/1"):
        assert "[king of spades]" in bob.open(path).text
        assert "[king of spades]" not in ann.open(path).text
    assert "[7 of clubs]" in ann.open(f"/g/{game}/1/1").text
    assert "[7 of clubs]" not in bob.open(f"/g/{game}/1/1").text


def test_a_step_that_is_not_there_is_not_shown(phone, game):
    phone.hand("A", "8", "20")

    assert phone.open(f"/g/{game}/1/9").status == 404
    assert phone.open(f"/g/{game}/1/0").status == 404
    assert phone.open(f"/g/{game}/7/1").status == 404


def test_the_steps_lead_from_hand_to_hand(phone, game):
    phone.hand("A", "8", "20").hand("B", "3", "9")
    phone.open(f"/g/{game}/hands/1").click("Replay this hand").click("Hand on")

    assert phone.url == f"/g/{game}/2/1"
    assert "Bob knocks with 3" in phone.text
    phone.click("Hand back")
    assert phone.url == f"/g/{game}/1/1"


PATHS = ("", "/hand", "/track", "/log", "/hands/1", "/1/{}", "?at={}", "?view=table")
"""Every page that may show a card of the running hand."""


def pages_of(phone, game, last):
    return "".join(phone.open(f"/g/{game}{path.format(last)}").text for path in PATHS)


def test_no_page_shows_a_card_that_is_still_hidden(phone, app, game):
    play(phone, app, game, *DEALT)
    ann = seated(phone, game, app, "Ann")
    bob = seated(phone, game, app, "Bob")
    watcher = Phone(app.test_client()).open(share(phone, "watch")).press("Open")

    hidden = "[king of spades]"
    assert hidden in "".join(bob.open(f"/g/{game}{path}").text for path in ("/1/4",))
    for other in (ann, watcher):
        seen = "".join(
            other.open(f"/g/{game}{path}").text
            for path in ("", "/log", "/hands/1", "/1/4", "?at=5", "?view=table")
        )
        assert hidden not in seen
    assert "[king of spades]" not in pages_of(ann, game, 4)
    assert ann.open(f"/g/{game}").has("Undo: Bob draws from the stock (entry 5)")


def test_covered_discards_stay_covered_where_looking_back_is_forbidden(phone, app):
    game = phone.start(rule__look_back="forbidden")
    play(
        phone,
        app,
        game,
        {"type": "deal", "upcard": "5H"},
        {"type": "draw", "player": "A", "source": "discard"},
        {"type": "discard", "player": "A", "card": "3D"},
        {"type": "draw", "player": "B", "source": "stock"},
        {"type": "discard", "player": "B", "card": "KD"},
    )
    bob = seated(phone, game, app, "Bob")

    for path in PATHS:
        text = bob.open(f"/g/{game}{path.format(5)}").text
        assert "[3 of diamonds]" not in text, path
    assert "[king of diamonds]" in bob.open(f"/g/{game}/track").text
    assert "[3 of diamonds]" in phone.open(f"/g/{game}/hands/1").text


# Tracking


@pytest.mark.usefixtures("game")
def test_a_hand_is_followed_card_by_card_to_its_knock(phone):
    phone.click("With cards").click("Record the play card by card")
    phone.press("Dealt", up_rank="5", up_suit="H")
    assert "Ann: take the upcard, or pass?" in phone.text
    phone.press("Ann passes").press("Bob passes")
    assert "Ann draws." in phone.text
    phone.press("Draw from the stock", up_rank="7", up_suit="S")
    assert "Ann discards, or knocks." in phone.text
    phone.press("Discard", up_rank="K", up_suit="D")
    assert "Bob draws." in phone.text
    assert phone.has("Take [king of diamonds]")
    phone.press("Take")
    assert "Bob [king of diamonds]" in phone.text

    phone.click("Knock")
    phone.press(
        "Rule",
        knocker="B",
        kcards="KD KH KS 2C 3C 4C 9H 9S 9D AC",
        dcards="7S 7D 7C QH QS 8H 8S 2D 3D 4D",
        discard="TH",
    )
    assert phone.status == 200, phone.text
    phone.press("Record")
    assert points(phone)[1] > 0


@pytest.mark.usefixtures("game")
def test_the_table_says_who_deals_where_it_is_not_who_was_expected(phone):
    phone.open(phone.url + "/track").press(
        "Dealt", up_rank="5", up_suit="H", dealer="A"
    )

    assert phone.status == 200, phone.text
    assert "Bob: take the upcard, or pass?" in phone.text


@pytest.mark.usefixtures("game")
def test_each_step_is_taken_back_by_its_name(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("Take").press("Discard", up_rank="9", up_suit="C")

    phone.press("Undo: Ann discards [9 of clubs] (entry 4)")
    phone.open(f"/g/{game}/track")
    assert "Ann discards, or knocks." in phone.text
    phone.press("Undo: Ann takes [5 of hearts]").open(f"/g/{game}/track")
    assert "take the upcard, or pass?" in phone.text


@pytest.mark.usefixtures("game")
def test_an_irregular_step_asks_what_the_table_does(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("Take").press("Discard", up_rank="5", up_suit="H")
    assert phone.status == 409
    assert phone.form("Go on with this").choices["ruling0"] == ["take_back", "stand"]

    phone.press("Go on with this", ruling0="stand", by0="B")

    assert phone.url == f"/g/{game}/track"
    assert "Bob draws." in phone.text
    assert "The card just taken discarded" in phone.open(f"/g/{game}/hands/1").text


@pytest.mark.usefixtures("game")
def test_a_draw_out_of_turn_is_ruled(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("Take")
    phone.press("Draw from the stock", player="B")

    assert phone.status == 409
    assert "take_back" in phone.form("Go on with this").choices["ruling0"]


@pytest.mark.usefixtures("game")
def test_a_discard_needs_its_card(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("Take").press("Discard")

    assert phone.status == 422
    assert "Please choose one." in phone.text


@pytest.mark.usefixtures("game")
def test_a_card_that_cannot_be_there_is_refused_with_its_entries(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("Ann passes").press("Bob passes")
    phone.press("Draw from the stock", up_rank="5", up_suit="H")

    assert phone.status == 409
    assert "This cannot be recorded" in phone.text
    assert re.search(r"Entries: [\d, ]+", phone.text)


def test_what_breaks_a_rule_is_said_with_names_in_a_sentence(phone, game):
    phone.open(f"/g/{game}/track")
    phone.press("Dealt", up_rank="5", up_suit="H").press("Take")

    phone.press("Draw from the stock", player="A")

    assert phone.status == 409
    assert "Ann holds 11 cards already. Rule: irregularities" in phone.text


@pytest.mark.usefixtures("game")
def test_a_table_that_loses_track_goes_on_by_counts(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("We lost track").hand("A", "8", "20")

    assert points(phone) == [12, 0]


def test_a_strip_of_an_old_page_is_refused(phone, game):
    phone.open(f"/g/{game}/track")
    form = phone.form("Dealt")
    phone.open(f"/g/{game}").hand("A", "8", "20")
    phone.send(form, {"up_rank": "5", "up_suit": "H"})

    assert phone.status == 422
    assert "Hand 2, card by card" in phone.text


def test_a_wrong_drawn_card_is_corrected_by_its_entry(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("Take").press("Discard", up_rank="9", up_suit="C")
    phone.open(f"/g/{game}/hands/1").click("Correct entry 4")
    phone.press("Correct", card="9D", why="misread")

    assert "was [9 of clubs], now [9 of diamonds]: misread" in phone.text


def test_a_wrong_upcard_is_corrected_by_its_entry(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.open(f"/g/{game}/hands/1").click("Correct entry 2")
    phone.press("Correct", upcard="5D")

    phone.open(f"/g/{game}/track")
    assert phone.has("Take [5 of diamonds]")


def test_a_draw_corrected_to_one_out_of_turn_is_refused(phone, game):
    phone.open(f"/g/{game}/track").press("Dealt", up_rank="5", up_suit="H")
    phone.press("Take")
    phone.open(f"/g/{game}/hands/1").click("Correct entry 3")
    phone.press("Correct", source="stock", card="")

    assert phone.status == 409
    assert "Entry 3 no longer fits: Ann drew out of turn" in phone.text
