"""How one value is stored: a kind of field, both ways."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.cards import CARD_NAMED, card_name
from referee.game.events import Laid
from referee.plays import Chosen, LayOff
from referee.rules import ExtraBoxes, Rules, rules_as_dict


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: ``dump`` makes JSON data of it, ``load`` the value again.

    One ``or_none`` is loaded as ``None`` where it is absent; of any other kind the
    class has a default, or needs it.
    """

    dump: Callable[[Any], Any]
    load: Callable[[Any], Any]
    or_none: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """The stored form of one class; ``name`` is the stored name of the class."""

    name: str
    made: Callable[..., Any]
    loads: tuple[tuple[str, str, Callable[[Any], Any] | None, bool], ...]
    """Of each field its name, attribute, how to load it if at all, and ``or_none``."""
    dumps: tuple[tuple[str, str, Callable[[Any], Any] | None], ...]
    """Of each field its name, attribute, and how to dump it if at all."""

    def dump(self, value: Any) -> dict[str, Any]:
        """Return JSON data; a field that is ``None`` (not known) is left out."""
        data: dict[str, Any] = {}
        for name, attribute, dump in self.dumps:
            part = getattr(value, attribute)
            if part is not None:
                data[name] = part if dump is None else dump(part)
        return data

    def load(self, data: Mapping[str, Any]) -> Any:
        """Return the value; raises ``TypeError`` where a needed field is missing."""
        values: dict[str, Any] = {}
        for name, attribute, load, or_none in self.loads:
            if name in data:
                value = data[name]
                values[attribute] = value if load is None else load(value)
            elif or_none:
                values[attribute] = None
        return self.made(**values)


def form(
    name: str, made: Callable[..., Any], /, **kinds: Kind | tuple[str, Kind]
) -> Form:
    """Describe a stored class: stored name of each field, its kind, and its attribute
    here where that has another name.
    """
    loads, dumps = [], []
    for stored, given in kinds.items():
        attribute, kind = given if isinstance(given, tuple) else (stored, given)
        load = None if kind.load is _same else kind.load
        dump = None if kind.dump is _same else kind.dump
        loads.append((stored, attribute, load, kind.or_none))
        dumps.append((stored, attribute, dump))
    return Form(name, made, tuple(loads), tuple(dumps))


def _same(value: Any) -> Any:
    return value


def _list_of(kind: Kind) -> Kind:
    dump, load = kind.dump, kind.load
    return Kind(
        lambda values: list(map(dump, values)), lambda data: tuple(map(load, data))
    )


def _by_seat(kind: Kind) -> Kind:
    return Kind(
        lambda seats: {seat: kind.dump(value) for seat, value in seats.items()},
        lambda data: {seat: kind.load(value) for seat, value in data.items()},
    )


def _kind_of(described: Form) -> Kind:
    return Kind(described.dump, described.load)


def _load_rules(data: Mapping[str, Any]) -> Rules:
    # A rule that came later than the log is at its default there.
    return Rules(**{**data, "extra_boxes": ExtraBoxes(**data["extra_boxes"])})


PLAIN = Kind(_same, _same)
"""Text, whole numbers, true and false: stored as they are."""
OR_NONE = Kind(_same, _same, or_none=True)
NUMBERS = _list_of(PLAIN)
CARD = Kind(card_name, CARD_NAMED.__getitem__)
CARDS = _list_of(CARD)
MELDS = _list_of(CARDS)
HANDS = _by_seat(CARDS)
SEATS = _by_seat(PLAIN)
LAYOFFS = _list_of(_kind_of(form("lay_off", LayOff, card=CARD, onto=PLAIN)))
LAID = _kind_of(
    form("laid", Laid, deadwood=PLAIN, melds=MELDS, layoffs=LAYOFFS, loose=CARDS)
)
CHOSEN = _kind_of(form("chosen", Chosen, option=PLAIN, chosen_by=PLAIN, note=PLAIN))
RULES = Kind(rules_as_dict, _load_rules)
