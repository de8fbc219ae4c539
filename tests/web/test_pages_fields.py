"""What people type, read or sent back."""

import pytest

from web.pages.fields import Wrong, cards_of, layoffs_of, melds_of, read_hand, whole


@pytest.mark.parametrize(
    "text",
    [
        "7S 7D 10H",
        "7s7d10h",
        " 7S,7D,10H ",
        "7S\n7D\nTH",
        "7♠ 7♦ 10♥",
        "7♠️ 7 D T♥",
        "7S. 7D. th",
    ],
)
def test_cards_in_free_spacing(text):
    assert cards_of(text) == ["7S", "7D", "TH"]


@pytest.mark.parametrize(
    ("text", "word"), [("7S XX", "XX"), ("11S", "11S"), ("7", "7"), ("7S -", "-")]
)
def test_what_is_no_card_is_named(text, word):
    with pytest.raises(Wrong, match=f"Not a card: {word}"):
        cards_of(text)


@pytest.mark.parametrize(
    "text", ["7S 7D 7C / 5H6H7H", "7S7D7C|5H 6H 7H", "7S 7D 7C\r\n5H 6H 7H"]
)
def test_melds_one_a_line_or_between_signs(text):
    assert melds_of(text) == [["7S", "7D", "7C"], ["5H", "6H", "7H"]]


def test_a_dash_says_that_nothing_was_laid():
    assert melds_of("-") == melds_of("—") == layoffs_of("-") == []


@pytest.mark.parametrize(
    "text", ["8H 9H to 2; 7D to 1", "8H9H on 2\n7D>1", "8h, 9h → 2;7d -> 1"]
)
def test_layoffs_name_the_meld_from_one(text):
    assert layoffs_of(text) == [
        {"card": "8H", "onto": 1},
        {"card": "9H", "onto": 1},
        {"card": "7D", "onto": 0},
    ]


@pytest.mark.parametrize("text", ["8H", "8H to", "8H to 0", "to 2", "8H to two"])
def test_layoffs_without_their_meld_are_sent_back(text):
    with pytest.raises(Wrong):
        layoffs_of(text)


@pytest.mark.parametrize("text", ["", "-1", "1.5", "111", "９", "9" * 30])
def test_what_is_no_count_is_sent_back(text):
    with pytest.raises(Wrong):
        whole(text)


def test_a_hand_by_counts_is_a_knock_and_a_show():
    filled = read_hand({"knocker": "B", "count": "8", "other": "05"})

    assert filled.errors == {}
    assert filled.plays == [
        {"type": "knock", "player": "B", "count": 8},
        {"type": "show", "player": "A", "count": 5},
    ]


def test_what_the_table_chose_goes_with_its_play():
    filled = read_hand(
        {"knocker": "A", "over": "14", "other": "20", "ruling0": "accept", "by0": "B",
         "note0": "late"}
    )  # fmt: skip

    assert filled.plays[0]["ruling"] == {
        "option": "accept",
        "chosen_by": "B",
        "note": "late",
    }
    assert len(filled.plays) == 2


def test_nothing_is_shown_after_a_ruling_that_stops_the_showdown():
    form = {"knocker": "A", "over": "14", "other": "20", "ruling0": "play_on_exposed"}

    assert [play["type"] for play in read_hand(form).plays] == ["knock"]


def test_eleven_cards_are_big_gin():
    cards = "AS AD AC AH KS KD KC KH 7H 8H 9H"
    filled = read_hand({"knocker": "A", "by": "cards", "kcards": cards, "dcards": "2S"})

    assert filled.plays[0]["call"] == "big_gin"


def test_after_a_knock_it_is_the_show_alone():
    filled = read_hand({"knocked": "A", "other": "5"})

    assert filled.plays == [{"type": "show", "player": "B", "count": 5}]
