"""What the record proves, and what contradicts it, by play."""

from typing import Any, ClassVar

import pytest

from referee.cards import DECK, card_name, card_names, parse_card
from referee.eyes import Eyes
from referee.game import Hand
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    HandDealt,
    HandShown,
    Knocked,
    Recorded,
    TrackingEnded,
)
from referee.knowledge import (
    Clash,
    Place,
    conflicts,
    contradiction,
    disclosed_conflicts,
    knowledge,
    known_to,
)
from referee.rules import Rules
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
LOW_A = "2C 3C 4C KC 6C 7C 8C KH KS AC"


def running(
    rules: Any = "jpgames", *, upcard: str | None = "AS", **hands: str
) -> Table:
    """A tracked hand that B dealt; A took nothing yet, both passed the upcard."""
    table = Table(rules)
    facts: dict[str, Any] = {} if upcard is None else {"upcard": upcard}
    table(deal(hands=hands, **facts), passed("A"), passed("B"))
    return table


def rule(code: str, option: str, offender: str, **more: Any) -> dict[str, Any]:
    chosen = {"code": code, "option": option, "offender": offender}
    return {"type": "rule", "chosen_by": "both", **chosen, **more}


def known(table: Table, eyes: Eyes = "referee") -> dict[str, set[str]]:
    """Name the cards known to be in each hand, as the game tells and step by step."""
    rules, hand = table.game.rules, table.game.hands[-1]
    told = known_to(rules, hand, eyes)[0]
    assert told == {p: k.must for p, k in knowledge(rules, hand, eyes).hands.items()}
    return {player: set(card_names(held)) for player, held in told.items()}


def clash(table: Table, *plays: dict[str, Any], asker: Eyes = "referee") -> str:
    """Return what a contradiction says."""
    refusal = table.refused(*plays, asker=asker)
    assert (refusal.code, refusal.status) == ("contradiction", 409)
    said = [f"seq {n}" for n in refusal.violations[0].entries]
    assert all(seq in refusal.detail for seq in said)
    return refusal.detail


def texts(names: str) -> set[str]:
    return set(names.split())


class TestTheRecord:
    def test_a_card_taken_from_the_pile_is_in_that_hand_until_discarded(self) -> None:
        table = Table()
        table(deal(upcard="5C"), take("A"))
        assert known(table) == {"A": {"5C"}, "B": set()}
        table(discard("A", "9S"), stock("B"), discard("B", "8S"), take("A"))
        assert known(table) == {"A": {"5C", "8S"}, "B": set()}
        table(discard("A", "5C"))
        assert known(table) == {"A": {"8S"}, "B": set()}

    def test_a_card_seen_in_the_pile_is_in_no_hand(self) -> None:
        table = running()
        table(stock("A"), discard("A", "5C"), stock("B"), discard("B", "6C"))
        said = clash(table, stock("A", "5C"))
        assert said == "seq 6: A discarded 5C; seq 9: A drew 5C"

    def test_a_shown_hand_is_held_against_everything_recorded(self) -> None:
        table = running()
        table(stock("A"), discard("A", "5C"), stock("B"), discard("B", "TS"))
        table(stock("A"), knock("A", cards=LOW_A, discard="JS"))
        said = clash(table, show("B", cards=HAND_B.replace("4D", "5C")))
        assert said == "seq 6: A discarded 5C; seq 11: B shows 5C"

    def test_a_hand_that_is_known_holds_nothing_else(self) -> None:
        table = running(A=HAND_A)
        table(stock("A", "QC"))
        said = clash(table, discard("A", "KC"))
        dealt = "2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, TC and JC"
        assert said == (
            f"seq 2: A was dealt {dealt}; seq 5: A drew QC; seq 6: A discarded KC"
        )

    def test_a_draw_that_is_not_named_may_be_any_card_not_seen(self) -> None:
        table = running(A=HAND_A)
        table(stock("A"), discard("A", "KC"))
        assert known(table)["A"] == texts(HAND_A)
        assert "A was dealt" in clash(table, stock("B"), discard("B", "5C"))

    def test_one_name_of_two_may_be_wrong(self) -> None:
        table = running()
        table(stock("A", "QC"), discard("A", "2C"), stock("B"))
        assert clash(table, discard("B", "QC")) == (
            "seq 5: A drew QC; seq 8: B discarded QC"
        )

    def test_both_cards_an_entry_is_wrong_about_are_named(self) -> None:
        table = running()
        table(stock("A"), discard("A", "5C"), stock("B"), discard("B", "TS"))
        said = clash(table, stock("A"), knock("A", discard="5C", count=3))
        assert said == "seq 6: A discarded 5C; seq 10: A discarded 5C"

    def test_an_unknown_upcard_is_named_by_who_takes_it(self) -> None:
        table = Table()
        table(deal(), take("A", card="5C"), discard("A", "6C"), stock("B"))
        assert known(table)["A"] == {"5C"}
        assert clash(table, discard("B", "5C")) == (
            "seq 3: A took 5C; seq 6: B discarded 5C"
        )

    def test_the_top_of_the_pile_is_what_is_taken(self) -> None:
        table = running()
        table(stock("A"), discard("A", "5C"))
        assert clash(table, take("B", card="6C")) == (
            "seq 6: A discarded 5C; seq 7: B took 6C"
        )

    def test_an_upcard_named_at_the_knock_was_in_the_pile(self) -> None:
        table = running({"oklahoma": True}, upcard=None)
        table(stock("A"))
        said = clash(table, knock("A", upcard="2C", cards=HAND_A, discard="KS"))
        assert said == "seq 6: 2C was the upcard and A shows 2C"

    def test_of_the_deal_the_upcard_is_in_no_hand(self) -> None:
        table = Table()
        said = clash(table, deal(upcard="2C", hands={"A": HAND_A}))
        assert said == "seq 2: 2C was turned up and A was dealt 2C"

    def test_with_eleven_cards_a_recorded_upcard_proves_nothing(self) -> None:
        table = Table({"deal": "eleven", "oklahoma": True})
        table(deal(upcard="2C", hands={"A": HAND_A + " 2H"}), discard("A", "2C"))
        table(stock("B"), discard("B", "3D"))
        assert known(table)["A"] == texts(HAND_A + " 2H") - {"2C"}
        place = knowledge(table.game.rules, table.hand, "referee").pile
        assert set(card_names(place.must)) == {"2C", "3D"}
        table(stock("A"), knock("A", discard="2H", count=2, call="knock"))

    def test_when_all_other_places_are_known_the_rest_is_the_stock(self) -> None:
        table = running(A=HAND_A, B=HAND_B)
        stock_place = knowledge(table.game.rules, table.hand, "referee").stock
        held = texts(f"{HAND_A} {HAND_B} AS")
        assert set(card_names(stock_place.must)) == set(card_names(DECK)) - held
        assert stock_place.unknown == 0
        assert (
            clash(table, stock("A", "AS"))
            == "seq 2: AS was turned up; seq 5: A drew AS"
        )


class TestKnowledgeStepByStep:
    def test_every_place_after_every_entry(self) -> None:
        table = running(A=HAND_A)
        table(stock("A", "QC"), discard("A", "2C"), take("B"), discard("B", "KS"))
        rules, hand = table.game.rules, table.hand

        def after(entry: int, eyes: Eyes = "referee") -> dict[str, Place]:
            proven = knowledge(rules, hand, eyes, upto=entry)
            return {"stock": proven.stock, "pile": proven.pile, **proven.hands}

        dealt = after(2)
        assert dealt["A"] == Place(cards(HAND_A), dealt["A"].cannot, 0)
        assert len(dealt["A"].cannot) == 42
        assert dealt["B"].unknown == 10
        assert dealt["stock"].unknown == 31
        assert dealt["pile"].must == cards("AS")
        assert set(cards(HAND_A)) < set(dealt["B"].cannot)
        assert after(5)["A"].must == tuple(sorted(cards(HAND_A + " QC")))
        assert after(6)["pile"] == Place(cards("2C AS"), after(6)["pile"].cannot, 0)
        assert after(7)["B"].must == cards("2C")
        assert after(8)["B"].unknown == 9
        assert after(8)["stock"].unknown == 30
        assert after(8) == after(99)

    def test_of_a_hand_not_tracked(self) -> None:
        table = Table()
        table(knock("A", cards=HAND_A, discard="KS"))
        proven = knowledge(table.game.rules, table.hand, "referee")
        assert proven.hands["A"].must == cards(HAND_A)
        assert len(proven.hands["A"].cannot) == 42
        assert proven.hands["B"] == Place((), cards(HAND_A + " KS"), 10)
        assert proven.pile == Place(cards("KS"), cards(HAND_A), None)
        assert proven.stock == Place((), cards(HAND_A + " KS"), None)


class TestUntracked:
    def test_nothing_recorded_but_the_hands_shown(self) -> None:
        table = Table()
        table(knock("A", cards=HAND_A, discard="KS"))
        assert known(table)["A"] == texts(HAND_A)
        rules, hand = table.game.rules, table.hand

        def shown(names: str) -> tuple[Clash, ...] | None:
            event = HandShown(1, "B", cards=cards(names))
            return contradiction(rules, hand, "B", [Recorded(4, 4, "B", event)])

        assert shown(HAND_B) is None
        assert shown(HAND_B.replace("4D", "5C")) == (
            Clash(2, "A shows 5C"),
            Clash(4, "B shows 5C"),
        )
        assert shown(HAND_B.replace("4D", "KS")) == (
            Clash(2, "A discarded KS"),
            Clash(4, "B shows KS"),
        )

    def test_only_what_lies_under_the_top_stays_proven(self) -> None:
        table = running(A=HAND_A)
        table(stock("A", "QH"), discard("A", "QH"), {"type": "untrack"})
        assert known(table) == {"A": set(), "B": set()}
        buried = knowledge(table.game.rules, table.hand, "referee")
        assert buried.pile == Place(cards("AS"), (), None)
        assert buried.hands["A"] == Place((), cards("AS"), 10)
        taken_up = "2D 3D 4D 5D 6D 7D 8D QH QC QS"
        table(knock("A", cards=taken_up, discard="JC"))
        assert clash(table, show("B", cards="AS 2H 3H 4H 5H 6H 7H 8H 9H TH")) == (
            "seq 2: AS was turned up; seq 9: B shows AS"
        )
        table(show("B", cards="5C 2H 3H 4H 5H 6H 7H 8H 9H TH"))

    def test_after_a_knock_that_stood_aside_hands_are_taken_up_again(self) -> None:
        table = Table()
        high = "KS KC QS QC JS JC 9S 9C 7S 7C"
        table(knock("A", cards=high, discard="2D", ruling=ruling("play_on_exposed")))
        assert known(table) == {"A": set(), "B": set()}
        table(knock("B", cards=HAND_B))
        table(show("A", cards=high))


class TestIrregularities:
    def test_a_hand_found_too_long_holds_one_card_more(self) -> None:
        table = running(A=HAND_A)
        table(rule("wrong_count_late", "play_on", "A", count=11))
        proven = knowledge(table.game.rules, table.hand, "referee")
        assert (proven.hands["A"].unknown, proven.stock.unknown) == (1, 30)
        table(discard("A", "KC"))

    def test_a_hand_found_too_short_was_not_dealt_ten_cards(self) -> None:
        table = running(A=HAND_A)
        short = rule("wrong_count_late", "play_on", "A", count=9)
        dealt = "2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, TC and JC"
        assert clash(table, short) == (
            f"seq 2: A was dealt {dealt}; seq 5: A held 9 cards"
        )

    def test_a_short_hand_of_which_nothing_is_known(self) -> None:
        table = running(B=HAND_B)
        table(rule("wrong_count_late", "play_on", "A", count=9), stock("A"))
        proven = knowledge(table.game.rules, table.hand, "referee")
        assert (proven.hands["A"].unknown, proven.stock.unknown) == (10, 31)

    def test_a_card_put_on_the_pile_came_from_the_stock(self) -> None:
        table = running()
        table(stock("A"), rule("drew_two", "extra_to_pile", "A", cards="9S"))
        assert clash(table, discard("A", "9S")) == (
            "seq 6: 9S was put on the pile; seq 7: A discarded 9S"
        )
        table(discard("A", "8S"), stock("B"))
        assert clash(table, discard("B", "9S")).startswith("seq 6: 9S was put")

    def test_a_card_put_on_the_pile_unseen_is_named_by_who_takes_it(self) -> None:
        table = running(A=HAND_A)
        table(stock("A"), rule("drew_two", "extra_to_pile", "A"))
        pile = knowledge(table.game.rules, table.hand, "referee").pile
        assert (pile.must, pile.unknown) == (cards("AS"), 1)

    def test_a_draw_out_of_turn_comes_before_the_discard(self) -> None:
        table = running(A=HAND_A)
        early = {"type": "draw", "player": "B", "source": "stock", "card": "KS"}
        table(stock("A"), {**early, "ruling": ruling("stand")})
        assert known(table)["B"] == {"KS"}
        assert clash(table, discard("A", "KS")) == (
            "seq 6: B drew KS; seq 8: A discarded KS"
        )

    def test_a_play_taken_back_proves_nothing(self) -> None:
        table = running()
        early = {"type": "draw", "player": "B", "source": "stock", "card": "KS"}
        table({**early, "ruling": ruling("take_back")})
        assert known(table)["B"] == set()
        table(stock("A", "KS"))

    def test_a_hand_exposed_stays_known_while_play_goes_on(self) -> None:
        table = running()
        high = "KS KC QS QC JS JC 9S 9C 7S 7C"
        exposed = {"cards": high, "ruling": ruling("play_on_exposed")}
        table(stock("A"), knock("A", discard="2D", **exposed))
        assert known(table)["A"] == texts(high)
        table(take("B"), discard("B", "3H"), stock("A", "3D"), discard("A", "KS"))
        assert known(table) == {"A": texts(high) - {"KS"} | {"3D"}, "B": {"2D"}}

    def test_big_gin_by_call_discards_nothing(self) -> None:
        table = running({"big_gin_bonus": 31}, A=HAND_A)
        table(stock("A", "QC"), knock("A", call="big_gin"))
        proven = knowledge(table.game.rules, table.hand, "referee")
        assert proven.hands["A"].must == tuple(sorted(cards(HAND_A + " QC")))
        assert proven.pile.must == cards("AS")

    def test_exposed_false_big_gin_discards_a_card_nobody_named(self) -> None:
        table = running({"big_gin_bonus": 31}, A=HAND_A)
        exposed = ruling("play_on_exposed")
        table(stock("A", "QC"), knock("A", 12, call="big_gin", ruling=exposed))
        proven = knowledge(table.game.rules, table.hand, "referee")
        assert (proven.hands["A"].must, proven.hands["A"].unknown) == ((), 10)
        assert (proven.pile.must, proven.pile.unknown) == (cards("AS"), 1)

    def test_a_hand_found_wrong_at_the_knock(self) -> None:
        table = running(B=HAND_B)
        table(stock("A"), knock("A", 3))
        table(rule("wrong_count_at_knock", "adjust", "B", count=11))
        table(show("B", 9, cards=HAND_B + " KD"))
        assert known(table)["B"] == texts(HAND_B + " KD")


class TestConflicts:
    """A clash with a card hidden from the asker is recorded, and proves nothing."""

    def table(self, hidden: str = HAND_A) -> Table:
        table = Table()
        table(deal(upcard="AS", hands={"A": hidden}), asker="A")
        table(passed("A"), passed("B"), stock("A"), discard("A", "KS"))
        return table

    def test_is_recorded_and_told_to_the_referee(self) -> None:
        table = self.table()
        assert "A was dealt 2C" in clash(table, stock("B", "2C"))
        table(stock("B", "2C"), asker="B")
        assert conflicts(table.game.rules, table.hand) == (7,)
        assert known(table) == {"A": texts(HAND_A), "B": set()}
        assert known(table, "B") == {"A": set(), "B": {"2C"}}
        assert known(table, "watch") == {"A": set(), "B": set()}

    def test_keeps_its_move(self) -> None:
        table = self.table()
        table(stock("B", "2C"), asker="B")
        table(discard("B", "2C"), take("A", card="2C"), asker="B")
        assert conflicts(table.game.rules, table.hand) == (7, 8, 9)
        table(discard("A", "3C"))
        assert conflicts(table.game.rules, table.hand) == (7, 8, 9)
        pile = knowledge(table.game.rules, table.hand, "referee").pile
        assert (set(pile.must), pile.unknown) == (set(cards("AS KS 3C")), 0)
        assert known(table) == {"A": texts(HAND_A) - {"3C"}, "B": set()}

    def test_a_later_show_is_accepted_and_names_the_conflict(self) -> None:
        table = self.table()
        table(stock("B", "2C"), discard("B", "QH"), asker="B")
        gone = {"discard": "QD", "cards": HAND_A}
        table(stock("A"), knock("A", **gone), show("B", cards=HAND_B), asker="A")
        assert table.game.hands[0].score.conflicts == (7,)

    def test_fifty_two_tries_teach_a_player_nothing(self) -> None:
        tables = [self.table(), self.table("2H 3H 4H 5H 6H 7H 8H 9H TH JH")]
        for play in (stock("B", "2C"), take("B"), stock("B")):
            answers = []
            for table in tables:
                tried = []
                for card in DECK:
                    attempt = {**play, "card": card_name(card)}
                    tried.append(_answer(table, attempt))
                answers.append(tried)
            assert answers[0] == answers[1]
        accepted = [
            card for card, said in zip(DECK, answers[0], strict=True) if not said
        ]
        assert len(accepted) == 50  # all but the upcard and the discard seen

    def test_what_the_asker_sees_is_refused(self) -> None:
        table = self.table()
        assert clash(table, stock("B", "KS"), asker="B") == (
            "seq 6: A discarded KS; seq 7: B drew KS"
        )

    def test_entries_in_conflict_for_these_eyes_prove_nothing_to_them(self) -> None:
        table = self.table()
        table(stock("B"), discard("B", "2C"), asker="B")
        assert known(table, "A")["A"] == texts(HAND_A)
        table(stock("A"), discard("A", "2C"), asker="A")
        assert known(table, "A")["A"] == texts(HAND_A) - {"2C"}

    def test_only_what_the_shown_hands_disclose_is_told_to_all(self) -> None:
        table = self.table()
        table(stock("B", "2C"), discard("B", "QH"), stock("A"), asker="B")
        table(knock("A", 3), asker="A")
        rules, hand = table.game.rules, table.hand
        assert conflicts(rules, hand) == (7,)
        assert disclosed_conflicts(rules, hand) == ()
        table(show("B", 30), asker="B")
        table = self.table()
        table(stock("B", "2C"), discard("B", "QH"), stock("A"), asker="B")
        table(knock("A", cards=HAND_A, discard="QC"), asker="A")
        assert disclosed_conflicts(rules, table.hand) == (7,)


def _answer(table: Table, play: dict[str, Any]) -> tuple[Clash, ...] | None:
    hand = table.hand
    extra = CardDrawn(1, "B", play["source"], parse_card(play["card"]))
    recorded = Recorded(50, 50, "B", extra)
    return contradiction(table.game.rules, hand, "B", [recorded])


class TestLookBackForbidden:
    RULES: ClassVar = {"look_back": "forbidden"}

    def test_own_cards_are_known_and_covered_discards_are_not(self) -> None:
        table = running(self.RULES, A=HAND_A)
        table(stock("A", "QC"), discard("A", "2C"), stock("B"), discard("B", "QS"))
        assert known(table, "A")["A"] == texts(HAND_A) - {"2C"} | {"QC"}
        assert known(table, "B") == {"A": set(), "B": set()}
        table(take("A"), discard("A", "3C"), asker="A")
        assert known(table, "A")["A"] == texts(HAND_A) - {"2C", "3C"} | {"QC", "QS"}

    def test_a_covered_discard_is_not_held_against_a_player(self) -> None:
        table = running(self.RULES)
        table(stock("A"), discard("A", "2C"), stock("B"), discard("B", "QS"))
        assert "A discarded 2C" in clash(table, stock("A", "2C"))
        assert "QS" in clash(table, stock("A", "QS"), asker="A")
        table(stock("A", "2C"), asker="A")

    def test_a_card_held_stays_held_whatever_the_other_says(self) -> None:
        table = running(self.RULES, A=HAND_A)
        table(stock("A", "QC"), discard("A", "QC"), stock("B"))
        table(discard("B", "2C"), asker="B")
        assert known(table, "A")["A"] == texts(HAND_A)
        assert conflicts(table.game.rules, table.hand) == (8,)

    def test_after_the_hand_all_is_seen(self) -> None:
        table = running(self.RULES)
        table(stock("A"), discard("A", "2C"), stock("B"), discard("B", "QS"))
        table({"type": "void"})
        pile = knowledge(table.game.rules, table.game.hands[0], "A").pile
        assert set(card_names(pile.must)) == {"AS", "2C", "QS"}

    def test_what_lost_track_leaves(self) -> None:
        table = running(self.RULES, A=HAND_A)
        table(stock("A", "QC"), discard("A", "2C"), {"type": "untrack"})
        assert known(table, "A") == {"A": set(), "B": set()}

    def test_step_by_step(self) -> None:
        table = running(self.RULES, A=HAND_A)
        table(stock("A", "QC"), discard("A", "2C"))
        proven = knowledge(table.game.rules, table.hand, "A", upto=2)
        assert set(card_names(proven.hands["A"].must)) == texts(HAND_A)


class TestMovesThatCannotBe:
    """The game does not record these; asked all the same, knowledge says so."""

    HAND = Hand(
        1, "B", happened=(Recorded(2, 2, "referee", HandDealt(1, "B", upcard=None)),)
    )

    def test_nothing_is_proven_by_them(self) -> None:
        taken = Recorded(3, 3, "referee", CardDrawn(1, "A", "discard"))
        again = Recorded(4, 4, "referee", CardDrawn(1, "A", "discard"))
        hand = Hand(1, "B", happened=(*self.HAND.happened, taken, again))
        proven = knowledge(Rules(), hand, "referee")
        assert proven.stock == Place((), (), None)
        assert known_to(Rules(), hand, "referee")[0] == {"A": (), "B": ()}

    def test_is_laid_to_the_new_entry(self) -> None:
        taken = Recorded(3, 3, "referee", CardDrawn(1, "A", "discard"))
        hand = Hand(1, "B", happened=(*self.HAND.happened, taken))
        again = [Recorded(4, 4, "referee", CardDrawn(1, "A", "discard"))]
        clashes = contradiction(Rules(), hand, "referee", again)
        assert clashes == (Clash(4, "moves a card that is not there"),)

    def test_more_cards_than_the_stock_has(self) -> None:
        draws = [
            Recorded(n, n, "referee", CardDrawn(1, "A", "stock")) for n in range(3, 35)
        ]
        assert contradiction(Rules(), self.HAND, "referee", draws) is not None
        assert contradiction(Rules(), self.HAND, "referee", draws[:-1]) is None


class TestNothingIsLeft:
    """What counting alone proves, with moves that no rules allow."""

    def test_all_other_cards_are_in_the_only_hand_that_is_not_known(self) -> None:
        dealt = HandDealt(1, "B", upcard=parse_card("AS"), hands={"B": cards(HAND_B)})
        hidden = CardDiscarded(1, "B", None)  # type: ignore[arg-type]
        drawn = [CardDrawn(1, "A", "stock")] * 31
        events = [dealt, *drawn, hidden]
        recorded = tuple(Recorded(n, n, "A", e) for n, e in enumerate(events, 2))
        hand = Hand(1, "B", happened=recorded)
        others = set(DECK) - set(cards(HAND_B + " AS"))
        assert set(known_to(Rules(), hand, "referee")[0]["A"]) == others
        proven = knowledge(Rules(), hand, "referee")
        assert set(proven.hands["A"].must) == others
        assert (proven.hands["B"].must, proven.hands["B"].unknown) == ((), 9)

    def test_unless_one_of_them_may_be_the_discard(self) -> None:
        hands = {"A": cards(HAND_A), "B": cards(HAND_B)}
        dealt = HandDealt(1, "B", upcard=parse_card("AS"), hands=hands)
        hidden = CardDiscarded(1, "A", None)  # type: ignore[arg-type]
        events = [dealt, *[CardDrawn(1, "A", "stock")] * 31, hidden]
        recorded = tuple(Recorded(n, n, "A", e) for n, e in enumerate(events, 2))
        hand = Hand(1, "B", happened=recorded)
        known = known_to(Rules(), hand, "referee")[0]
        assert (known["A"], set(known["B"])) == ((), set(cards(HAND_B)))
        assert knowledge(Rules(), hand, "referee").hands["A"].unknown == 40

    def test_one_card_that_nobody_named_lies_buried(self) -> None:
        events = [
            HandDealt(1, "B"),
            CardDrawn(1, "A", "stock"),
            CardDiscarded(1, "A", parse_card("AC")),
            TrackingEnded(1),
        ]
        for low in (0, 10, 20, 30, 40):
            shown = DECK[low : low + 10]
            events.append(Knocked(1, "A", 12, 10, cards=shown))
        recorded = [Recorded(n, n, "A", e) for n, e in enumerate(events, 2)]
        hand = Hand(1, "B", happened=tuple(recorded))

        def last(names: str) -> tuple[Clash, ...] | None:
            event = Knocked(1, "A", 12, 10, cards=cards(names))
            return contradiction(Rules(), hand, "A", [Recorded(20, 20, "A", event)])

        assert last("QS") is None
        assert last("AC KS") is None
        clashes = last("QS KS")
        assert clashes is not None
        assert [clash.entry for clash in clashes] == [6, 7, 8, 9, 10, 20]


@pytest.mark.parametrize("hidden", [True, False])
def test_a_discard_nobody_may_see_may_be_any_card_of_the_hand(hidden: bool) -> None:
    happened = [
        HandDealt(1, "B", upcard=parse_card("AS"), hands={"A": cards(HAND_A)}),
        CardDrawn(1, "A", "stock", parse_card("QC")),
        CardDiscarded(1, "A", None if hidden else parse_card("QC")),  # type: ignore[arg-type]
    ]
    recorded = tuple(
        Recorded(n, n, "referee", event) for n, event in enumerate(happened, 2)
    )
    hand = Hand(1, "B", happened=recorded)
    proven = knowledge(Rules(), hand, "referee").hands["A"]
    assert (len(proven.must), proven.unknown) == ((0, 10) if hidden else (10, 0))
    later = Knocked(1, "A", 0, 10, cards=cards(HAND_A.replace("2C", "QC")))
    drawn = Recorded(8, 8, "referee", CardDrawn(1, "A", "stock", parse_card("QD")))
    more = [drawn, Recorded(9, 9, "referee", later)]
    clashes = contradiction(Rules(), hand, "referee", more)
    assert (clashes is None) == hidden
