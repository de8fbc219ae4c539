"""An independent checker of rulings: it reads a ruling's JSON and knows only cards.

It imports nothing of ``referee``. It follows the steps as a person at the table
would: are these melds, do those cards go there, is what is left added up, does each
step take its numbers from the ones before? Then it holds the rest of the ruling, its
other ways included, and every sentence against the steps.
"""

import re
from collections.abc import Iterable
from typing import Any

RANKS = "A23456789TJQK"
CARD = re.compile(r"\b[A23456789TJQK][CDHS]\b")
NUMBER = re.compile(r"\b\d+\b")

Json = dict[str, Any]


class Wrong(Exception):
    """The ruling contradicts itself here."""


def holds(fact: bool, what: str) -> None:
    if not fact:
        raise Wrong(what)


def find_wrong(ruling: Json) -> str | None:
    """Return what is wrong with a ruling, or ``None``."""
    try:
        Checker(ruling).check()
    except Wrong as wrong:
        return str(wrong)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        return repr(error)
    return None


def pips(card: str) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


def is_meld(cards: Iterable[str]) -> bool:
    cards = sorted(cards, key=lambda card: RANKS.index(card[0]))
    places = [RANKS.index(card[0]) for card in cards]
    suits = {card[1] for card in cards}
    if len(cards) < 3 or len(set(cards)) < len(cards):
        return False
    if len(set(places)) == 1:
        return True
    return len(suits) == 1 and places == [*range(places[0], places[0] + len(cards))]


def same_cards(one: Iterable[str], other: Iterable[str]) -> bool:
    return sorted(one) == sorted(other)


def goes_on(meld: list[str], cards: list[str]) -> None:
    """Every card must be legal when it is laid off."""
    grown = list(meld)
    for card in cards:
        grown.append(card)
        holds(is_meld(grown), f"{card} does not go on {meld}")


def laid_off(layoffs: list[Json], onto: list[list[str]]) -> list[str]:
    for place in {lay["onto"] for lay in layoffs}:
        holds(0 <= place < len(onto), "there is no such meld")
        melds = [lay["meld"] for lay in layoffs if lay["onto"] == place]
        holds(all(meld == onto[place] for meld in melds), "that is another meld")
        goes_on(onto[place], [lay["card"] for lay in layoffs if lay["onto"] == place])
    return [lay["card"] for lay in layoffs]


def lies(side: Json, hand: list[str], onto: list[list[str]]) -> None:
    """A whole hand lies as melds, lay-offs and loose cards that are added up."""
    for meld in side["melds"]:
        holds(is_meld(meld), f"{meld} is no meld")
    off = laid_off(side.get("layoffs", []), onto)
    used = [card for meld in side["melds"] for card in meld] + off + side["loose"]
    holds(same_cards(used, hand), "the cards are not those of the hand")
    holds(sum(map(pips, side["loose"])) == side["deadwood"], "deadwood is added wrong")


class Checker:
    """Follows one ruling."""

    def __init__(self, ruling: Json) -> None:
        self.ruling = ruling
        self.hands: dict[str, list[str]] = {}
        self.melds: dict[str, list[list[str]]] = {"knocker": [], "defender": []}
        self.off: list[tuple[str, list[str]]] = []
        self.loose: dict[str, list[str]] = {}
        self.left: dict[str, int] = {}
        self.thrown: list[str] = []
        self.limit: int | None = None
        self.upcard: str | None = None
        self.total: int | None = None
        self.multiplier = 1
        self.boxes = 1
        self.gin: str | None = None
        self.result: str | None = None
        self.verdict: Json = {}

    def check(self) -> None:
        for place, step in enumerate(self.ruling["steps"], 1):
            holds(step["n"] == place, "the steps are not numbered")
            getattr(self, f"on_{step['fact']}")(step)
            self.says(step["text"], *SAID[step["fact"]](step))
        self.check_top()
        for other in self.ruling["considered"]:
            self.check_other(other)
            self.says(other["why_not"], *said_why_not(other))
        for other in self.ruling["missed"]:
            self.check_other(other)
            holds(other["better"], "nothing was missed")
            self.says(other["text"], *said_missed(other))

    def says(self, text: str, cards: list[str], numbers: list[int]) -> None:
        """A sentence names exactly these cards and numbers, in this order."""
        for name in sorted(
            self.ruling.get("names", {}).values(), key=len, reverse=True
        ):
            text = text.replace(name, "").replace(name[0].upper() + name[1:], "")
        holds(CARD.findall(text) == cards, f"{text!r} does not say {cards}")
        found = [int(number) for number in NUMBER.findall(CARD.sub("", text))]
        holds(found == numbers, f"{text!r} does not say {numbers}")

    # how the cards lie

    def on_hand(self, step: Json) -> None:
        cards = step["cards"]
        holds(len(cards) in (10, 11) and len(set(cards)) == len(cards), "a wrong hand")
        for theirs in self.hands.values():
            holds(not set(cards) & set(theirs), "a card is in both hands")
        self.hands[step["who"]] = cards

    def on_laid(self, step: Json) -> None:
        for meld in step["melds"]:
            holds(is_meld(meld), f"{meld} is no meld")
        self.melds[step["who"]] = step["melds"]

    def on_layoffs(self, step: Json) -> None:
        holds(step["who"] == "defender" and not self.gin, "nobody may lay off here")
        holds(step["onto"] in self.melds["knocker"], "that was not laid")
        goes_on(step["onto"], step["cards"])
        self.off += [(card, step["onto"]) for card in step["cards"]]

    def on_thrown(self, step: Json) -> None:
        self.thrown = [step["card"]]

    def on_loose(self, step: Json) -> None:
        who = step["who"]
        used = [card for meld in self.melds[who] for card in meld] + step["cards"]
        used += [card for card, _ in self.off] if who == "defender" else self.thrown
        holds(same_cards(used, self.hands[who]), "the cards are not those of the hand")
        values = [pips(card) for card in step["cards"]]
        holds(values == step["values"], "a card counts something else")
        holds(sum(values) == step["deadwood"], "deadwood is added wrong")
        self.loose[who], self.left[who] = step["cards"], step["deadwood"]

    def on_counted(self, step: Json) -> None:
        self.left[step["who"]] = step["count"]

    on_called = on_counted

    # is it legal

    def on_limit(self, step: Json) -> None:
        self.limit = step["limit"]

    def on_upcard_limit(self, step: Json) -> None:
        self.upcard, self.limit = step["upcard"], step["limit"]
        value = pips(step["upcard"])
        holds(step["value"] in ((0, 1) if value == 1 else (value,)), "a wrong value")
        holds(self.limit == min(step["value"], step["most"]), "a wrong limit")

    def held(self, step: Json) -> None:
        holds(step["deadwood"] == self.left["knocker"], "not what the knocker has")
        holds(step["limit"] == self.limit, "not the limit")

    def on_within(self, step: Json) -> None:
        self.held(step)
        holds(step["deadwood"] <= step["limit"], "it is more than the limit")

    def on_over(self, step: Json) -> None:
        self.held(step)
        holds(step["deadwood"] > step["limit"], "it is within the limit")

    on_accepted = on_over

    def on_false_gin(self, step: Json) -> None:
        holds(step["deadwood"] == self.left["knocker"], "not what the knocker has")

    def on_gin(self, step: Json) -> None:
        holds(step["deadwood"] == self.left["knocker"] == 0, "this is not gin")
        self.gin = "gin"

    def on_big_gin(self, step: Json) -> None:
        melded = sum(map(len, self.melds["knocker"]))
        holds(step["cards"] == melded == 11, "this is not big gin")
        self.gin = "big_gin"

    def on_called_big_gin(self, _: Json) -> None:
        holds(self.left["knocker"] == 0, "this is not big gin")
        self.gin = "big_gin"

    def on_no_layoffs(self, step: Json) -> None:
        holds(step["result"] == self.gin, "there may be lay-offs")

    # what it is worth

    def on_ruled_count(self, step: Json) -> None:
        holds(step["deadwood"] == self.left["defender"], "not what is left")
        self.left["defender"] = step["counts"]

    def on_compared(self, step: Json) -> None:
        mine, theirs = step["knocker"], step["defender"]
        holds(self.left == {"knocker": mine, "defender": theirs}, "other counts")
        wins = {"knock": mine <= theirs, "undercut": theirs <= mine}
        holds(wins[step["result"]], "the other has less")
        self.result = step["result"]

    def on_sum(self, step: Json) -> None:
        result = step["result"]
        holds(result == (self.result or self.gin), "another result")
        counts = [self.left["defender"], self.left["knocker"]]
        if result == "undercut":
            counts.reverse()
        holds([step["minuend"], step["subtrahend"]] == counts, "other counts")
        holds(counts[0] - counts[1] + step["bonus"] == step["sum"], "a wrong sum")
        self.result, self.total = result, step["sum"]

    def on_forfeit(self, step: Json) -> None:
        mine, theirs = self.left["knocker"], self.left["defender"]
        holds(step["difference"] == max(mine - theirs, 0), "another difference")
        holds(step["difference"] + step["bonus"] == step["sum"], "a wrong sum")
        self.result, self.total = "illegal_knock", step["sum"]

    def on_doubled(self, step: Json) -> None:
        holds(step["upcard"][1] == "S" and step["multiplier"] == 2, "no doubling")
        holds(self.upcard in (None, step["upcard"]), "another upcard")
        holds(step["sum"] == self.total, "another sum")
        holds(step["doubled"] == 2 * step["sum"], "not doubled")
        self.total, self.multiplier = step["doubled"], 2

    def on_boxes(self, step: Json) -> None:
        holds(step["multiplier"] in (1, self.multiplier), "not doubled")
        holds(step["line"] == 1, "the hand is one box")
        self.boxes = step["boxes"]
        holds(self.boxes == 1 + step["multiplier"] * step["extra"], "other boxes")

    def on_box_points(self, step: Json) -> None:
        holds((step["sum"], step["boxes"]) == (self.total, self.boxes), "another sum")
        self.total = step["sum"] + step["boxes"] * step["box_bonus"]
        holds(self.total == step["points"], "a wrong sum")

    def on_verdict(self, step: Json) -> None:
        holds(
            (step["points"], step["boxes"]) == (self.total, self.boxes), "other points"
        )
        holds(step["result"] == self.result, "another result")
        lost = step["result"] in ("undercut", "illegal_knock")
        holds(step["winner"] == ("defender" if lost else "knocker"), "another winner")
        self.verdict = step

    def on_void(self, _: Json) -> None:
        self.verdict = {"result": "void", "winner": None, "points": 0, "boxes": 0}

    def on_ruled(self, _: Json) -> None:
        pass

    on_conflict = on_ruled

    def on_claim(self, step: Json) -> None:
        claimed, right = step["claimed"], step["right"]
        told = {"by": step["by"], **claimed, "verdict": step["verdict"], "right": right}
        holds(told == self.ruling["claim"], "another claim")
        for name in ("result", "winner", "points"):
            holds(right[name] == self.ruling[name], f"another {name}")
        won = step["by"] == right["winner"] or "result" in claimed
        agrees = [
            "result" not in claimed or claimed["result"] == right["result"],
            "points" not in claimed or claimed["points"] == right["points"] * won,
            "deadwood" not in claimed or claimed["deadwood"] == right["deadwood"],
        ]
        if "deadwood" in claimed:
            theirs = self.ruling[step["by"]]["deadwood"]
            holds(right["deadwood"] == theirs, "another deadwood")
        holds(step["verdict"] == ("upheld" if all(agrees) else "corrected"), "claim")

    # the rest of the ruling

    def check_top(self) -> None:
        ruling = self.ruling
        holds(ruling["knock_limit"] == self.limit, "another limit")
        if not self.verdict:
            holds(not ruling["legal"], "there is no verdict")
            self.verdict = {"result": "illegal_knock", "winner": None}
            self.verdict |= {"points": 0, "boxes": 0}
        for name in ("result", "winner", "points", "boxes"):
            holds(ruling[name] == self.verdict[name], f"another {name}")
        for who in ("knocker", "defender"):
            if who in self.left:
                self.check_side(who, ruling[who])

    def check_side(self, who: str, side: Json) -> None:
        holds(side["melds"] == self.melds[who] or who not in self.hands, "other melds")
        holds(side["loose"] == self.loose.get(who, []), "other cards")
        if who == "defender":
            onto = self.melds["knocker"]
            holds(all(lay["onto"] >= 0 for lay in side["layoffs"]), "no such meld")
            off = [(lay["card"], onto[lay["onto"]]) for lay in side["layoffs"]]
            holds(off == self.off, "other lay-offs")
        ruled = [s for s in self.ruling["steps"] if s["fact"] == "ruled_count"]
        left = ruled[0]["deadwood"] if who == "defender" and ruled else self.left[who]
        holds(side["deadwood"] == left, "other deadwood")

    def check_other(self, other: Json) -> None:
        who, now = other["who"], other["instead"]
        onto = [] if self.gin else self.melds["knocker"]
        lies(other, self.hands[who], onto)
        loose = self.loose[who]
        then = [card for card in other["loose"] if card not in loose]
        holds(other["then"] == then, "other cards would count")
        told = (now["winner"], now["points"], now["deadwood"])
        as_it_is = (self.verdict["winner"], self.verdict["points"])
        holds(told == (*as_it_is, self.ruling[who]["deadwood"]), "it is not so")
        mine, theirs = self.left["knocker"], other["deadwood"]
        if who == "knocker":
            mine, theirs = other["deadwood"], self.check_answer(other)
        self.check_outcome(other["outcome"], mine, theirs)
        self.check_better(other)

    def check_answer(self, other: Json) -> int:
        answer = other["answer"]
        if "defender" in self.hands:
            lies(answer, self.hands["defender"], other["melds"])
            holds(other["deadwood"] > 0 or not answer["layoffs"], "laid off on gin")
        else:
            holds(answer["deadwood"] == self.left["defender"], "another count")
        return int(answer["deadwood"])

    def check_outcome(self, outcome: Json, mine: int, theirs: int) -> None:
        wins = outcome["winner"] == "knocker"
        difference = theirs - mine if wins else mine - theirs
        holds(outcome["difference"] == difference >= 0, "another difference")
        holds(outcome["multiplier"] == self.multiplier, "not doubled")
        points = (difference + outcome["bonus"]) * self.multiplier
        holds(points + outcome["box_points"] == outcome["points"], "a wrong sum")
        holds(wins == (outcome["result"] != "undercut"), "another result")

    def check_better(self, other: Json) -> None:
        """Extra boxes may make a spread better or worse that scores the same."""
        now, then = other["instead"], other["outcome"]
        if other["who"] == "defender":
            better = other["deadwood"] < now["deadwood"]
            holds(other["better"] == better, "better or not")
            return
        signs = [1 if o["winner"] == "knocker" else -1 for o in (then, now)]
        gain = signs[0] * then["points"] - signs[1] * now["points"]
        holds(gain >= 0 if other["better"] else gain <= 0, "better or not")


Said = tuple[list[str], list[int]]


def flat(melds: Iterable[Iterable[str]]) -> list[str]:
    return [card for meld in melds for card in meld]


def said_loose(step: Json) -> Said:
    values = step["values"] if len(step["cards"]) > 1 else []
    return step["cards"], [*values, step["deadwood"]]


def said_compared(step: Json) -> Said:
    return [], sorted([step["knocker"], step["defender"]])


def said_sum(step: Json) -> Said:
    bonus = [step["bonus"]] if step["bonus"] else []
    return [], [step["minuend"], step["subtrahend"], *bonus, step["sum"]]


def said_boxes(step: Json) -> Said:
    times = [step["multiplier"]] if step["multiplier"] > 1 else []
    return [], [step["line"], *times, step["extra"], step["boxes"]]


def said_claim(step: Json) -> Said:
    claimed, right = step["claimed"], step["right"]
    numbers = [claimed[name] for name in ("points", "deadwood") if name in claimed]
    if step["verdict"] == "corrected":
        numbers += [right["points"]] if right["winner"] else []
        numbers += [right["deadwood"]] if "deadwood" in right else []
    return [], numbers


def said_answered(other: Json) -> Said:
    answer = other["answer"]
    return [lay["card"] for lay in answer["layoffs"]], [answer["deadwood"]]


def said_worth(other: Json) -> list[int]:
    then, now = other["outcome"], other["instead"]
    same = (then["winner"], then["points"]) == (now["winner"], now["points"])
    return [then["points"]] if same else [then["points"], now["points"]]


def said_why_not(other: Json) -> Said:
    if other["who"] == "knocker":
        cards, numbers = said_answered(other)
        return cards, numbers + said_worth(other)
    left, now = other["deadwood"], other["instead"]["deadwood"]
    if left <= now:
        return other["then"], [left, now]
    return other["then"], [left, left - now, now]


def said_missed(other: Json) -> Said:
    cards = flat(other["melds"]) + [lay["card"] for lay in other["layoffs"]]
    numbers = [other["deadwood"]]
    if other["who"] == "knocker":
        theirs, left = said_answered(other)
        cards, numbers = cards + theirs, numbers + left
    return cards, numbers + said_worth(other)


def numbers_of(*names: str) -> Any:
    return lambda step: ([], [step[name] for name in names])


SAID: dict[str, Any] = {
    "hand": lambda step: (step["cards"], []),
    "laid": lambda step: (flat(step["melds"]), []),
    "thrown": lambda step: ([step["card"]], []),
    "layoffs": lambda step: (step["cards"] + step["onto"], []),
    "loose": said_loose,
    "counted": numbers_of("count"),
    "called": numbers_of("count"),
    "limit": numbers_of("limit"),
    "upcard_limit": lambda step: (
        [step["upcard"]],
        [step["value"], step["most"], step["limit"]],
    ),
    "within": numbers_of("deadwood", "limit"),
    "over": numbers_of("deadwood", "limit"),
    "accepted": numbers_of("deadwood", "limit"),
    "false_gin": numbers_of("deadwood"),
    "gin": numbers_of("deadwood"),
    "big_gin": numbers_of("cards"),
    "called_big_gin": numbers_of(),
    "no_layoffs": numbers_of(),
    "ruled_count": numbers_of("counts", "deadwood"),
    "compared": said_compared,
    "sum": said_sum,
    "forfeit": numbers_of("difference", "difference", "bonus", "sum"),
    "doubled": lambda step: (
        [step["upcard"]],
        [step["multiplier"], step["sum"], step["doubled"]],
    ),
    "boxes": said_boxes,
    "box_points": numbers_of("sum", "boxes", "box_bonus", "points"),
    "verdict": numbers_of("points", "boxes"),
    "void": numbers_of(),
    "ruled": numbers_of(),
    "conflict": numbers_of("entry"),
    "claim": said_claim,
}
"""The cards and numbers that a step's sentence must name, in order."""
