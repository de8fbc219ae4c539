"""Fine points of deciding and replaying that a small change would break unseen."""

import pytest

from referee.cards import parse_card
from referee.decide import start
from referee.errors import Impossible, Refusal
from referee.game.events import CorrectionProposed, Knocked
from referee.plays import Chosen, Discard
from referee.presets import parse_rules
from referee.rules import Rules
from referee.scoring import sheet_of
from tests.referee.table import (
    Table,
    cards,
    deal,
    discard,
    knock,
    passed,
    ruling,
    show,
    stock,
    take,
)
from tests.referee.test_turns import played_out

COUNTS = (knock("A", 8), show("B", 20))


def retract(**which):
    return {"type": "retract", **which}


def rule(code, option, **more):
    given = {"offender": "A", "option": option, "chosen_by": "B", **more}
    return {"type": "rule", "code": code, **given}


def where(refusal: Refusal) -> tuple[str, str, str]:
    first = refusal.violations[0]
    return first.code, first.rule, first.field


def test_a_game_says_which_engine_judges_it():
    rules, preset = parse_rules("jpgames")

    assert start(rules, preset, {"A": "ann", "B": "bob"}, "A").engine == 1


class TestWhatARefusalNames:
    def test_an_amend_without_a_play(self):
        table = Table()
        table(*COUNTS)

        refusal = table.refused({"type": "amend", "seq": 2})

        assert where(refusal) == ("play_needed", "corrections", "play")

    def test_a_ruling_on_a_legal_play(self):
        refusal = Table().refused(knock("A", 8, ruling=ruling("accept")))

        assert where(refusal) == ("nothing_to_rule", "irregularities", "ruling")

    def test_an_upcard_that_is_on_record_as_another(self):
        table = Table()
        table(deal(upcard="2S"), {"type": "untrack"})
        refusal = table.refused(knock("A", 8, upcard="3S"))

        assert where(refusal)[:2] == ("upcard_differs", "the upcard")

    def test_an_option_that_is_none(self):
        refusal = Table().refused(knock("A", 18, ruling=ruling("shrug")))

        assert where(refusal)[::2] == ("unknown_option", "ruling.option")

    def test_the_play_of_the_batch_that_no_longer_fits(self):
        table = Table()
        table(*COUNTS, *COUNTS)
        show_of_first = table.game.hands[0].happened[-1].entry
        note = {"type": "dispute", "player": "A", "hand": 1}

        refusal = table.refused(note, note, retract(seq=show_of_first))

        assert isinstance(refusal, Impossible)
        assert refusal.violations[0].play == 2

    def test_entries_that_no_longer_fit_are_named_once_each(self):
        table = Table()
        table(deal(upcard="2S"), passed("A"), passed("B"), stock("A"))
        table(discard("A", "5C"), stock("B"), discard("B", "6C"))
        entry = table.log[5].entry
        amended = {"type": "amend", "seq": entry, "play": discard("A", "6C")}

        refusal = table.refused(amended)

        assert refusal.code == "no_longer_fits"
        for violation in refusal.violations:
            assert len(set(violation.entries)) == len(violation.entries)


class TestBatches:
    def test_corrections_before_a_play_are_not_applied_again_after_it(self):
        table = Table()
        table(*COUNTS)
        table(retract(hand=1), *COUNTS, retract(hand=1))

        assert not table.game.begun

    def test_missed_layoffs_of_the_last_hand_wait_while_a_knock_does(self):
        table = Table({"preset": "jpgames", "layoffs": "declared"})
        table(*COUNTS, knock("A", 8))

        refusal = table.refused(rule("missed_layoff", "stand", offender="B"))

        assert refusal.code == "wrong_phase"

    def test_a_proposal_about_an_adjustment_belongs_to_the_last_hand_begun(self):
        table = Table()
        adjust = {"type": "adjust", "player": "A", "points": 5, "reason": "paper"}
        table(adjust, *COUNTS, *COUNTS)

        table(retract(seq=2), asker="A")

        proposed = table.log[-1].event
        assert isinstance(proposed, CorrectionProposed)
        assert proposed.hand == 2

    def test_a_ruling_chosen_by_both_is_proposed_for_its_own_hand(self):
        table = Table({"preset": "jpgames", "layoffs": "declared"})
        table(*COUNTS)
        both = rule("missed_layoff", "stand", offender="B", chosen_by="both")

        table(both, asker="A")

        proposed = table.log[-1].event
        assert isinstance(proposed, CorrectionProposed)
        assert proposed.hand == 1


class TestWhenTheGameIsOver:
    """What is said of the game as a whole waits for it to be taken up again."""

    @pytest.mark.parametrize(
        "play",
        [
            {"type": "adjust", "player": "A", "points": 5, "reason": "late"},
            {"type": "abandon"},
            {"type": "resign", "player": "A"},
        ],
        ids=lambda play: play["type"],
    )
    @pytest.mark.parametrize(
        "end", [{"type": "abandon"}, {"type": "resign", "player": "B"}]
    )
    def test_nothing_ends_twice(self, play, end):
        table = Table()
        table(end)

        assert table.refused(play).code == "game_over"


class TestMoments:
    @pytest.mark.parametrize("code", ["drew_two", "looked_back", "wrong_count_late"])
    def test_no_play_no_irregularity_of_it(self, code):
        option = {"looked_back": "warn", "drew_two": "extra_to_pile"}.get(
            code, "play_on"
        )
        table = Table()
        assert table.refused(rule(code, option, count=9)).code == "wrong_phase"

        table(deal(), {"type": "untrack"})
        assert table.refused(rule(code, option, count=9)).code == "wrong_phase"

    def test_a_second_card_drawn_must_be_possible(self):
        table = Table()
        table(deal(upcard="2S"), passed("A"), passed("B"), stock("A", "5C"))

        refusal = table.refused(stock("A", "2S", ruling=ruling("extra_to_pile", "B")))

        assert refusal.code == "contradiction"

    def test_a_card_that_is_put_on_the_pile_must_be_possible(self):
        table = Table()
        table(deal(upcard="2S"), passed("A"), passed("B"), stock("A"))

        refusal = table.refused(rule("drew_two", "extra_to_pile", cards="2S"))

        assert refusal.code == "contradiction"

    def test_a_knock_that_is_accepted_at_the_wall_waits_for_the_show(self):
        table = played_out()
        table(stock("A"), knock("A", 18, discard="AS", ruling=ruling("accept")))

        assert table.hand.phase == "show"


def test_an_illegal_knock_that_stands_counts_the_least_it_can():
    ten = "5C 6C 7C 5D 5H KC QD JH 9S 8S"
    table = Table()
    table(knock("A", cards=ten, ruling=ruling("accept")))
    (knocked,) = [r.event for r in table.log if isinstance(r.event, Knocked)]

    assert knocked.deadwood == 57


def test_a_play_that_was_ruled_on_keeps_its_ruling_when_the_hand_is_decided_again():
    table = Table()
    table(deal(upcard="2S"), take("A"))
    table(discard("A", "2S", ruling=ruling("stand", "B")), stock("B"))
    table(discard("B", "6C"))
    entry = table.log[-1].entry

    table({"type": "amend", "seq": entry, "play": discard("B", "7C")})

    assert [parse_card(c) for c in ("2S", "7C")] == list(table.hand.pile)[-2:]
    assert table.hand.irregular
    play = table.game.entries[table.log[3].entry].play
    assert isinstance(play, Discard)
    assert play.ruling == Chosen("stand", "B")


def test_one_card_leaves_the_pile_when_it_is_taken():
    table = Table()
    table(deal(upcard="2S"), passed("A"), passed("B"), stock("A"))
    table(discard("A", "5C"), stock("B"), discard("B", "6C"), take("A"))

    assert table.hand.pile == cards("2S 5C")


def test_an_open_column_has_no_bonuses():
    (column,) = sheet_of(Rules(), ()).columns

    assert [column.bonuses[player].points for player in ("A", "B")] == [0, 0]


def test_a_hand_as_it_was_recorded_is_not_marked_amended():
    table = Table()
    table(*COUNTS)
    assert not table.game.hands[0].amended

    table({"type": "amend", "seq": table.log[1].entry, "play": knock("A", 7)})
    assert table.game.hands[0].amended


@pytest.mark.parametrize(
    ("given", "held"),
    [({"count": 8}, 10), ({"call": "gin"}, 10), ({"call": "big_gin"}, 11)],
)
def test_a_knocker_holds_ten_and_for_big_gin_eleven(given, held):
    table = Table({"preset": "jpgames", "big_gin_bonus": 31})
    table(knock("A", **given))

    assert table.hand.held == {"A": held, "B": 10}
