"""Hands written as text."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from referee.cards import Card, card_name, card_names
from referee.notation.written import Comment, Written
from referee.plays import (
    Cards,
    Chosen,
    Deal,
    Discard,
    Draw,
    HandPlay,
    Knock,
    LayOff,
    Melds,
    Pass,
    RuleOn,
    Show,
    Untrack,
    Void,
)
from referee.presets import STANDARD, find_preset
from referee.rules import PLAYERS, Rules, rules_as_dict

_PLAIN = re.compile(r"\w(?:[\w .'’-]*[\w.])?")


def write_hands(hands: Iterable[Written]) -> str:
    """Write hands as text, an empty line between them; ``read_hands`` undone.

    Lossless for what can be recorded: every fact of the plays, the header, and
    comments at their places.
    """
    return "\n".join("".join(f"{line}\n" for line in _lines(hand)) for hand in hands)


def _lines(hand: Written) -> Iterator[str]:
    yield from _header(hand)
    yield from _comments(hand, after=0)
    first = 0
    for last in range(1, len(hand.plays) + 1):
        if last < len(hand.plays) and _goes_on(hand, last):
            continue
        beside = [c for c in hand.comments if c.after == last and c.beside]
        line = _play_line(hand.plays[first:last])
        yield " ; ".join([line, *(comment.text for comment in beside)])
        yield from _comments(hand, after=last)
        first = last


def _goes_on(hand: Written, place: int) -> bool:
    """Whether a draw and what follows it at ``place`` stand on one line."""
    draw, follower = hand.plays[place - 1 : place + 1]
    return (
        isinstance(draw, Draw)
        and isinstance(follower, Discard | Knock)
        and draw.player == follower.player
        and not any(comment.after == place for comment in hand.comments)
    )


def _comments(hand: Written, *, after: int) -> Iterator[str]:
    for comment in hand.comments:
        if comment.after == after and not comment.beside:
            yield _comment(comment)


def _comment(comment: Comment) -> str:
    return f"; {comment.text}".rstrip()


# The header


def _header(hand: Written) -> Iterator[str]:
    yield "Hand" if hand.number is None else f"Hand {hand.number}"
    if hand.rules is not None:
        yield f"Rules: {_rules(hand.rules, hand.preset)}"
    for player in PLAYERS:
        if player in hand.names:
            yield f"{player} = {_text(hand.names[player])}"
    if hand.date is not None:
        yield f"Date: {hand.date}"
    if hand.dealer is not None:
        yield f"Dealer: {hand.dealer}"


def _rules(rules: Rules, preset: str | None) -> str:
    base = STANDARD if preset is None else find_preset(preset).rules
    usual, own = _flat(rules_as_dict(base)), _flat(rules_as_dict(rules))
    changed = [f"{name} {own[name]}" for name in own if own[name] != usual[name]]
    return ", ".join([preset or "own", *changed])


def _flat(fields: Mapping[str, object]) -> dict[str, str]:
    """Return fields as words, those of ``extra_boxes`` one by one."""
    flat: dict[str, str] = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{part}": str(inner) for part, inner in value.items()}
        else:
            flat[name] = value if isinstance(value, str) else json.dumps(value)
    return flat


def _text(text: str) -> str:
    """Write a name: as it is where nothing can be mistaken, else quoted."""
    return text if _PLAIN.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# Plays


def _play_line(plays: Iterable[HandPlay]) -> str:
    words = [_words(play) for play in plays]
    return ", ".join([words[0], *(word.partition(": ")[2] for word in words[1:])])


def _words(play: HandPlay) -> str:
    match play:
        case Deal():
            return _deal(play)
        case Pass():
            return f"{play.player}: pass{_ruling(play.ruling)}"
        case Draw():
            source = "stock" if play.source == "stock" else "takes"
            return f"{play.player}: {source}{_one(play.card)}{_ruling(play.ruling)}"
        case Discard():
            card = card_name(play.card)
            return f"{play.player}: -{card}{_ruling(play.ruling)}"
        case Knock():
            return f"{play.player}: {_knock(play)}{_ruling(play.ruling)}"
        case Show():
            return f"{play.player}: {_show(play)}{_ruling(play.ruling)}"
        case Void():
            return "void" if play.reason is None else f"void {_quoted(play.reason)}"
        case Untrack():
            return "untrack"
        case RuleOn():
            return _rule(play)
        case _:
            assert_never(play)


def _one(card: Card | None, before: str = " ") -> str:
    return "" if card is None else f"{before}{card_name(card)}"


def _several(cards: Iterable[Card]) -> str:
    return " ".join(card_names(cards))


def _ruling(ruling: Chosen | None) -> str:
    if ruling is None:
        return ""
    note = "" if ruling.note is None else f" {_quoted(ruling.note)}"
    return f" !{ruling.option} by {ruling.chosen_by}{note}"


def _deal(play: Deal) -> str:
    said: list[str] = [] if play.dealer is None else [play.dealer]
    said += [] if play.upcard is None else [f"up {card_name(play.upcard)}"]
    said += [f"{p} {_several(play.hands[p])}" for p in PLAYERS if p in play.hands]
    return ("deal: " + ", ".join(said) if said else "deal") + _ruling(play.ruling)


def _knock(play: Knock) -> str:
    verb = {"gin": "gin", "big_gin": "big gin"}.get(play.call or "", "knock")
    said = [f"{verb}{_one(play.discard, ' -')}{_count(play.count)}"]
    said += _hand(play.cards, play.melds)
    said += ["call knock"] if play.call == "knock" else []
    said += [] if play.upcard is None else [f"up {card_name(play.upcard)}"]
    return ", ".join(said)


def _show(play: Show) -> str:
    said = [f"shows{_count(play.count)}", *_hand(play.cards, play.melds)]
    said += [] if play.layoffs is None else [f"lays {_layoffs(play.layoffs)}"]
    said += [] if play.held is None else [f"held {play.held}"]
    return ", ".join(said)


def _count(count: int | None) -> str:
    return "" if count is None else f" {count}"


def _hand(cards: Cards | None, melds: Melds | None) -> list[str]:
    """Write cards and melds, as a spread where the cards go by their melds."""
    if cards and melds:
        laid = tuple(card for meld in melds for card in meld)
        if cards[: len(laid)] == laid:
            loose = cards[len(laid) :]
            return [f"spread {_melds(melds)}" + (f" | {_several(loose)}" * bool(loose))]
    said = [] if cards is None else [f"cards {_several(cards)}".rstrip()]
    return said + ([] if melds is None else [f"melds {_melds(melds)}"])


def _melds(melds: Melds) -> str:
    return " / ".join(_several(meld) for meld in melds) or "none"


def _layoffs(layoffs: Iterable[LayOff]) -> str:
    said = (f"{card_name(lay.card)} on {lay.onto + 1}" for lay in layoffs)
    return " / ".join(said) or "none"


def _rule(play: RuleOn) -> str:
    said = [f"rule: {play.offender} {play.code}"]
    said.append(f"{play.option} by {play.chosen_by}")
    said += [] if play.cards is None else [f"cards {_several(play.cards)}".rstrip()]
    said += [] if play.count is None else [f"count {play.count}"]
    said += [] if play.note is None else [_quoted(play.note)]
    return ", ".join(said)
