"""Games brought in from an export: all or nothing, and nothing taken on trust.

Events enter verbatim with their hashes. Whatever can be computed is computed again
and held against what the file says; what cannot be (who recorded an event, and when)
is a claim of the file, and the game is marked as imported.
"""

from events.imports.bring import Import, Imported
from events.imports.enter import Opening
from events.imports.refused import Difference, ImportRefused

__all__ = ["Difference", "Import", "ImportRefused", "Imported", "Opening"]
