"""What a player's key cannot learn: 52 tries teach it nothing of the other hand."""

import re

import pytest

from referee.cards import DECK, card_name

NAMES = [card_name(card) for card in DECK]
BOB = ["JC", "QC", "KC", "JD", "QD", "KD", "JH", "QH", "KH", "TS"]
ONE = ["AC", "2C", "3C", "4D", "5D", "6D", "7H", "8H", "9H", "TH"]
ANOTHER = ["4S", "5S", "6S", "7S", "8S", "9S", "2D", "3D", "7D", "8D"]
CHANGING = re.compile(r'"(id|book|at|digest|hash|salt|uid|changed|created)": ?"[^"]*"')


def tracked(book, hand):
    """A game in which Ann's dealt hand is on record, hers alone to see, B to draw."""
    game = book.start()
    answer = book.referee.play(
        game,
        {"type": "deal", "upcard": "2S", "hands": {"A": hand, "B": BOB}},
        {"type": "pass", "player": "A"},
        {"type": "pass", "player": "B"},
        {"type": "draw", "player": "A", "source": "stock"},
        {"type": "discard", "player": "A", "card": "AD"},
    )
    assert answer.status_code == 201, answer.json["detail"]
    return game


def told(person, game, answer):
    """All that one play tells a key: its answer, the state, the events, the hand."""
    texts = [str(answer.status_code), answer.get_data(as_text=True)]
    for path in ("", "/events", "/hands/1", "/sheet", "/hands/1/notation"):
        got = person.get(f"/games/{game}{path}")
        texts += [str(got.status_code), got.get_data(as_text=True)]
        texts.append(got.headers.get("ETag", ""))
    text = "\n".join(texts).replace(game, "GAME")
    return CHANGING.sub(r'"\1": "..."', text)


@pytest.mark.parametrize("card", NAMES)
def test_a_try_tells_the_same_whatever_the_other_holds(book, card):
    draw = {"type": "draw", "player": "B", "source": "stock", "card": card}
    answers = []
    for hand in (ONE, ANOTHER):
        game = tracked(book, hand)
        answers.append(told(book.bob, game, book.bob.play(game, draw)))
    assert answers[0] == answers[1]


def test_what_the_key_sees_itself_is_refused(book):
    game = tracked(book, ONE)
    for card in ("JC", "2S", "AD"):
        draw = {"type": "draw", "player": "B", "source": "stock", "card": card}
        assert book.bob.play(game, draw).status_code == 409
    free = {"type": "draw", "player": "B", "source": "stock", "card": "9S"}
    assert book.bob.play(game, free).status_code == 201


def test_the_clash_is_flagged_to_the_referee_and_named_to_all_at_the_show(book):
    game = tracked(book, ONE)
    draw = {"type": "draw", "player": "B", "source": "stock", "card": ONE[9]}
    assert book.bob.play(game, draw).status_code == 201
    conflicts = book.referee.get(f"/games/{game}").json["hand"]["conflicts"]
    assert conflicts == [7]
    assert "conflicts" not in book.bob.get(f"/games/{game}").json["hand"]
    answer = book.referee.play(
        game,
        {"type": "discard", "player": "B", "card": "JC"},
        {"type": "draw", "player": "A", "source": "stock"},
        {"type": "knock", "player": "A", "cards": ONE},
    )
    assert answer.status_code == 201, answer.json["detail"]
    left = ["9C", *BOB[1:]]
    answer = book.bob.play(game, {"type": "show", "player": "B", "cards": left})
    assert answer.status_code == 201, answer.json["detail"]
    ruling = book.bob.get(f"/games/{game}/hands/1/ruling").json
    said = [step["entry"] for step in ruling["steps"] if step["fact"] == "conflict"]
    assert said == [7]
    line = book.bob.get(f"/games/{game}/sheet").json["columns"][0]["lines"][0]
    assert line["irregular"]


@pytest.mark.parametrize("card", ["9C", "8C"])
def test_a_correction_by_a_player_tells_nothing_of_a_hidden_card(book, game, card):
    """Fifty-two amends of an own draw would else read what the other drew."""
    made = book.referee.play(
        game,
        {"type": "deal", "upcard": "QS"},
        {"type": "pass", "player": "A"},
        {"type": "pass", "player": "B"},
        {"type": "draw", "player": "A", "source": "stock"},
        {"type": "discard", "player": "A", "card": "JS"},
        {"type": "draw", "player": "B", "source": "stock", "card": "9C"},
    )
    assert made.status_code == 201, made.json
    draw = {"type": "draw", "player": "A", "source": "stock", "card": card}
    answer = book.ann.play(game, {"type": "amend", "seq": 5, "play": draw})
    assert answer.status_code == 201, answer.json
    hand = book.referee.get(f"/games/{game}").json["hand"]
    assert bool(hand["conflicts"]) == (card == "9C")
