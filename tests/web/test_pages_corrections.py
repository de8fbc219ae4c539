"""Taking back, correcting, accepting: nothing is erased, and everything is named."""

import re

import pytest

from tests.web.conftest import KNOCK, SHOW, make_app, open_book
from tests.web.phone import Phone
from tests.web.test_pages_game import UNDERCUT, lines, points, share


@pytest.fixture
def phone(app):
    return Phone(app.test_client())


@pytest.fixture
def game(phone):
    """A game of Ann and Bob, Bob dealing first, on the scorekeeper's phone."""
    return phone.start()


def seated(phone, game, app, name):
    """Open the game on another phone, as a player."""
    phone.open(f"/g/{game}/share")
    pattern = rf'value="(\w+)"[^>]*>\s*<span><b>To play as {name}'
    role = re.search(pattern, phone.html)[1]
    phone.press("Make link", role=role)
    other = Phone(app.test_client())
    link = re.search(r"http://localhost(/k/\w+)", phone.text)[1]
    other.open(link).press("Open")
    phone.open(f"/g/{game}")
    return other.open(f"/g/{game}")


def record(phone, app, game, play):
    """Record a play through the API, as the scorekeeper."""
    key = share(phone.open(f"/g/{game}"), "referee").removeprefix("/k/")
    headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
    client = app.test_client(use_cookies=False)
    answer = client.post(f"/api/v1/games/{game}/plays", json=play, headers=headers)
    assert answer.status_code == 201, answer.json


TAKEN = {"player": "A", "source": "discard"}
CLAIM = "This game came from a file: who entered what, and when, is as the file says."

# Undo, and undo of undo


@pytest.mark.usefixtures("game")
def test_a_hand_taken_back_can_be_put_back_until_the_next_entry(phone):
    phone.hand("A", "8", "20")
    phone.press("Undo hand 1 (Ann +12)")
    assert points(phone) == [0, 0]

    phone.press("Put hand 1 back")
    assert points(phone) == [12, 0]
    assert not phone.has("Put hand")

    phone.press("Undo hand 1").hand("B", "3", "9")
    assert not phone.has("Put hand")
    assert phone.has("Undo hand 1 (Bob +6)")


@pytest.mark.usefixtures("game")
def test_what_was_taken_back_step_by_step_is_put_back_step_by_step(phone):
    phone.hand("A", "8", "20").hand("B", "3", "9")
    phone.press("Undo hand 2").press("Undo hand 1")

    phone.press("Put hand 1 back")
    assert points(phone) == [12, 0]
    phone.press("Put hand 2 back")

    assert points(phone) == [12, 6]
    assert not phone.has("Put hand")


def test_a_hand_put_back_is_not_struck_out(phone, game):
    phone.hand("A", "8", "20").press("Undo hand 1").press("Put hand 1 back")

    phone.open(f"/g/{game}/hands/1")

    assert "Ann knocks with 8" in phone.text
    assert "<s>Ann knocks with 8</s>" not in phone.html
    assert "<s>Bob shows 20</s>" not in phone.html
    assert "<s>taken back</s> (undone)" in phone.html


def test_a_turn_taken_back_is_put_back_by_its_name(phone, game, app):
    phone.open(f"/g/{game}/track")
    phone.press("Dealt", up_rank="5", up_suit="H").press("Ann passes")
    ann = seated(phone, game, app, "Ann")

    ann.press("Undo: Ann passes (entry 3)")

    assert ann.has("Put back: Ann passes (entry 3)")


@pytest.mark.usefixtures("game")
def test_a_resignation_is_taken_back(phone):
    phone.hand("A", "8", "20").press("Ann resigns")
    phone.press("Undo: Ann resigns")

    assert phone.has("Show the sum")
    assert points(phone) == [12, 0]
    phone.press("Put back: Ann resigns")
    assert "Bob wins the game: Ann resigned." in phone.text


@pytest.mark.usefixtures("game")
def test_an_abandoned_game_goes_on_again(phone):
    phone.hand("A", "8", "20").press("Abandon the game")
    phone.press("Undo: The game is abandoned")

    assert phone.has("Show the sum")


@pytest.mark.usefixtures("game")
def test_points_from_paper_are_a_line_with_its_reason_and_are_taken_back(phone):
    phone.press(
        "Enter the points", player="A", points="40+45", boxes="3", reason="from paper"
    )
    assert lines(phone) == [["±", "85 +85 adjusted: from paper", ""]]

    phone.press("Undo: Ann +85 and +3 boxes: from paper")
    assert points(phone) == [0, 0]
    phone.press("Put back: Ann +85")
    assert points(phone) == [85, 0]


@pytest.mark.usefixtures("game")
def test_points_by_hand_need_a_number_and_a_reason(phone):
    phone.press("Enter the points", player="A", points="12+", boxes="", reason="")

    assert phone.status == 422
    assert "Please fill this in." in phone.text
    assert "A whole number" in phone.text
    assert phone.form("Enter the points").fields["points"] == "12+"


@pytest.mark.usefixtures("game")
def test_a_penalty_takes_points_away(phone):
    phone.press("Enter the points", player="B", points="−20", reason="late")

    assert points(phone) == [0, -20]


def test_a_correction_is_undone_by_its_name(phone, game):
    phone.hand("A", "8", "20")
    phone.open(f"/g/{game}/hands/1").click("Correct this hand")
    phone.press("Correct", count="9", reason="misread")
    phone.open(f"/g/{game}")
    assert points(phone) == [11, 0]

    phone.press("Undo the correction of hand 1")
    assert points(phone) == [12, 0]
    phone.press("Correct entry 2 again")
    assert points(phone) == [11, 0]


def test_an_onlooker_takes_nothing_back(phone, game, app):
    phone.hand("A", "8", "20")
    link = share(phone, "watch")
    other = Phone(app.test_client()).open(link).press("Open")

    assert other.url == f"/g/{game}"
    assert not other.has("Undo")


def test_a_settled_hand_is_only_the_scorekeepers_to_undo(phone, game, app):
    phone.hand("A", "8", "20").click("1")
    phone.press("Ann accepts").press("Bob accepts")
    ann = seated(phone, game, app, "Ann")

    assert not ann.has("Undo")
    assert phone.has("Undo hand 1")


# Correcting a hand


def test_a_correction_keeps_what_was_entered_with_who_when_and_why(phone, game):
    phone.hand("A", "8", "20").click("1").click("Correct this hand")
    form = phone.form("Correct")
    assert form.fields["count"] == "8"
    assert form.fields["other"] == "20"
    assert form.fields["knocker"] == "A"

    phone.press("Correct", count="9", reason="misread")

    assert phone.url == f"/g/{game}/hands/1"
    assert "Knock: Ann +11" in phone.text
    assert "was 8, now 9: misread" in phone.text
    assert re.search(r"misread scorekeeper, \d{4}-\d\d-\d\d \d\d:\d\d UTC", phone.text)
    assert "Changed, not yet accepted by Ann & Bob." in phone.text
    assert lines(phone.open(f"/g/{game}")) == [
        ["1", "11 +11 changed, not yet accepted", ""]
    ]


def test_a_void_hand_played_after_all_says_that_it_was_void(phone, game, app):
    record(phone, app, game, {"type": "void", "reason": "misdeal"})
    knock = {"type": "knock", "player": "A", "count": 8}
    record(phone, app, game, {"type": "amend", "seq": 2, "play": knock})
    phone.open(f"/g/{game}/hands/1")

    assert "was The hand is void: misdeal, now Ann knocks with 8" in phone.text


def test_a_draw_taken_back_by_ruling_says_so_where_it_is_corrected(phone, game, app):
    ruling = {"option": "take_back", "chosen_by": "both"}
    draw = {"type": "draw", "player": "B", "source": "stock"}
    record(phone, app, game, {"type": "deal", "upcard": "5H"})
    record(phone, app, game, {**draw, "ruling": ruling})
    record(phone, app, game, {"type": "amend", "seq": 3, "play": {**draw, **TAKEN}})
    phone.open(f"/g/{game}/hands/1")

    was = "Out of turn: Bob. It is taken back (both chose)"
    assert f"{was} scorekeeper" in phone.text
    assert f"was {was}, now Ann takes the discard" in phone.text


def test_who_entered_what_in_a_game_from_a_file_is_as_the_file_says(book, tmp_path):
    home = book.start()
    carried = {"type": "adjust", "player": "A", "points": 5, "reason": "paper"}
    assert book.referee.play(home, KNOCK, SHOW, carried).status_code == 201
    text = book.referee.get(f"/books/{book.id}/export").get_data()
    app = make_app(tmp_path)
    there = open_book(app.test_client(use_cookies=False))
    kind = {"content_type": "application/json"}
    brought = there.referee.post(f"/books/{there.id}/import", None, data=text, **kind)
    assert brought.status_code == 201
    own = there.start()
    assert there.referee.play(own, KNOCK, SHOW, carried).status_code == 201
    phone = Phone(app.test_client())
    phone.client.set_cookie(f"upcard_{there.id}", there.watch.key)

    for path in ("log", "hands/1"):
        assert CLAIM in phone.open(f"/g/{home}/{path}").text
        assert "scorekeeper, " in phone.text
        assert CLAIM not in phone.open(f"/g/{own}/{path}").text
    app.extensions["upcard"].store.close()


def test_a_resignation_is_in_the_log_with_who_entered_it(phone, game):
    phone.hand("A", "8", "20").press("Ann resigns").open(f"/g/{game}/log")

    assert re.search(r"Ann resigns scorekeeper, [\d-]+ [\d:]+ UTC", phone.text)
    assert "Nothing yet." not in phone.text


@pytest.mark.usefixtures("game")
def test_a_changed_hand_waits_until_both_accept_it(phone):
    phone.hand("A", "8", "20").click("1").click("Correct this hand")
    phone.press("Correct", count="9").press("Ann accepts")
    assert "Changed, not yet accepted by Bob." in phone.text

    phone.press("Bob accepts")
    assert "not yet accepted" not in phone.text


def test_the_wrong_player_knocked(phone, game):
    phone.hand("A", "8", "20").click("1").click("Correct this hand")
    phone.press("Correct", knocker="B")

    assert "Knock: Bob +12" in phone.text
    assert "was Ann knocks with 8, now Bob knocks with 8" in phone.text
    assert points(phone.open(f"/g/{game}")) == [0, 12]


@pytest.mark.usefixtures("game")
def test_nothing_changed_is_no_correction(phone):
    phone.hand("A", "8", "20").click("1").click("Correct this hand")
    phone.press("Correct")

    assert phone.status == 422
    assert "Nothing was changed." in phone.text


@pytest.mark.usefixtures("game")
def test_a_hand_by_cards_is_corrected_by_cards(phone):
    phone.click("With cards").press("Rule", **UNDERCUT).press("Record").click("1")
    phone.click("Correct this hand")
    form = phone.form("Correct")
    assert form.fields["kcards"].split()[0] == "7S"
    assert form.fields["by"] == "cards"

    phone.press("Correct", dcards="AS AD AC AH KS KD KC KH 8H QS", reason="9H was QS")

    assert phone.status == 200, phone.text
    assert "9H was QS" in phone.text
    assert "[queen of spades]" in phone.text


@pytest.mark.usefixtures("game")
def test_a_correction_over_the_limit_asks_what_the_table_does(phone):
    phone.hand("A", "8", "20").click("1").click("Correct this hand")
    phone.press("Correct", count="14", reason="counted again")
    assert phone.status == 409
    assert "Against the rules" in phone.text

    phone.press("Go on with this", ruling0="accept", by0="B")

    assert "Knock: Ann +6" in phone.text
    assert "Knock over the limit: Ann. It stands" in phone.text


@pytest.mark.usefixtures("game")
def test_a_ruling_goes_with_the_entry_it_is_about(phone):
    phone.click("With cards").press("Rule", **UNDERCUT).press("Record").click("1")
    phone.click("Correct this hand")
    phone.press("Correct", dmelds="AS AD AC KS / KD KC KH")

    assert phone.status == 409
    assert "ruling1" in phone.form("Go on with this").choices


@pytest.mark.usefixtures("game")
def test_a_wrong_field_of_a_correction_comes_back(phone):
    phone.hand("A", "8", "20").click("1").click("Correct this hand")
    phone.press("Correct", count="a+1")

    assert phone.status == 422
    assert phone.form("Correct").fields["count"] == "a+1"


def test_a_correction_of_an_old_page_is_refused(phone, game):
    phone.hand("A", "8", "20")
    phone.open(f"/g/{game}/hands/1/amend")
    form = phone.form("Correct")
    phone.open(f"/g/{game}").hand("B", "3", "9")
    phone.send(form, {"count": "9"})

    assert phone.status == 412
    assert "Somebody recorded something meanwhile." in phone.text


def test_a_hand_without_a_knock_has_nothing_to_correct(phone, game):
    phone.press("Void hand 1", reason="")

    assert "Correct this hand" not in phone.open(f"/g/{game}/hands/1").page.links
    assert phone.open(f"/g/{game}/hands/1/amend").status == 404


def test_points_by_hand_are_corrected(phone, game):
    phone.press("Enter the points", player="A", points="85", reason="from paper")
    phone.click("What was entered").click("Correct entry 2")
    phone.press("Correct", points="80", reason="from paper", why="misread")

    assert points(phone.open(f"/g/{game}")) == [80, 0]
    assert "was +85, now +80: misread" in phone.open(f"/g/{game}/log").text


def test_what_was_entered_for_a_hand_is_one_tap_from_the_games_own_entries(phone, game):
    phone.hand("A", "8", "20").hand("B", "3", "9")

    phone.open(f"/g/{game}/log")
    assert "Nothing of the game as a whole." in phone.text

    assert phone.click("Hand 2").url == f"/g/{game}/hands/2"


def test_an_entry_that_is_not_there_cannot_be_corrected(phone, game):
    phone.hand("A", "8", "20")

    assert phone.open(f"/g/{game}/entries/99").status == 404
    assert phone.open(f"/g/{game}/entries/2").status == 404, "a knock goes by its hand"


# Two players' phones


def test_an_old_hand_is_changed_by_a_player_only_when_the_other_agrees(
    phone, game, app
):
    phone.hand("A", "8", "20").hand("B", "3", "9")
    ann = seated(phone, game, app, "Ann")
    bob = seated(phone, game, app, "Bob")
    ann.open(f"/g/{game}/hands/1/amend").press("Correct", count="2", reason="recount")

    assert points(ann.open(f"/g/{game}")) == [12, 6]
    assert "Ann proposes for hand 1:" in ann.text
    change = "“Ann knocks with 2” instead of “Ann knocks with 8”: recount"
    assert change in ann.text
    assert ann.has("Withdraw it")
    assert not ann.has("Bob agrees")

    bob.open(f"/g/{game}").press("Bob agrees")
    assert points(bob.open(f"/g/{game}")) == [18, 6]
    assert "proposes" not in bob.text


def test_a_proposal_is_refused_or_withdrawn(phone, game, app):
    phone.hand("A", "8", "20").hand("B", "3", "9")
    ann = seated(phone, game, app, "Ann")
    bob = seated(phone, game, app, "Bob")
    ann.open(f"/g/{game}/hands/1/amend").press("Correct", count="2")
    bob.open(f"/g/{game}").press("Bob refuses")
    assert "Bob disputes hand 1" in bob.open(f"/g/{game}").text
    assert points(bob) == [12, 6]
    assert "proposes" not in bob.text

    ann.open(f"/g/{game}/hands/1/amend").press("Correct", count="3")
    ann.open(f"/g/{game}").press("Withdraw it")
    assert "proposes" not in ann.open(f"/g/{game}").text


def test_a_dispute_is_shown_on_the_sheet(phone, game):
    phone.hand("A", "8", "20").click("1").press("Bob disputes", note="it was 18")
    assert "Bob disputes hand 1 “it was 18”" in phone.text

    assert "Bob disputes hand 1" in phone.open(f"/g/{game}").text


def test_hands_after_a_corrected_end_are_kept_and_said_not_to_count(phone, game):
    phone.hand("A", "0", "50").hand("B", "3", "9")
    phone.open(f"/g/{game}/hands/1/amend").press("Correct", other="90", reason="")

    phone.open(f"/g/{game}")
    assert "Ann wins the game" in phone.text
    assert lines(phone)[1] == ["2", "", "0 +6 does not count: after the end"]
    assert "the game had ended before it" in phone.open(f"/g/{game}/hands/2").text


# Rules changed, and rules broken


def test_a_wrong_preset_noticed_late_decides_every_hand_again(phone, game):
    phone.hand("A", "0", "20").hand("B", "3", "9")
    assert points(phone) == [45, 6]
    phone.open(f"/g/{game}/rules").click("Wrong rules?")
    phone.press("Change the rules", preset="bicycle", reason="we play Bicycle")

    assert phone.url == f"/g/{game}"
    assert points(phone) == [40, 6]
    assert "Rules: Bicycle" in phone.page.links
    assert "the rules are changed" in phone.open(f"/g/{game}/log").text
    phone.open(f"/g/{game}").press("Undo the change of the rules")
    assert points(phone) == [45, 6]


def test_a_single_rule_is_changed_and_a_wrong_one_comes_back(phone, game):
    phone.open(f"/g/{game}/rules/change")
    phone.press("Change the rules", rule__target="7")
    assert phone.status == 422
    assert "10 to 1000" in phone.text
    assert phone.form("Change the rules").fields["rule.target"] == "7"

    phone.press("Change the rules", rule__target="150")
    assert "to 150" in phone.text


def test_rules_of_an_old_page_are_refused(phone, game):
    phone.open(f"/g/{game}/rules/change")
    form = phone.form("Change the rules")
    phone.open(f"/g/{game}").hand("A", "8", "20")
    phone.send(form, {"preset": "bicycle"})

    assert phone.status == 412


def test_a_misdeal_is_ruled_and_the_same_dealer_deals_again(phone, game):
    phone.click("A rule was broken").click("Misdeal")
    phone.press("Record the ruling", offender="B", chosen_by="A", note="a card showed")

    assert phone.url == f"/g/{game}"
    assert "Hand 2: Bob deals." in phone.text
    phone.open(f"/g/{game}/hands/1")
    said = "Misdeal: Bob. New deal, same dealer (Ann chose) “a card showed”"
    assert said in phone.text


@pytest.mark.usefixtures("game")
def test_a_card_too_many_goes_to_the_pile(phone):
    phone.click("With cards").click("Record the play").press(
        "Dealt", up_rank="5", up_suit="H"
    )
    phone.press("Ann passes").press("Bob passes").press("Draw from the stock")
    phone.click("A rule was broken").click("A card too many drawn")
    phone.press("Record the ruling", offender="A", chosen_by="B", cards="4H")

    assert phone.status == 200, phone.text
    assert "recorded card by card" in phone.text


@pytest.mark.usefixtures("game")
def test_a_ruling_at_the_wrong_moment_is_refused(phone):
    phone.click("A rule was broken").click("A card too many drawn")
    phone.press("Record the ruling", offender="A", chosen_by="B")

    assert phone.status == 409
    assert "This cannot be recorded" in phone.text


def test_who_can_only_be_one_chooser_need_not_say_so(phone, game, app):
    ann = seated(phone, game, app, "Ann")
    ann.click("A rule was broken").click("Misdeal")
    ann.press("Record the ruling", offender="B")

    ann.open(f"/g/{game}/hands/1")
    assert "Misdeal: Bob. New deal, same dealer (Ann chose)" in ann.text


@pytest.mark.usefixtures("game")
def test_a_ruling_needs_its_offender_and_its_chooser(phone):
    phone.click("A rule was broken").click("Misdeal").press("Record the ruling")

    assert phone.status == 422
    assert phone.text.count("Please choose one.") == 2


def test_a_ruling_of_an_old_page_is_refused(phone, game):
    phone.open(f"/g/{game}/irregular?code=misdeal")
    form = phone.form("Record the ruling")
    phone.open(f"/g/{game}").hand("A", "8", "20")
    phone.send(form, {"offender": "A", "chosen_by": "B"})

    assert phone.status == 412


def test_a_ruling_says_what_the_table_chose_as_the_table_does(phone, game, app):
    accept = {"option": "accept", "chosen_by": "B"}
    knock = {"type": "knock", "player": "A", "count": 13, "ruling": accept}
    record(phone, app, game, {"plays": [knock, SHOW]})
    phone.open(f"/g/{game}/hands/1")

    steps = phone.html.partition('class="steps"')[2]
    assert "Knock over the limit: Ann. It stands: scored as shown (Bob chose)." in steps
    assert "accept," not in phone.text
