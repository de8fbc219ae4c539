"""Fields of ``Rules`` and their values; cards and their names; refusals."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import (
    DECK,
    card_name,
    card_names,
    card_points,
    cards_in,
    mask_of,
    parse_card,
    rank_of,
    suit_of,
)
from referee.errors import (
    Forbidden,
    Illegal,
    Impossible,
    Option,
    Refusal,
    Unreadable,
    Violation,
)
from referee.game.state import is_doubled, knock_limit
from referee.rules import (
    CHOICES,
    FLAGS,
    RANGES,
    ExtraBoxes,
    Rules,
    change_rules,
    other,
    rules_as_dict,
)
from referee.scoring import rules_in_words

STANDARD = Rules()


# Fields


def test_a_field_is_changed_and_the_rest_stays():
    assert change_rules(STANDARD, {"target": 250}) == Rules(target=250)


@pytest.mark.parametrize("name", RANGES)
def test_whole_numbers_are_taken_to_both_ends_of_their_range(name):
    low, high = RANGES[name]
    for value in (low, high):
        assert getattr(change_rules(STANDARD, {name: value}), name) == value


@pytest.mark.parametrize("name", RANGES)
def test_numbers_out_of_range_or_of_another_kind_are_refused(name):
    low, high = RANGES[name]
    for value in (low - 1, high + 1, str(low), float(low), 10**30, [low]):
        with pytest.raises(Unreadable, match=f"{name} must be a whole number"):
            change_rules(STANDARD, {name: value})


@pytest.mark.parametrize("name", [name for name in RANGES if RANGES[name][0] == 0])
def test_true_is_no_number(name):
    with pytest.raises(Unreadable, match="whole number"):
        change_rules(STANDARD, {name: True})


def test_only_big_gin_may_be_null():
    assert change_rules(Rules(big_gin_bonus=31), {"big_gin_bonus": None}) == STANDARD
    for name in set(RANGES) - {"big_gin_bonus"}:
        with pytest.raises(Unreadable):
            change_rules(STANDARD, {name: None})


@pytest.mark.parametrize("name", CHOICES)
def test_choices_are_taken_and_nothing_else(name):
    for value in CHOICES[name]:
        assert getattr(change_rules(STANDARD, {name: value}), name) == value
    for value in ("perhaps", None, True, 1.0, [], 3):
        with pytest.raises(Unreadable, match=f"{name} must be one of"):
            change_rules(STANDARD, {name: value})


@pytest.mark.parametrize("name", FLAGS)
def test_flags_are_true_or_false(name):
    assert getattr(change_rules(STANDARD, {name: True}), name) is True
    for value in (0, 1, "true", None):
        with pytest.raises(Unreadable, match=f"{name} must be true or false"):
            change_rules(STANDARD, {name: value})


@pytest.mark.parametrize("stake", ["1", "0.05", "2.5000", "1234567", None])
def test_a_stake_is_a_decimal_string(stake):
    assert change_rules(STANDARD, {"stake": stake}).stake == stake


@pytest.mark.parametrize(
    "stake",
    [
        *("", "0", "0.00", "-1", "+1", "1e3", ".5", "5.", "1,5", "NaN", " 1"),
        *("٣", "1.٣", "12345678", "1.00001"),
        *(1, 0.05, True),
    ],
)
def test_anything_else_is_no_stake(stake):
    with pytest.raises(Unreadable, match="decimal string"):
        change_rules(STANDARD, {"stake": stake})


def test_extra_boxes_are_merged():
    rules = Rules(extra_boxes=ExtraBoxes(gin=2, undercut=1, gin_off=3))
    changed = change_rules(rules, {"extra_boxes": {"undercut": 4}})
    assert changed.extra_boxes == ExtraBoxes(gin=2, undercut=4, gin_off=3)


@pytest.mark.parametrize(
    ("boxes", "code", "field"),
    [
        ([], "rule_value", "extra_boxes"),
        (None, "rule_value", "extra_boxes"),
        ({"knock": 1}, "unknown_rule", "extra_boxes.knock"),
        ({"gin": -1}, "rule_value", "extra_boxes.gin"),
        ({"gin": 11}, "rule_value", "extra_boxes.gin"),
        ({"gin": True}, "rule_value", "extra_boxes.gin"),
    ],
)
def test_extra_boxes_that_cannot_be_read_are_refused(boxes, code, field):
    with pytest.raises(Unreadable) as refused:
        change_rules(STANDARD, {"extra_boxes": boxes})
    assert (refused.value.code, refused.value.violations[0].field) == (code, field)


def test_a_rule_that_does_not_exist_is_refused():
    with pytest.raises(Unreadable, match="hand_size is not a rule"):
        change_rules(STANDARD, {"hand_size": 26})


def test_all_wrong_fields_are_named():
    with pytest.raises(Unreadable) as refused:
        change_rules(STANDARD, {"target": 5, "hand_size": 26, "tie": "both"})
    assert [v.field for v in refused.value.violations] == ["target", "hand_size", "tie"]
    assert {v.rule for v in refused.value.violations} == {"rules"}


def test_every_field_is_checked_by_some_table():
    checked = {*RANGES, *CHOICES, *FLAGS, "stake", "extra_boxes"}
    assert checked == {field.name for field in fields(Rules)}


def test_the_first_choice_is_the_default():
    for name, values in CHOICES.items():
        assert getattr(STANDARD, name) == values[0]


def test_rules_as_data_are_read_back():
    rules = Rules(target=250, extra_boxes=ExtraBoxes(gin=2), stake="0.05")
    assert change_rules(STANDARD, rules_as_dict(rules)) == rules


def test_the_upcard_matters_for_oklahoma_and_spades():
    assert not STANDARD.upcard_matters
    assert Rules(oklahoma=True).upcard_matters
    assert Rules(spades_double="points").upcard_matters


def test_the_other_player():
    assert (other("A"), other("B")) == ("B", "A")


# The knock limit and doubling


@pytest.mark.parametrize(
    ("upcard", "ace", "limit"),
    [
        ("7D", "gin_only", 7),
        ("QS", "gin_only", 10),
        ("TC", "one", 10),
        ("AH", "gin_only", 0),
        ("AH", "one", 1),
        (None, "one", None),
    ],
)
def test_in_oklahoma_the_upcard_is_the_limit(upcard, ace, limit):
    card = None if upcard is None else parse_card(upcard)
    assert knock_limit(Rules(oklahoma=True, oklahoma_ace=ace), card) == limit


def test_the_upcard_never_raises_the_limit():
    rules = Rules(oklahoma=True, knock_limit=5)
    assert knock_limit(rules, parse_card("KD")) == 5
    assert knock_limit(rules, parse_card("4D")) == 4


def test_without_oklahoma_the_upcard_is_no_limit():
    assert knock_limit(STANDARD, parse_card("4S")) == 10
    assert knock_limit(Rules(knock_limit=0), None) == 0


@pytest.mark.parametrize(
    ("rule", "upcard", "doubled"),
    [
        ("off", "QS", False),
        ("points", "QS", True),
        ("points_and_extra_boxes", "AS", True),
        ("points", "QH", False),
        ("points", None, False),
    ],
)
def test_a_spade_upcard_doubles_where_the_rules_say_so(rule, upcard, doubled):
    card = None if upcard is None else parse_card(upcard)
    assert is_doubled(Rules(spades_double=rule), card) is doubled


# Rules in words

OTHER_VALUES = {
    **dict.fromkeys(RANGES, 17),
    **{name: values[-1] for name, values in CHOICES.items()},
    **dict.fromkeys(FLAGS, True),
    "extra_boxes": {"gin": 2},
    "stake": "0.05",
}
WHERE_IT_MATTERS = {
    "oklahoma_ace": {"oklahoma": True},
    "third_column": {"hollywood": True},
    "shutout_bonus": {"shutout": "bonus"},
    "shutout_when": {"shutout": "double_all"},
}


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_every_field_that_matters_is_said(name):
    rules = change_rules(STANDARD, WHERE_IT_MATTERS.get(name, {}))
    changed = change_rules(rules, {name: OTHER_VALUES[name]})
    assert rules_in_words(changed) != rules_in_words(rules)


@pytest.mark.parametrize("name", CHOICES)
def test_every_value_of_a_choice_has_its_own_words(name):
    base = change_rules(STANDARD, WHERE_IT_MATTERS.get(name, {}))
    said = {
        tuple(rules_in_words(change_rules(base, {name: value})))
        for value in CHOICES[name]
    }
    assert len(said) == len(CHOICES[name])


@pytest.mark.parametrize("name", WHERE_IT_MATTERS)
def test_a_field_that_cannot_matter_is_not_said(name):
    changed = change_rules(STANDARD, {name: OTHER_VALUES[name]})
    assert rules_in_words(changed) == rules_in_words(STANDARD)


def test_the_standard_game_in_words():
    assert rules_in_words(STANDARD)[:6] == [
        "The game is to 100 points.",
        "Ten cards each; the upcard is offered to the non-dealer, then to the dealer.",
        "A knock may leave 10 or less.",
        "Gin pays 25.",
        "Big gin is not played: discard one for gin.",
        "An undercut pays 25; equal deadwood is an undercut.",
    ]


def test_bonuses_that_pay_nothing_are_said_so():
    words = rules_in_words(Rules(box_bonus=0, game_bonus=0, knock_limit=0))
    assert "Boxes pay nothing." in words
    assert "There is no game bonus." in words
    assert "Straight gin: nobody may knock with deadwood." in words


def test_hollywood_in_words():
    words = " ".join(rules_in_words(Rules(hollywood=True, winner="grand_total")))
    assert words.startswith("Hollywood: three columns, each to 100 points.")
    assert "A column goes to the higher total" in words
    assert "the game goes to the higher sum of the three" in words


# Cards


@pytest.mark.parametrize(
    "text", ["TS", "ts", "Ts", "10S", "10s", "10♠", "T♠", "t♤", "10♠\ufe0f", " TS "]
)
def test_a_card_is_read_in_all_its_spellings(text):
    assert card_name(parse_card(text)) == "TS"


@pytest.mark.parametrize(
    "text", ["", "S", "1S", "11S", "XS", "TX", "TSS", "10", "T S", "♠T", "Ⅹ♠", "𝟏0S"]
)
def test_anything_else_is_no_card(text):
    with pytest.raises(Unreadable) as refused:
        parse_card(text)
    assert refused.value.code == "not_a_card"


def test_52_different_cards_go_out_and_come_back():
    names = card_names(DECK)
    assert len(set(names)) == 52
    assert tuple(parse_card(name) for name in names) == DECK


@pytest.mark.parametrize(
    ("name", "rank", "suit", "points"),
    [("AC", 0, 0, 1), ("2D", 1, 1, 2), ("TS", 9, 3, 10), ("KH", 12, 2, 10)],
)
def test_rank_suit_and_points(name, rank, suit, points):
    card = parse_card(name)
    assert (rank_of(card), suit_of(card), card_points(card)) == (rank, suit, points)


def test_the_pack_counts_340():
    assert sum(map(card_points, DECK)) == 340


@given(st.sets(st.sampled_from(DECK)))
def test_a_mask_holds_its_cards_in_order(cards):
    assert list(cards_in(mask_of(cards))) == sorted(cards)


# Refusals


@pytest.mark.parametrize(
    ("kind", "status"),
    [(Unreadable, 422), (Impossible, 409), (Illegal, 409), (Forbidden, 403)],
)
def test_a_refusal_has_a_status_a_code_and_words(kind, status):
    refusal = kind("late", "B discarded already", rule="turns", entries=[4, 7])
    assert isinstance(refusal, Refusal)
    assert (refusal.status, refusal.code, refusal.detail) == (
        status,
        "late",
        "B discarded already",
    )
    assert str(refusal) == "B discarded already"
    assert refusal.violations == (
        Violation("late", "B discarded already", "turns", (4, 7)),
    )


def test_a_refusal_knows_its_play_and_its_options():
    also = Violation("second", "and this")
    stand = Option("stand", "house")
    refusal = Illegal("first", "this", options=[stand], also=[also]).at_play(3)
    assert [v.play for v in refusal.violations] == [3, 3]
    assert [v.code for v in refusal.violations] == ["first", "second"]
    assert refusal.options == (stand,)
