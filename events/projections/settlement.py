"""Who owes whom: by game, by evening, and for the whole book.

A game with a stake that is over is worth its margin times the stake, worked out by
the referee and rounded there, once. Everything here is sums of these amounts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from events.driver import Connection

Body = dict[str, Any]
"""A JSON object."""

PAUSE = timedelta(hours=6)
"""A pause as long as this begins another evening."""

# When it was last played at: a later correction or acceptance is no play.
_GAMES = """SELECT g.uid, g.player_a, g.player_b, g.created,
    (SELECT max(at) FROM events AS e
     WHERE e.game = g.number AND e.seq = e.entry AND e.type NOT IN (
       'entry_amended', 'entry_retracted', 'correction_proposed', 'hand_accepted',
       'hand_disputed')),
    s.winner, json_extract(sheet.body, '$.settlement')
  FROM book_games AS g
  JOIN game_summaries AS s ON s.game = g.number
  JOIN game_sheets AS sheet ON sheet.game = g.number
  WHERE g.book = ? ORDER BY g.created, g.number"""


@dataclass(frozen=True, slots=True)
class _Played:
    """A game, when it was played, and what each player gets of it."""

    uid: str
    began: str
    ended: str
    gets: dict[str, Decimal]


def settlement(conn: Connection, book: str) -> Body:
    """Return ``{games, evenings, book}``; only what was played for a stake is owed.

    Each part holds ``balances`` (player id to a decimal string, summing to zero) and
    ``owed`` (``{from, to, amount}``, two players at a time). A game has ``id``, an
    evening ``began`` and its ``games``: a run of games with pauses under six hours,
    from the last play of one to the start of the next.
    """
    played = [_played(*row) for row in conn.execute(_GAMES, (book,))]
    staked = [{"id": each.uid, **_owed([each])} for each in played if each.gets]
    evenings = [
        {
            "began": evening[0].began,
            "games": [each.uid for each in evening],
            **_owed(evening),
        }
        for evening in _evenings(played)
        if any(each.gets for each in evening)
    ]
    return {"games": staked, "evenings": evenings, "book": _owed(played)}


def _played(
    uid: str,
    a: str,
    b: str,
    began: str,
    ended: str,
    winner: str | None,
    sum_: str | None,
) -> _Played:
    if sum_ is None:
        return _Played(uid, began, ended, {})
    amount = Decimal(sum_)
    first, second = (a, b) if winner == "A" else (b, a)
    return _Played(uid, began, ended, {first: amount, second: -amount})


def _evenings(played: Iterable[_Played]) -> list[list[_Played]]:
    evenings: list[list[_Played]] = []
    until = ""
    for each in played:
        if not evenings or _time(each.began) - _time(until) >= PAUSE:
            evenings.append([])
            until = each.ended
        evenings[-1].append(each)
        until = max(until, each.ended)
    return evenings


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _owed(played: Sequence[_Played]) -> Body:
    balances: dict[str, Decimal] = {}
    pairs: dict[tuple[str, str], Decimal] = {}
    for each in played:
        for player, amount in each.gets.items():
            balances[player] = balances.get(player, Decimal(0)) + amount
        if each.gets:
            first, second = sorted(each.gets)
            pair = pairs.get((first, second), Decimal(0))
            pairs[first, second] = pair + each.gets[first]
    return {
        "balances": {player: f"{amount:f}" for player, amount in balances.items()},
        "owed": [_debt(*pair, amount) for pair, amount in pairs.items() if amount],
    }


def _debt(first: str, second: str, amount: Decimal) -> Body:
    """Say who pays whom; ``amount`` is what ``first`` gets."""
    payer, payee = (second, first) if amount > 0 else (first, second)
    return {"from": payer, "to": payee, "amount": f"{abs(amount):f}"}
