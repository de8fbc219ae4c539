"""What an event changes. ``evolve`` never refuses and never decides."""

from collections.abc import Iterable
from typing import Any, assert_never, cast

from referee.changed import changed
from referee.game.entry import Entry
from referee.game.events import (
    HAND_EVENTS,
    CorrectionProposed,
    EntryAmended,
    EntryRetracted,
    Event,
    GameAbandoned,
    GameReopened,
    GameStarted,
    GameWon,
    HandAccepted,
    HandDisputed,
    HandEvent,
    Recorded,
    SaidEvent,
    ScoreAdjusted,
)
from referee.game.rewind import placed, rewind, with_hand
from referee.game.state import End, Game, Hand
from referee.game.turns import evolve_hand, evolve_own
from referee.rules import PLAYERS, Player


def replay(log: Iterable[Recorded]) -> Game:
    """Make the game that a whole log tells.

    Raises ``ValueError`` for a log that does not begin with ``GameStarted``.
    """
    game = evolve_all(None, log)
    if game is None:
        raise ValueError("an empty log tells no game")
    return game


def evolve_all(game: Game | None, log: Iterable[Recorded]) -> Game | None:
    """Apply events one after another; ``game`` itself stays as it is.

    The same game as by ``evolve`` for each; ``None`` from no game and no events.
    """
    replay = Replay(game)
    replay.take(log)
    return replay.game


class Replay:
    """A game to which events are applied; ``before`` itself stays as it is.

    What is made on the way is changed in place, as nobody else ever has it: ``game``
    and its hands are true until the next event is taken.
    """

    __slots__ = ("_hand", "_own", "game")

    def __init__(self, before: Game | None = None) -> None:
        self._own: dict[int, Entry] = {}
        self._hand: Hand | None = None
        self.game = before
        if before is not None:
            self._own.update(before.entries)
            self.game = changed(before, entries=self._own)

    def take(self, log: Iterable[Recorded]) -> None:
        """Apply events one after another."""
        game, hand, own = self.game, self._hand, self._own
        for recorded in log:
            event = cast(HandEvent, recorded.event)
            if (
                hand is None
                or game is None
                or type(event) not in HAND_EVENTS
                or event.hand != hand.number
            ):
                game = _evolve(game, recorded, own)
                hand = _made(game, event)
                continue
            if entry := _entered(game, recorded):
                own[recorded.entry] = entry
            evolve_own(game, hand, recorded, event)
            game.__dict__["version"] = recorded.seq
        self.game, self._hand = game, hand


def _made(game: Game, event: Event) -> Hand | None:
    """Return the last hand if this event has just made it: nobody else has it."""
    if not isinstance(event, HandEvent) or game.hands[-1].number != event.hand:
        return None
    return game.hands[-1]


def evolve(game: Game | None, recorded: Recorded) -> Game:
    """Apply one event. ``game`` is ``None`` for ``GameStarted`` only."""
    return _evolve(game, recorded, None)


def _evolve(
    game: Game | None, recorded: Recorded, own: dict[int, Entry] | None
) -> Game:
    """Apply one event.

    ``own`` is the table of entries of a game that nobody else has: a new entry goes
    into it, and what happens in a hand into the game itself. Without it all is copied.
    """
    event = recorded.event
    if isinstance(event, GameStarted):
        return _start(event, recorded.seq, {} if own is None else own)
    if game is None:
        raise ValueError("a log begins with the start of its game")
    changes: dict[str, Any] = {"version": recorded.seq}
    if entry := _entered(game, recorded):
        if own is None:
            changes["entries"] = {**game.entries, recorded.entry: entry}
        else:
            own[recorded.entry] = entry
    if isinstance(event, HandEvent):
        hand = game.hand(event.hand) or Hand(event.hand, game.first_dealer)
        changes["hands"] = placed(game.hands, evolve_hand(game, hand, recorded, event))
        if own is None:
            return changed(game, **changes)
        # Nobody else has this game: see ``evolve_all``.
        game.__dict__.update(changes)
        return game
    return _evolve_said(changed(game, **changes), recorded, event)


def _evolve_said(game: Game, recorded: Recorded, event: SaidEvent) -> Game:
    """Apply what is said of a hand or the game; entry and version are noted."""
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


def _entered(game: Game, recorded: Recorded) -> Entry | None:
    """Return the entry that an event begins, or goes on with.

    Events decided again by a correction carry an older entry and tell nothing new.
    """
    seq = recorded.entry
    if seq == recorded.seq:
        return Entry((recorded,))
    if seq == game.last_entry:
        return Entry((*game.entries[seq], recorded))
    return None


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
    if not hand.ended:
        return with_hand(game, hand)
    if isinstance(event, HandDisputed):
        hand = changed(hand, accepted=hand.accepted - who, disputed=hand.disputed | who)
    else:
        hand = _accept(hand, who)
    return with_hand(game, hand)


def _accept(hand: Hand, who: frozenset[Player]) -> Hand:
    accepted = hand.accepted | who
    settled = hand.settled or len(accepted) == len(PLAYERS)
    disputed = hand.disputed - who
    return changed(hand, accepted=accepted, disputed=disputed, settled=settled)
