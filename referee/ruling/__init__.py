"""Rulings: why a hand is scored so, in numbered steps that two people can check.

``explain`` judges a knock without a game, ``explain_scored`` and ``explain_void`` say
why a recorded hand stands as it does; ``ruling_data`` makes JSON of either.
"""

from referee.ruling.data import ruling_data
from referee.ruling.explain import explain, explain_scored, explain_void
from referee.ruling.hand import Examined, examine_hand, examined_data
from referee.ruling.others_text import considered_text, missed_text
from referee.ruling.text import step_text
from referee.ruling.values import Claim, Other, Ruling, Step

__all__ = [
    "Claim",
    "Examined",
    "Other",
    "Ruling",
    "Step",
    "considered_text",
    "examine_hand",
    "examined_data",
    "explain",
    "explain_scored",
    "explain_void",
    "missed_text",
    "ruling_data",
    "step_text",
]
