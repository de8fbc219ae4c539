"""Two hands checked without a game."""

import pytest

from tests.web.phone import Phone

HANDS = {
    "kcards": "7S 7D 7C 5H 6H 7H 9C 10C JC 2S",
    "dcards": "AS AD AC AH KS KD KC KH 8H 9H",
}


@pytest.fixture
def phone(app):
    return Phone(app.test_client()).open("/check")


def test_two_hands_are_ruled_and_nothing_is_asked_for(phone):
    phone.press("Rule", **HANDS)

    assert phone.status == 200
    assert "Undercut: Defender +27" in phone.text
    assert "The defender lays off" in phone.text
    assert "1 box for the defender." in phone.text
    assert "the other" not in phone.text.lower()


def test_names_are_said_where_they_were_typed(phone):
    phone.press("Rule", **HANDS, first="Ann", second="Bob")

    assert "Undercut: Bob +27" in phone.text


def test_a_claim_is_upheld_or_corrected(phone):
    phone.press("Rule", **HANDS, claim_by="knocker", claim_points="33")
    assert "The claim is corrected." in phone.text

    phone.open("/check").press("Rule", **HANDS, claim_by="defender", claim_points="27")
    assert "The claim is upheld." in phone.text


def test_what_cannot_be_judged_is_not_called_a_record(phone):
    phone.press("Rule", **(HANDS | {"dcards": HANDS["dcards"].replace("AS", "7S")}))

    assert "This cannot be judged" in phone.text
    assert "be recorded" not in phone.text


def test_the_ruling_says_its_steps_and_what_was_considered(phone):
    phone.press("Rule", **HANDS)

    assert "Step by step" in phone.text
    assert phone.html.count("<li>") >= 5


def test_an_illegal_knock_is_said_to_be_one(phone):
    phone.press("Rule", **(HANDS | {"kcards": "7S 7D 7C 5H 6H 7H 9C 10C JD QS"}))

    assert "The knock is not legal" in phone.text


def test_a_ruling_has_an_address_that_can_be_sent(phone):
    phone.press("Rule", **HANDS)
    again = Phone(phone.client.application.test_client())

    again.open(phone.response.request.full_path)
    assert again.text == phone.text


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"kcards": "7S hello"}, 422, "Not a card: hello"),
        ({"dcards": ""}, 422, "Please fill this in."),
        ({"dcards": "AS AD"}, 422, "cards"),
        ({"dcards": "7S AD AC AH KS KD KC KH 8H 9H"}, 409, "both hands"),
        ({"kmelds": "7S 7D 9C"}, 409, "neither a set nor a run"),
        ({"rules": "nowhere"}, 422, "not a preset"),
        ({"upcard": "banana"}, 422, "Not a card: banana"),
    ],
)
def test_what_cannot_be_ruled_comes_back_filled(phone, changes, status, said):
    phone.open("/check", **(HANDS | changes))

    assert phone.status == status
    assert said in phone.text
    assert phone.form("Rule").fields["kcards"].strip() == (HANDS | changes)["kcards"]


def test_the_ruling_turns_for_who_sits_opposite(app):
    phone = Phone(app.test_client()).open("/check")
    phone.press(
        "Rule",
        kcards="7S 7D 7C 5H 6H 7H 9C 10C JC 2S",
        dcards="AS AD AC AH KS KD KC KH 8H 9H",
    ).click("Turn")

    assert '<body class="picks turned">' in phone.html
    assert "Undercut" in phone.text
    assert "turn=" not in phone.page.links["Turn"]
