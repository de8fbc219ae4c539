"""What holds in every game, by the names of the rules; a game adds its own."""

from typing import Final

LAW: Final[dict[str, str]] = {
    "law.the-game": "Two players, several hands, to a target. What a hand pays counts "
    "toward the target; bonuses come when it is reached.",
    "law.the-hand": "52 cards, ten each. Players take turns until one knocks, goes "
    "gin, or the stock runs down to the wall.",
    "law.cards": "Every card is in one place at a time, and none is there twice.",
    "law.deadwood": "A card in no meld is deadwood: an ace counts 1, a face card 10, "
    "any other its pips.",
    "law.melds": "A set is three or four of one rank; a run is three or more of one "
    "suit in a row, the ace low only. A card is in one meld at most.",
    "law.the-upcard": "The non-dealer may take the upcard or pass; then the dealer "
    "may. If both pass, the non-dealer draws from the stock.",
    "law.the-turn": "Draw one card, from the stock or the top of the discard pile, "
    "then discard one.",
    "law.knock": "Nobody has to knock. The ten cards left after the discard count.",
    "law.oklahoma": "The upcard's value stays the limit when the upcard is taken.",
    "law.gin": "No deadwood at all is gin, whatever it was called; nothing is laid "
    "off on it.",
    "law.big-gin": "Big gin is all eleven cards melded before discarding.",
    "law.show": "After a knock the other player shows, with own melds and lay-offs.",
    "law.lay-offs": "Only who did not knock lays off, and not on gin: the fourth card "
    "of a set, or a card at either end of a run, in chains too. Nothing goes on "
    "deadwood. The best answer is the best of melds and lay-offs together.",
    "law.undercut": "Who ends with less deadwood than the knocker, lay-offs done, "
    "undercuts. It is worked out, never claimed.",
    "law.scoring": "The winner of a hand gets the difference in deadwood, with the "
    "bonus of how it ended.",
    "law.irregularities": "Where a rule was broken the table may decide; the choice is "
    "usually the player's who did nothing wrong, and it stands on the sheet.",
    "law.corrections": "A correction erases nothing: the sheet shows it, and the hand "
    "waits to be accepted again. After both accepted, only the scorekeeper changes "
    "a hand.",
    "law.keys": "A player's link speaks for that player only; the scorekeeper's does "
    "everything; an onlooker's reads.",
}
