"""What each key sees of the events, by play."""

from dataclasses import replace
from typing import Any, ClassVar

import pytest

from referee.cards import Card, parse_card
from referee.eyes import EYES, Eyes, Sight, public_cards
from referee.game.events import Knocked, Recorded
from referee.knowledge import conflicts
from referee.plays import Amend, Discard, Draw, Knock
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

HAND_A = "2C 3C 4C 5C 6C 7C 8C 9C TC JC"
HAND_B = "2D 3D 4D 5D 6D 7D 8D 9D TD JD"
HIGH = "KS KC QS QC JS JC 9S 9C 7S 7C"
OTHERS: tuple[Eyes, ...] = ("B", "watch")
ALL_BUT_REFEREE: tuple[Eyes, ...] = ("A", "B", "watch")


def running(rules: Any = "jpgames", **hands: str) -> Table:
    """A tracked hand that B dealt: A is to draw after both passed the upcard."""
    table = Table(rules)
    table(deal(upcard="AS", hands=hands), passed("A"), passed("B"))
    return table


def seen(table: Table, seq: int, eyes: Eyes) -> Any:
    recorded = table.log[seq - 1]
    assert recorded.seq == seq
    return Sight(table.game, eyes).see(recorded)


def same(table: Table, seq: int, *eyes: Eyes) -> bool:
    """Whether these eyes see the very event."""
    return all(seen(table, seq, e) is table.log[seq - 1].event for e in eyes)


def card(name: str) -> Card:
    return parse_card(name)


def amend(seq: int, play: dict[str, Any]) -> dict[str, Any]:
    return {"type": "amend", "seq": seq, "play": play}


class TestWhileTheHandRuns:
    def test_the_referee_sees_the_very_event(self) -> None:
        table = running(A=HAND_A)
        table(stock("A", "QC"), discard("A", "QC"))
        sight = Sight(table.game, "referee")
        assert all(sight.see(recorded) is recorded.event for recorded in table.log)

    def test_a_dealt_hand_is_seen_by_its_player_only(self) -> None:
        table = running(A=HAND_A, B=HAND_B)
        assert seen(table, 2, "A").hands == {"A": cards(HAND_A)}
        assert seen(table, 2, "B").hands == {"B": cards(HAND_B)}
        assert seen(table, 2, "watch").hands == {}
        assert seen(table, 2, "watch").upcard == card("AS")
        assert same(running(A=HAND_A), 2, "A")

    def test_a_stock_draw_is_seen_by_its_player_only_even_when_discarded(self) -> None:
        table = running()
        table(stock("A", "QC"), discard("A", "QC"))
        assert same(table, 5, "A")
        assert [seen(table, 5, eyes).card for eyes in OTHERS] == [None, None]
        assert same(table, 6, *ALL_BUT_REFEREE)

    def test_what_everybody_saw_at_the_table_is_seen(self) -> None:
        table = Table()
        table(deal(upcard="AS"), take("A", card="AS"), discard("A", "QC"))
        table(stock("B"), rule_on_extra("9S"), discard("B", "QD"))
        table(stock("A"), knock("A", cards="AS " + HAND_A[3:], discard="QH"))
        for seq in range(1, table.game.version + 1):
            assert same(table, seq, *ALL_BUT_REFEREE)

    def test_a_play_taken_back_is_seen_by_its_player_only(self) -> None:
        table = running()
        early = {"type": "draw", "player": "B", "source": "stock", "card": "QC"}
        table({**early, "ruling": ruling("take_back")})
        assert same(table, 5, "B")
        assert seen(table, 5, "A").play == Draw("B", "stock")

    def test_a_knock_taken_back_is_not_laid_open(self) -> None:
        table = Table()
        table(deal(upcard="2H"), take("A"))
        back = {"discard": "2H", "cards": HAND_A, "ruling": ruling("take_back")}
        table(knock("A", **back))
        assert same(table, 4, "A")
        assert seen(table, 4, "B").play == Knock("A")


def rule_on_extra(name: str) -> dict[str, Any]:
    chosen = {"code": "drew_two", "option": "extra_to_pile", "offender": "B"}
    return {"type": "rule", "chosen_by": "both", "cards": name, **chosen}


class TestOnceTheHandIsOver:
    def test_what_was_shown_is_seen_in_earlier_events_too(self) -> None:
        table = running(A=HAND_A, B=HAND_B)
        table(stock("A", "QC"), discard("A", "2C"), stock("B", "KD"))
        table(discard("B", "KD"), stock("A", "KC"))
        table(knock("A", discard="KC", cards=HAND_A.replace("2C", "QC")))
        assert [seen(table, n, "B").card for n in (5, 9)] == [None, None]
        table(show("B", 40))
        for eyes in OTHERS:
            assert seen(table, 2, eyes).hands["A"] == cards(HAND_A)
            assert [seen(table, n, eyes).card for n in (5, 9)] == list(cards("QC KC"))
        assert seen(table, 7, "A").card == card("KD")

    def test_a_card_never_shown_stays_private(self) -> None:
        table = running(A=HAND_A)
        table(stock("A", "QC"), discard("A", "2C"), {"type": "void"})
        for eyes in OTHERS:
            assert seen(table, 2, eyes).hands == {"A": cards("2C")}
            assert seen(table, 5, eyes).card is None
        table({"type": "abandon"})
        assert seen(table, 5, "B").card is None

    def test_a_limit_card_opens_nothing(self) -> None:
        table = Table({"deal": "eleven", "oklahoma": True})
        table(deal(upcard="3C", hands={"A": HAND_A + " 2H"}), discard("A", "2C"))
        table({"type": "void"})
        assert seen(table, 2, "B").hands == {"A": cards("2C")}


class TestLookBackForbidden:
    RULES: ClassVar = {"look_back": "forbidden"}

    def test_only_the_top_discard_is_seen_and_own_cards(self) -> None:
        table = running(self.RULES, A=HAND_A)
        table(stock("A", "QC"), discard("A", "2C"), stock("B"), discard("B", "3D"))
        for eyes in ALL_BUT_REFEREE:
            assert seen(table, 2, eyes).upcard is None
            assert seen(table, 6, eyes).card is None
            assert same(table, 8, eyes)
        assert seen(table, 2, "A").hands == {"A": cards(HAND_A[3:])}
        assert same(table, 5, "A")
        assert same(table, 6, "referee")

    def test_a_card_taken_up_is_seen_by_who_holds_it(self) -> None:
        table = running(self.RULES)
        table(stock("A"), discard("A", "2C"), take("B", card="2C"))
        table(discard("B", "3D"))
        assert same(table, 6, "B")
        assert same(table, 7, "B")
        assert seen(table, 6, "A").card is None
        assert seen(table, 7, "watch").card is None
        table(stock("A"), discard("A", "4D"), stock("B"), discard("B", "2C"))
        assert same(table, 6, *ALL_BUT_REFEREE)
        table(stock("A"), discard("A", "5D"))
        assert seen(table, 6, "B").card is None

    def test_a_card_ruled_onto_the_pile_is_covered_too(self) -> None:
        table = running(self.RULES)
        table(stock("B", ruling=ruling("stand")), stock("A"))
        table(rule_on_extra("9S"))
        number = table.game.version
        assert same(table, number, *ALL_BUT_REFEREE)
        table(discard("A", "2C"))
        assert seen(table, number, "A").cards is None

    def test_an_open_hand_stays_open(self) -> None:
        table = running(self.RULES)
        exposed = {"cards": HIGH, "ruling": ruling("play_on_exposed")}
        table(stock("A"), knock("A", discard="2D", **exposed))
        assert same(table, 6, *ALL_BUT_REFEREE)
        table(stock("B"), discard("B", "3D"))
        open_hand = seen(table, 6, "B")
        assert (open_hand.cards, open_hand.discard) == (cards(HIGH), None)

    def test_big_gin_covers_nothing(self) -> None:
        table = running({**self.RULES, "big_gin_bonus": 31})
        table(stock("A"), discard("A", "2D"), stock("B"))
        table(knock("B", call="big_gin"))
        assert same(table, 6, *ALL_BUT_REFEREE)

    def test_nothing_is_held_when_nothing_was_recorded(self) -> None:
        table = Table(self.RULES)
        table(knock("A", cards=HAND_A, discard="QH"))
        assert same(table, 3, *ALL_BUT_REFEREE)

    def test_after_the_hand_all_is_seen(self) -> None:
        table = running(self.RULES)
        table(stock("A"), discard("A", "2C"), stock("B"), discard("B", "3D"))
        table({"type": "void"})
        assert same(table, 2, *ALL_BUT_REFEREE)
        assert same(table, 6, *ALL_BUT_REFEREE)


class TestCorrections:
    def test_what_was_mistyped_is_seen_by_its_player_only(self) -> None:
        table = running(A=HAND_A)
        table(stock("A"), discard("A", "2C"), stock("B"))
        table(amend(6, discard("A", "3C")))
        assert same(table, 6, "A")
        assert [seen(table, 6, eyes).card for eyes in OTHERS] == [None, None]

    def test_what_still_stands_is_seen_as_before(self) -> None:
        table = running(A=HAND_A)
        table(stock("A", "QC"), discard("A", "2C"), stock("B"), discard("B", "KD"))
        table(amend(8, discard("B", "QD")))
        assert same(table, 6, *ALL_BUT_REFEREE)
        assert same(table, 2, "A")
        assert seen(table, 2, "B").hands == {}
        assert seen(table, 2, "B").upcard == card("AS")

    def test_a_mistyped_upcard_is_seen_by_nobody(self) -> None:
        table = Table()
        table(deal(upcard="AS"), amend(2, deal(upcard="AH")))
        assert [seen(table, 2, eyes).upcard for eyes in ALL_BUT_REFEREE] == [None] * 3

    def test_what_it_says_instead_is_seen_as_if_played(self) -> None:
        table = running()
        table(stock("A", "QC"), discard("A", "2C"))
        table(amend(5, stock("A", "KC")))
        amended = table.game.corrections[-1].seq
        assert same(table, amended, "A")
        assert seen(table, amended, "B").play == Draw("A", "stock")
        table(amend(6, discard("A", "3C")))
        amended = table.game.corrections[-1].seq
        assert same(table, amended, *ALL_BUT_REFEREE)
        table(amend(6, discard("A", "4C")))
        assert same(table, amended, "A")
        assert seen(table, amended, "B").play == replace(
            Discard("A", card("3C")), card=None
        )

    def test_one_walk_through_the_log_sees_the_same(self) -> None:
        table = running(A=HAND_A)
        table(stock("A", "QC"), discard("A", "2C"), stock("B"))
        table(amend(5, stock("A", "KC")), amend(6, discard("A", "3C")))
        for eyes in EYES:
            sight = Sight(table.game, eyes)
            walked = [sight.see(recorded) for recorded in table.log]
            one_by_one = [Sight(table.game, eyes).see(r) for r in table.log]
            assert walked == one_by_one

    def test_a_dealt_hand_entered_later(self) -> None:
        table = running()
        table(amend(2, deal(upcard="AS", hands={"A": HAND_A})))
        amended = table.game.corrections[-1].seq
        assert same(table, amended, "A")
        assert seen(table, amended, "B").play.hands == {}

    def test_rules_and_lines_hide_nothing(self) -> None:
        table = Table()
        adjusted = {"type": "adjust", "player": "A", "points": 20, "reason": "paper"}
        table(adjusted, amend(2, {**adjusted, "points": 30}))
        table({"type": "amend", "seq": 1, "rules": {"preset": "palace"}})
        for seq in range(1, table.game.version + 1):
            assert same(table, seq, *ALL_BUT_REFEREE)

    def test_a_show_taken_back_is_closed_again(self) -> None:
        table = Table()
        table(knock("A", cards=HAND_A, melds=[HAND_A]), show("B", cards=HAND_B))
        scored = table.game.version
        shown = scored - 1
        assert same(table, shown, "A", "watch")
        assert same(table, scored, "A", "watch")
        table({"type": "retract", "seq": shown})
        assert same(table, shown, "B")
        closed = seen(table, shown, "A")
        assert (closed.cards, closed.melds, closed.layoffs) == (None, None, None)
        verdict = seen(table, scored, "A")
        assert (verdict.defence.loose, verdict.defence.melds) == ((), ())
        assert verdict.defence.deadwood == table.log[scored - 1].event.defence.deadwood
        assert verdict.knock.melds == table.log[scored - 1].event.knock.melds

    def test_a_knock_taken_back_is_closed_again(self) -> None:
        table = running()
        table(stock("A"), knock("A", cards=HAND_A, discard="QH"))
        table({"type": "retract", "seq": 6})
        assert seen(table, 6, "B") == Knocked(1, "A", 0, 10)
        assert same(table, 6, "A")

    def test_a_hand_taken_back_whole_is_never_opened(self) -> None:
        table = running(A=HAND_A)
        table({"type": "retract", "hand": 1})
        assert seen(table, 2, "B").hands == {}
        table(knock("A", cards=HAND_A, discard="QH"), show("B", 30))
        assert table.game.hands[0].number == 1
        assert seen(table, 2, "B").hands == {}
        assert same(table, 2, "referee")

    def test_a_proposal_says_what_is_proposed_and_no_more(self) -> None:
        table = running()
        table(stock("A", "QC"), discard("A", "2C"), {"type": "void"}, deal())
        table(amend(6, discard("A", "3C")), asker="A")
        proposed = table.game.version
        assert isinstance(table.log[-1].event.play, Amend)
        assert same(table, proposed, *ALL_BUT_REFEREE)
        table(amend(5, stock("A", "KC")), asker="A")
        proposed = table.game.version
        assert same(table, proposed, "A")
        assert seen(table, proposed, "B").play == Amend(5, Draw("A", "stock"))
        table({"type": "retract", "seq": 6}, asker="A")
        assert same(table, table.game.version, *ALL_BUT_REFEREE)


class TestOfNoHand:
    def test_an_event_of_a_hand_that_is_not_there_opens_nothing(self) -> None:
        table = running(A=HAND_A)
        deal_event = replace(table.log[1].event, hand=7)
        seen_deal = Sight(table.game, "B").see(Recorded(2, 2, "A", deal_event))
        assert seen_deal.hands == {}

    def test_a_proposal_of_a_ruling(self) -> None:
        table = running()
        table(stock("B", ruling=ruling("stand")), stock("A"))
        proposal = {**rule_on_extra("9S")}
        table(proposal, asker="A")
        assert same(table, table.game.version, *ALL_BUT_REFEREE)


def test_public_cards_are_those_that_all_saw() -> None:
    table = running(A=HAND_A)
    table(stock("A", "QC"), discard("A", "2C"), take("B", card="2C"))
    table(rule_on_extra("9S"), discard("B", "QD"), stock("A"))
    assert public_cards(table.hand) == set(cards("AS 2C 9S QD"))
    shown_a, shown_b = HAND_A.replace("2C", "QC"), HAND_B.replace("2D", "2C")
    table(knock("A", discard="KC", cards=shown_a))
    table(show("B", cards=shown_b))
    named = cards(f"AS 2C 9S QD KC {shown_a} {shown_b}")
    assert public_cards(table.game.hands[0]) == set(named)


def test_every_kind_of_key() -> None:
    assert EYES == ("referee", "A", "B", "watch")


class TestCorrectionsOfAPlayer:
    """What a player's key corrects is judged on what that key may see."""

    def drawn(self, card="9C") -> Table:
        """B drew a card that only B and the referee know."""
        table = Table()
        table(deal(upcard="QS"), passed("A"), passed("B"))
        table(stock("A"), discard("A", "JS"), stock("B", card))
        return table

    @pytest.mark.parametrize("card", ["9C", "8C"])
    def test_tells_nothing_of_a_hidden_card(self, card):
        table = self.drawn()
        named = {"type": "amend", "seq": 5, "play": stock("A", card)}
        assert table.refused({**named, "play": stock("A", "QS")}, asker="A")
        table(named, asker="A")
        assert bool(conflicts(table.game.rules, table.hand)) == (card == "9C")

    def test_the_referee_is_told(self):
        named = {"type": "amend", "seq": 5, "play": stock("A", "9C")}
        refusal = self.drawn().refused(named)
        assert refusal.violations[0].entries == (7, 5)

    def test_an_entry_in_conflict_does_not_stand_in_the_way_of_another_correction(self):
        table = self.drawn()
        table(discard("B", "KD"), stock("A", "9C"), asker="A")
        assert conflicts(table.game.rules, table.hand) == (9,)
        table({"type": "amend", "seq": 6, "play": discard("A", "JH")})
        table({"type": "amend", "seq": 1, "rules": "bicycle"})
        assert conflicts(table.game.rules, table.hand) == (9,)
        clash = {"type": "amend", "seq": 6, "play": discard("A", "KD")}
        assert table.refused(clash).code == "no_longer_fits"
        table({"type": "amend", "seq": 9, "play": stock("A", "8C")})
        assert not conflicts(table.game.rules, table.hand)

    def test_what_the_other_proposed_is_judged_on_what_who_accepts_may_see(self):
        table = self.drawn()
        chosen = {"option": "stand", "chosen_by": "both"}
        table(stock("A", "9C", ruling=chosen), asker="A")
        table({"type": "accept", "player": "B", "hand": 1}, asker="B")
        assert conflicts(table.game.rules, table.hand) == (10,)
