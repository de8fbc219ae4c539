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
    "quick.pad": "The other hand's deadwood",
    "quick.back": "Delete the last digit",
    "quick.void": "Void",
    "quick.record": "Record",
    "quick.who": "Who knocked, and with how much?",
    "quick.other": "What does the other hand count?",
    "quick.upcard": "Which upcard does this hand have?",
    "quick.over": "Over the limit of {limit}: the table decides.",
    "quick.sum": "{name} +{points}",
    # What waits on this phone, and what the other phone does
    "live.saved": "Saved",
    "live.live": "live",
    "live.none": "no connection",
    "live.waiting": "{count} waiting to send",
    "live.held": "{count} to decide",
    "live.hand": "Hand {hand}: {sum}.",
    "live.sum": "{name} +{points}",
    "live.unsummed": "entered",
    "live.is_waiting": "It waits on this phone to be sent. Bonuses come then.",
    "live.provisional": "waiting",
    "live.unknown": "waiting; its points come when it is sent",
    "live.void": "void",
    "live.back": "Take it back",
    "live.away": "Throw it away",
    "live.again": "Try again",
    "live.next": "Hand {hand}",
    "live.knocked": "{name} knocked",
    "live.meanwhile": "The other phone recorded this hand meanwhile. What you "
    "entered is still here.",
    "live.conflict": "Hand {hand} is already recorded by {who}: {sum}. Keep it, or "
    "replace it?",
    "live.moved": "Hand {hand} is no longer the one to record.",
    "live.phone": "{name}’s phone",
    "live.referee": "the scorekeeper’s phone",
    "live.mine": "This phone:",
    "live.begun": "begun",
    "live.keep": "Keep it",
    "live.replace": "Replace it",
    "live.look": "Look at it",
    "live.decide": "What does the table do?",
    "live.decide_hand": "Hand {hand} waits for a decision",
    "live.no_key": "The link on this phone no longer opens this game. Open a new link, "
    "then try again: what was entered is kept.",
    "live.kept": "No connection. It is kept on this phone and will be sent.",
    "live.game": "{a} v {b} waits to be started",
    "live.share": "Send the link",
    # Pages without a connection
    "offline.title": "No connection",
    "offline.why": "The server cannot be reached, and this page is not kept on this "
    "phone. Nothing was changed and nothing is lost: go back, and try again later.",
    "waiting.title": "A game that waits",
    "waiting.why": "This game starts when there is a connection. Hands can be entered "
    "already.",
}
