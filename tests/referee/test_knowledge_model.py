"""The referee's knowledge against a SAT model over random logs of 52 cards."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import pytest

from referee.cards import Card, card_name, parse_card
from referee.game.events import (
    CardDiscarded,
    CardDrawn,
    HandDealt,
    HandEvent,
    HandShown,
    IrregularityRuled,
    Knocked,
    Recorded,
    TrackingEnded,
)
from referee.game.state import Hand
from referee.knowledge import conflicts, contradiction, knowledge, known_to
from referee.rules import Rules
from tests.referee.deal_model import CARDS, DealModel, Move
from tests.referee.random_logs import random_log


def card(name: str | None) -> Card | None:
    return None if name is None else parse_card(name)


def cards(names: list[str]) -> tuple[Card, ...] | None:
    return tuple(parse_card(name) for name in names) or None


def event_of(move: Move, held: dict[str, int]) -> HandEvent:
    """Write a move of the model as the event that the referee knows."""
    player = move.get("player")
    match move["move"]:
        case "deal":
            held.update(move["sizes"])
            hands = {p: cards(c) or () for p, c in move["hands"].items()}
            up = card(move.get("upcard"))
            implied = move.get("implied", False)
            return HandDealt(1, move["dealer"], implied, upcard=up, hands=hands)
        case "draw" | "take" as kind:
            held[player] += 1
            source = "stock" if kind == "draw" else "discard"
            return CardDrawn(1, player, source, card(move["card"]))
        case "discard":
            held[player] -= 1
            return CardDiscarded(1, player, card(move["card"]))
        case "knock":
            held[player] -= move["lays"]
            gone, shown = card(move["discard"]), cards(move["cards"])
            return Knocked(1, player, 0, 10, discard=gone, cards=shown)
        case "show":
            return HandShown(1, player, cards=cards(move["cards"]))
        case "untrack":
            return TrackingEnded(1)
        case "extra":
            extra = cards([move["card"]] if move["card"] else [])
            return ruled("drew_two", "A", "extra_to_pile", cards=extra)
        case "go_on":
            return ruled("illegal_knock", player, "play_on_exposed")
        case _:
            held[player] += move["more"]
            return ruled("wrong_count_late", player, "play_on", count=held[player])


def ruled(code: str, offender: str, option: str, **facts: object) -> HandEvent:
    return IrregularityRuled(1, code, offender, option, "both", **facts)


def record_of(log: list[Move]) -> tuple[Rules, str, list[Recorded]]:
    held: dict[str, int] = {}
    rules = Rules(deal="upcard" if log[0]["turned"] else "eleven")
    recorded = [
        Recorded(move["entry"], move["entry"], "referee", event_of(move, held))
        for move in log
    ]
    return rules, log[0]["dealer"], recorded


@dataclass
class Shares:
    """What the random logs were like."""

    logs: int = 0
    satisfiable: int = 0
    plays: int = 0
    refusals: int = 0
    sizes: Counter[int] = field(default_factory=Counter)
    first_sizes: Counter[int] = field(default_factory=Counter)
    profiles: Counter[str] = field(default_factory=Counter)

    def count(self, size: int, *, first: bool) -> None:
        self.refusals += 1
        self.sizes[size] += 1
        self.first_sizes[size] += first

    def told(self) -> str:
        share = 100 * self.satisfiable / self.logs
        big = 100 * sum(n for size, n in self.sizes.items() if size > 2)
        first = 100 * sum(n for size, n in self.first_sizes.items() if size > 2)
        return (
            f"{self.logs} logs, all of 52 cards, {self.plays} entries judged; "
            f"{share:.0f} % satisfiable; {self.refusals} contradictions, "
            f"{big / max(1, self.refusals):.0f} % of three or more entries "
            f"({first / max(1, self.first_sizes.total()):.0f} % of the first ones); "
            f"entries in them: {dict(sorted(self.sizes.items()))}; "
            f"{dict(self.profiles)}"
        )


def judge(log: list[Move], shares: Shares) -> None:
    """Enter a log play by play; the referee refuses exactly what the model cannot.

    What is refused is then recorded all the same, as by a key that did not see why:
    its move stays, and its names prove nothing.
    """
    rules, dealer, recorded = record_of(log)
    model = DealModel(log)
    hand = Hand(1, dealer)
    kept: list[int] = []
    wrong: list[int] = []
    for new in recorded:
        if new.entry in model.found_by:
            assert model.satisfiable(kept)
        model.now = new.entry
        if wrong and (model.found_by or shown(hand.happened)):
            kept = sound(model, shown_first(hand.happened))
        clash = contradiction(rules, hand, "referee", [new])
        if clash is None:
            kept.append(new.entry)
        else:
            # What was accepted before this needed no look of its own: if some deal
            # explains it all, some deal explained it so far.
            assert model.satisfiable(kept)
            check_irreducible(model, [c.entry for c in clash], new.entry, kept)
            shares.count(len(clash), first=not wrong)
            wrong.append(new.entry)
        hand = Hand(1, dealer, happened=(*hand.happened, new))
    assert model.satisfiable(kept)
    entries = [new.entry for new in recorded]
    if wrong:
        kept = sound(model, shown_first(recorded))
    assert conflicts(rules, hand) == tuple(e for e in entries if e not in kept)
    model.close()
    shares.plays += len(recorded)
    shares.logs += 1
    shares.satisfiable += not wrong


def shown_first(recorded: Sequence[Recorded]) -> list[int]:
    """Entries in the order in which they are believed: hands shown, then the rest."""
    first = shown(recorded)
    return [*first, *(r.entry for r in recorded if r.entry not in first)]


def shown(recorded: Sequence[Recorded]) -> list[int]:
    """Entries that show a hand."""
    return [
        r.entry
        for r in recorded
        if isinstance(r.event, Knocked | HandShown) and r.event.cards
    ]


def sound(model: DealModel, entries: list[int]) -> list[int]:
    """The entries that are not in conflict, one after another."""
    kept: list[int] = []
    for entry in entries:
        if model.satisfiable([*kept, entry]):
            kept.append(entry)
    return kept


def check_irreducible(
    model: DealModel, entries: list[int], new: int, kept: list[int]
) -> None:
    assert entries == sorted(set(entries))
    assert new in entries
    assert set(entries) <= {*kept, new}
    assert not model.satisfiable(entries)
    for left_out in entries:
        assert model.satisfiable([e for e in entries if e != left_out])


def check_knowledge(log: list[Move]) -> bool:
    """What is known after a log is what holds in every deal that explains it.

    Whether more than the places of named cards had to be worked out.
    """
    rules, dealer, recorded = record_of(log)
    model = DealModel(log)
    hand = Hand(1, dealer, happened=tuple(recorded))
    entries = [new.entry for new in recorded]
    wrong = conflicts(rules, hand)
    kept = [entry for entry in entries if entry not in wrong]
    known = knowledge(rules, hand, "referee")
    if model.gone is not None:
        buried = {c for c in CARDS if not model.can_turn_up(kept, c)}
        shown = {c for c in log[-2:] for c in (c.get("discard"),) if c}
        assert buried <= names(known.pile.must) <= buried | shown
        assert buried <= names(known.hands["A"].cannot)
        model.close()
        return False
    places = {"S": known.stock, "pile": known.pile, **known.hands}
    can_be = {
        place: {c for c in CARDS if model.can_be(kept, c, place)} for place in places
    }
    for place, proven in places.items():
        others = set().union(*(can_be[p] for p in places if p != place))
        assert names(proven.must) == can_be[place] - others
        assert names(proven.cannot) == set(CARDS) - can_be[place]
    sizes = [len(p.must) + (p.unknown or 0) for p in places.values()]
    assert sum(sizes) == 52
    for player in ("A", "B"):
        held = known_to(rules, hand, "referee")[0][player]
        assert held == known.hands[player].must
    model.close()
    return bool(wrong) or any(not m.get("card", "-") for m in log)


def names(cards: Iterable[Card]) -> set[str]:
    return {card_name(card) for card in cards}


def check_all_knowledge(seeds: range) -> str:
    hard = 0
    for seed in seeds:
        try:
            hard += check_knowledge(random_log(seed)[0])
        except AssertionError as error:
            raise AssertionError(f"random log {seed}") from error
    assert hard >= len(seeds) / 4
    return f"{len(seeds)} logs, {hard} of them with cards of the pile not named"


def judge_all(seeds: range) -> Shares:
    shares = Shares()
    for seed in seeds:
        log, profile = random_log(seed)
        shares.profiles[profile] += 1
        try:
            judge(log, shares)
        except AssertionError as error:
            raise AssertionError(f"random log {seed}") from error
    assert 0.3 <= shares.satisfiable / shares.logs <= 0.7
    big = sum(n for size, n in shares.sizes.items() if size > 2)
    assert big >= shares.refusals / 4
    return shares


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print where it is read also when all is well."""

    def out(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")

    return out


def test_accepted_exactly_when_some_deal_explains_the_log(
    say: Callable[[str], None],
) -> None:
    say(judge_all(range(300)).told())


@pytest.mark.slow
def test_accepted_exactly_when_some_deal_explains_ten_thousand_logs(
    say: Callable[[str], None],
) -> None:
    say(judge_all(range(1000, 11000)).told())


def test_what_is_known_is_what_every_deal_has(say: Callable[[str], None]) -> None:
    say(check_all_knowledge(range(20000, 20060)))


@pytest.mark.slow
def test_what_is_known_is_what_every_deal_has_in_a_thousand_logs(
    say: Callable[[str], None],
) -> None:
    say(check_all_knowledge(range(21000, 22000)))
