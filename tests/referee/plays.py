"""Plays of a hand made by chance: any fields, legal or not."""

from hypothesis import strategies as st

from referee.cards import DECK
from referee.plays import (
    Chosen,
    Deal,
    Discard,
    Draw,
    Knock,
    LayOff,
    Pass,
    RuleOn,
    Show,
    Untrack,
    Void,
)
from referee.rules import PLAYERS

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
notes = st.none() | texts
players = st.sampled_from(PLAYERS)
choosers = st.sampled_from(["A", "B", "both"])
card = st.sampled_from(DECK)
maybe_card = st.none() | card
hands = st.lists(card, min_size=1, max_size=11, unique=True).map(tuple)
maybe_hand = st.none() | hands
melds = st.none() | st.lists(
    st.lists(card, min_size=1, max_size=5).map(tuple), max_size=4
).map(tuple)
layoffs = st.none() | st.lists(
    st.builds(LayOff, card, st.integers(0, 3)), max_size=4
).map(tuple)
counts = st.none() | st.integers(0, 100)
codes = st.sampled_from(["misdeal", "drew_two", "wrong_count_late", "imperfect_pack"])
options = st.sampled_from(["stand", "take_back", "play_on_exposed", "as_knock"])
rulings = st.none() | st.builds(Chosen, options, choosers, notes)


@st.composite
def laid_in_order(draw):
    """Cards that go by their melds, as a person writes a spread."""
    laid = draw(
        st.lists(
            st.lists(card, min_size=3, max_size=4).map(tuple), min_size=1, max_size=3
        )
    )
    loose = draw(st.lists(card, max_size=4))
    return (*(one for meld in laid for one in meld), *loose), tuple(laid)


@st.composite
def knocks(draw):
    held, laid = draw(st.tuples(maybe_hand, melds) | laid_in_order())
    return Knock(
        draw(players),
        draw(maybe_card),
        held,
        laid,
        draw(counts),
        draw(st.sampled_from([None, "knock", "gin", "big_gin"])),
        draw(maybe_card),
        draw(rulings),
    )


@st.composite
def shows(draw):
    held, laid = draw(st.tuples(maybe_hand, melds) | laid_in_order())
    return Show(
        draw(players),
        held,
        laid,
        draw(layoffs),
        draw(counts),
        draw(counts),
        draw(rulings),
    )


plays = st.one_of(
    st.builds(
        Deal,
        st.none() | players,
        maybe_card,
        st.dictionaries(players, hands),
        rulings,
    ),
    st.builds(Pass, players, rulings),
    st.builds(
        Draw, players, st.sampled_from(["stock", "discard"]), maybe_card, rulings
    ),
    st.builds(Discard, players, card, rulings),
    knocks(),
    shows(),
    st.builds(Void, notes),
    st.just(Untrack()),
    st.builds(RuleOn, codes, players, options, choosers, maybe_hand, counts, notes),
)
