"""From what a person typed into a form to plays as JSON, field by field.

Nothing here knows a rule of the game: what a play may be is for the referee.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.cards import card_name, parse_card
from referee.errors import Unreadable
from web.strings import say

MOST = 110
MOST_POINTS = 10_000
LONGEST_SUM = 60
STOPS = ("play_on_exposed", "new_deal", "take_back", "void")
"""Rulings after which nothing of the same hand is shown at once."""

OPTIONAL = ("kmelds", "dmelds", "layoffs", "discard", "call")
"""Fields that may be left to be worked out; shown when one was filled."""
_NONE = ("-", "–", "—")
_CARD = re.compile(r"(?:10|[A2-9TJQKa2-9tjqk])\s*(?:[CDHScdhs♣♧♦♢♥♡♠♤])\ufe0f?")
_SUM = re.compile(r"\s*\d{1,5}\s*(?:\+\s*\d{1,5}\s*)*", re.ASCII)
_SPACE = re.compile(r"[\s.,]*")


class Wrong(ValueError):
    """A field cannot be read; ``str()`` is what to say beside it."""


@dataclass(slots=True)
class Filled:
    """A form as it was read: plays for the referee, errors for the person."""

    plays: list[dict[str, Any]] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)


def cards_of(text: str) -> list[str]:
    """Read cards in free spacing: ``7S 7d,10H q♣`` or ``7S7D10HQC``."""
    found, at = [], 0
    text = text.strip()
    while at < len(text):
        match = _CARD.match(text, at)
        if match is None:
            word = re.split(r"[\s,]", text[at:], maxsplit=1)[0]
            raise Wrong(say("field.card", text=word[:20]))
        found.append(_card(re.sub(r"\s", "", match[0])))
        gap = _SPACE.match(text, match.end())
        at = gap.end() if gap else match.end()
    return found


def _card(text: str) -> str:
    try:
        return card_name(parse_card(text))
    except Unreadable:
        raise Wrong(say("field.card", text=text[:20])) from None


def melds_of(text: str) -> list[list[str]]:
    """Read melds, one a line or with ``/``, ``|`` or ``;`` between; a dash is none."""
    if text in _NONE:
        return []
    return [cards_of(part) for part in re.split(r"[\n/|;]+", text) if part.strip()]


def layoffs_of(text: str) -> list[dict[str, Any]]:
    """Read lay-offs: ``8H 9H to 2; 7D to 1``, the knocker's melds counted from 1."""
    if text in _NONE:
        return []
    found = []
    for part in re.split(r"[\n;]+", text):
        if not part.strip():
            continue
        match = re.fullmatch(r"\s*(.+?)\s*(?:to|on|>|->|→)\s*(\d{1,2})\s*", part, re.I)
        if match is None or match[2] == "0":
            raise Wrong(say("field.layoffs"))
        onto = int(match[2]) - 1
        found += [{"card": card, "onto": onto} for card in cards_of(match[1])]
    return found


def whole(text: str, *, low: int = 0, high: int = MOST) -> int:
    """Read a whole number, or a sum of such as people type: ``12+11+7``."""
    if not text:
        raise Wrong(say("field.needed"))
    if not (len(text) <= LONGEST_SUM and _SUM.fullmatch(text)):
        raise Wrong(say("field.number", low=low, high=high))
    number = sum(int(part) for part in text.split("+"))
    if not low <= number <= high:
        raise Wrong(say("field.number", low=low, high=high))
    return number


def signed_whole(text: str) -> int:
    """Read points that may be taken away: ``-20``, ``−20``, ``85``, ``40+45``."""
    text = text.strip().replace("−", "-").replace("–", "-")
    if text.startswith("-"):
        return -whole(text[1:].strip(), high=MOST_POINTS)
    return whole(text.removeprefix("+").strip(), high=MOST_POINTS)


class Reading:
    """Reads one form: collects values of a play, and what is wrong with fields."""

    def __init__(self, form: Mapping[str, str]) -> None:
        self.form = form
        self.errors: dict[str, str] = {}

    def take(self, play: dict[str, Any], name: str, given: str, read: Any) -> None:
        """Read field ``given`` into ``play[name]`` where something was typed."""
        text = self.form.get(given, "")
        if not text:
            return
        try:
            play[name] = read(text)
        except Wrong as wrong:
            self.errors[given] = str(wrong)

    def need(self, play: dict[str, Any], name: str, given: str, read: Any) -> None:
        """Read a field that may not be left out."""
        if not self.form.get(given):
            self.errors[given] = say("field.needed")
        self.take(play, name, given, read)

    def choose(self, given: str, among: tuple[str, ...]) -> str:
        """Read one of a few words; the first where the choice is wrong."""
        value = self.form.get(given, "")
        if value not in among:
            self.errors[given] = say("field.choose")
            return among[0]
        return value

    def upcard(self, play: dict[str, Any]) -> None:
        """Read the two keys of the upcard, where either was touched."""
        text = self.form.get("up_rank", "") + self.form.get("up_suit", "")
        if not text:
            return
        try:
            play["upcard"] = _card(text)
        except Wrong as wrong:
            self.errors["upcard"] = str(wrong)

    def ruling(self, play: dict[str, Any], index: int) -> None:
        """Read what the table chose about play ``index``, where it did."""
        option = self.form.get(f"ruling{index}")
        if not option:
            return
        ruling = {"option": option, "chosen_by": self.form.get(f"by{index}", "both")}
        if note := self.form.get(f"note{index}"):
            ruling["note"] = note
        play["ruling"] = ruling


def read_entry(reading: Reading, stands: Mapping[str, Any]) -> dict[str, Any]:
    """Read one entry entered again; what its form does not ask stays as it stands."""
    play = {name: value for name, value in stands.items() if name != "ruling"}
    match play["type"]:
        case "deal":
            play.pop("upcard", None)
            reading.take(play, "upcard", "upcard", _card)
        case "draw":
            play["source"] = reading.choose("source", ("stock", "discard"))
            play.pop("card", None)
            reading.take(play, "card", "card", _card)
        case "discard":
            reading.need(play, "card", "card", _card)
        case _:
            play["player"] = reading.choose("player", ("A", "B"))
            read_adjustment(reading, play)
    return play


def read_adjustment(reading: Reading, play: dict[str, Any]) -> None:
    """Read points entered by hand, their boxes and their reason."""
    reading.need(play, "points", "points", signed_whole)
    play.pop("boxes", None)
    reading.take(play, "boxes", "boxes", signed_whole)
    reading.need(play, "reason", "reason", str)


def read_hand(form: Mapping[str, str]) -> Filled:
    """Read a hand by counts or by cards (``by=cards``) into a knock and a show.

    Where the form says who has ``knocked`` already, it is the show alone.
    """
    reading = Reading(form)
    by_cards = form.get("by") == "cards"
    plays = []
    knocker = form.get("knocked")
    if knocker not in ("A", "B"):
        knocker = reading.choose("knocker", ("A", "B"))
        knock = {"type": "knock", "player": knocker}
        (_knock_by_cards if by_cards else _knock_by_count)(reading, knock)
        reading.upcard(knock)
        plays.append(knock)
    show = {"type": "show", "player": "B" if knocker == "A" else "A"}
    (_show_by_cards if by_cards else _show_by_count)(reading, show)
    plays.append(show)
    return Filled(_ruled(reading, plays), reading.errors)


def _ruled(reading: Reading, plays: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add the rulings; what would come after one that stops the hand is left out."""
    for index, play in enumerate(plays):
        reading.ruling(play, index)
        if play.get("ruling", {}).get("option") in STOPS:
            return plays[: index + 1]
    return plays


def _knock_by_count(reading: Reading, knock: dict[str, Any]) -> None:
    if reading.form.get("over"):
        reading.take(knock, "count", "over", whole)
    elif reading.form.get("count") == "big":
        knock["call"] = "big_gin"
    elif reading.form.get("count"):
        reading.take(knock, "count", "count", whole)
    else:
        reading.errors["count"] = say("field.choose")


def _show_by_count(reading: Reading, show: dict[str, Any]) -> None:
    reading.need(show, "count", "other", whole)


def _knock_by_cards(reading: Reading, knock: dict[str, Any]) -> None:
    if reading.form.get("count") and not reading.form.get("kcards"):
        _knock_by_count(reading, knock)
        return
    reading.need(knock, "cards", "kcards", cards_of)
    reading.take(knock, "melds", "kmelds", melds_of)
    reading.take(knock, "discard", "discard", _card)
    if call := reading.form.get("call"):
        knock["call"] = call
    elif len(knock.get("cards", ())) == 11:
        knock["call"] = "big_gin"


def _show_by_cards(reading: Reading, show: dict[str, Any]) -> None:
    if reading.form.get("other") and not reading.form.get("dcards"):
        _show_by_count(reading, show)
        return
    reading.need(show, "cards", "dcards", cards_of)
    reading.take(show, "melds", "dmelds", melds_of)
    reading.take(show, "layoffs", "layoffs", layoffs_of)


def read_showdown(reading: Reading) -> dict[str, Any]:
    """Read two hands without a game into the body of ``/rulings/knock``."""
    knocker: dict[str, Any] = {}
    reading.need(knocker, "cards", "kcards", cards_of)
    reading.take(knocker, "melds", "kmelds", melds_of)
    reading.take(knocker, "discard", "discard", _card)
    if call := reading.form.get("call"):
        knocker["call"] = call
    defender: dict[str, Any] = {}
    _show_by_cards(reading, defender)
    body: dict[str, Any] = {"knocker": knocker, "defender": defender}
    if rules := reading.form.get("rules"):
        body["rules"] = rules
    reading.take(body, "upcard", "upcard", _card)
    if by := reading.form.get("claim_by"):
        body["claim"] = _claim(reading, by)
    return body


def _claim(reading: Reading, by: str) -> dict[str, Any]:
    claim: dict[str, Any] = {"by": by}
    reading.take(claim, "points", "claim_points", lambda text: whole(text, high=10_000))
    if result := reading.form.get("claim_result"):
        claim["result"] = result
    return claim


_BESIDE = {
    ("knock", "cards"): "kcards",
    ("knock", "melds"): "kmelds",
    ("knock", "count"): "count",
    ("knock", "discard"): "discard",
    ("knock", "call"): "call",
    ("knock", "upcard"): "upcard",
    ("show", "cards"): "dcards",
    ("show", "melds"): "dmelds",
    ("show", "layoffs"): "layoffs",
    ("show", "count"): "other",
}


def beside(plays: list[dict[str, Any]], index: int, path: str) -> str | None:
    """Name the form field that a play's field came from, or None."""
    return _BESIDE.get((plays[index]["type"], path.split(".")[0]))
