"""What every pair of eyes can prove of a running hand, worked out together."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.cards import Card
from referee.eyes.view import EYES, Eyes
from referee.game.events import CardDrawn, HandDealt
from referee.game.state import Hand
from referee.knowledge.clash import in_conflict
from referee.knowledge.known import proof_of, proven_hands
from referee.rules import Player, Rules

Known = Mapping[Player, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Together:
    """What is known to each pair of eyes, and ``conflicts``."""

    known: Mapping[Eyes, Known]
    conflicts: tuple[int, ...]


def known_to(rules: Rules, hand: Hand, eyes: Eyes) -> tuple[Known, tuple[int, ...]]:
    """Return the cards that these eyes can prove in each hand, and ``conflicts``."""
    proof = proof_of(rules, hand, eyes)
    return proven_hands(proof), in_conflict(proof.line, proof.on)


def known_together(rules: Rules, hand: Hand) -> Together:
    """Return what ``known_to`` says, for all eyes at once.

    The very same answers: eyes from which nothing is hidden prove what the referee
    proves, so that a record without hidden cards is followed once and not five times.
    """
    proof = proof_of(rules, hand, "referee")
    known: dict[Eyes, Known] = {"referee": proven_hands(proof)}
    owners = _owners(hand)
    for eyes in EYES[1:]:
        if owners <= {eyes} and rules.look_back == "allowed":
            known[eyes] = known["referee"]
        else:
            known[eyes] = proven_hands(proof_of(rules, hand, eyes))
    return Together(known, in_conflict(proof.line, proof.on))


def _owners(hand: Hand) -> set[Player]:
    """Return whose cards were recorded that others may not see."""
    owners: set[Player] = set()
    for recorded in hand.happened:
        event = recorded.event
        if isinstance(event, CardDrawn):
            if event.source == "stock" and event.card is not None:
                owners.add(event.player)
        elif isinstance(event, HandDealt):
            owners.update(player for player, cards in event.hands.items() if cards)
    return owners
