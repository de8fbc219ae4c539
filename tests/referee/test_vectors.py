"""The published vectors of hands: 2,000 deadwoods, 1,000 discards, 2,000 knocks."""

from referee.cards import card_name, mask_of
from referee.layoffs import least_after_layoffs, meld_masks
from referee.melds import best_melds, discards, is_meld, least_deadwood
from referee.rules import Rules
from referee.showdown import judge_knock, settle
from tests.referee.hands import cards, knock, melds, show, spreads, vectors

RULES = Rules()


def test_2000_deadwoods():
    hands = vectors("deadwood")
    assert len(hands) == 2000
    for vector in hands:
        hand = cards(vector["cards"])
        best = best_melds(hand)
        least = [s for s in spreads(hand) if s.deadwood == best.deadwood]
        assert (
            best.deadwood,
            least_deadwood(mask_of(hand)),
            len(least),
        ) == (vector["deadwood"],) * 2 + (vector["optimal_arrangements"],)
        example = melds(*vector["example_melds"])
        assert {frozenset(map(frozenset, s.melds)) for s in least} >= {
            frozenset(map(frozenset, example))
        }


def test_1000_best_discards():
    hands = vectors("best_discard")
    assert len(hands) == 1000
    for vector in hands:
        hand = cards(vector["cards"])
        assert (best_melds(hand).deadwood == 0) == vector["all_melded"]
        check_discards(vector["best_discards"], vector["deadwood"], discards(hand))


def test_best_discards_without_the_card_just_taken():
    hands = [v for v in vectors("best_discard") if "taken_from_discard" in v]
    assert hands
    for vector in hands:
        (taken,) = cards([vector["taken_from_discard"]])
        found = discards(cards(vector["cards"]), taken=taken)
        check_discards(
            vector["best_discards_excluding_taken"],
            vector["deadwood_excluding_taken"],
            found,
        )


def check_discards(best, deadwood, found):
    assert found[0][1] == deadwood
    assert {card_name(c) for c, left in found if left == deadwood} == set(best)


def test_2000_knocks():
    hands = vectors("knock")
    assert len(hands) == 2000
    for vector in hands:
        laid = melds(*vector["knocker_melds"])
        play = knock(vector["knocker_cards"], melds=laid)
        assert judge_knock(RULES, 10, play).deadwood == vector["knocker_deadwood"]
        end = settle(RULES, None, play, show(vector["defender_cards"]))
        assert (
            end.knock.deadwood,
            end.defence.deadwood,
            end.result,
            end.points,
            end.winner,
        ) == (
            vector["knocker_deadwood"],
            vector["defender_deadwood"],
            vector["outcome"],
            vector["points"],
            vector["scorer"],
        )
        check_defence(end, laid)
        if vector["outcome"] != "gin":
            hand = mask_of(cards(vector["defender_cards"]))
            left = least_after_layoffs(hand, meld_masks(laid))
            assert left == vector["defender_deadwood"]


def check_defence(end, onto):
    """Every lay-off is legal when it is played, every own meld is one."""
    grown = list(onto)
    for lay in end.defence.layoffs:
        grown[lay.onto] = (*grown[lay.onto], lay.card)
        assert is_meld(grown[lay.onto])
    assert all(map(is_meld, end.defence.melds))


def test_2000_knocks_with_the_spread_left_out_are_never_worse_for_the_knocker():
    for vector in vectors("knock"):
        theirs = show(vector["defender_cards"])
        end = settle(RULES, None, knock(vector["knocker_cards"]), theirs)
        laid = vector["points"] * (1 if vector["scorer"] == "knocker" else -1)
        assert end.points * (1 if end.winner == "knocker" else -1) >= laid
