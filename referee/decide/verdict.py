"""The verdict of a hand, from the knock, the show and the rulings between them."""

from dataclasses import replace

from referee.cards import card_names, mask_of
from referee.errors import Illegal
from referee.game.events import (
    HandScored,
    HandShown,
    IrregularityRuled,
    Knocked,
    Laid,
)
from referee.game.state import Hand
from referee.layoffs import layoffs_of
from referee.plays import Cards, Knock, Show
from referee.rules import Player, Rules, other
from referee.scoring import HandPoints, forfeit_points, hand_points
from referee.showdown import Showdown, judge_knock, least_spread, settle

MISSING_CARD = 10
"""What each missing card of a short defender counts (house ruling)."""


def laid_as_ruled(
    rules: Rules, limit: int | None, play: Knock, refusal: Illegal
) -> Laid:
    """Return how the cards of an irregular knock lie if the table lets it stand.

    Raises the refusal again for a bad spread that nobody lays again.
    """
    if refusal.code != "bad_spread":
        return least_spread(rules, play)
    if play.ruling is None:
        raise refusal
    again = replace(play, melds=None)
    return judge_knock(replace(rules, melds="best"), limit, again)


def verdict(
    rules: Rules, hand: Hand, knock: Knocked, show: HandShown, *, respread: bool = False
) -> HandScored:
    """Score a hand; ``show`` answers ``knock``.

    ``respread`` lets the defender's melds be laid again. Raises what
    ``referee.showdown.settle`` raises.
    """
    chosen = _options(hand, knock)
    played, answer = knock, show
    if respread or "respread" in chosen:
        rules = replace(rules, melds="best")
    if "respread" in chosen:
        played = replace(knock, melds=None)
    if respread:
        answer = replace(show, melds=None)
    settled = settle(rules, hand.upcard, played, answer)
    wrong = _wrong_hands(hand, show)
    forfeited = "forfeit_hand" in chosen or knock.player in wrong
    held = wrong.get(show.player, 10)
    points = _points(rules, hand, settled, held, forfeited=forfeited)
    return _scored(hand, knock, settled, points)


def _rulings(hand: Hand) -> list[tuple[int, IrregularityRuled]]:
    return [
        (recorded.entry, recorded.event)
        for recorded in hand.irregular
        if isinstance(recorded.event, IrregularityRuled)
    ]


def _options(hand: Hand, knock: Knocked) -> set[str]:
    """Return what was chosen about the standing knock."""
    entries = [r.entry for r in hand.happened if r.event is knock]
    return {ruled.option for entry, ruled in _rulings(hand) if entry in entries}


def _wrong_hands(hand: Hand, show: HandShown) -> dict[str, int]:
    """Return who showed a wrong number of cards, and how many.

    Where the ruling does not say it, the show does; of the knocker it does not matter.
    """
    told = {show.player: cards_told(show)}
    return {
        ruled.offender: ruled.count or told.get(ruled.offender) or 0
        for _, ruled in _rulings(hand)
        if _is_wrong_hand(ruled)
    }


def _is_wrong_hand(ruled: IrregularityRuled) -> bool:
    return ruled.code == "wrong_count_at_knock" and ruled.option == "adjust"


def cards_told(show: Show | HandShown) -> int | None:
    """Return how many cards a show says that its player holds."""
    return len(show.cards) if show.cards is not None else show.held


def is_left_to_show(hand: Hand, player: Player) -> bool:
    """Whether a wrong number of cards was ruled on, and not how many they are."""
    return any(
        _is_wrong_hand(ruled) and ruled.offender == player and ruled.count is None
        for _, ruled in _rulings(hand)
    )


def _points(
    rules: Rules, hand: Hand, settled: Showdown, held: int, *, forfeited: bool
) -> HandPoints | Showdown:
    """Return what the hand is worth after what rulings change in it.

    ``held`` is how many cards the defender showed.
    A defender who is short counts ten points a missing card and earns no undercut
    bonus; one who is long cannot win. A knocker with a wrong hand forfeits it.
    """
    mine, theirs = settled.knock.deadwood, settled.defence.deadwood
    big_gin = settled.result == "big_gin"
    if forfeited:
        return forfeit_points(rules, hand.upcard, mine, theirs)
    if held < 10:
        theirs += MISSING_CARD * (10 - held)
        bare = replace(rules, undercut_bonus=0)
        return hand_points(bare, hand.upcard, mine, theirs, big_gin=big_gin)
    if held > 10:
        lost = replace(rules, tie="knocker")
        theirs = max(mine, theirs)
        return hand_points(lost, hand.upcard, mine, theirs, big_gin=big_gin)
    return settled


def _scored(
    hand: Hand, knock: Knocked, settled: Showdown, points: HandPoints | Showdown
) -> HandScored:
    knocker_wins = points.winner == "knocker"
    return HandScored(
        hand=hand.number,
        result=points.result,
        winner=knock.player if knocker_wins else other(knock.player),
        points=points.points,
        boxes=points.boxes,
        difference=points.difference,
        bonus=points.bonus,
        multiplier=points.multiplier,
        box_points=points.box_points,
        limit=settled.limit,
        knocker=knock.player,
        knock=settled.knock,
        defence=settled.defence,
    )


def with_layoffs(rules: Rules, hand: Hand, cards: Cards | None) -> HandScored:
    """Score a hand again with lay-offs that were missed under ``declared``.

    ``cards`` are laid off beside what was; all that can be where none are named. A
    count of shown cards was made without them and holds no longer.
    Raises ``Illegal`` (``bad_layoff``) for a card that goes nowhere.
    """
    knock, shown, score = hand.knock, hand.shown, hand.score
    assert knock is not None, "the moment was judged before"
    assert shown is not None
    assert score is not None
    onto = score.knock.melds
    if cards is None:
        layoffs = None
    else:
        wanted = {*cards, *(lay.card for lay in score.defence.layoffs)}
        layoffs = layoffs_of(mask_of(wanted), [mask_of(meld) for meld in onto])
        if left := wanted - {lay.card for lay in layoffs}:
            raise Illegal(
                "bad_layoff",
                f"{' '.join(card_names(sorted(left)))} cannot be laid off",
                rule="lay-offs",
            )
    rules = replace(rules, layoffs="best")
    counted = None if shown.cards is not None else shown.count
    shown = replace(shown, layoffs=layoffs, count=counted)
    again = verdict(rules, hand, knock, shown)
    return replace(again, conflicts=score.conflicts)
