"""Plays as they are written, read from one line."""

from dataclasses import replace
from typing import TypeVar

from referee.cards import Card
from referee.notation.clauses import (
    MINUS,
    knock,
    need_card,
    need_number,
    said_twice,
    show,
)
from referee.notation.scanner import Scanner
from referee.plays import (
    Cards,
    Chooser,
    Chosen,
    Deal,
    Discard,
    Draw,
    HandPlay,
    Knock,
    Pass,
    RuleOn,
    Show,
    Untrack,
    Void,
)
from referee.rules import Player

Ruled = TypeVar("Ruled", Deal, Pass, Draw, Discard, Knock, Show)
One = TypeVar("One", bound=HandPlay)


def read_plays(scan: Scanner) -> list[HandPlay]:
    """Read a line of plays: one player's, or one of the hand as a whole."""
    if scan.word("deal"):
        return [_end(scan, _ruled(scan, _deal(scan)))]
    if scan.word("untrack"):
        return [_end(scan, Untrack())]
    if scan.word("void"):
        return [_void(scan)]
    if scan.word("rule"):
        return [_end(scan, _rule(scan))]
    player = scan.player()
    if player is None:
        raise scan.expected("a player (A or B), deal, void, untrack or rule")
    scan.word(":")
    plays = [_play(scan, player)]
    while not scan.at_end():
        scan.word(",")
        plays.append(_play(scan, player))
    return plays


def _end(scan: Scanner, play: One) -> One:
    if not scan.at_end():
        raise scan.expected("the end of the line")
    return play


def _ruled(scan: Scanner, play: Ruled) -> Ruled:
    """Read the ruling after a play, if there is one."""
    if not scan.word("!"):
        return play
    option = scan.name()
    if option is None:
        raise scan.expected("an option")
    chooser = _chooser(scan)
    return replace(play, ruling=Chosen(option, chooser, scan.quoted()))


def _chooser(scan: Scanner) -> Chooser:
    if not scan.word("by"):
        raise scan.expected("by, and who chose")
    if scan.word("both"):
        return "both"
    player = scan.player()
    if player is None:
        raise scan.expected("A, B or both")
    return player


def _play(scan: Scanner, player: Player) -> HandPlay:
    """Read one play of a player."""
    if scan.word("pass"):
        scan.word("es")
        return _ruled(scan, Pass(player))
    if scan.word("stock"):
        return _ruled(scan, Draw(player, "stock", scan.card()))
    if scan.word("takes", "take"):
        return _ruled(scan, Draw(player, "discard", scan.card()))
    if scan.word(*MINUS):
        return _ruled(scan, Discard(player, need_card(scan)))
    if scan.word("knocks", "knock"):
        return _ruled(scan, knock(scan, Knock(player)))
    if scan.word("big"):
        if not scan.word("gin"):
            raise scan.expected("big gin")
        return _ruled(scan, knock(scan, Knock(player, call="big_gin")))
    if scan.word("gin"):
        return _ruled(scan, knock(scan, Knock(player, call="gin")))
    if scan.word("shows", "show"):
        return _ruled(scan, show(scan, Show(player)))
    raise scan.expected("stock, takes, -CARD, pass, knock, gin, big gin or shows")


def _deal(scan: Scanner) -> Deal:
    scan.word(":")
    dealer: Player | None = None
    upcard: Card | None = None
    hands: dict[Player, Cards] = {}
    said = set[str]()
    while True:
        scan.word(",")
        place = scan.place
        about = "upcard"
        if scan.word("upcard", "up"):
            upcard = need_card(scan)
        elif (player := scan.player()) is None:
            return Deal(dealer, upcard, hands)
        elif cards := scan.cards():
            about = f"the hand of {player}"
            hands[player] = cards
        else:
            about = "the dealer"
            dealer = player
        if about in said:
            raise said_twice(scan, place, about)
        said.add(about)


def _void(scan: Scanner) -> Void:
    scan.word(":")
    reason = scan.quoted()
    if reason is not None:
        return _end(scan, Void(reason))
    return Void(scan.rest() or None)


def _rule(scan: Scanner) -> RuleOn:
    scan.word(":")
    offender = scan.player()
    if offender is None:
        raise scan.expected("A or B, who did it")
    code = scan.name()
    scan.word(",")
    option = scan.name()
    if code is None or option is None:
        raise scan.expected("a code of the irregularities, and an option")
    return _rule_facts(scan, RuleOn(code, offender, option, _chooser(scan)))


def _rule_facts(scan: Scanner, rule: RuleOn) -> RuleOn:
    while not scan.at_end():
        scan.word(",")
        if scan.word("cards"):
            rule = replace(rule, cards=scan.cards())
        elif scan.word("count"):
            rule = replace(rule, count=need_number(scan))
        else:
            note = scan.quoted()
            if note is None:
                raise scan.expected('cards, count or a "note"')
            rule = replace(rule, note=note)
    return rule
