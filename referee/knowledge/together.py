"""What every pair of eyes can prove of a running hand, worked out together."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.cards import Card
from referee.eyes.view import EYES, Eyes
from referee.game.state import Hand
from referee.knowledge.clash import in_conflict
from referee.knowledge.known import proof_of, proven_hands
from referee.knowledge.plain import owners_of, plain
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
    """Return what ``known_to`` says, for all eyes at once: the very same answers.

    Eyes from which nothing is hidden know what the referee knows, so that a record
    without hidden cards is followed once and not four times.
    """
    whole = plain(rules, hand, "referee")
    if whole is None:
        return _proven_together(rules, hand)
    known: dict[Eyes, Known] = {"referee": whole.known()}
    for eyes in EYES[1:]:
        followed = plain(rules, hand, eyes)
        if followed is whole:
            known[eyes] = known["referee"]
        elif followed is not None:
            known[eyes] = followed.known()
        else:
            known[eyes] = proven_hands(proof_of(rules, hand, eyes))
    return Together(known, ())


def _proven_together(rules: Rules, hand: Hand) -> Together:
    referees, conflicts = known_to(rules, hand, "referee")
    known: dict[Eyes, Known] = {"referee": referees}
    owners = owners_of(hand.happened)
    for eyes in EYES[1:]:
        if owners <= {eyes} and rules.look_back == "allowed":
            known[eyes] = referees
        else:
            known[eyes] = proven_hands(proof_of(rules, hand, eyes))
    return Together(known, conflicts)
