"""Cases reported against other programs, tried on ours over HTTP.

Each test names its case number in ``tests/data/reports.json``.
"""

from typing import Any

import pytest

from tests.web.conftest import KNOCK, SHOW, Book, Person, code_of, make_app

HAND = ["9C", "TC", "2D", "2H", "2S", "5D", "6D", "7D", "AC", "3H"]


def read(book: Book, game: str) -> dict[str, Any]:
    """The game as the referee's key sees it."""
    return book.referee.get(f"/games/{game}").json


def points(book: Book, game: str) -> dict[str, int]:
    """Points toward the target."""
    score = read(book, game)["score"]
    return {seat: score[seat]["points"] for seat in "AB"}


def score(book: Book, game: str, winner: str, worth: int) -> None:
    """Record a knock by counts that is worth so much."""
    loser = "B" if winner == "A" else "A"
    mine, theirs = (0, worth - 25) if worth > 90 else (5, 5 + worth)
    answer = book.referee.play(
        game,
        {"type": "knock", "player": winner, "count": mine},
        {"type": "show", "player": loser, "count": theirs},
    )
    assert answer.status_code == 201, answer.json


def amend_show(seq: int, player: str, count: int) -> dict[str, Any]:
    """Say another count of a show."""
    play = {"type": "show", "player": player, "count": count}
    return {"type": "amend", "seq": seq, "play": play, "reason": "misread"}


def stock(player: str, card: str | None = None) -> dict[str, Any]:
    """Draw from the stock."""
    named = {} if card is None else {"card": card}
    return {"type": "draw", "player": player, "source": "stock", **named}


def discard(player: str, card: str, **more: Any) -> dict[str, Any]:
    """Discard."""
    return {"type": "discard", "player": player, "card": card, **more}


DEAL = {"type": "deal", "upcard": "2H"}
PASSES = ({"type": "pass", "player": "A"}, {"type": "pass", "player": "B"})


def refused(answer: Any, status: int) -> str:
    """The code of a refusal of that status."""
    assert answer.status_code == status, answer.json
    return code_of(answer)


class TestRefusedAndNothingLost:
    def test_7_a_meld_of_cards_not_held(self, book, game):
        melds = [["9C", "TC", "JC"], ["2D", "2H", "2S"], ["5D", "6D", "7D"]]
        knock = {"type": "knock", "player": "A", "cards": HAND, "melds": melds}
        answer = book.ann.play(game, knock)
        assert refused(answer, 409) == "card_not_held"
        assert "JC" in answer.json["detail"]
        assert read(book, game)["version"] == 1

    def test_12_eleven_cards_are_not_dealt_to_one_of_ten(self, book, game):
        eleven = [*HAND, "KS"]
        deal = {"type": "deal", "hands": {"A": eleven}}
        assert refused(book.ann.play(game, deal), 409) == "hand_size"

    def test_26_after_an_illegal_play_the_legal_one_is_next(self, book, game):
        book.ann.play(game, DEAL, *PASSES, stock("A"))
        assert refused(book.ann.play(game, discard("B", "9C")), 409) == "out_of_turn"
        answer = book.ann.play(game, discard("A", "9C"))
        assert answer.json["version"] == 6

    def test_36_a_card_that_is_already_placed(self, book, game):
        hands = {"B": ["9C", *["TC", "2D", "2S", "5D", "6D", "7D", "AC", "3H", "KD"]]}
        book.referee.play(game, {**DEAL, "hands": hands}, *PASSES)
        answer = book.referee.play(game, stock("A", "9C"))
        assert refused(answer, 409) == "contradiction"
        assert answer.json["violations"][0]["entries"] == [2, 5]

    def test_37_a_card_named_twice_in_a_meld(self, book, game):
        knock = {
            "type": "knock",
            "player": "A",
            "cards": ["KC", "KD", "KH", *HAND[:7]],
            "melds": [["KC", "KD", "KH", "KH"]],
        }
        assert book.ann.play(game, knock).status_code == 422

    def test_70_a_taken_card_may_not_be_thrown_back(self, book, game):
        book.ann.play(game, DEAL, {"type": "draw", "player": "A", "source": "discard"})
        answer = book.ann.play(game, discard("A", "2H"))
        assert refused(answer, 409) == "throw_back"
        names = [option["option"] for option in answer.json["options"]]
        assert names == ["take_back", "stand"]

    def test_91_an_empty_entry_adds_nothing(self, book, game):
        score(book, game, "A", 20)
        for body in ({}, {"plays": []}, {"type": "knock", "player": "A"}):
            answer = book.ann.post(
                f"/games/{game}/plays", body, headers={"If-Match": "*"}
            )
            assert answer.status_code == 422
        assert points(book, game) == {"A": 20, "B": 0}


class TestTurnsAndWalls:
    def test_24_the_wall_is_no_lay_off(self, book, game):
        """Two cards left after a discard: the hand is over, nobody scores."""
        names = [r + s for s in "CDS" for r in "A23456789TJQK"]
        plays = [DEAL, *PASSES]
        for turn in range(29):
            player = "AB"[turn % 2]
            plays += [stock(player), discard(player, names[turn])]
        state = book.ann.play(game, *plays).json["game"]
        assert state["hand"]["phase"] == "deal"
        assert state["hand"]["dealer"] == "B"
        assert points(book, game) == {"A": 0, "B": 0}

    def test_53_whose_turn_it_is_survives_a_restart(self, book, game, app):
        book.ann.play(game, DEAL, {"type": "pass", "player": "A"})
        before = read(book, game)
        again = make_app(app.extensions["upcard"].settings.db.parent)
        later = Person(again.test_client(use_cookies=False), book.referee.key)
        assert later.get(f"/games/{game}").json == before
        assert before["hand"]["to_act"] == "B"
        again.extensions["upcard"].store.close()

    def test_55_a_play_based_on_an_old_version(self, book, game):
        book.ann.play(game, DEAL)
        answer = book.bob.play(game, PASSES[0], seen=1)
        assert refused(answer, 412) == "stale_version"
        assert answer.json["version"] == 2
        assert read(book, game)["version"] == 2

    def test_73_the_forced_draw_is_the_non_dealers(self, book, game):
        state = book.ann.play(game, DEAL, *PASSES).json["game"]
        assert state["hand"]["to_act"] == "A"
        taken = {"type": "draw", "player": "A", "source": "discard"}
        assert refused(book.ann.play(game, taken), 409) == "upcard_refused"

    def test_149_another_draw_after_an_undo(self, book, game):
        book.ann.play(game, DEAL, {"type": "pass", "player": "A"})
        book.ann.play(game, {"type": "pass", "player": "B"}, stock("A"))
        retract = {"type": "retract", "seq": 5}
        assert book.ann.play(game, retract).status_code == 201
        assert book.ann.play(game, stock("A", "KD")).status_code == 201


class TestEdits:
    def test_75_the_winner_of_a_hand_changes(self, book, game):
        score(book, game, "A", 30)
        book.referee.play(
            game,
            {"type": "amend", "seq": 2, "play": {**KNOCK, "player": "B", "count": 5}},
            amend_show(4, "A", 35),
        )
        assert points(book, game) == {"A": 0, "B": 30}

    def test_76_an_edit_below_the_target_reopens_the_game(self, book, game):
        score(book, game, "A", 110)
        assert read(book, game)["status"] == "over"
        book.ann.play(game, amend_show(4, "B", 65))
        state = read(book, game)
        assert (state["status"], state["winner"]) == ("playing", None)

    def test_88_the_target_reached_first_wins(self, book, game):
        for winner, worth in (("A", 40), ("B", 90), ("A", 30), ("B", 35)):
            score(book, game, winner, worth)
        book.referee.play(game, amend_show(4, "B", 80))
        sheet = book.ann.get(f"/games/{game}/sheet").json
        assert sheet["columns"][0]["winner"] == "A"
        assert sheet["columns"][0]["points"] == {"A": 105, "B": 90}
        assert [x["counted"] for x in sheet["columns"][0]["lines"]] == [
            *[True] * 3,
            False,
        ]

    def test_89_a_deleted_hand_moves_no_dealer(self, book, game):
        for winner in "ABAB":
            score(book, game, winner, 10)
        dealers = {n: self.dealer(book, game, n) for n in (1, 3, 4)}
        book.referee.play(game, {"type": "retract", "hand": 2})
        assert {n: self.dealer(book, game, n) for n in (1, 3, 4)} == dealers
        lines = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"]
        assert [line["hand"] for line in lines] == [1, 3, 4]

    @staticmethod
    def dealer(book: Book, game: str, number: int) -> str:
        return book.ann.get(f"/games/{game}/hands/{number}").json["dealer"]

    def test_114_an_edit_is_an_entry_and_the_old_value_stays_readable(self, book, game):
        for winner in "ABA":
            score(book, game, winner, 10)
        book.referee.play(game, amend_show(8, "A", 25))
        assert points(book, game) == {"A": 20, "B": 20}
        events = book.ann.get(f"/games/{game}/events").json["events"]
        shown = [e["data"] for e in events if e["entry"] == 8]
        assert 15 in [data.get("count") for data in shown]
        past = book.ann.get(f"/games/{game}?at=13").json
        assert past["score"]["B"]["points"] == 10

    def test_137_a_round_is_deleted_and_redone(self, book, game):
        for winner in "ABABA":
            score(book, game, winner, 10)
        book.referee.play(game, {"type": "retract", "hand": 3})
        assert points(book, game) == {"A": 20, "B": 20}

    def test_139_totals_are_never_below_the_sum_of_the_hands(self, book, game):
        score(book, game, "A", 20)
        score(book, game, "B", 10)
        book.referee.play(game, amend_show(4, "B", 5))
        assert points(book, game)["A"] >= 0
        sheet = book.ann.get(f"/games/{game}/sheet").json["columns"][0]
        for seat in "AB":
            lines = [x["points"] for x in sheet["lines"] if x["winner"] == seat]
            assert sheet["points"][seat] == sum(lines)

    def test_141_a_change_reaches_the_total_at_once(self, book, game):
        score(book, game, "A", 20)
        answer = book.ann.play(game, amend_show(4, "B", 50))
        assert answer.json["game"]["score"]["A"]["points"] == 45

    def test_186_any_earlier_hand_can_be_edited(self, book, game):
        for winner in "ABA":
            score(book, game, winner, 10)
        answer = book.referee.play(game, amend_show(4, "B", 16))
        assert answer.status_code == 201
        assert points(book, game) == {"A": 21, "B": 10}


class TestUndo:
    def test_132_each_hand_is_listed_and_the_last_undone(self, book, game):
        score(book, game, "A", 10)
        score(book, game, "B", 10)
        book.ann.play(game, {"type": "retract", "hand": 2})
        lines = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"]
        assert [line["hand"] for line in lines] == [1]

    def test_138_the_last_entry_or_the_whole_showdown(self, book, game):
        score(book, game, "A", 10)
        state = book.ann.play(game, {"type": "retract", "seq": 4}).json["game"]
        assert state["hand"]["phase"] == "show"
        state = book.ann.play(game, {"type": "retract", "hand": 1}).json["game"]
        assert (state["hand"]["phase"], state["hand"]["number"]) == ("deal", 1)

    def test_153_what_must_be_undone_first_is_said(self, book, game):
        book.ann.play(game, DEAL, *PASSES, stock("A"), discard("A", "9C"), stock("B"))
        answer = book.ann.play(game, {"type": "retract", "seq": 6})
        assert refused(answer, 409) == "no_longer_fits"
        assert [v["entries"][0] for v in answer.json["violations"]] == [7]
        both = [{"type": "retract", "seq": seq} for seq in (6, 7)]
        assert book.ann.play(game, *both).status_code == 201

    def test_154_an_undo_names_what_it_takes_back(self, book, game):
        book.ann.play(game, DEAL, *PASSES, stock("A"), discard("A", "9C"))
        answer = book.ann.play(game, {"type": "retract", "seq": 6})
        undone = answer.json["events"][0]
        assert undone["type"] == "entry_retracted"
        assert undone["data"]["entries"] == [6]

    def test_161_undo_is_an_event_across_the_end_not_of_the_start(self, book, game):
        score(book, game, "A", 110)
        before = read(book, game)["version"]
        state = book.ann.play(game, {"type": "retract", "seq": 4}).json["game"]
        assert (state["status"], state["version"] > before) == ("playing", True)
        start = book.referee.play(game, {"type": "retract", "seq": 1})
        assert refused(start, 409) == "cannot_retract_start"
        undo = book.ann.play(game, {"type": "retract", "seq": before + 1})
        assert undo.json["game"]["status"] == "over"

    def test_165_the_dealer_and_the_turn_are_as_before(self, book, game):
        book.ann.play(game, DEAL, *PASSES, stock("A"))
        before = read(book, game)["hand"]
        book.ann.play(
            game,
            {"type": "knock", "player": "A", "count": 3},
            {"type": "show", "player": "B", "count": 9},
        )
        both = [{"type": "retract", "seq": seq} for seq in (6, 7)]
        assert book.ann.play(game, *both).status_code == 201
        assert read(book, game)["hand"] == before

    def test_163_after_the_end_nothing_until_undone(self, book, game):
        score(book, game, "A", 110)
        assert refused(book.ann.play(game, KNOCK), 409) == "game_over"
        book.ann.play(game, {"type": "retract", "hand": 1})
        assert book.ann.play(game, KNOCK, SHOW).status_code == 201


class TestEntries:
    def test_122_a_hand_without_points_is_one_play(self, book, game):
        answer = book.ann.play(game, {"type": "void"})
        assert answer.status_code == 201
        assert read(book, game)["hand"]["number"] == 2

    def test_133_half_an_entry_changes_no_total(self, book, game):
        score(book, game, "A", 50)
        book.ann.play(game, KNOCK)
        assert points(book, game) == {"A": 50, "B": 0}
        assert read(book, game)["hand"]["phase"] == "show"

    def test_143_a_score_restored_from_paper(self, book, game):
        for seat, worth in (("A", 85), ("B", 60)):
            play = {"type": "adjust", "player": seat, "points": worth}
            assert book.ann.play(game, play).status_code == 422
            play["reason"] = "restored from paper"
            assert book.ann.play(game, play).status_code == 201
        lines = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"]
        assert [line["result"] for line in lines] == ["adjusted"] * 2
        assert points(book, game) == {"A": 85, "B": 60}


class TestDisputes:
    def test_146_a_penalty_stands_apart_from_the_play(self, book, game):
        score(book, game, "A", 10)
        penalty = {"type": "adjust", "player": "A", "points": -20, "reason": "director"}
        book.referee.play(game, penalty)
        lines = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"]
        assert [line["points"] for line in lines] == [10, -20]
        assert points(book, game)["A"] == -10

    def test_150_an_illegal_play_that_stood(self, book, game):
        book.ann.play(game, DEAL, {"type": "draw", "player": "A", "source": "discard"})
        ruling = {"option": "stand", "chosen_by": "A", "note": "not noticed"}
        answer = book.ann.play(game, discard("A", "2H", ruling=ruling))
        assert answer.status_code == 201
        assert [e["type"] for e in answer.json["events"]] == [
            "card_discarded",
            "irregularity_ruled",
        ]
        book.ann.play(game, {"type": "void"})
        lines = book.ann.get(f"/games/{game}/sheet").json["columns"][0]["lines"]
        assert lines[0]["irregular"]

    def test_177_an_overclaim_is_refused_at_the_claim(self, book, game):
        cards = ["2C", "2H", "2S", "5D", "6D", "7D", "JC", "QC", "KC", "9H"]
        knock = {"type": "knock", "player": "A", "cards": cards, "count": 7}
        answer = book.ann.play(game, knock)
        assert refused(answer, 409) == "count_differs"
        assert "9" in answer.json["detail"]


def test_17_scores_are_events_of_the_record_never_sent(book, game):
    answer = book.ann.play(game, {"type": "hand_scored", "points": 30})
    assert answer.status_code == 422
    score(book, game, "A", 10)
    events = book.ann.get(f"/games/{game}/events").json["events"]
    assert [e["type"] for e in events] == [
        "game_started",
        "hand_dealt",
        "knocked",
        "hand_shown",
        "hand_scored",
    ]


@pytest.mark.parametrize("who", ["ann", "watch"])
def test_20_the_defenders_cards_are_in_no_answer_before_they_are_shown(book, game, who):
    mine = ["2C", "2H", "2S", "5D", "6D", "7D", "JC", "QC", "KC", "AH"]
    theirs = ["3S", "4S", "9S", "TS", "QS", "4C", "7C", "TC", "4H", "8H"]
    hands = {"A": mine, "B": theirs}
    book.referee.play(game, {**DEAL, "upcard": "KD", "hands": hands}, *PASSES)
    book.referee.play(game, stock("A", "KH"))
    book.referee.play(game, {"type": "knock", "player": "A", "cards": mine})
    person = getattr(book, who)
    for path in ("", "/events", "/sheet", "/hands/1", "/hands/1/notation", "?at=2"):
        answer = person.get(f"/games/{game}{path}")
        text = answer.get_data(as_text=True)
        assert answer.status_code == 200, (path, text)
        assert not [card for card in theirs if card in text], path


def test_159_totals_follow_from_the_log(book, game):
    """A rule corrected later reaches every total; none is kept beside the log."""
    score(book, game, "A", 20)
    book.referee.play(game, KNOCK, SHOW)
    before = points(book, game)
    rules = {"preset": "jpgames", "undercut_bonus": 10}
    book.referee.play(game, {"type": "amend", "seq": 1, "rules": rules})
    assert points(book, game) == {"A": before["A"], "B": before["B"] - 15}
