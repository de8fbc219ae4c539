"""What the scripts of the pages say; a page hands its own sentences to its script."""

from typing import Final

PHONE: Final[dict[str, str]] = {
    # Cards by taps and swipes
    "pick.cards": "Cards",
    "pick.hand": "{count} of {most} cards, deadwood {deadwood}",
    "pick.deadwood": "Deadwood",
    "pick.empty": "Tap the cards, or swipe along a row or down a column.",
    "pick.knocked": "knocked",
    "pick.knock": "Knock {count}",
    "pick.gin": "Gin",
    "pick.big_gin": "Big gin",
    "pick.next": "Next: {name}",
    "pick.rule": "Rule",
    "pick.undo": "Undo",
    "pick.undo_cards": "Undo {count} cards",
    "pick.undo_knock": "Undo knock",
    "pick.type": "Type the cards",
    # A hand by counts
    "quick.pad": "The other's deadwood",
    "quick.back": "Delete the last digit",
    "quick.void": "Void",
    "quick.record": "Record",
    "quick.who": "Who knocked, and with how much?",
    "quick.other": "What does the other hand count?",
    "quick.upcard": "Which upcard does this hand have?",
    "quick.over": "Over the limit of {limit}: the table decides.",
    "quick.sum": "{name} +{points}",
}
