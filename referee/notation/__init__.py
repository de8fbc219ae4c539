"""A hand as text, both ways: what a person can read and type.

::

    Hand 7
    Rules: standard, target 150
    A = Ann
    B = Bob
    Date: 2025-11-29
    Dealer: B
    deal: B, up 7D
    A: takes 7D, -QC
    B: stock, -TS
    A: stock, knock -KH 2, cards 7S 7D 7C 5H 6H 7H 9C TC JC 2S
    B: shows, cards 8H 9H AS AD AC AH KS KD KC 2D

The grammar stands in ``docs/notation.md``.
"""

from referee.notation.reading import read_hands
from referee.notation.writing import write_hands
from referee.notation.written import Comment, Written

__all__ = ["Comment", "Written", "read_hands", "write_hands"]
