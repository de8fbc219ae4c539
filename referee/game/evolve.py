"""What an event changes. ``evolve`` never refuses and never decides."""

from collections.abc import Iterable
from typing import Any, assert_never

from referee.changed import changed
from referee.game.entries import asked
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    CorrectionProposed,
    EntryAmended,
    EntryRetracted,
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
    Recorded,
    ScoreAdjusted,
    TrackingEnded,
    UpcardPassed,
)
from referee.game.rewind import placed, rewind, with_hand
from referee.game.state import End, Entry, Game, Hand
from referee.game.turns import evolve_hand

HAND_EVENTS = (
    HandDealt,
    UpcardPassed,
    CardDrawn,
    CardDiscarded,
    Knocked,
    HandShown,
    HandScored,
    HandVoided,
    TrackingEnded,
    IrregularityRuled,
)
OF_A_HAND = (*HAND_EVENTS, HandAccepted, HandDisputed, CorrectionProposed)


def replay(log: Iterable[Recorded]) -> Game:
    """Make the game that a whole log tells; the first event is ``GameStarted``."""
    game = evolve_all(None, log)
    if game is None:
        raise ValueError("an empty log tells no game")
    return game


def evolve_all(game: Game | None, log: Iterable[Recorded]) -> Game | None:
    """Apply events one after another; ``game`` itself stays as it is.

    The same as ``evolve`` for each. The games on the way share one table of entries,
    or are one game: none of them is given away but the last.
    """
    own: dict[int, Entry] = {}
    if game is not None:
        own.update(game.entries)
        game = changed(game, entries=own)
    for recorded in log:
        game = _evolve(game, recorded, own)
    return game


def evolve(game: Game | None, recorded: Recorded) -> Game:
    """Apply one event. ``game`` is ``None`` for ``GameStarted`` only."""
    return _evolve(game, recorded, None)


def _evolve(
    game: Game | None, recorded: Recorded, own: dict[int, Entry] | None
) -> Game:
    """Apply one event; a new entry goes into ``own``, or else into a new table."""
    event = recorded.event
    if isinstance(event, GameStarted):
        return _start(event, recorded.seq, {} if own is None else own)
    if game is None:
        raise ValueError("a log begins with the start of its game")
    changes = _entered(game, recorded, own)
    changes["version"] = recorded.seq
    if isinstance(event, HAND_EVENTS):
        hand = game.hand(event.hand) or Hand(event.hand, game.first_dealer)
        changes["hands"] = placed(game.hands, evolve_hand(game, hand, recorded, event))
        if own is None:
            return changed(game, **changes)
        # Nobody else has this game: see ``evolve_all``.
        game.__dict__.update(changes)
        return game
    game = changed(game, **changes)
    match event:
        case HandAccepted() | HandDisputed() | CorrectionProposed():
            return _speak(game, recorded, event)
        case ScoreAdjusted():
            return changed(
                game, adjustments={**game.adjustments, recorded.entry: event}
            )
        case EntryRetracted() | EntryAmended():
            return rewind(game, recorded, event)
        case GameWon():
            end = End("over", event.winner, event.hand, event.by, event.line)
            return changed(game, end=end)
        case GameAbandoned():
            return changed(game, end=End("abandoned", None, event.hand, "abandoned"))
        case GameReopened():
            return changed(game, end=None)
        case _:
            assert_never(event)


def _start(event: GameStarted, seq: int, entries: dict[int, Entry]) -> Game:
    return Game(
        rules=event.rules,
        preset=event.preset,
        engine=event.engine,
        players=event.players,
        first_dealer=event.first_dealer,
        version=seq,
        started=event,
        entries=entries,
    )


def _entered(
    game: Game, recorded: Recorded, own: dict[int, Entry] | None
) -> dict[str, Any]:
    """Note what an entry asked for, while its first events come in.

    Events decided again by a correction carry an older entry and tell nothing new.
    """
    seq = recorded.entry
    if seq < game.last_entry:
        return {}
    known = game.entries.get(seq)
    play = asked(recorded.event, known.play if known else None)
    if play is None or (known is not None and known.play == play):
        return {}
    event = recorded.event
    number = event.hand if isinstance(event, OF_A_HAND) else None
    entry = Entry(seq, recorded.by, play, number, game.last_begun)
    if own is None:
        return {"entries": {**game.entries, seq: entry}}
    own[seq] = entry
    return {}


def _speak(
    game: Game,
    recorded: Recorded,
    event: HandAccepted | HandDisputed | CorrectionProposed,
) -> Game:
    """Apply what a player said of a hand; of one that is gone it says nothing."""
    hand = game.hand(event.hand)
    if hand is None:
        return game
    who = frozenset({event.player})
    if isinstance(event, CorrectionProposed):
        return with_hand(game, changed(hand, proposals=(*hand.proposals, recorded)))
    own = tuple(p for p in hand.proposals if p.by == event.player)
    hand = changed(hand, proposals=own)
    if isinstance(event, HandDisputed):
        hand = changed(hand, accepted=hand.accepted - who, disputed=hand.disputed | who)
    elif hand.ended:
        hand = changed(hand, accepted=hand.accepted | who, disputed=hand.disputed - who)
    return with_hand(game, hand)
