"""Where every card can be: what the record proves, and what contradicts it."""

from referee.knowledge.clash import (
    Clash,
    conflicts,
    contradiction,
    disclosed_conflicts,
    unexplained,
)
from referee.knowledge.known import Knowledge, Place, knowledge
from referee.knowledge.together import Together, known_to, known_together

__all__ = [
    "Clash",
    "Knowledge",
    "Place",
    "Together",
    "conflicts",
    "contradiction",
    "disclosed_conflicts",
    "knowledge",
    "known_to",
    "known_together",
    "unexplained",
]
