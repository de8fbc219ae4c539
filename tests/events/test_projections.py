from typing import Any

import pytest

from events import chain, log
from events.codec import canonical
from events.errors import NoSuchGame
from events.projections import (
    Body,
    Eyes,
    events_for,
    hand_of,
    rebuild,
    sheet_of,
    state_at,
    state_of,
    version_of,
)
from events.projections.tables import TABLES
from events.registry import games_of
from events.store import Store
from tests.events.room import (
    EYES,
    GIN,
    KNOCK,
    SHOW,
    Room,
    dump,
    swapped,
    whole_hands,
)
from tests.events.test_audit import tamper

DECK = {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
FORBIDDEN = {"preset": "jpgames", "look_back": "forbidden"}


@pytest.fixture
def room(store: Store) -> Room:
    return Room(store)


def every_state(room: Room) -> dict[Eyes, Body]:
    return {eyes: room.state(eyes) for eyes in EYES}


def cards_in(body: Any) -> set[str]:
    """Every card named in a JSON body, but for what is only concluded of places."""
    if isinstance(body, str):
        return {body} & DECK
    if isinstance(body, dict):
        return cards_in([part for name, part in body.items() if name != "knowledge"])
    if isinstance(body, (list, tuple)):
        return set().union(*map(cards_in, body))
    return set()


# The game ---------------------------------------------------------------------------


def test_a_new_game_waits_for_its_first_deal(room: Room) -> None:
    state = room.state("A")
    assert state["hand"] == {
        "number": 1,
        "dealer": "B",
        "phase": "deal",
        "to_act": None,
        "depth": 1,
        "upcard": None,
        "knock_limit": 10,
        "stock": None,
        "discards": [],
        "known": {"A": [], "B": []},
        "may": state["hand"]["may"],
    }
    assert "deal" in state["hand"]["may"]
    assert state["id"] == room.uid
    assert state["book"] == room.book
    assert (state["preset"], state["engine"], state["target"]) == ("jpgames", 1, 100)
    assert state["rules"]["gin_bonus"] == 25
    assert (state["status"], state["winner"], state["last"]) == ("playing", None, None)
    assert state["proposals"] == []
    assert state["score"]["B"] == {"points": 0, "boxes": 0, "total": 0}


def test_a_hand_under_way_shows_pile_and_stock(room: Room) -> None:
    room.play(
        {"type": "deal", "upcard": "7D"},
        {"type": "draw", "player": "A", "source": "discard"},
        {"type": "discard", "player": "A", "card": "KS"},
    )
    hand = room.state("watch")["hand"]
    assert (hand["phase"], hand["to_act"], hand["depth"]) == ("draw", "B", 3)
    assert (hand["stock"], hand["discards"], hand["upcard"]) == (31, ["KS"], "7D")
    assert hand["known"] == {"A": ["7D"], "B": []}
    assert hand["may"] == []


def test_an_upcard_nobody_named_is_null(room: Room) -> None:
    room.play({"type": "deal"})
    hand = room.state()["hand"]
    assert (hand["upcard"], hand["discards"]) == (None, [None])
    assert hand["conflicts"] == []


def test_the_limit_is_null_while_it_is_not_known(store: Store) -> None:
    room = Room(store, rules="jpgames-oklahoma")
    assert room.state()["hand"]["knock_limit"] is None
    room.play({"type": "deal", "upcard": "4D"})
    assert room.state()["hand"]["knock_limit"] == 4


def test_shown_cards_make_a_hand_depth_two(room: Room) -> None:
    cards = ["AC", "2C", "3C", "4D", "4H", "4S", "9D", "TD", "JD", "5S"]
    room.play({"type": "knock", "player": "A", "cards": cards})
    assert room.state()["hand"]["depth"] == 2


def test_the_last_hand_is_told_beside_the_next(room: Room) -> None:
    room.play(KNOCK, SHOW)
    room.play({"type": "accept", "player": "B", "hand": 1}, asker="B")
    room.play({"type": "dispute", "player": "A", "hand": 1}, asker="A")
    assert room.state("watch")["last"] == {
        "hand": 1,
        "result": "knock",
        "winner": "A",
        "points": 7,
        "boxes": 1,
        "counted": True,
        "amended": False,
        "irregular": False,
        "accepted": ["B"],
        "disputed": ["A"],
    }
    assert room.state("watch")["hand"]["phase"] == "deal"


def test_a_won_game_is_over(room: Room) -> None:
    room.play(GIN, {"type": "show", "player": "B", "count": 90})
    state = room.state()
    assert (state["status"], state["winner"]) == ("over", "A")
    assert (state["hand"]["phase"], state["hand"]["number"]) == ("over", 1)
    assert state["hand"]["to_act"] is None
    assert state["score"]["A"]["total"] == 240


def test_a_resigned_game_is_over_in_the_midst_of_a_hand(room: Room) -> None:
    room.play({"type": "deal"}, {"type": "resign", "player": "A"})
    state = room.state()
    assert (state["status"], state["winner"]) == ("over", "B")
    assert state["hand"]["phase"] == "over"
    assert sheet_of(room.store, room.uid)["winner"] == "B"


def test_an_abandoned_game_has_no_winner(room: Room) -> None:
    room.play({"type": "abandon", "reason": "rain"})
    state = room.state()
    assert (state["status"], state["winner"]) == ("abandoned", None)
    assert (state["hand"]["phase"], state["hand"]["number"]) == ("over", 1)
    (listed,) = games_of(room.store, room.book).games
    assert (listed.status, listed.winner) == ("abandoned", None)


def test_a_proposal_waits_on_the_game_and_its_hand(room: Room) -> None:
    room.play(KNOCK, SHOW)
    room.play(KNOCK)
    amend = {"type": "amend", "seq": 4, "play": {**SHOW, "count": 25}}
    room.play(amend, asker="A")
    proposal = {"entry": 8, "hand": 1, "player": "A", "play": amend}
    assert room.state("watch")["proposals"] == [proposal]
    first, second = (hand_of(room.store, room.uid, n, "B") for n in (1, 2))
    assert first is not None
    assert second is not None
    assert first["proposals"] == [proposal]
    assert second["proposals"] == []


def test_unknown_games_have_no_views(store: Store) -> None:
    for ask in (version_of, sheet_of):
        with pytest.raises(NoSuchGame):
            ask(store, "nothing")
    with pytest.raises(NoSuchGame):
        state_at(store, "nothing", 1, "A")
    with pytest.raises(NoSuchGame):
        hand_of(store, "nothing", 1, "A")
    with pytest.raises(NoSuchGame):
        events_for(store, "nothing", "A")


# As it stood ------------------------------------------------------------------------


@pytest.mark.parametrize("number", [3, 90])
def test_a_game_can_be_seen_as_it_stood(room: Room, number: int) -> None:
    stood = {1: every_state(room)}
    for play in whole_hands()[number]:
        version = room.play(play).last
        stood[version] = every_state(room)
    for seq, states in stood.items():
        for eyes in EYES:
            assert state_at(room.store, room.uid, seq, eyes) == states[eyes]


@pytest.mark.parametrize("seq", [-1, 0, 2, 99])
def test_a_game_cannot_be_seen_as_it_never_stood(room: Room, seq: int) -> None:
    assert state_at(room.store, room.uid, seq, "referee") is None


def test_a_correction_does_not_change_what_was(room: Room) -> None:
    room.play(KNOCK, SHOW)
    before = [state_at(room.store, room.uid, seq, "A") for seq in range(1, 6)]
    room.play({"type": "amend", "seq": 4, "play": {**SHOW, "count": 30}})
    assert room.state()["score"]["A"]["points"] == 22
    after = [state_at(room.store, room.uid, seq, "A") for seq in range(1, 6)]
    assert after == before


# Eyes -------------------------------------------------------------------------------


def dealt(room: Room) -> set[str]:
    """Deal a hand with B's cards recorded; return them."""
    deal = whole_hands()[0][0]
    room.play({**deal, "hands": {"B": deal["hands"]["B"]}}, asker="B")
    return set(deal["hands"]["B"])


def everything(room: Room, eyes: Eyes) -> list[Body | None]:
    store, uid = room.store, room.uid
    version = version_of(store, uid)
    return [
        *(state_at(store, uid, seq, eyes) for seq in range(1, version + 1)),
        state_of(store, uid, eyes),
        hand_of(store, uid, 1, eyes),
        sheet_of(store, uid),
        *events_for(store, uid, eyes).events,
    ]


def test_a_hidden_hand_is_seen_by_its_player_only(room: Room) -> None:
    cards = dealt(room)
    for eyes in ("referee", "B"):
        assert cards <= cards_in(everything(room, eyes))
    for eyes in ("A", "watch"):
        assert not cards & cards_in(everything(room, eyes))


def test_a_redacted_event_carries_no_salt_and_still_chains(room: Room) -> None:
    cards = dealt(room)
    whole = events_for(room.store, room.uid, "B").events
    assert all("salt" in event for event in whole)
    seen = events_for(room.store, room.uid, "A").events
    assert "salt" in seen[0]
    assert "salt" not in seen[1]
    assert not cards & cards_in(list(seen))
    assert [event["hash"] for event in seen] == [event["hash"] for event in whole]
    prev = chain.FIRST
    for event in seen:
        keys = ("seq", "entry", "schema", "at", "by", "digest")
        fields = {key: event[key] for key in keys}
        prev = chain.hash_of(prev, room.uid, type_=event["type"], **fields)
        assert prev == event["hash"]


def test_the_digest_of_a_whole_event_is_of_its_data(room: Room) -> None:
    dealt(room)
    for event in events_for(room.store, room.uid, "referee").events:
        text = canonical(event["data"])
        assert chain.digest_of(event["salt"], text) == event["digest"]


@pytest.mark.parametrize("number", [0, 25, 60, 120])
def test_cards_never_shown_stay_private_after_the_hand(room: Room, number: int) -> None:
    plays = whole_hands()[number][:20]
    room.play(*plays, {"type": "void"})
    public: set[str] = set()
    for play in plays:
        hidden = play["type"] == "deal" or play.get("source") == "stock"
        public |= cards_in(play) if not hidden else {play.get("upcard", "")}
    seen = cards_in(everything(room, "watch"))
    assert seen - public == set()
    assert cards_in(everything(room, "referee")) > seen


def test_nobody_may_look_back_where_it_is_forbidden(store: Store) -> None:
    room = Room(store, rules=FORBIDDEN)
    room.play(
        {"type": "deal", "upcard": "7D"},
        {"type": "draw", "player": "A", "source": "discard"},
        {"type": "discard", "player": "A", "card": "KS"},
        {"type": "draw", "player": "B", "source": "stock"},
        {"type": "discard", "player": "B", "card": "2C"},
    )
    assert cards_in(everything(room, "watch")) == {"2C"}
    assert cards_in(everything(room, "B")) == {"2C"}
    assert cards_in(everything(room, "A")) == {"2C", "7D"}
    assert cards_in(everything(room, "referee")) == {"2C", "7D", "KS"}
    assert room.state("B")["hand"]["discards"] == [None, "2C"]
    room.play({"type": "void"})
    assert cards_in(everything(room, "watch")) == {"2C", "7D", "KS"}


def test_a_retracted_hand_has_nothing_to_look_back_at(store: Store) -> None:
    room = Room(store, rules=FORBIDDEN)
    room.play(KNOCK, SHOW)
    room.play({"type": "deal", "upcard": "7D"})
    room.play({"type": "retract", "hand": 1}, {"type": "retract", "hand": 2})
    for seq in range(1, version_of(store, room.uid) + 1):
        assert state_at(store, room.uid, seq, "watch") is not None


def test_a_conflict_is_flagged_to_the_referee_only(room: Room) -> None:
    cards = sorted(dealt(room))
    room.play(
        {"type": "pass", "player": "A"}, {"type": "pass", "player": "B"}, asker="A"
    )
    room.play(
        {"type": "draw", "player": "A", "source": "stock"},
        {"type": "discard", "player": "A", "card": cards[0]},
        asker="A",
    )
    assert room.state("referee")["hand"]["conflicts"] != []
    for eyes in ("A", "B", "watch"):
        assert "conflicts" not in room.state(eyes)["hand"]


# Events -----------------------------------------------------------------------------


def test_events_come_in_stretches(room: Room) -> None:
    room.play(KNOCK, SHOW)
    first = events_for(room.store, room.uid, "A", limit=2)
    assert [event["seq"] for event in first.events] == [1, 2]
    assert (first.version, first.next) == (5, 2)
    second = events_for(room.store, room.uid, "A", after=2, limit=3)
    assert [event["seq"] for event in second.events] == [3, 4, 5]
    assert second.next is None
    assert events_for(room.store, room.uid, "A", after=5).events == ()
    assert events_for(room.store, room.uid, "A", after=99).next is None


def test_an_event_has_the_documented_shape(room: Room) -> None:
    room.play(KNOCK)
    event = events_for(room.store, room.uid, "watch", after=2).events[0]
    names = "at by data digest entry hash salt schema seq type"
    assert sorted(event) == names.split()
    assert event["type"] == "knocked"
    assert event["data"] == {
        "hand": 1,
        "player": "A",
        "deadwood": 8,
        "limit": 10,
        "count": 8,
    }


# Hands ------------------------------------------------------------------------------


def test_a_hand_is_told_step_by_step(room: Room) -> None:
    plays = whole_hands()[0]
    room.play(*plays)
    hand = hand_of(room.store, room.uid, 1, "referee")
    assert hand is not None
    assert (hand["number"], hand["dealer"], hand["phase"]) == (1, "B", "over")
    assert len(hand["steps"]) == len(plays)
    first = hand["steps"][0]
    assert first["entry"] == 2
    assert [event["type"] for event in first["events"]] == ["hand_dealt"]
    assert set(first["known"]["A"]) == set(plays[0]["hands"]["A"])
    place = first["knowledge"]["A"]
    assert (place["must"], place["unknown"]) == (first["known"]["A"], 0)
    assert first["knowledge"]["stock"]["unknown"] == 0
    types = [event["type"] for event in hand["steps"][-1]["events"]]
    assert types[0] == "hand_shown"
    assert hand["score"]["hand"] == 1
    assert hand["void"] is None


def test_a_player_knows_less_than_the_referee(room: Room) -> None:
    room.play(*whole_hands()[0][:6])
    hand = hand_of(room.store, room.uid, 1, "watch")
    assert hand is not None
    assert hand["steps"][0]["known"] == {"A": [], "B": []}
    assert hand["steps"][0]["knowledge"]["A"]["unknown"] == 10


def test_a_void_hand_says_why(room: Room) -> None:
    room.play({"type": "void", "reason": "the dog"})
    hand = hand_of(room.store, room.uid, 1, "A")
    assert hand is not None
    assert hand["void"] == {"hand": 1, "cause": "agreed", "reason": "the dog"}
    assert hand["score"] is None


def test_an_irregular_hand_says_what_was_ruled(room: Room) -> None:
    ruling = {"option": "forfeit_hand", "chosen_by": "both", "note": "agreed"}
    room.play({**KNOCK, "count": 14, "ruling": ruling}, SHOW)
    hand = hand_of(room.store, room.uid, 1, "A")
    assert hand is not None
    (ruled,) = hand["irregular"]
    assert (ruled["entry"], ruled["code"]) == (2, "illegal_knock")
    assert ruled["option"] == "forfeit_hand"
    assert room.state()["last"]["irregular"]


def test_a_corrected_hand_is_told_as_it_stands(room: Room) -> None:
    room.play(KNOCK, SHOW)
    room.play({"type": "amend", "seq": 4, "play": {**SHOW, "count": 30}})
    hand = hand_of(room.store, room.uid, 1, "A")
    assert hand is not None
    assert hand["amended"]
    assert hand["score"]["points"] == 22
    assert [step["entry"] for step in hand["steps"]] == [2, 4]
    assert min(event["seq"] for event in hand["steps"][0]["events"]) > 5


def test_a_hand_that_has_not_begun_is_none(room: Room) -> None:
    assert hand_of(room.store, room.uid, 1, "A") is None
    assert hand_of(room.store, room.uid, 7, "A") is None


# The sheet, and rebuilding ----------------------------------------------------------


def test_the_sheet_is_stored_with_its_version(room: Room) -> None:
    room.play(KNOCK, SHOW)
    sheet = sheet_of(room.store, room.uid)
    assert sheet["version"] == 5
    (column,) = sheet["columns"]
    (line,) = column["lines"]
    assert (line["hand"], line["result"], line["points"]) == (1, "knock", 7)
    assert column["points"] == {"A": 7, "B": 0}


def test_stored_hands_hold_the_facts(room: Room) -> None:
    plays = whole_hands()[0]
    room.play(*plays)
    room.play({"type": "accept", "player": "A", "hand": 1})
    dealer = room.state()["hand"]["dealer"]
    room.play(*(swapped([KNOCK]) if dealer == "A" else [KNOCK]))
    first, second = dump(room.store, "game_hands")["game_hands"]
    assert first[:7][2:6] == ("B", "over", 3, plays[0]["upcard"])
    assert first[-1] == "A"
    assert second[3:5] == ("show", 1)
    assert second[6] is None


def test_read_models_are_made_again_from_the_log(store: Store) -> None:
    room = Room(store)
    room.play(*whole_hands()[0])
    room.play({"type": "adjust", "player": "B", "points": 12, "reason": "paper"})
    room.uid = room.start(rules="hollywood").uid
    room.play(KNOCK, SHOW)
    registry = ("books", "book_players", "book_keys", "book_games", "requests")
    before = dump(store, *TABLES, *registry)
    assert all(before[table] for table in TABLES)
    with store.writing() as conn:
        conn.execute("UPDATE game_states SET body = '{}'")
        conn.execute("DELETE FROM game_sheets")
        conn.execute("INSERT INTO game_sheets VALUES (99, 1, '{}')")
        conn.execute("UPDATE game_hands SET points = 500")
    assert dump(store, *TABLES) != {table: before[table] for table in TABLES}
    assert list(rebuild(store, skip=print)) == [(1, 2), (2, 2)]
    assert dump(store, *TABLES, *registry) == before


def test_a_rebuild_left_half_way_changes_nothing(room: Room) -> None:
    room.start()
    before = dump(room.store, *TABLES)
    half = rebuild(room.store, skip=print)
    assert next(half) == (1, 2)
    half.close()
    assert dump(room.store, *TABLES) == before
    room.play(KNOCK)


def test_a_rebuild_keeps_what_a_game_has_that_it_cannot_read(room: Room) -> None:
    """A deploy that lost an upcaster throws no score away."""
    room.play(KNOCK, SHOW)
    other = room.start().uid
    before = dump(room.store, *TABLES)
    tamper(room.store, "UPDATE events SET schema = 9 WHERE game = 1 AND seq = 3")
    skipped = []
    list(rebuild(room.store, skip=lambda uid, why: skipped.append((uid, str(why)))))
    assert dump(room.store, *TABLES) == before
    ((uid, why),) = skipped
    assert uid == room.uid != other
    assert why.startswith("seq 3: knocked (schema 9)")


def test_versions_are_of_the_log(room: Room) -> None:
    room.play(KNOCK, SHOW)
    with room.store.reading() as conn:
        assert version_of(room.store, room.uid) == log.version(conn, 1) == 5
