"""Why another way is no better, and what a better one would have made, in words.

Made from the JSON of that way and nothing else, as all sentences of a ruling are.
"""

from referee.ruling.text import UNNAMED, Json, Names, listed, melds_listed

__all__ = ["considered_text", "missed_text"]


def considered_text(other: Json, names: Names | None = None) -> str:
    """Say why another way is no better, or does not count."""
    names = names or UNNAMED
    if other["who"] == "knocker":
        text = f"{_answered(other, names)}: {_worth(other, names)}{_verdict_on(other)}"
    else:
        text = _defender_why(other)
    return text[0].upper() + text[1:] + "."


def _answered(other: Json, names: Names) -> str:
    who, answer = names["defender"], other["answer"]
    cards = listed(lay["card"] for lay in answer["layoffs"])
    if cards:
        return f"{who} would lay off {cards} and have {answer['deadwood']} left"
    return f"{who} would have {answer['deadwood']} left"


def _worth(other: Json, names: Names) -> str:
    then, now = other["outcome"], other["instead"]
    worth = f"{then['points']} for {names[then['winner']]}"
    if now["winner"] is None:
        return f"{worth} instead of {now['points']} for an illegal knock"
    if then["winner"] != now["winner"]:
        return f"{worth} instead of {now['points']} for {names[now['winner']]}"
    if then["points"] != now["points"]:
        return f"{worth} instead of {now['points']}"
    return f"{worth} as well"


def _verdict_on(other: Json) -> str:
    if other["better"]:
        return ", but cards lie where they were laid"
    return ""


def _defender_why(other: Json) -> str:
    left, now = other["deadwood"], other["instead"]["deadwood"]
    count = listed(other["then"])
    would = f"{count} would count: " if count else ""
    if other["better"]:
        return f"{would}{left} left and not {now}, but what was laid counts"
    if left == now:
        return f"{would}{left} left, no less than {now}"
    return f"{would}{left} left, {left - now} more than {now}"


def missed_text(other: Json, names: Names | None = None) -> str:
    """Say what a better spread or lay-off would have made."""
    names = names or UNNAMED
    who = names[other["who"]]
    melds = melds_listed(other["melds"]) or "no meld"
    text = f"{who} could have laid {melds}"
    if other["layoffs"]:
        text += f" and laid off {listed(lay['card'] for lay in other['layoffs'])}"
    text += f", with {other['deadwood']} left"
    if other["who"] == "knocker":
        text += f"; {_answered(other, names)}"
    text += f": {_worth(other, names)}."
    return text[0].upper() + text[1:]
