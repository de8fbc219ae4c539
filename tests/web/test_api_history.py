"""History over HTTP: exports, imports, standings, the feed."""

import json

import pytest

from referee.notation import read_hands
from tests.web.conftest import KNOCK, SHOW, code_of, make_app, open_book

ANN = ["7S", "7D", "7C", "5H", "6H", "7H", "9C", "TC", "JC", "2S"]
BOB = ["AS", "AD", "AC", "AH", "KS", "KD", "KC", "KH", "8H", "9H"]
GIN = {"type": "knock", "player": "A", "count": 0}


@pytest.fixture
def played(book):
    """A game of three hands that Ann has won, at five pence a point."""
    game = book.start({"stake": "0.05"})
    shows = [{**SHOW, "count": count} for count in (5, 30, 40)]
    for knock, show in zip((KNOCK, GIN, GIN), shows, strict=True):
        assert book.referee.play(game, knock, show).status_code == 201
    return game


@pytest.fixture
def empty(tmp_path):
    """A book of the same name on a server of its own."""
    app = make_app(tmp_path)
    yield open_book(app.test_client(use_cookies=False))
    app.extensions["upcard"].store.close()


def export(who, path, form="json", **query):
    answer = who.get(path, query_string={"format": form, **query})
    assert answer.status_code == 200, answer.get_data(as_text=True)[:300]
    return answer.get_data(as_text=True)


def bring(book, text, kind="application/json", query=""):
    return book.referee.post(
        f"/books/{book.id}/import{query}", None, data=text, content_type=kind
    )


# Exports


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ("json", "application/json"),
        ("ndjson", "application/x-ndjson"),
        ("csv", "text/csv; charset=utf-8"),
        ("text", "text/plain; charset=utf-8"),
    ],
)
def test_an_export_says_what_it_is(book, played, form, kind):
    answer = book.ann.get(f"/games/{played}/export?format={form}")
    assert answer.headers["Content-Type"] == kind
    assert "no-cache" in answer.headers["Cache-Control"]


def test_json_is_what_is_exported_unless_told_otherwise(book, played):
    answer = book.watch.get(f"/games/{played}/export")
    assert answer.json["format"] == "upcard-export"
    assert [game["id"] for game in answer.json["games"]] == [played]
    assert len(answer.json["games"][0]["events"]) == answer.json["games"][0]["version"]


def test_a_game_is_exported_with_its_two_players_a_book_with_all(book, played):
    game = json.loads(export(book.ann, f"/games/{played}/export"))
    whole = json.loads(export(book.ann, f"/books/{book.id}/export"))
    assert [each["name"] for each in game["players"]] == ["Ann", "Bob"]
    assert [each["name"] for each in whole["players"]] == ["Ann", "Bob", "Cy"]


def test_lines_hold_the_same_events_each_with_its_game(book, played):
    whole = json.loads(export(book.ann, f"/books/{book.id}/export"))
    lines = export(book.ann, f"/books/{book.id}/export", "ndjson").splitlines()
    _, about, *events, seal = map(json.loads, lines)
    (game,) = whole["games"]
    assert [{**e, "game": played} for e in game["events"]] == events
    assert about == {key: game[key] for key in ("id", "players", "version", "head")}
    assert seal == {"seal": whole["seal"]}


def test_an_export_holds_what_its_key_may_see_and_no_more(book, game):
    deal = {"type": "deal", "upcard": "QD", "hands": {"A": ANN, "B": BOB}}
    assert book.referee.play(game, deal).status_code == 201
    sees = {"ann": ANN, "bob": BOB, "watch": [], "cy": []}
    for who, cards in sees.items():
        for form in ("json", "ndjson", "text", "csv"):
            text = export(getattr(book, who), f"/books/{book.id}/export", form)
            for card in {*ANN, *BOB} - {*cards}:
                assert f'"{card}"' not in text
                assert f" {card}" not in text
        told = json.loads(export(getattr(book, who), f"/games/{game}/export"))
        dealt = told["games"][0]["events"][1]
        assert "salt" not in dealt
    whole = json.loads(export(book.referee, f"/games/{game}/export"))
    assert whole["games"][0]["events"][1]["data"]["hands"] == {"A": ANN, "B": BOB}


def test_text_is_read_by_the_notation(book, played):
    text = export(book.ann, f"/games/{played}/export", "text")
    hands = [hand for hand in read_hands(text) if hand.plays]
    assert [hand.number for hand in hands] == [1, 2, 3]
    assert hands[0].names == {"A": "Ann", "B": "Bob"}
    assert text.startswith(f"; Game {played}, ")
    assert "Ann wins" in text
    assert "; Settlement: " in text


def test_a_table_of_games_or_of_hands(book, played):
    hands = export(book.ann, f"/books/{book.id}/export", "csv").splitlines()
    games = export(book.ann, f"/books/{book.id}/export", "csv", of="games").splitlines()
    assert hands[0].startswith("game,started,hand,dealer,result,winner,loser,points")
    assert len(hands) == 4
    assert hands[1].split(",")[2:8] == ["1", "Bob", "undercut", "Bob", "Ann", "28"]
    assert games[0].startswith("id,started,status")
    assert games[1].startswith(played)


@pytest.mark.parametrize("query", ["format=xml", "of=cards", "format="])
def test_a_format_that_is_none_is_refused(book, played, query):
    answer = book.ann.get(f"/games/{played}/export?{query}")
    assert answer.status_code == 422
    assert code_of(answer) == "unknown_choice"


def test_three_columns_are_told_apart_in_the_text(book):
    game = book.start("hollywood")
    assert book.referee.play(game, KNOCK, SHOW).status_code == 201
    text = export(book.ann, f"/games/{game}/export", "text")
    assert "; Column 3\n" in text
    assert "no winner" in text


def test_a_line_entered_by_hand_is_in_the_text(book, game):
    adjust = {"type": "adjust", "player": "A", "points": 85, "reason": "paper"}
    assert book.referee.play(game, adjust).status_code == 201
    text = export(book.ann, f"/games/{game}/export", "text")
    assert "; Adjusted: adjusted Ann 85, 85 : 0\n" in text


# Round trip


@pytest.mark.parametrize(
    ("form", "kind"),
    [("json", "application/json"), ("ndjson", "application/x-ndjson")],
)
def test_out_in_and_out_again_are_the_same_bytes(book, played, empty, form, kind):
    text = export(book.referee, f"/books/{book.id}/export", form)

    answer = bring(empty, text, kind)

    assert answer.status_code == 201, answer.json
    assert answer.json["games"] == [played]
    assert export(empty.referee, f"/books/{empty.id}/export", form) == text
    assert bring(empty, text, kind).status_code == 200
    listed = empty.ann.get(f"/books/{empty.id}/games").json["games"]
    assert [(each["id"], each["imported"]) for each in listed] == [(played, True)]


def test_the_keys_of_who_has_not_played_open_what_was_imported(book, played, empty):
    bring(empty, export(book.referee, f"/books/{book.id}/export"))
    assert empty.ann.get(f"/games/{played}").status_code == 200
    more = {"type": "accept", "player": "A", "hand": 3}
    assert empty.ann.play(played, more).status_code == 201
    assert empty.cy.play(played, more).status_code == 403


def test_what_a_player_exported_is_no_record_to_import(book, game, empty):
    deal = {"type": "deal", "upcard": "QD", "hands": {"A": ANN}}
    assert book.referee.play(game, deal).status_code == 201
    answer = bring(empty, export(book.bob, f"/books/{book.id}/export"))
    assert code_of(answer) == "redacted_export"
    assert answer.status_code == 422
    assert "referee's key" in answer.json["detail"]
    assert answer.json["line"] == 10


@pytest.mark.usefixtures("played")
def test_the_line_of_a_changed_event_is_named(book, empty):
    text = export(book.referee, f"/books/{book.id}/export")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if '"points":28' in row)
    answer = bring(empty, text.replace('"points":28', '"points":27'))
    assert code_of(answer) == "bad_export"
    assert answer.json["line"] == line
    assert "its data was changed" in answer.json["detail"]
    assert empty.ann.get(f"/books/{empty.id}/games").json["games"] == []


def test_a_longer_copy_of_a_known_game_is_409(book, game, empty):
    bring(empty, export(book.referee, f"/games/{game}/export"))
    assert book.referee.play(game, KNOCK, SHOW).status_code == 201
    longer = export(book.referee, f"/games/{game}/export")
    assert code_of(bring(empty, longer)) == "game_differs"


@pytest.mark.usefixtures("played")
def test_a_game_is_in_one_book_of_a_server(book, other_book):
    answer = bring(other_book, export(book.referee, f"/books/{book.id}/export"))
    assert code_of(answer) == "held_elsewhere"
    assert answer.status_code == 409


@pytest.mark.parametrize("who", ["ann", "watch"])
def test_only_the_referees_key_imports(book, who):
    answer = getattr(book, who).post(f"/books/{book.id}/import", {})
    assert code_of(answer) == "referee_only"


def test_an_export_comes_as_json_or_lines(book):
    assert code_of(bring(book, "{}", "text/plain")) == "not_json_type"


def test_an_import_may_be_larger_than_a_play_and_not_endless(book, monkeypatch):
    text = json.dumps({"format": "upcard-export", "pad": "x" * 100_000})
    assert code_of(bring(book, text)) == "bad_export"
    monkeypatch.setattr("web.api.history.LARGEST", 1000)
    assert code_of(bring(book, text)) == "too_large"


def test_a_switch_is_true_or_false(book):
    answer = bring(book, "{}", query="?accept_differences=maybe")
    assert code_of(answer) == "unknown_choice"


def test_a_verdict_of_another_engine_is_listed_and_kept_only_when_asked(
    book, played, empty, monkeypatch
):
    text = export(book.referee, f"/books/{book.id}/export")
    with monkeypatch.context() as patch:
        patch.setattr("events.judging.decide_hand", lambda *_: [])
        answer = bring(empty, text)
        assert code_of(answer) == "verdicts_differ"
        assert answer.status_code == 409
        first = answer.json["differences"][0]
        assert (first["game"], first["hand"], first["today"]) == (played, 1, "")
        kept = bring(empty, text, query="?accept_differences=true")
    assert kept.status_code == 201
    assert kept.json["differ"] == len(kept.json["differences"]) == 6


# Standings and the feed


@pytest.mark.usefixtures("played")
def test_standings_of_a_book(book):
    answer = book.watch.get(f"/books/{book.id}/standings")
    ann, bob, cy = answer.json["players"]
    assert (ann["name"], ann["games"], ann["won"], ann["gins"]) == ("Ann", 1, 1, 2)
    assert (bob["lost"], bob["undercuts_given"], bob["points"]) == (1, 1, 28)
    assert (cy["games"], cy["average_deadwood"], cy["longest_run"]) == (0, None, 0)
    (pair,) = answer.json["head_to_head"]
    assert [side["hands_won"] for side in pair["players"]] == [2, 1]


def test_what_is_owed(book, played):
    owed = book.watch.get(f"/books/{book.id}/standings").json["settlement"]
    sheet = book.ann.get(f"/games/{played}/sheet").json
    ann, bob = (book.players[name] for name in ("Ann", "Bob"))
    debt = {"from": bob, "to": ann, "amount": sheet["settlement"]}
    assert owed["book"]["owed"] == owed["games"][0]["owed"] == [debt]
    assert owed["evenings"][0]["games"] == [played]


@pytest.mark.usefixtures("played")
def test_standings_that_are_known_are_not_sent_again(book):
    path = f"/books/{book.id}/standings"
    tag = book.ann.get(path).headers["ETag"]
    assert book.ann.get(path, headers={"If-None-Match": tag}).status_code == 304
    book.start()
    assert book.ann.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_the_feed_gives_each_event_once(book, played):
    other = book.start()
    book.referee.play(other, KNOCK, SHOW)
    seen, after, more = [], 0, True
    while more:
        answer = book.watch.get(f"/books/{book.id}/feed?after={after}&limit=7").json
        seen += answer["events"]
        after, more = answer["next"], answer["more"]
    assert [event["place"] for event in seen] == list(range(1, len(seen) + 1))
    for game in (played, other):
        events = book.watch.get(f"/games/{game}/events").json["events"]
        own = [each for each in seen if each["game"] == game]
        named = [{"place": 0, "game": game, **each} for each in events]
        assert [{**each, "place": 0} for each in own] == named
    again = book.watch.get(f"/books/{book.id}/feed?after={after}").json
    assert again == {"events": [], "next": after, "more": False}


def test_the_feed_has_eyes(book, game):
    deal = {"type": "deal", "upcard": "QD", "hands": {"A": ANN}}
    book.referee.play(game, deal)
    for who, sees in (("ann", True), ("bob", False), ("watch", False), ("cy", False)):
        events = getattr(book, who).get(f"/books/{book.id}/feed").json["events"]
        dealt = events[1]
        assert ("salt" in dealt) is sees
        assert bool(dealt["data"].get("hands")) is sees
