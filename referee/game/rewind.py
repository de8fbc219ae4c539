"""What a correction takes back, before the decided events that follow it.

A hand it touches goes back to before its deal; its number and dealer stay.
"""

from referee.changed import changed
from referee.game.entries import active_corrections, standing_plays, subjects
from referee.game.events import EntryAmended, EntryRetracted, Recorded
from referee.game.state import Game, Hand
from referee.plays import Accept, Dispute, Propose
from referee.rules import PLAYERS


def with_hand(game: Game, hand: Hand) -> Game:
    """Put a hand in its place by number."""
    return changed(game, hands=placed(game.hands, hand))


def placed(hands: tuple[Hand, ...], hand: Hand) -> tuple[Hand, ...]:
    """Return the hands with this one in its place by number."""
    last = hands[-1].number if hands else 0
    if hand.number == last:
        return (*hands[:-1], hand)
    others = [h for h in hands if h.number != hand.number]
    return tuple(sorted([*others, hand], key=lambda h: h.number))


def touched_hands(game: Game, entries: set[int]) -> frozenset[int]:
    """Return the numbers of the hands that a correction of these entries decides again.

    Entry 1, the rules, touches every hand that has begun.
    """
    if 1 in entries:
        return frozenset(hand.number for hand in game.begun)
    numbers = set()
    for seq in entries:
        entry = game.entries[seq]
        spoken = isinstance(entry.play, Accept | Dispute | Propose)
        if entry.hand is not None and not spoken:
            numbers.add(entry.hand)
    return frozenset(numbers)


def rewind(
    game: Game, recorded: Recorded, event: EntryRetracted | EntryAmended
) -> Game:
    """Apply a correction: rewind its hands, drop what else it takes back."""
    targets = event.entries if isinstance(event, EntryRetracted) else (event.target,)
    game = changed(game, corrections=(*game.corrections, recorded))
    about = subjects(game, targets)
    numbers = touched_hands(game, about)
    game = changed(
        _with_rules(game) if 1 in about else game,
        corrected=game.corrected | numbers,
        adjustments={k: v for k, v in game.adjustments.items() if k not in about},
    )
    for seq in about - {1}:
        game = _unsay(game, seq)
    hands = tuple(
        Hand(h.number, h.dealer) if h.number in numbers else h for h in game.hands
    )
    if numbers:
        hands = _reopened(hands, max(numbers))
    return changed(game, hands=hands)


def _reopened(hands: tuple[Hand, ...], number: int) -> tuple[Hand, ...]:
    """Let a hand rewound be the last one, unless later ones have begun."""
    if any(hand.begun for hand in hands if hand.number > number):
        return hands
    return tuple(hand for hand in hands if hand.number <= number)


def _with_rules(game: Game) -> Game:
    rules, preset = game.started.rules, game.started.preset
    for recorded in active_corrections(game):
        event = recorded.event
        if isinstance(event, EntryAmended) and event.rules is not None:
            rules, preset = event.rules, event.preset
    return changed(game, rules=rules, preset=preset)


def _unsay(game: Game, seq: int) -> Game:
    """Drop an acceptance, a dispute or a proposal; one restored is said again."""
    entry = game.entries[seq]
    hand = game.hand(entry.hand) if entry.hand is not None else None
    if hand is None:
        return game
    play = entry.play
    if isinstance(play, Accept | Dispute):
        hand = _with_word(game, hand, play)
    elif isinstance(play, Propose):
        kept = tuple(p for p in hand.proposals if p.entry != seq)
        hand = changed(hand, proposals=kept)
    else:
        return game
    return with_hand(game, hand)


def _with_word(game: Game, hand: Hand, unsaid: Accept | Dispute) -> Hand:
    """Let a player's word on a result be the last that stands, after one unsaid."""
    if not hand.ended:
        return hand
    who = frozenset({unsaid.player})
    scored = hand.happened[-1].seq
    said = [
        play
        for seq, play in standing_plays(game, game.entries_of(hand.number)).items()
        if seq > scored
        and isinstance(play, Accept | Dispute)
        and play.player == unsaid.player
    ]
    accepts = bool(said) and isinstance(said[-1], Accept)
    disputes = bool(said) and not accepts
    accepted = hand.accepted | who if accepts else hand.accepted - who
    still = hand.settled and isinstance(unsaid, Dispute)
    return changed(
        hand,
        accepted=accepted,
        disputed=hand.disputed | who if disputes else hand.disputed - who,
        settled=still or len(accepted) == len(PLAYERS),
    )
