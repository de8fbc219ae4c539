"""What was entered, in words: plays and events as plain data, cards as ``TS``.

Only what is in the data is said; what the caller may not see is not in it.
"""

from collections.abc import Mapping
from typing import Any

from web.strings import ENGLISH, say

Body = Mapping[str, Any]
Names = Mapping[str, str]

_KINDS = {
    "hand_dealt": "deal",
    "upcard_passed": "pass",
    "card_drawn": "draw",
    "card_discarded": "discard",
    "knocked": "knock",
    "hand_shown": "show",
    "hand_voided": "void",
    "tracking_ended": "untrack",
    "irregularity_ruled": "rule",
    "hand_accepted": "accept",
    "hand_disputed": "dispute",
    "score_adjusted": "adjust",
    "correction_proposed": "propose",
    "game_abandoned": "abandon",
}
"""Events that say what a play said, and which play."""


def play_of(event: Body) -> dict[str, Any] | None:
    """Return the play that an event says again, or None where it says none."""
    kind, data = event["type"], event["data"]
    match kind:
        case "game_won" if data["by"] == "resignation":
            return {"type": "resign", "player": "B" if data["winner"] == "A" else "A"}
        case "entry_retracted":
            return {"seq": data["entries"][0], **data, "type": "retract"}
        case "entry_amended":
            return {**data, "type": "amend", "seq": data["target"]}
    return {**data, "type": _KINDS[kind]} if kind in _KINDS else None


def event_words(event: Body, names: Names) -> str:
    """Say what an event of the log tells."""
    if (play := play_of(event)) is not None:
        return play_words(play, names)
    match event["type"], event["data"]:
        case "hand_scored", data:
            return scored_words(data, names)
        case "game_won", data:
            return say("said.won", name=names[data["winner"]])
        case "game_reopened", _:
            return say("said.reopened")
        case _:
            return say("said.started")


def scored_words(data: Body, names: Names) -> str:
    """Say the verdict of a hand."""
    result = say(f"result.{data['result']}").capitalize()
    points = signed(data["points"])
    return say("said.scored", result=result, name=names[data["winner"]], points=points)


def play_words(play: Body, names: Names) -> str:
    """Say what a play says."""
    name = names.get(play.get("player") or "", "")
    match play["type"]:
        case "deal":
            return _deal(play, names)
        case "draw":
            way = "draw" if play["source"] == "stock" else "take"
            return _with_card(f"said.{way}", "said." + way + "_card", play, name)
        case "discard":
            return _with_card("said.discard_unknown", "said.discard", play, name)
        case "knock":
            return _knock(play, name)
        case "show":
            what = shown_words(play)
            if not what:
                return say("said.show_unknown", name=name)
            return say("said.show", name=name, what=what)
        case "void":
            why = play.get("reason")
            return say("said.void_because", why=why) if why else say("said.void")
        case "rule":
            return _rule(play, names)
        case "accept" | "dispute" as kind:
            said = say(f"said.{kind}", name=name, number=play["hand"])
            return (
                f"{said}{say('history.note', note=play['note'])}"
                if play.get("note")
                else said
            )
        case "adjust":
            return _adjust(play, name)
        case "propose":
            what = play_words(play["play"], names)
            return say("said.propose", name=name, what=what)
        case "retract":
            if play.get("hand") is not None:
                return say("said.retract_hand", number=play["hand"])
            return say("said.retract", number=play["seq"])
        case "amend":
            return _amend(play, names)
        case kind:
            return say(f"said.{kind}", name=name)


def _with_card(without: str, with_it: str, play: Body, name: str) -> str:
    card = play.get("card")
    if card is None:
        return say(without, name=name)
    return say(with_it, name=name, card=card)


def _deal(play: Body, names: Names) -> str:
    dealer, upcard = play.get("dealer"), play.get("upcard")
    if dealer is None:
        return say("said.deal_unknown")
    if upcard is None:
        return say("said.deal", name=names[dealer])
    return say("said.deal_upcard", name=names[dealer], card=upcard)


def shown_words(play: Body) -> str:
    """Say the count or the cards of a knock or a show; empty where neither is said."""
    if play.get("cards") is not None:
        return " ".join(play["cards"])
    for name in ("count", "deadwood"):
        if play.get(name) is not None:
            return str(play[name])
    return ""


def _knock(play: Body, name: str) -> str:
    what, call = shown_words(play), play.get("call")
    none = play.get("count", play.get("deadwood")) == 0
    if call in ("gin", "big_gin") or none:
        kind = "big_gin" if call == "big_gin" else "gin"
        cards = play.get("cards")
        said = say(f"said.{kind}", name=name)
        if cards:
            said = say(f"said.{kind}_with", name=name, what=what)
    else:
        said = say("said.knock", name=name, what=what)
    if play.get("discard"):
        said = say("said.discarding", what=said, card=play["discard"])
    return said


def _rule(play: Body, names: Names) -> str:
    return say(
        "said.rule",
        what=code_words(play["code"]),
        name=names[play["offender"]],
        option=chosen_words(play, names),
    )


def code_words(code: str) -> str:
    """Say what an irregularity is."""
    return ENGLISH.get(f"code.{code}", code.replace("_", " "))


def chosen_words(ruled: Body, names: Names) -> str:
    """Say what the table chose, and who chose it."""
    by = ruled["chosen_by"]
    who = say("said.both") if by == "both" else say("said.chose", name=names[by])
    option = ENGLISH.get(f"option.{ruled['option']}", ruled["option"])
    return say("said.chosen", option=option, chooser=who)


def signed(points: int) -> str:
    """Write points with their sign: ``+85``, ``−20``."""
    return f"{points:+d}".replace("-", "−")


def _adjust(play: Body, name: str) -> str:
    points, why = signed(play["points"]), play["reason"]
    if boxes := play.get("boxes"):
        return say(
            "said.adjust_boxes",
            name=name,
            points=points,
            boxes=signed(boxes),
            why=why,
        )
    return say("said.adjust", name=name, points=points, why=why)


def _amend(play: Body, names: Names) -> str:
    if play.get("play") is None:
        return say("said.amend_rules")
    what = play_words(play["play"], names)
    return say("said.amend", number=play["seq"], what=what)


def short_words(was: Body, now: Body, names: Names) -> tuple[str, str]:
    """Say two versions of one entry as shortly as they can be told apart."""
    if was["type"] == now["type"] and was.get("player") == now.get("player"):
        short = [_short(each) for each in (was, now)]
        if all(short) and short[0] != short[1]:
            return short[0], short[1]
    return play_words(was, names), play_words(now, names)


def _short(play: Body) -> str:
    match play["type"]:
        case "knock" | "show":
            return shown_words(play)
        case "draw" | "discard":
            return str(play.get("card") or "")
        case "adjust":
            return signed(play["points"])
        case _:
            return ""
