"""A corrected game and the same game typed afresh have the same sheet.

Random games at mixed depths, with random corrections; at least half of the random
amends must be accepted ones, or the property would say little.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.decide import again
from referee.errors import Refusal
from referee.game import Game
from referee.game.entries import standing_plays
from referee.game.lines import lines_of
from referee.game.state import Hand
from referee.presets import find_preset
from referee.rules import other
from referee.scoring import sheet_data, sheet_of
from tests.referee.table import Table, knock, play_of, show

DATA = Path(__file__).parent.parent / "data"
KNOCKS = json.loads((DATA / "hands.json").read_text())["knock"][:400]
WHOLE = [
    json.loads(line)["plays"]
    for line in (DATA / "whole_hands.jsonl").read_text().splitlines()
][:40]
PRESETS = ("jpgames", "bicycle", "guide", "palace", "hollywood", "papergames")
GAMES = 60


def by_counts(rng: Random) -> list[dict[str, Any]]:
    """A hand by two counts, or thrown in."""
    if rng.random() < 0.15:
        return [{"type": "void"}]
    who = rng.choice("AB")
    return [knock(who, rng.randint(0, 10)), show(other(who), rng.randint(0, 40))]


def by_cards(rng: Random) -> list[dict[str, Any]]:
    """A hand by the cards shown at the knock."""
    hand = rng.choice(KNOCKS)
    who = rng.choice("AB")
    return [
        knock(who, cards=hand["knocker_cards"], melds=hand["knocker_melds"]),
        show(other(who), cards=hand["defender_cards"]),
    ]


def by_plays(rng: Random) -> list[dict[str, Any]]:
    """A hand play by play."""
    return rng.choice(WHOLE)


def random_hand(rng: Random) -> list[dict[str, Any]]:
    """A hand at any depth."""
    kinds = [by_counts, by_cards, by_plays]
    return rng.choices(kinds, [5, 3, 2])[0](rng)


def random_card(rng: Random) -> str:
    """Any card."""
    return rng.choice("A23456789TJQK") + rng.choice("CDHS")


def random_amend(rng: Random, table: Table) -> dict[str, Any]:
    """Say something else of an entry: a count, a card, a whole knock, the rules."""
    if rng.random() < 0.15:
        return {"type": "amend", "seq": 1, "rules": rng.choice(PRESETS)}
    seq = rng.choice(list(table.game.entries))
    play = standing_plays(table.game).get(seq)
    kind = type(play).__name__
    says: dict[str, Any] = {"type": "void"}
    if kind == "Knock":
        says = rng.choice(
            [
                knock(play.player, rng.randint(0, 12)),
                by_cards(rng)[0],
                by_counts(rng)[0],
            ]
        )
    elif kind == "Show":
        says = show(play.player, rng.randint(0, 60))
    elif kind == "Draw":
        says = {"type": "draw", "player": play.player, "source": play.source}
        if rng.random() < 0.3:
            says["card"] = random_card(rng)
    elif kind == "Discard":
        says = {"type": "discard", "player": play.player, "card": random_card(rng)}
    return {"type": "amend", "seq": seq, "play": says}


def random_retract(rng: Random, table: Table) -> dict[str, Any]:
    """Take back an entry or a whole hand."""
    if table.game.begun and rng.random() < 0.5:
        return {"type": "retract", "hand": rng.choice(table.game.begun).number}
    return {"type": "retract", "seq": rng.choice(list(table.game.entries))}


def standing_of(game: Game, hand: Hand) -> list[Any]:
    """What stands of a hand, in order, as plays."""
    return [
        play
        for seq, play in sorted(standing_plays(game).items())
        if game.entries[seq].hand == hand.number
    ]


def typed_afresh(game: Game) -> Table:
    """Type what stands of a game into a new one, each hand dealt by who dealt it."""
    from referee.decide import decide, start
    from referee.game import evolve
    from referee.game.events import Recorded

    fresh = Table()
    started = start(game.rules, game.preset, {"A": "ann", "B": "bob"}, "B")
    fresh.log = [Recorded(1, 1, "referee", started)]
    fresh.game = evolve(None, fresh.log[0])
    for hand in game.begun:
        if fresh.game.end is not None:
            break
        for entry, event in decide(
            fresh.game, standing_of(game, hand), asker="referee"
        ):
            recorded = Recorded(fresh.game.version + 1, entry, "referee", event)
            fresh.game = evolve(fresh.game, recorded)
    return fresh


def counted(game: Game) -> dict[str, Any]:
    """The sheet without what tells of its history: numbers, marks, later lines."""
    sheet = sheet_data(sheet_of(game.rules, lines_of(game)))
    for column in sheet["columns"]:
        column["lines"] = [
            (line["result"], line["winner"], line["points"], line["running"])
            for line in column["lines"]
            if line["counted"]
        ]
    return sheet


class Tally:
    """How many random amends were tried and accepted, over all games."""

    tried = 0
    accepted = 0


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_corrected_game_is_the_game_typed_so(seed):
    rng = Random(seed)
    table = Table({"preset": rng.choice(PRESETS), "target": rng.choice([100, 250])})
    for _ in range(rng.randint(3, 9)):
        if table.game.end is None and not table.hand.begun:
            table(*random_hand(rng))
        for _ in range(rng.randint(0, 2)):
            correct_somehow(rng, table)
    assert counted(typed_afresh(table.game).game) == counted(table.game)


@pytest.mark.parametrize("seed", range(25))
def test_turns_before_a_correction_come_out_as_if_decided_again(seed, monkeypatch):
    rng = Random(seed)
    table = Table({"preset": rng.choice(PRESETS), "target": 1000})
    compared = 0
    for _ in range(3):
        table(*by_plays(rng)[: rng.randint(5, 60)])
        for _ in range(8):
            play = random_correction(rng, table)
            asker = rng.choice(["referee", "A", "B"])
            kept = outcome(table, play, asker)
            with monkeypatch.context() as patched:
                patched.setattr(again, "_untouched", lambda *_: ())
                assert outcome(table, play, asker) == kept
            compared += isinstance(kept, list)
        finish(rng, table)
    assert compared


def outcome(table: Table, play: dict[str, Any], asker: str) -> Any:
    """The events of a correction, or why it is refused."""
    from referee.decide import decide

    try:
        return list(decide(table.game, [play_of(play)], asker=asker))
    except Refusal as refusal:
        return refusal.status, refusal.violations


def random_correction(rng: Random, table: Table) -> dict[str, Any]:
    amends = rng.random() < 0.7
    return random_amend(rng, table) if amends else random_retract(rng, table)


def correct_somehow(rng: Random, table: Table) -> None:
    """Try a correction; one that is refused changes nothing."""
    play = random_correction(rng, table)
    amends = play["type"] == "amend"
    Tally.tried += amends
    try:
        table(play)
    except Refusal:
        return
    Tally.accepted += amends
    if table.hand.begun:
        finish(rng, table)


def finish(rng: Random, table: Table) -> None:
    """Bring a hand that a correction reopened to its end."""
    if table.hand.phase == "show":
        table(show(table.hand.to_act, rng.randint(0, 30)))
    else:
        table({"type": "void"})


def test_at_least_half_of_the_random_amends_were_accepted():
    assert Tally.tried > GAMES
    assert Tally.accepted * 2 >= Tally.tried, (Tally.accepted, Tally.tried)


def test_presets_used_here_exist():
    for preset in PRESETS:
        assert find_preset(preset)
