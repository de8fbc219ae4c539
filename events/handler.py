"""The only way an event gets into the record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from events.registry import Make, Request
from events.store import Store
from referee.plays import Play
from referee.rules import Player, Rules


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write appended: events ``first`` to ``last`` of game ``uid``.

    ``last`` is the version after it. ``repeated``: the request had been answered
    before and nothing was appended now; rebuild the answer from ``events_for`` and
    ``state_at(…, last, …)``.
    """

    uid: str
    first: int
    last: int
    repeated: bool


def handle(
    store: Store,
    uid: str,
    plays: Sequence[Play],
    *,
    asker: str,
    expected: int | None,
    at: str,
    salts: Make,
    request: Request | None = None,
) -> Outcome:
    """Decide plays on a game and append what they make, all or none.

    ``asker`` is ``"referee"``, ``"A"`` or ``"B"``; ``expected`` the version the
    writer saw, ``None`` for any. In this order: a repeat of ``request`` gets its
    first answer; then the version; then the rules. Durable before it returns.

    Raises ``NoSuchGame``, ``RequestReused``, ``VersionConflict``, ``Refusal`` of the
    referee, ``StoreUnavailable``. After any of them nothing is appended.
    """
    raise NotImplementedError


def start_game(
    store: Store,
    book: str,
    *,
    rules: Rules,
    preset: str | None,
    players: Mapping[Player, str],
    first_dealer: Player,
    starter: str | None,
    at: str,
    ids: Make,
    salts: Make,
    request: Request | None = None,
) -> Outcome:
    """Start a game in a book and append its first event.

    ``players`` maps each seat to a player's id or name; an unknown name joins the
    book. ``starter`` is the id of the player whose key asks, ``None`` for the
    referee's.

    Raises ``RequestReused``; ``Unreadable`` (``same_player``) where both seats are
    one player; ``Forbidden`` (``not_in_game``) where the starter has no seat;
    ``StoreUnavailable``.
    """
    raise NotImplementedError
