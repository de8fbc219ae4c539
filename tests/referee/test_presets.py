"""Presets by name, and the rules of a new game as a client writes them."""

from dataclasses import replace

import pytest

from referee.errors import Unreadable
from referee.presets import (
    PRESETS,
    STANDARD,
    find_preset,
    parse_rules,
    preset_data,
    presets_data,
)
from referee.rules import ExtraBoxes, Rules, rules_as_dict

TABLE = {
    "jpgames": {},
    "jpgames-150": {"target": 150},
    "jpgames-250": {"target": 250},
    "jpgames-oklahoma": {"oklahoma": True},
    "jpgames-big-gin": {"big_gin_bonus": 31},
    "porchlight": {"box_bonus": 0, "game_bonus": 0, "big_gin_bonus": 31},
    "porchlight-50": {
        "target": 50,
        "box_bonus": 0,
        "game_bonus": 0,
        "big_gin_bonus": 31,
    },
    "porchlight-150": {
        "target": 150,
        "box_bonus": 0,
        "game_bonus": 0,
        "big_gin_bonus": 31,
    },
    "guide": {
        "big_gin_bonus": 31,
        "shutout": "double_all",
        "shutout_when": "no_hand",
        "winner": "grand_total",
    },
    "guide-shutout-first": {
        "big_gin_bonus": 31,
        "shutout": "double_points",
        "shutout_when": "no_hand",
        "winner": "grand_total",
    },
    "guide-250": {
        "target": 250,
        "big_gin_bonus": 31,
        "shutout": "double_all",
        "shutout_when": "no_hand",
        "winner": "grand_total",
    },
    "papergames": {"box_bonus": 0, "game_bonus": 0},
    "bicycle": {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "box_bonus": 20,
        "shutout": "bonus",
        "next_dealer": "winner",
    },
    "palace": {
        "undercut_bonus": 20,
        "box_bonus": 10,
        "boxes_at_once": True,
        "game_bonus": 0,
    },
    "hollywood": {"hollywood": True, "shutout": "double_all"},
    "tournament": {
        "target": 250,
        "oklahoma": True,
        "spades_double": "points_and_extra_boxes",
        "hollywood": True,
        "third_column": 2,
        "shutout": "double_all",
        "look_back": "forbidden",
        "extra_boxes": {"gin": 2, "undercut": 1, "gin_off": 3},
        "stock_end": "last_discard",
        "melds": "declared",
        "layoffs": "declared",
    },
}


def test_every_preset_states_its_difference_and_nothing_else():
    assert {preset.id: preset.differences for preset in PRESETS} == TABLE


def test_the_standard_game_is_every_default():
    assert rules_as_dict(STANDARD) == {
        "target": 100,
        "knock_limit": 10,
        "knock_bonus": 0,
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "tie": "defender",
        "big_gin_bonus": None,
        "box_bonus": 25,
        "boxes_at_once": False,
        "extra_boxes": {"gin": 0, "undercut": 0, "gin_off": 0},
        "game_bonus": 100,
        "shutout": "none",
        "shutout_bonus": 100,
        "shutout_when": "no_points",
        "winner": "first_to_target",
        "oklahoma": False,
        "oklahoma_ace": "gin_only",
        "spades_double": "off",
        "hollywood": False,
        "third_column": 1,
        "next_dealer": "alternate",
        "void_dealer": "same",
        "deal": "upcard",
        "stock_end": "void",
        "throw_back": "forbidden",
        "look_back": "allowed",
        "melds": "best",
        "layoffs": "best",
        "stake": None,
    }


def test_a_preset_is_found_by_id_or_alias():
    assert find_preset("guide").rules.winner == "grand_total"
    assert find_preset("standard") is find_preset("jpgames")
    assert find_preset("standard-100").rules == Rules()


def test_no_name_means_two_presets():
    names = [name for preset in PRESETS for name in (preset.id, *preset.aliases)]
    assert len(names) == len(set(names))


def test_the_rules_of_a_game_may_be_a_name():
    assert parse_rules("bicycle") == (find_preset("bicycle").rules, "bicycle")


def test_an_alias_is_kept_as_the_presets_id():
    assert parse_rules("standard")[1] == "jpgames"
    assert parse_rules({"preset": "standard-100"})[1] == "jpgames"


def test_a_preset_takes_overrides_field_by_field():
    rules, preset = parse_rules({"preset": "guide", "target": 150, "stake": "0.05"})
    assert preset == "guide"
    assert rules == replace(find_preset("guide").rules, target=150, stake="0.05")


def test_no_preset_means_the_standard_game():
    assert parse_rules({"target": 50}) == (Rules(target=50), "jpgames")
    assert parse_rules({}) == (Rules(), "jpgames")


def test_extra_boxes_merge_with_the_presets():
    rules, _ = parse_rules({"preset": "tournament", "extra_boxes": {"gin": 4}})
    assert rules.extra_boxes == ExtraBoxes(gin=4, undercut=1, gin_off=3)


def test_all_fields_of_one_game_start_the_same_game_again():
    rules = find_preset("tournament").rules
    assert parse_rules(rules_as_dict(rules))[0] == rules


def test_what_was_given_is_left_as_it_was():
    given = {"preset": "guide", "target": 150}
    parse_rules(given)
    assert given == {"preset": "guide", "target": 150}


@pytest.mark.parametrize(
    ("value", "code", "field"),
    [
        ("poker", "unknown_preset", "rules"),
        ({"preset": "poker"}, "unknown_preset", "rules.preset"),
        ({"preset": None}, "unknown_preset", "rules.preset"),
        ({"preset": ["guide"]}, "unknown_preset", "rules.preset"),
        (None, "rule_value", "rules"),
        (["guide"], "rule_value", "rules"),
        (7, "rule_value", "rules"),
        ({"knock_max": 10}, "unknown_rule", "rules.knock_max"),
        ({"target": 0}, "rule_value", "rules.target"),
        ({"extra_boxes": {"gin": 99}}, "rule_value", "rules.extra_boxes.gin"),
    ],
)
def test_rules_that_cannot_be_read_are_refused_with_their_field(value, code, field):
    with pytest.raises(Unreadable) as refused:
        parse_rules(value)
    (violation,) = refused.value.violations
    assert (violation.code, violation.field) == (code, field)


def test_an_unknown_preset_is_answered_with_the_known_ones():
    with pytest.raises(Unreadable, match=r"'poker' is not a preset; known are .*guide"):
        find_preset("poker")


def test_every_wrong_field_is_named_at_once():
    with pytest.raises(Unreadable) as refused:
        parse_rules({"preset": "guide", "target": 9, "ace_deadwood": 15, "stake": 1})
    assert [(v.code, v.field) for v in refused.value.violations] == [
        ("rule_value", "rules.target"),
        ("unknown_rule", "rules.ace_deadwood"),
        ("rule_value", "rules.stake"),
    ]


def test_a_preset_as_data_marks_what_is_assumed():
    assert preset_data(find_preset("porchlight-50")) == {
        "id": "porchlight-50",
        "aliases": [],
        "played_at": "Porchlight",
        "rules": rules_as_dict(find_preset("porchlight-50").rules),
        "differs": TABLE["porchlight-50"],
        "assumed": ["void_dealer"],
    }


def test_presets_as_data_are_all_of_them_the_standard_first():
    data = presets_data()
    assert [one["id"] for one in data] == list(TABLE)
    assert data[0]["aliases"] == ["standard", "standard-100"]


def test_only_what_a_source_leaves_open_is_assumed():
    assumed = {preset.id: preset.assumed for preset in PRESETS}
    for name in ("jpgames", "jpgames-150", "jpgames-oklahoma", "jpgames-big-gin"):
        assert assumed[name] == ("next_dealer", "void_dealer", "throw_back", "winner")
    for name in ("porchlight", "porchlight-150", "guide", "guide-shutout-first"):
        assert assumed[name] == ("void_dealer",)
    assert assumed["hollywood"] == ("shutout",)
    assert assumed["bicycle"] == assumed["tournament"] == ()
    fields = set(rules_as_dict(STANDARD))
    assert {name for preset in PRESETS for name in preset.assumed} <= fields
