"""Write the golden games anew: ``python -m tests.games.write``.

Only for a change of rules that is meant, after reading what it changes: the files are
what stored games must go on to say.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from referee.game.lines import lines_of
from referee.rules import rules_as_dict
from referee.scoring import sheet_data, sheet_of
from tests.referee.table import Table
from tests.referee.test_corrections_property import by_cards, by_counts, by_plays

FOLDER = Path(__file__).parent
GAMES: dict[str, Any] = {
    "standard": "jpgames",
    "bicycle": "bicycle",
    "guide": "guide",
    "palace": "palace",
    "porchlight": "porchlight",
    "hollywood": "hollywood",
    "papergames": "papergames",
    "club": {
        "preset": "tournament",
        "oklahoma": False,
        "spades_double": "off",
        "stock_end": "void",
    },
}


def game(name: str, rules: Any) -> dict[str, Any]:
    """Play a game to its end at mixed depths, and say what the sheet then says."""
    rng = Random(name)
    table = Table(rules)
    plays: list[list[dict[str, Any]]] = []
    while table.game.end is None:
        kind = rng.choices([by_counts, by_cards, by_plays], [4, 3, 3])[0]
        hand = list(kind(rng))
        table(*hand)
        plays.append(hand)
    return {
        "rules": rules_as_dict(table.game.rules),
        "first_dealer": "B",
        "hands": plays,
        "winner": table.game.end.winner,
        "sheet": sheet_data(sheet_of(table.game.rules, lines_of(table.game))),
    }


def main() -> None:
    """Write a file for each game, a hand a line."""
    for name, rules in GAMES.items():
        played = game(name, rules)
        hands = ",\n".join(json.dumps(hand) for hand in played.pop("hands"))
        head = json.dumps(played, indent=1)[:-2]
        text = f'{head},\n "hands": [\n{hands}\n ]\n}}\n'
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
