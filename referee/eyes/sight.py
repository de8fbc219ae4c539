"""Events as one pair of eyes sees them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeVar, assert_never, cast

from referee.cards import Card
from referee.eyes.view import Eyes, View, held_cards, view_of
from referee.game.entries import standing_plays
from referee.game.entry import told
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    CorrectionProposed,
    EntryAmended,
    EntryRetracted,
    Event,
    GameAbandoned,
    GameReopened,
    GameStarted,
    GameWon,
    HandAccepted,
    HandDealt,
    HandDisputed,
    HandScored,
    HandShown,
    HandVoided,
    IrregularityRuled,
    Knocked,
    Laid,
    Recorded,
    ScoreAdjusted,
    TrackingEnded,
    UpcardPassed,
)
from referee.game.state import Game, Hand
from referee.plays import (
    Amend,
    Cards,
    Deal,
    Discard,
    Draw,
    Knock,
    Play,
    RuleOn,
    Show,
)
from referee.rules import Player, other

Said = TypeVar("Said", bound=Event | Play)


class Sight:
    """One pair of eyes over one game, for walking through its log."""

    def __init__(self, game: Game, eyes: Eyes) -> None:
        self._game = game
        self._eyes: Eyes = eyes
        self._hands: dict[int, _Standing] = {}

    def see(self, recorded: Recorded) -> Event:
        """Return an event with the cards left out that these eyes may not see.

        The very same object where nothing is hidden. The game is as it stands, which
        may be later than the event: an event that a correction replaced shows its
        cards to others than their player only once the hand is over and they were
        publicly named in it. A hidden card is ``None`` (also where an event must have
        one), a hidden hand is left out, and of cards laid on the table all are seen
        or none.
        """
        event = recorded.event
        if self._eyes == "referee":
            return event
        match event:
            case (
                HandDealt()
                | CardDrawn()
                | CardDiscarded()
                | IrregularityRuled()
                | Knocked()
                | HandShown()
                | HandScored()
            ):
                return self._door(event.hand, recorded).through(event)
            case EntryAmended(play=play) if play is not None:
                return _changed(event, play=self._amendment(event, play))
            case CorrectionProposed():
                door = _Door(self._hand(event.hand).view, stands=True)
                return _changed(event, play=door.through(event.play))
            case (
                GameStarted()
                | UpcardPassed()
                | HandVoided()
                | TrackingEnded()
                | HandAccepted()
                | HandDisputed()
                | ScoreAdjusted()
                | EntryRetracted()
                | EntryAmended()
                | GameWon()
                | GameAbandoned()
                | GameReopened()
            ):
                # Named one by one: a new event says here whether it has cards to hide.
                return event
            case _:
                assert_never(event)

    def plays_of(self, hand: Hand) -> dict[int, Play]:
        """Return what each standing entry of a hand says to these eyes, by seq."""
        return {
            entry: told(self.see(each) for each in happened)
            for entry, happened in groupby(hand.happened, lambda each: each.entry)
        }

    def _door(self, number: int, recorded: Recorded) -> "_Door":
        hand = self._game.hand(number)
        if hand is not None and hand.happened[-1:] == (recorded,):
            # What a play has just made stands: the others need not be gone through.
            return _Door(view_of(self._game.rules, hand, self._eyes), stands=True)
        return _door(self._hand(number), recorded)

    def _hand(self, number: int) -> "_Standing":
        if number not in self._hands:
            self._hands[number] = _standing(self._game, number, self._eyes)
        return self._hands[number]

    def _amendment(self, event: EntryAmended, play: Play) -> Play:
        """Return the play that an entry was made to say, as these eyes see it."""
        entry = self._game.entries[event.target]
        if entry.hand is None:
            return play
        target = event.target
        stands = standing_plays(self._game, [target]).get(target) == play
        hand = self._hand(entry.hand)
        return _Door(hand.view_at(event.target), stands=stands).through(play)


@dataclass(frozen=True, slots=True)
class _Standing:
    """A hand as it stands: what the eyes see of it, and its events by entry."""

    view: View
    entries: Mapping[int, tuple[Event, ...]]

    def view_at(self, entry: int) -> View:
        """Return the view for an entry; one of an earlier deal opens nothing."""
        if not self.entries or entry < min(self.entries):
            return View(self.view.eyes)
        return self.view


def _standing(game: Game, number: int, eyes: Eyes) -> _Standing:
    hand = game.hand(number)
    if hand is None:
        return _Standing(View(eyes), {})
    entries: dict[int, tuple[Event, ...]] = {}
    for recorded in hand.happened:
        before = entries.get(recorded.entry, ())
        entries[recorded.entry] = (*before, recorded.event)
    return _Standing(view_of(game.rules, hand, eyes), entries)


def _door(hand: _Standing, recorded: Recorded) -> "_Door":
    stands = recorded.event in hand.entries.get(recorded.entry, ())
    return _Door(hand.view_at(recorded.entry), stands=stands)


@dataclass(frozen=True, slots=True)
class _Door:
    """What comes through to the eyes; ``stands`` unless a correction replaced it."""

    view: View
    stands: bool

    def hidden(self, card: Card | None, owner: Player) -> Card | None:
        """Pass a card that only its player sees before it is shown."""
        return card if card is None or self.view.sees(card, owner) else None

    def open(self, card: Card | None, owner: Player | None) -> Card | None:
        """Pass a card that all saw at the table."""
        if card is None or self.view.sees(card, None if self.stands else owner):
            return card
        return None

    def laid(self, cards: list[Card], owner: Player) -> bool:
        """Whether cards laid on the table are seen, all of them."""
        return self.stands or all(self.view.sees(card, owner) for card in cards)

    def hands(self, hands: Mapping[Player, Cards]) -> Mapping[Player, Cards]:
        """Pass what is seen of dealt hands."""
        seen = {
            player: tuple(card for card in cards if self.view.sees(card, player))
            for player, cards in hands.items()
        }
        if seen == hands:
            return hands
        return {player: cards for player, cards in seen.items() if cards}

    def through(self, said: Said) -> Said:
        """Pass an event of a hand, or the play that it would come from."""
        match said:
            case HandDealt() | Deal():
                nobody = other(cast(Player, self.view.eyes))
                upcard = self.open(said.upcard, nobody)
                return _changed(said, upcard=upcard, hands=self.hands(said.hands))
            case CardDrawn() | Draw():
                way = self.hidden if said.source == "stock" else self.open
                return _changed(said, card=way(said.card, said.player))
            case CardDiscarded() | Discard():
                return _changed(said, card=self.open(said.card, said.player))
            case Knocked() | HandShown() | Knock() | Show():
                return self._showing(said)
            case HandScored():
                knock = self._laid(said.knock, said.knocker)
                defence = self._laid(said.defence, other(said.knocker))
                return _changed(said, knock=knock, defence=defence)
            case IrregularityRuled() | RuleOn():
                return self._ruled(said)
            case Amend(play=play) if play is not None:
                return _changed(said, play=self.through(play))
            case _:
                return said

    def _showing(self, said: Said) -> Said:
        shown = cast(Knocked | HandShown, said)
        seen: dict[str, Any] = {}
        if isinstance(said, Knocked | Knock):
            seen["discard"] = self.open(said.discard, said.player)
        if not self.laid(held_cards(shown), shown.player):
            seen |= {"cards": None, "melds": None}
            seen |= {"layoffs": None} if isinstance(said, HandShown | Show) else {}
        return _changed(said, **seen)

    def _laid(self, laid: Laid, owner: Player) -> Laid:
        cards = [card for meld in laid.melds for card in meld]
        cards += [*laid.loose, *(layoff.card for layoff in laid.layoffs)]
        if self.laid(cards, owner):
            return laid
        return Laid(laid.deadwood)

    def _ruled(self, said: Said) -> Said:
        ruled = cast(IrregularityRuled, said)
        cards = ruled.cards
        if any(self.open(card, ruled.offender) is None for card in cards or ()):
            cards = None
        if not isinstance(said, IrregularityRuled) or said.play is None:
            return _changed(said, cards=cards)
        taken_back = _Door(self.view, stands=False)
        return _changed(said, cards=cards, play=taken_back.through(said.play))


def _changed(said: Said, **seen: Any) -> Said:
    """Return ``said`` with these fields, or the very same object."""
    known: Any = said
    different = {
        name: value for name, value in seen.items() if getattr(said, name) != value
    }
    return cast(Said, replace(known, **different)) if different else said
