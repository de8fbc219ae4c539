"""The knock and the show at the table: limits, upcards, depths, whose turn."""

import pytest

from tests.referee.table import (
    Table,
    deal,
    discard,
    knock,
    passed,
    show,
    stock,
    take,
)

TEN = "AC 2C 3C 4D 5D 6D 7H 8H 9H TS"
GIN = "AC 2C 3C 4D 5D 6D 7H 8H 9H TH"
LOW = "JC JD JS QC QD QS KC KD KS 2D"


def test_two_counts_are_a_hand():
    table = Table()
    names = table(knock("A", 8), show("B", 5))
    assert names == ["HandDealt", "Knocked", "HandShown", "HandScored"]
    assert table.game.hands[0].implied
    assert table.score() == ("undercut", "B", 28)
    assert list(table.game.entries) == [2, 4]


@pytest.mark.parametrize(
    ("play", "result"),
    [
        (knock("A", 0), ("gin", "A", 34)),
        (knock("A", call="gin"), ("gin", "A", 34)),
        (knock("A", call="big_gin"), ("big_gin", "A", 40)),
        (knock("A", 9), ("undercut", "B", 25)),
    ],
)
def test_counts_alone_tell_the_result(play, result):
    table = Table("jpgames-big-gin")
    table(play, show("B", 9))
    assert table.score() == result


def test_big_gin_is_shown_with_eleven_cards():
    table = Table("jpgames-big-gin")
    table(knock("A", call="big_gin"))
    assert table.hand.held == {"A": 11, "B": 10}


def test_a_knock_needs_something_to_go_by():
    assert Table().refused(knock("A")).code == "knock_needs"
    assert Table().refused(knock("A", call="knock")).code == "knock_needs"


def test_both_hands_by_cards():
    table = Table()
    table(knock("A", cards=TEN), show("B", cards=LOW))
    assert table.score() == ("undercut", "B", 33)


def test_knocker_by_cards_and_defender_by_count():
    table = Table()
    table(knock("A", cards=TEN), show("B", 30))
    assert table.score() == ("knock", "A", 20)


def test_knocker_by_count_and_defender_by_cards_needs_the_count():
    table = Table()
    table(knock("A", 4))
    assert table.refused(show("B", cards=LOW)).code == "count_needed"
    table(show("B", 2, cards=LOW))
    assert table.score() == ("undercut", "B", 27)


def test_a_card_in_both_hands_is_named_with_both_entries():
    table = Table()
    table(knock("A", cards=TEN))
    refusal = table.refused(show("B", cards=f"TS {LOW[3:]}"))
    assert (refusal.code, refusal.violations[0].entries) == ("contradiction", (2, 4))


def test_no_melds_and_no_layoffs_need_no_cards():
    table = Table()
    table(knock("A", 4, melds=[]), show("B", 9, melds=[], layoffs=[]))
    assert table.score() == ("knock", "A", 5)


def test_unless_it_is_gin():
    table = Table()
    table(knock("A", 0), show("B", cards=LOW))
    assert table.score() == ("gin", "A", 27)


def test_only_the_defender_shows_and_only_after_a_knock():
    table = Table()
    assert table.refused(show("B", 4)).code == "wrong_phase"
    table(knock("A", 4))
    assert table.refused(show("A", 4)).code == "not_the_defender"
    assert table.refused(knock("B", 4)).code == "wrong_phase"


def test_the_defender_shows_ten_cards():
    table = Table()
    table(knock("A", 4))
    refusal = table.refused(show("B", 2, cards=f"{LOW} 3D"))
    assert (refusal.code, refusal.violations[0].field) == ("hand_size", "cards")


class TestUpcard:
    """Oklahoma and spades need the upcard."""

    @pytest.mark.parametrize(
        ("upcard", "limit"), [("7D", 7), ("QS", 10), ("AH", 0), ("4S", 4)]
    )
    def test_its_value_is_the_limit(self, upcard, limit):
        table = Table("jpgames-oklahoma")
        table(deal(upcard=upcard), {"type": "untrack"})
        assert table.refused(knock("A", limit + 1)).code == "illegal_knock"
        table(knock("A", limit))
        assert table.hand.knock.limit == limit

    def test_an_ace_may_be_one(self):
        table = Table({"oklahoma": True, "oklahoma_ace": "one"})
        table(knock("A", 1, upcard="AH"))
        assert table.hand.knock.limit == 1

    def test_never_above_the_knock_limit(self):
        table = Table({"oklahoma": True, "knock_limit": 5})
        assert table.refused(knock("A", 6, upcard="9C")).code == "illegal_knock"

    @pytest.mark.parametrize("rules", [{"oklahoma": True}, {"spades_double": "points"}])
    def test_a_knock_without_one_is_refused(self, rules):
        refusal = Table(rules).refused(knock("A", 3))
        assert (refusal.code, refusal.status) == ("upcard_needed", 409)

    def test_it_may_come_with_the_knock(self):
        table = Table({"spades_double": "points"})
        table(knock("A", 3, upcard="9S"), show("B", 10))
        assert table.score() == ("knock", "A", 14)

    def test_another_one_than_was_dealt_is_impossible(self):
        table = Table("jpgames-oklahoma")
        table(deal(upcard="9C"), {"type": "untrack"})
        refusal = table.refused(knock("A", 3, upcard="8C"))
        assert (refusal.code, refusal.violations[0].entries) == ("upcard_differs", (2,))
        table(knock("A", 3, upcard="9C"))

    def test_the_limit_stays_when_the_upcard_is_taken(self):
        """Worked example jdh8-oklahoma-4."""
        table = Table("jpgames-oklahoma")
        dealt = {
            "A": "AC 2C 3C 4D 5D 6D 7H 8H 9H 3S",
            "B": "JC QC KC JD QD KD JH QH KH TS",
        }
        table(deal(upcard="4S", hands=dealt), take("A"))
        left = "2C 3C 4D 5D 6D 7H 8H 9H 3S 4S"
        refusal = table.refused(knock("A", discard="AC", cards=left))
        assert refusal.code == "illegal_knock"
        kept = "AC 2C 3C 4D 5D 6D 7H 8H 9H 4S"
        table(knock("A", discard="3S", cards=kept), show("B", cards=dealt["B"]))
        assert table.score() == ("knock", "A", 6)


def test_a_tie_is_a_rule():
    """Worked example jdh8-tie, with every card."""
    for tie, result in (
        ("defender", ("undercut", "B", 25)),
        ("knocker", ("knock", "A", 0)),
    ):
        table = Table({"tie": tie})
        dealt = {
            "A": "AC 2C 3C 4D 5D 6D 7H 8H 9H JS",
            "B": "JC QC KC JD QD KD JH QH KH TS",
        }
        table(deal(upcard="2S", hands=dealt), passed("A"), passed("B"))
        table(stock("A", "KS"), discard("A", "KS"))
        table(stock("B", "QS"), discard("B", "QS"), stock("A", "4S"))
        cards = dealt["A"]
        table(
            knock("A", discard="4S", cards=cards),
            show("B", cards=dealt["B"]),
        )
        assert table.score() == result


def test_a_hand_gone_wrong_is_finished_by_counts():
    table = Table()
    table(deal(upcard="2H"), passed("A"), passed("B"), stock("A"))
    table(knock("A", 6), show("B", 9))
    assert table.score() == ("knock", "A", 3)


def test_gin_is_never_declared_for_a_player():
    """Report 27: ten melded cards and a discard without a call go on."""
    table = Table()
    hands = {"A": "AC 2C 3C 4D 5D 6D 7H 8H 9H JS"}
    table(deal(upcard="2S", hands=hands), passed("A"), passed("B"))
    table(stock("A", "TH"), discard("A", "JS"))
    assert (table.hand.phase, table.hand.to_act) == ("draw", "B")


def test_scores_survive_a_void_hand_as_whole_numbers():
    """Reports 48 and 78."""
    table = Table()
    table(knock("A", 1), show("B", 10), {"type": "void"})
    assert table.score() == ("knock", "A", 9)
    assert (table.hand.number, table.hand.dealer) == (3, "A")


def test_another_hand_after_the_end_is_refused_until_undone():
    """Report 163."""
    table = Table()
    table(knock("A", 0), show("B", 90))
    for play in (deal(), knock("A", 3), {"type": "void"}):
        assert table.refused(play).code == "game_over"
    table({"type": "retract", "hand": 1})
    table(knock("B", 3), show("A", 5))
    assert table.score() == ("knock", "B", 2)
