"""The ``game`` shape: a game as it stands, for one pair of eyes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from events.codec import canonical, play_data
from events.projections.sheet import sheet_for
from events.replayed import Standing
from referee.cards import Card, card_name, card_names
from referee.decide import may
from referee.eyes import EYES, Eyes, Sight, view_of
from referee.game import Game, Hand, knock_limit
from referee.game.events import CorrectionProposed
from referee.game.lines import lines_of
from referee.knowledge import known_to, known_together
from referee.rules import PLAYERS, Player, rules_as_dict
from referee.scoring import Line, Sheet, score_of

Body = dict[str, Any]
"""A JSON object."""

_GAP = "\x00"
"""Stands where a value is filled in; no text of a game has this character."""
_GAP_TEXT = canonical(_GAP)


def state_body(
    standing: Standing,
    eyes: Eyes,
    *,
    now: Game | None = None,
) -> Body:
    """Return the ``game`` shape as these eyes see it; players are ids, never names.

    ``now`` is the game as it stands where ``standing`` is of the past: what
    ``look_back: forbidden`` hides now is hidden there too.
    """
    game = standing.game
    hand = _hand_now(game)
    shows = _in_sight(now or game, hand.number, eyes)
    known, conflicts = known_to(game.rules, hand, eyes)
    body = {**_table_body(game, hand), **_laid_body(hand, shows)}
    seen = _known(known, shows)
    body["known"] = {seat: card_names(seen[seat]) for seat in PLAYERS}
    body["may"] = may(game, eyes)
    if eyes == "referee":
        body["conflicts"] = list(conflicts)
    lines = lines_of(game)
    return {
        **_shared_body(standing, sheet_for(game, lines), lines),
        "hand": body,
        "proposals": proposals_body(game, eyes),
    }


def shared_text(
    standing: Standing, sheet: Sheet, lines: Iterable[Line]
) -> Sequence[str]:
    """Return what all eyes see of a game alike, for ``state_texts``: all but the hand,
    the proposals and the version, which change with every turn.
    """
    body = _shared_body(standing, sheet, lines)
    return _stretches(body, ("hand", "proposals", "version"))


def state_texts(game: Game, shared: Sequence[str]) -> dict[Eyes, str]:
    """Return ``state_body`` for all eyes as canonical text; ``shared`` is of
    ``shared_text``.

    What several eyes have in common is worked out and written once.
    """
    hand = _hand_now(game)
    table = _table_body(game, hand)
    proven = known_together(game.rules, hand)
    proposed = any(each.proposals for each in game.hands)
    begin, then, last, end = shared
    laid: dict[frozenset[Card] | None, list[str]] = {}
    texts: dict[Eyes, str] = {}
    for eyes in EYES:
        shows = _in_sight(game, hand.number, eyes)
        if shows not in laid:
            body = {**table, **_laid_body(hand, shows)}
            laid[shows] = _stretches(body, ("known", "may"))
        known = _known(proven.known[eyes], shows)
        own = (_known_text(known["A"], known["B"]), _list_text(tuple(may(game, eyes))))
        text = "".join(chain(*zip(laid[shows], (*own, ""), strict=True)))
        if eyes == "referee":
            # The first by its name, as canonical text has it.
            text = f'{{"conflicts":{_list_text(proven.conflicts)},{text[1:]}'
        asked = canonical(proposals_body(game, eyes)) if proposed else "[]"
        texts[eyes] = f"{begin}{text}{then}{asked}{last}{game.version}{end}"
    return texts


@lru_cache(maxsize=1024)
def _known_text(a: tuple[Card, ...], b: tuple[Card, ...]) -> str:
    return canonical({"A": card_names(a), "B": card_names(b)})


@lru_cache(maxsize=256)
def _list_text(each: tuple[str | int, ...]) -> str:
    return canonical(each)


def _stretches(body: Body, gaps: Sequence[str]) -> list[str]:
    """Return the canonical text of an object in pieces, to be put together around the
    values that belong at ``gaps``, names of the object in their order.
    """
    whole = canonical({**body, **dict.fromkeys(gaps, _GAP)})
    return whole.split(_GAP_TEXT)


def _shared_body(standing: Standing, sheet: Sheet, lines: Iterable[Line]) -> Body:
    """What all eyes see of a game alike."""
    game = standing.game
    end = game.end
    return {
        "id": standing.row.uid,
        "book": standing.row.book,
        "rules": rules_as_dict(game.rules),
        "preset": game.preset,
        "engine": game.engine,
        "players": {seat: {"id": game.players[seat]} for seat in PLAYERS},
        "version": game.version,
        "status": end.status if end else "playing",
        "target": game.rules.target,
        "winner": end.winner if end else None,
        "score": score_of(sheet),
        "last": _last_body(game, lines),
    }


def _hand_now(game: Game) -> Hand:
    """The running hand or the next; after the game the last, in phase ``over``."""
    return game.begun[-1] if game.end and game.begun else game.current


def _table_body(game: Game, hand: Hand) -> Body:
    """What all eyes see of a hand alike."""
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "phase": "over" if game.end else hand.phase,
        "to_act": None if game.end else hand.to_act,
        "depth": depth_of(hand),
        "knock_limit": knock_limit(game.rules, hand.upcard),
        "stock": hand.stock,
    }


def _laid_body(hand: Hand, shows: frozenset[Card] | None) -> Body:
    """What lies on the pile; ``shows`` are the only cards in sight, if any."""
    return {
        "upcard": _names([hand.upcard], shows)[0],
        "discards": _names(hand.pile, shows),
    }


def _known(
    known: Mapping[Player, tuple[Card, ...]], shows: frozenset[Card] | None
) -> Mapping[Player, tuple[Card, ...]]:
    """The cards that are proven to be in each hand, and may be looked back at."""
    if shows is None:
        return known
    return {
        seat: tuple(card for card in known[seat] if card in shows) for seat in PLAYERS
    }


def _in_sight(now: Game, number: int, eyes: Eyes) -> frozenset[Card] | None:
    """Return the only cards of a hand that may be looked back at, ``None`` for all."""
    if now.rules.look_back == "allowed":
        return None
    hand = now.hand(number)
    return None if hand is None else view_of(now.rules, hand, eyes).in_sight


def _names(
    cards: Iterable[Card | None], shows: frozenset[Card] | None
) -> list[str | None]:
    return [
        card_name(card) if card is not None and _shown(card, shows) else None
        for card in cards
    ]


def _shown(card: Card, shows: frozenset[Card] | None) -> bool:
    return shows is None or card in shows


def depth_of(hand: Hand) -> int:
    """Return how deeply a hand is recorded: 1 counts, 2 cards, 3 plays."""
    if hand.tracked:
        return 3
    shown = (hand.knock and hand.knock.cards) or (hand.shown and hand.shown.cards)
    return 2 if shown else 1


def _last_body(game: Game, lines: Iterable[Line]) -> Body | None:
    """What the table speaks of after a hand: how the last one that ended came out."""
    ended = [hand for hand in game.hands if hand.ended]
    if not ended:
        return None
    hand = ended[-1]
    (line,) = (line for line in lines if line.hand == hand.number)
    return {
        "hand": hand.number,
        "result": line.result,
        "winner": line.winner,
        "points": line.points,
        "boxes": line.boxes,
        "counted": line.counted,
        "amended": line.amended,
        "irregular": line.irregular,
        "accepted": sorted(hand.accepted),
        "disputed": sorted(hand.disputed),
    }


def proposals_body(game: Game, eyes: Eyes, number: int | None = None) -> list[Body]:
    """Return the corrections that wait for the other player, of one hand or all."""
    sight = Sight(game, eyes)
    return [
        _proposal(each.entry, sight.see(each))
        for hand in game.hands
        for each in hand.proposals
        if number in (None, hand.number)
    ]


def _proposal(entry: int, event: object) -> Body:
    assert isinstance(event, CorrectionProposed)
    return {
        "entry": entry,
        "hand": event.hand,
        "player": event.player,
        "play": play_data(event.play),
    }
