"""The sentences of a ruling, each made from its own JSON and nothing else.

``names`` maps ``knocker``, ``defender``, ``A`` and ``B`` to what people are called;
without it they are the knocker and the defender.
"""

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["step_text"]

Json = Mapping[str, Any]
Names = Mapping[str, str]

UNNAMED: Names = {
    "knocker": "the knocker",
    "defender": "the defender",
    "A": "A",
    "B": "B",
}
BONUS = {
    "knock": "knock bonus",
    "gin": "gin bonus",
    "big_gin": "big gin bonus",
    "undercut": "undercut bonus",
    "illegal_knock": "undercut bonus",
}


def step_text(step: Json, names: Names | None = None) -> str:
    """Say one step of a ruling in a sentence."""
    text = SENTENCES[step["fact"]](step, names or UNNAMED)
    return text[0].upper() + text[1:]


def listed(cards: Iterable[str]) -> str:
    """Write cards one after the other."""
    return " ".join(cards)


def melds_listed(melds: Iterable[Iterable[str]]) -> str:
    """Write melds with commas between them."""
    return ", ".join(map(listed, melds))


def plain(word: str) -> str:
    return word.replace("_", " ")


def _hand(step: Json, names: Names) -> str:
    return f"{names[step['who']]} shows {listed(step['cards'])}."


def _laid(step: Json, names: Names) -> str:
    if not step["melds"]:
        return f"{names[step['who']]} lays no meld."
    return f"{names[step['who']]} lays {melds_listed(step['melds'])}."


def _thrown(step: Json, names: Names) -> str:
    return f"{names[step['who']]} would discard {step['card']}, and ten cards count."


def _loose(step: Json, names: Names) -> str:
    if not step["cards"]:
        return f"{names[step['who']]} has nothing left: {step['deadwood']}."
    has = f"{names[step['who']]} has {listed(step['cards'])} left"
    if len(step["cards"]) == 1:
        return f"{has}: {step['deadwood']}."
    return f"{has}: {' + '.join(map(str, step['values']))} = {step['deadwood']}."


def _counted(step: Json, names: Names) -> str:
    return f"{names[step['who']]} counts {step['count']}."


def _called(step: Json, names: Names) -> str:
    who, call = names[step["who"]], plain(step["call"])
    return f"{who} calls {call}: {step['count']}."


def _limit(step: Json, _: Names) -> str:
    return f"A knock may leave {step['limit']} at most."


def _upcard_limit(step: Json, _: Names) -> str:
    return (
        f"The upcard {step['upcard']} sets the limit: {step['value']}, and never more"
        f" than {step['most']}, so a knock may leave {step['limit']}."
    )


def _within(step: Json, _: Names) -> str:
    return f"{step['deadwood']} is {step['limit']} or less: the knock is legal."


def _over(step: Json, _: Names) -> str:
    return f"{step['deadwood']} is more than {step['limit']}: the knock is not legal."


def _accepted(step: Json, _: Names) -> str:
    return f"{step['deadwood']} is more than {step['limit']}, but the knock stands."


def _false_gin(step: Json, names: Names) -> str:
    who, call = names[step["who"]], plain(step["call"])
    return f"{who} called {call}, but that leaves {step['deadwood']}: it is not."


def _gin(step: Json, _: Names) -> str:
    return f"{step['deadwood']} is left: gin."


def _big_gin(step: Json, _: Names) -> str:
    return f"All {step['cards']} cards are melded: big gin."


def _called_big_gin(_: Json, __: Names) -> str:
    return "Nothing is discarded: big gin."


def _no_layoffs(step: Json, _: Names) -> str:
    return f"Nothing is laid off on {plain(step['result'])}."


def _layoffs(step: Json, names: Names) -> str:
    who = names[step["who"]]
    return f"{who} lays off {listed(step['cards'])} on {listed(step['onto'])}."


def _ruled_count(step: Json, names: Names) -> str:
    who = names[step["who"]]
    return f"By ruling {who} counts {step['counts']}, not {step['deadwood']}."


def _compared(step: Json, _: Names) -> str:
    mine, theirs = step["knocker"], step["defender"]
    if mine < theirs:
        return f"{mine} is less than {theirs}: the knock wins."
    if theirs < mine:
        return f"{theirs} is less than {mine}: an undercut."
    end = "an undercut" if step["result"] == "undercut" else "the knock wins nothing"
    return f"{theirs} equals {mine}: {end}."


def _sum(step: Json, _: Names) -> str:
    bonus = f" + {step['bonus']} ({BONUS[step['result']]})" if step["bonus"] else ""
    return f"{step['minuend']} − {step['subtrahend']}{bonus} = {step['sum']}."


def _forfeit(step: Json, names: Names) -> str:
    who = names["defender"]
    return (
        f"The hand is forfeited. The difference in favour of {who} is"
        f" {step['difference']}: {step['difference']} + {step['bonus']}"
        f" ({BONUS['undercut']}) = {step['sum']}."
    )


def _doubled(step: Json, _: Names) -> str:
    return (
        f"The upcard {step['upcard']} is a spade:"
        f" {step['multiplier']} x {step['sum']} = {step['doubled']}."
    )


def _boxes(step: Json, _: Names) -> str:
    times = f"{step['multiplier']} x " if step["multiplier"] > 1 else ""
    return (
        f"Boxes: {step['line']} for the hand, {times}{step['extra']} more for"
        f" {plain(step['result'])}: {step['boxes']}."
    )


def _box_points(step: Json, _: Names) -> str:
    return (
        f"Boxes are paid at once: {step['sum']} + {step['boxes']} x"
        f" {step['box_bonus']} = {step['points']}."
    )


def _verdict(step: Json, names: Names) -> str:
    boxes = "box" if step["boxes"] == 1 else "boxes"
    return (
        f"{plain(step['result'])}: {step['points']} points and {step['boxes']} {boxes}"
        f" for {names[step['winner']]}."
    )


def _void(step: Json, _: Names) -> str:
    why = {
        "wall": "two cards are left in the stock",
        "declined": "the last discard was declined",
        "agreed": "the players threw it in",
        "ruling": "by ruling",
    }
    return f"The hand is void, {why[step['cause']]}: nobody scores."


def _ruled(step: Json, names: Names) -> str:
    chooser = "both" if step["chosen_by"] == "both" else names[step["chosen_by"]]
    return (
        f"{plain(step['code'])} by {names[step['offender']]}:"
        f" {plain(step['option'])}, chosen by {chooser}."
    )


def _conflict(step: Json, _: Names) -> str:
    return f"Entry {step['entry']} named a card that the shown hands disprove."


def _claim(step: Json, names: Names) -> str:
    said = _claimed(step["claimed"])
    if step["verdict"] == "upheld":
        return f"{names[step['by']]} claimed {said}: upheld."
    return f"{names[step['by']]} claimed {said}: corrected, {_right(step, names)}."


def _claimed(claimed: Json) -> str:
    parts = [plain(claimed["result"])] if "result" in claimed else []
    parts += [f"{claimed['points']} points"] if "points" in claimed else []
    parts += [f"deadwood {claimed['deadwood']}"] if "deadwood" in claimed else []
    return ", ".join(parts)


ARTICLES = {"knock": "a ", "undercut": "an ", "illegal_knock": "an "}


def _right(step: Json, names: Names) -> str:
    right = step["right"]
    parts = [f"it is {ARTICLES.get(right['result'], '')}{plain(right['result'])}"]
    if right["winner"]:
        parts.append(f"{right['points']} points for {names[right['winner']]}")
    if "deadwood" in right:
        parts.append(f"deadwood {right['deadwood']}")
    return ", ".join(parts)


SENTENCES = {
    "hand": _hand,
    "laid": _laid,
    "thrown": _thrown,
    "loose": _loose,
    "counted": _counted,
    "called": _called,
    "limit": _limit,
    "upcard_limit": _upcard_limit,
    "within": _within,
    "over": _over,
    "accepted": _accepted,
    "false_gin": _false_gin,
    "gin": _gin,
    "big_gin": _big_gin,
    "called_big_gin": _called_big_gin,
    "no_layoffs": _no_layoffs,
    "layoffs": _layoffs,
    "ruled_count": _ruled_count,
    "compared": _compared,
    "sum": _sum,
    "forfeit": _forfeit,
    "doubled": _doubled,
    "boxes": _boxes,
    "box_points": _box_points,
    "verdict": _verdict,
    "void": _void,
    "ruled": _ruled,
    "conflict": _conflict,
    "claim": _claim,
}
"""The sentence of each kind of step; documented in ``docs/rulings.md``."""
