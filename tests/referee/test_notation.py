"""A hand as text: written, read back the same, and typed by a person."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import parse_card
from referee.errors import Unreadable
from referee.notation import Comment, Written, read_hands, write_hands
from referee.plays import (
    Chosen,
    Deal,
    Discard,
    Draw,
    Knock,
    LayOff,
    Pass,
    RuleOn,
    Show,
    Untrack,
    Void,
)
from referee.presets import PRESETS, find_preset
from referee.rules import PLAYERS, ExtraBoxes, Rules
from tests.referee.plays import plays
from tests.referee.table import cards, play_of

DATA = Path(__file__).parents[1] / "data" / "whole_hands.jsonl"
WHOLE_HANDS = [
    json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()
]
QC, TS, KH, D7 = (parse_card(name) for name in ("QC", "TS", "KH", "7D"))
SHOWN = cards(["7S", "7D", "7C", "5H", "6H", "7H", "9C", "TC", "JC", "2S"])


def read(text):
    """The plays of a text of one hand."""
    (hand,) = read_hands(text)
    return list(hand.plays)


def goes_through(*hands):
    text = write_hands(hands)
    assert read_hands(text) == hands
    assert write_hands(read_hands(text)) == text


# Each depth, written and read


def test_counts_are_two_lines():
    hand = Written((Knock("A", count=8), Show("B", count=5)), number=1)
    assert write_hands([hand]) == "Hand 1\nA: knock 8\nB: shows 5\n"
    goes_through(hand)


def test_gin_and_big_gin_are_said_in_words():
    hand = Written((Knock("A", call="gin"), Show("B", count=31)))
    assert write_hands([hand]) == "Hand\nA: gin\nB: shows 31\n"
    assert read("A: big gin\nB: shows 40")[0] == Knock("A", call="big_gin")
    goes_through(hand)


def test_cards_are_written_as_they_were_shown():
    hand = read("A: knock -KH, cards 7S 7D 7C 5H 6H 7H 9C TC JC 2S")
    assert hand == [Knock("A", KH, SHOWN)]
    goes_through(Written(tuple(hand)))


def test_a_spread_says_cards_and_melds_at_once():
    (knock,) = read("A: knock -KH, spread 7S 7D 7C / 5H 6H 7H / 9C TC JC | 2S")
    assert knock == Knock(
        "A",
        KH,
        SHOWN,
        (
            cards(["7S", "7D", "7C"]),
            cards(["5H", "6H", "7H"]),
            cards(["9C", "TC", "JC"]),
        ),
    )
    assert "spread 7S 7D 7C / 5H 6H 7H / 9C TC JC | 2S" in write_hands(
        [Written((knock,))]
    )


def test_a_spread_of_melds_alone_has_no_loose_cards():
    (gin,) = read("A: gin, spread 7S 7D 7C / 5H 6H 7H / 9C TC JC QC")
    assert len(gin.cards) == 10
    goes_through(Written((gin,)))


def test_lay_offs_are_numbered_from_the_knockers_first_meld():
    (show,) = read("B: shows, cards 8H 9H, melds none, lays 8H on 2 / 9H on 2")
    assert show.melds == ()
    assert show.layoffs == (
        LayOff(parse_card("8H"), 1),
        LayOff(parse_card("9H"), 1),
    )
    goes_through(Written((show,)))


def test_nothing_laid_is_not_the_same_as_nothing_said():
    assert read("B: shows 5")[0].layoffs is None
    assert read("B: shows 5, lays none")[0].layoffs == ()
    goes_through(Written((Show("B", count=5, layoffs=()), Show("B", count=5))))


def test_a_line_is_a_turn():
    hand = Written(
        (
            Draw("A", "stock"),
            Discard("A", QC),
            Draw("B", "discard", QC),
            Discard("B", TS),
            Draw("A", "stock", D7),
            Knock("A", KH, count=2),
        )
    )
    assert write_hands([hand]).splitlines()[1:] == [
        "A: stock, -QC",
        "B: takes QC, -TS",
        "A: stock 7D, knock -KH 2",
    ]
    goes_through(hand)


def test_plays_of_two_players_stand_on_two_lines():
    hand = Written((Draw("A", "stock"), Discard("B", QC), Draw("B", "stock")))
    assert write_hands([hand]) == "Hand\nA: stock\nB: -QC\nB: stock\n"


def test_a_deal_says_what_is_known_of_it():
    hand = Written((Deal("B", D7, {"A": cards(["8C", "4D"])}),))
    assert write_hands([hand]) == "Hand\ndeal: B, up 7D, A 8C 4D\n"
    goes_through(hand)
    assert read("deal") == [Deal()]
    assert read("deal: b") == [Deal("B")]
    goes_through(Written((Deal(),)))


def test_passes_voids_and_lost_tracks():
    plays_ = (Pass("A"), Pass("B"), Untrack(), Void("no time"), Void())
    text = write_hands([Written(plays_)])
    assert text == 'Hand\nA: pass\nB: pass\nuntrack\nvoid "no time"\nvoid\n'
    goes_through(Written(plays_))


def test_a_reason_may_be_typed_without_quotation_marks():
    assert read("void: no time ; they left") == [Void("no time")]


def test_a_ruling_stands_after_its_play():
    chosen = Chosen("stand", "B", "had drawn, already; sorry")
    hand = Written((Discard("A", QC, chosen), Pass("B", Chosen("stand", "both"))))
    assert write_hands([hand]).splitlines()[1:] == [
        'A: -QC !stand by B "had drawn, already; sorry"',
        "B: pass !stand by both",
    ]
    goes_through(hand)


def test_an_irregularity_without_a_play_is_a_line():
    rule = RuleOn("drew_two", "A", "extra_to_pile", "B", cards(["5C"]), 11, "seen")
    text = 'rule: A drew_two, extra_to_pile by B, cards 5C, count 11, "seen"'
    assert write_hands([Written((rule,))]).splitlines()[1] == text
    assert read(text) == [rule]


# The header


HEADER = """\
Hand 7
Rules: guide, target 150, extra_boxes.gin 2, stake 0.05
A = Ann
B = Bob
Date: 2025-11-29
Dealer: B
"""


def test_the_header_says_rules_names_date_and_dealer():
    rules = replace(
        find_preset("guide").rules,
        target=150,
        extra_boxes=ExtraBoxes(gin=2),
        stake="0.05",
    )
    hand = Written(
        number=7,
        rules=rules,
        preset="guide",
        names={"A": "Ann", "B": "Bob"},
        date="2025-11-29",
        dealer="B",
    )
    assert write_hands([hand]) == HEADER
    assert read_hands(HEADER) == (hand,)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_preset_goes_through(preset):
    goes_through(Written(rules=preset.rules, preset=preset.id))
    goes_through(Written(rules=preset.rules))


def test_rules_without_a_preset_are_own():
    hand = Written(rules=Rules(target=150))
    assert write_hands([hand]) == "Hand\nRules: own, target 150\n"
    assert read_hands("Rules: own") == (Written(rules=Rules()),)


def test_an_override_may_take_a_value_away():
    hand = Written(
        rules=replace(find_preset("guide").rules, big_gin_bonus=None, stake=None),
        preset="guide",
    )
    assert "guide, big_gin_bonus null\n" in write_hands([hand])
    goes_through(hand)
    assert read_hands("Rules: guide, stake null")[0].rules.stake is None


def test_an_alias_is_read_as_its_preset():
    assert read_hands("rules standard-100")[0].preset == "jpgames"


@pytest.mark.parametrize(
    "name",
    ["Ann", "Mary-Ann O'Neil Jr.", "Ann ; the first", '"Bo"', " x ", "Zoë", "=", "#1"],
)
def test_any_name_goes_through(name):
    goes_through(Written(names={"A": name}))


# Several hands, comments


def test_several_hands_stand_in_one_text():
    goes_through(
        Written((Knock("A", count=8), Show("B", count=5)), number=1),
        Written(number=2),
        Written((Void(),)),
        Written((Knock("B", call="gin"),), number=12),
    )


def test_hands_are_parted_by_an_empty_line():
    text = write_hands([Written(number=1), Written(number=2)])
    assert text == "Hand 1\n\nHand 2\n"


def test_a_hand_needs_no_header():
    assert read_hands("a: gin\n\nb: shows 20\n") == (
        Written((Knock("A", call="gin"), Show("B", count=20))),
    )


def test_no_text_is_no_hands():
    assert read_hands("") == read_hands("\n  \n") == ()
    assert write_hands([]) == ""


def test_comments_keep_their_place():
    text = "Hand 3\n; at Ann's\nA: stock ; slowly\nA: -QC\n; rain\n;\nB: pass ; hm\n"
    (hand,) = read_hands(text)
    assert hand.comments == (
        Comment("at Ann's"),
        Comment("slowly", 1, beside=True),
        Comment("rain", 2),
        Comment("", 2),
        Comment("hm", 3, beside=True),
    )
    assert write_hands([hand]) == text


def test_a_comment_between_a_draw_and_its_discard_parts_the_line():
    (hand,) = read_hands("A: stock\n# thinks\nA: -QC")
    assert write_hands([hand]) == "Hand\nA: stock\n; thinks\nA: -QC\n"


def test_a_comment_in_the_header_stands_below_it():
    ours, hand = read_hands("# ours\nHand 4 # x\nDealer: A # y\nA: gin")
    assert ours == Written(comments=(Comment("ours"),))
    assert hand.comments == (Comment("x"), Comment("y"))
    goes_through(ours, hand)


def test_a_comment_sign_inside_quotation_marks_is_none():
    assert read('void "rain; and #2"') == [Void("rain; and #2")]


# As people type


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a: stock, -qc", "A: stock, -QC"),
        ("A:stock,-QC", "A: stock, -QC"),
        ("  A :  stock ,  -  QC  ", "A: stock, -QC"),
        ("A stock -QC", "A: stock, -QC"),
        ("A: stock –QC", "A: stock, -QC"),
        ("B: takesqc,-10s", "B: takes QC, -TS"),
        ("B: take Q♣ , - 10♠", "B: takes QC, -TS"),
        ("B: TAKES qC, -tS", "B: takes QC, -TS"),
        ("a: passes", "A: pass"),
        ("A: knocks 8", "A: knock 8"),
        ("A: knock8", "A: knock 8"),
        ("A: knock 8 -kh", "A: knock -KH 8"),
        ("a: BIG   GIN", "A: big gin"),
        ("B: show 5", "B: shows 5"),
        ("B: shows, 5", "B: shows 5"),
        (
            "A:knock-KH,spread 7s7d7c/5h6h7h/9c10cjc|2s",
            "A: knock -KH, spread 7S 7D 7C / 5H 6H 7H / 9C TC JC | 2S",
        ),
        (
            "B: shows, cards 8h 9h, lays 8h onto 2",
            "B: shows, cards 8H 9H, lays 8H on 2",
        ),
        ("Deal B up ah A as ks", "deal: B, up AH, A AS KS"),
        ("DEAL:b,upcard 7d", "deal: B, up 7D"),
        ("UnTrack", "untrack"),
        ("a: -qc ! Stand BY Both", "A: -QC !stand by both"),
    ],
)
def test_usual_slips_are_read(typed, meant):
    assert read(typed) == read(meant)
    assert write_hands(read_hands(typed)) == f"Hand\n{meant}\n"


def test_lines_may_end_as_on_windows():
    assert read("A: stock\r\nA: -QC\r\n") == [Draw("A", "stock"), Discard("A", QC)]


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("C: stock", (1, 1), "expected a player"),
        ("\n\nA: stock, -QX", (3, 12), "expected a card, found 'QX'"),
        ("A: stock, -", (1, 12), "expected a card, the line ends"),
        ("A: stock, QC", (1, 11), "expected stock, takes"),
        ("A: stock,", (1, 10), "expected stock, takes"),
        ("A:", (1, 3), "expected stock, takes"),
        ("A: big knock", (1, 8), "expected big gin"),
        ("A: knock 8, call gin", (1, 18), "expected call knock"),
        ("A: knock 8 9", (1, 12), "count is said twice"),
        ("A: knock, cards 2C, spread 2C 3C 4C", (1, 21), "cards is said twice"),
        ("A: knock, held 9", (1, 11), "expected stock"),
        ("B: shows 5, up QC", (1, 13), "expected stock"),
        ("B: shows, melds 2C 3C 4C / ", (1, 27), "expected the cards of a meld"),
        ("B: shows, lays 8H 2", (1, 19), "expected on"),
        ("B: shows, lays 8H on", (1, 21), "expected a number"),
        ("B: shows, held KC", (1, 16), "expected a number"),
        ("deal: C", (1, 7), "expected the end of the line, found 'C'"),
        ("deal: B, A", (1, 10), "the dealer is said twice"),
        ("deal: up 7D, up 8D", (1, 14), "upcard is said twice"),
        ("deal: A 2C, A 3C", (1, 13), "the hand of A is said twice"),
        ("deal: up", (1, 9), "expected a card"),
        ("untrack now", (1, 9), "expected the end of the line"),
        ('void "a" b', (1, 10), "expected the end of the line"),
        (r'void "\q"', (1, 6), "expected a text in quotation marks"),
        (r'void "\ud800"', (1, 6), "expected a text in quotation marks"),
        ("A: pass !", (1, 10), "expected an option"),
        ("A: pass !stand", (1, 15), "expected by"),
        ("A: pass !stand by C", (1, 19), "expected A, B or both"),
        ("rule drew_two", (1, 6), "expected A or B, who did it"),
        ("rule: A drew_two", (1, 17), "expected a code"),
        ("rule: A", (1, 8), "expected a code"),
        ("rule: A drew_two, stand by A, 5C", (1, 31), "expected cards, count"),
        ("rule: A drew_two, stand by A, count x", (1, 37), "expected a number"),
        ("Hand seven", (1, 6), "expected the end of the line"),
        ("Date: yesterday", (1, 7), "expected a date"),
        ("Date: 2025-13-01", (1, 7), "expected a date"),
        ("Date: 2025-11-29 late", (1, 18), "expected the end of the line"),
        ("Dealer: C", (1, 9), "expected A or B"),
        ("Dealer: A B", (1, 11), "expected the end of the line"),
        ("A =", (1, 4), "expected a name"),
        ('A = "Ann" x', (1, 11), "expected the end of the line"),
        ("Rules: 5", (1, 8), "expected a preset"),
        ("Rules: poker", (1, 8), "'poker' is not a preset"),
        ("Rules: guide, target 5", (1, 15), "target must be a whole number"),
        ("Rules: guide, target", (1, 21), "expected a value of target"),
        ("Rules: guide, 5", (1, 15), "expected the name of a rule"),
        ("Rules: own, ace 15", (1, 13), "ace is not a rule"),
        ("Rules: own, extra_boxes.gin 99", (1, 13), "extra_boxes.gin must be"),
        ("Rules: own, tie.gin 1", (1, 13), "tie must be one of"),
    ],
)
def test_anything_else_is_refused_with_line_and_column(text, where, why):
    with pytest.raises(Unreadable) as refused:
        read_hands(text)
    line, column = where
    assert refused.value.code == "notation"
    assert refused.value.detail.startswith(f"line {line}, column {column}: {why}")


# Round trips


@pytest.mark.parametrize("hand", WHOLE_HANDS, ids=lambda hand: str(hand["id"]))
def test_a_whole_hand_goes_through(hand):
    plays_ = tuple(play_of(play) for play in hand["plays"])
    goes_through(Written(plays_, number=hand["id"]))


@pytest.mark.parametrize(
    "hand",
    [hand for hand in WHOLE_HANDS if "declared" in hand],
    ids=lambda hand: str(hand["id"]),
)
def test_melds_and_lay_offs_as_declared_go_through(hand):
    declared = hand["declared"]
    show = replace(
        play_of(hand["plays"][-1]),
        melds=tuple(map(cards, declared["melds"])),
        layoffs=tuple(LayOff(parse_card(card), 0) for card in declared["layoffs"]),
    )
    goes_through(Written((show,)))


def test_all_whole_hands_go_through_as_one_text():
    goes_through(
        *(
            Written(tuple(play_of(play) for play in hand["plays"]), number=hand["id"])
            for hand in WHOLE_HANDS
        )
    )


lines_of_text = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]), max_size=15
).map(str.strip)
names = st.dictionaries(
    st.sampled_from(PLAYERS),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
)
presets = st.sampled_from([None, *(preset.id for preset in PRESETS)])


@st.composite
def written(draw):
    """A hand with any plays, header and comments."""
    made = draw(st.lists(plays, max_size=12))
    comments = []
    for after in sorted(draw(st.lists(st.integers(0, len(made)), max_size=5))):
        first = not any(comment.after == after for comment in comments)
        beside = first and after > 0 and draw(st.booleans())
        comments.append(Comment(draw(lines_of_text), after, beside))
    rules = draw(st.none() | st.sampled_from(PRESETS).map(lambda one: one.rules))
    return Written(
        plays=tuple(made),
        number=draw(st.none() | st.integers(1, 500)),
        rules=rules,
        preset=None if rules is None else draw(presets),
        names=draw(names),
        date=draw(st.none() | st.dates().map(str)),
        dealer=draw(st.none() | st.sampled_from(PLAYERS)),
        comments=tuple(comments),
    )


@settings(max_examples=1000)
@given(written())
def test_a_random_hand_goes_through(hand):
    goes_through(hand)


@settings(max_examples=30)
@given(st.lists(written(), max_size=4))
def test_random_hands_go_through_together(hands):
    goes_through(*hands)


def outcome(text):
    try:
        return read_hands(text)
    except Unreadable as refusal:
        return refusal


@given(st.text(max_size=60) | st.text('AB:,-!"\\ kckhs105/|;#=\n', max_size=60))
def test_any_text_is_read_or_refused_by_its_place(text):
    hands = outcome(text)
    if isinstance(hands, Unreadable):
        assert hands.code == "notation"
        assert hands.detail.startswith("line ")
    else:
        goes_through(*hands)
