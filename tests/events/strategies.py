"""Any play and any event, whether or not a game could hold it."""

from hypothesis import strategies as st

from referee import plays
from referee.cards import Card
from referee.game import events
from referee.rules import CHOICES, FLAGS, RANGES, ExtraBoxes, Rules

player = st.sampled_from(["A", "B"])
number = st.integers(min_value=0, max_value=500)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
card = st.integers(0, 51).map(Card)
cards = st.lists(card, max_size=11, unique=True).map(tuple)
melds = st.lists(cards, max_size=3).map(tuple)
hands = st.dictionaries(player, cards)
layoff = st.builds(plays.LayOff, card=card, onto=number)
layoffs = st.lists(layoff, max_size=4).map(tuple)
chooser = st.sampled_from(["A", "B", "both"])
call = st.sampled_from(["knock", "gin", "big_gin"])
chosen = st.builds(plays.Chosen, option=text, chosen_by=chooser, note=st.none() | text)


def maybe(strategy: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | strategy


rules = st.builds(
    Rules,
    **{name: st.integers(low, high) for name, (low, high) in RANGES.items()},
    **{name: st.sampled_from(values) for name, values in CHOICES.items()},
    **dict.fromkeys(FLAGS, st.booleans()),
    extra_boxes=st.builds(ExtraBoxes, gin=number, undercut=number, gin_off=number),
    stake=maybe(st.just("0.05")),
)

hand_play = st.one_of(
    st.builds(
        plays.Deal,
        dealer=maybe(player),
        upcard=maybe(card),
        hands=hands,
        ruling=maybe(chosen),
    ),
    st.builds(plays.Pass, player=player, ruling=maybe(chosen)),
    st.builds(
        plays.Draw,
        player=player,
        source=st.sampled_from(["stock", "discard"]),
        card=maybe(card),
        ruling=maybe(chosen),
    ),
    st.builds(plays.Discard, player=player, card=card, ruling=maybe(chosen)),
    st.builds(
        plays.Knock,
        player=player,
        discard=maybe(card),
        cards=maybe(cards),
        melds=maybe(melds),
        count=maybe(number),
        call=maybe(call),
        upcard=maybe(card),
        ruling=maybe(chosen),
    ),
    st.builds(
        plays.Show,
        player=player,
        cards=maybe(cards),
        melds=maybe(melds),
        layoffs=maybe(layoffs),
        count=maybe(number),
        held=maybe(number),
        ruling=maybe(chosen),
    ),
    st.builds(plays.Void, reason=maybe(text)),
    st.just(plays.Untrack()),
    st.builds(
        plays.RuleOn,
        code=text,
        offender=player,
        option=text,
        chosen_by=chooser,
        cards=maybe(cards),
        count=maybe(number),
        note=maybe(text),
    ),
)
game_play = st.one_of(
    st.builds(plays.Accept, player=player, hand=number, note=maybe(text)),
    st.builds(plays.Dispute, player=player, hand=number, note=maybe(text)),
    st.builds(
        plays.Adjust,
        player=player,
        points=st.integers(-500, 500),
        reason=text,
        boxes=number,
    ),
    st.builds(plays.Abandon, reason=maybe(text)),
    st.builds(plays.Resign, player=player),
)
correction = st.one_of(
    st.builds(plays.Retract, seq=maybe(number), hand=maybe(number), reason=maybe(text)),
    st.builds(
        plays.Amend,
        seq=number,
        play=maybe(hand_play | game_play),
        rules=maybe(rules),
        preset=maybe(text),
        reason=maybe(text),
    ),
)
any_play = st.one_of(
    hand_play,
    game_play,
    correction,
    st.builds(plays.Propose, hand=number, player=player, play=hand_play | correction),
)

laid = st.builds(
    events.Laid, deadwood=number, melds=melds, layoffs=layoffs, loose=cards
)
any_event = st.one_of(
    st.builds(
        events.GameStarted,
        rules=rules,
        preset=maybe(text),
        engine=number,
        players=st.fixed_dictionaries({"A": text, "B": text}),
        first_dealer=player,
    ),
    st.builds(
        events.HandDealt,
        hand=number,
        dealer=player,
        implied=st.booleans(),
        upcard=maybe(card),
        hands=hands,
    ),
    st.builds(events.UpcardPassed, hand=number, player=player),
    st.builds(
        events.CardDrawn,
        hand=number,
        player=player,
        source=st.sampled_from(["stock", "discard"]),
        card=maybe(card),
    ),
    st.builds(events.CardDiscarded, hand=number, player=player, card=card),
    st.builds(
        events.Knocked,
        hand=number,
        player=player,
        deadwood=number,
        limit=maybe(number),
        discard=maybe(card),
        cards=maybe(cards),
        melds=maybe(melds),
        count=maybe(number),
        call=maybe(call),
        upcard=maybe(card),
    ),
    st.builds(
        events.HandShown,
        hand=number,
        player=player,
        cards=maybe(cards),
        melds=maybe(melds),
        layoffs=maybe(layoffs),
        count=maybe(number),
        held=maybe(number),
    ),
    st.builds(
        events.HandScored,
        hand=number,
        result=st.sampled_from(["knock", "gin", "big_gin", "undercut"]),
        winner=player,
        points=number,
        boxes=number,
        difference=number,
        bonus=number,
        multiplier=number,
        box_points=number,
        limit=maybe(number),
        knocker=player,
        knock=laid,
        defence=laid,
        conflicts=st.lists(number, max_size=3).map(tuple),
    ),
    st.builds(
        events.HandVoided,
        hand=number,
        cause=st.sampled_from(["wall", "declined", "agreed", "ruling"]),
        reason=maybe(text),
    ),
    st.builds(events.TrackingEnded, hand=number),
    st.builds(
        events.IrregularityRuled,
        hand=number,
        code=text,
        offender=player,
        option=text,
        chosen_by=chooser,
        cards=maybe(cards),
        count=maybe(number),
        note=maybe(text),
        play=maybe(hand_play),
    ),
    st.builds(events.HandAccepted, hand=number, player=player, note=maybe(text)),
    st.builds(events.HandDisputed, hand=number, player=player, note=maybe(text)),
    st.builds(
        events.ScoreAdjusted,
        player=player,
        points=st.integers(-500, 500),
        reason=text,
        after=number,
        boxes=number,
    ),
    st.builds(events.CorrectionProposed, hand=number, player=player, play=any_play),
    st.builds(
        events.EntryRetracted,
        entries=st.lists(number, min_size=1, max_size=5).map(tuple),
        hand=maybe(number),
        reason=maybe(text),
    ),
    st.builds(
        events.EntryAmended,
        target=number,
        play=maybe(hand_play | game_play),
        rules=maybe(rules),
        preset=maybe(text),
        reason=maybe(text),
    ),
    st.builds(
        events.GameWon,
        winner=player,
        by=st.sampled_from(["score", "resignation"]),
        hand=number,
        line=maybe(number),
    ),
    st.builds(events.GameAbandoned, hand=number, reason=maybe(text)),
    st.just(events.GameReopened()),
)
