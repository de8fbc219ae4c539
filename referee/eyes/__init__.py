"""What each key may see of the record: hidden cards, and for how long."""

from referee.eyes.sight import Sight
from referee.eyes.view import EYES, Eyes, View, public_cards, view_of

__all__ = ["EYES", "Eyes", "Sight", "View", "public_cards", "view_of"]
