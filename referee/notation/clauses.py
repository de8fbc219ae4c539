"""What stands after a knock or a show: cards, melds, a count, lay-offs."""

from dataclasses import dataclass, replace

from referee.cards import Card
from referee.errors import Unreadable
from referee.notation.scanner import Scanner, refuse
from referee.plays import Cards, Knock, LayOff, Melds, Show

MINUS = ("-", "–", "−")
"""A discard is written with any of these."""


def need_card(scan: Scanner) -> Card:
    """Take a card, or refuse the line here."""
    card = scan.card()
    if card is None:
        raise scan.expected("a card")
    return card


def need_number(scan: Scanner) -> int:
    """Take a number, or refuse the line here."""
    number = scan.number()
    if number is None:
        raise scan.expected("a number")
    return number


@dataclass(slots=True)
class _Clauses:
    """What stands after knock or shows, each once."""

    discard: Card | None = None
    cards: Cards | None = None
    melds: Melds | None = None
    layoffs: tuple[LayOff, ...] | None = None
    count: int | None = None
    held: int | None = None
    upcard: Card | None = None
    calls_knock: bool = False

    def clause(self, scan: Scanner, *, knock: bool) -> tuple[str, ...]:
        """Read one clause, if one stands here, and say what it was about."""
        if (number := scan.number()) is not None:
            self.count = number
            return ("count",)
        if scan.word("cards"):
            self.cards = scan.cards()
            return ("cards",)
        if scan.word("melds"):
            self.melds = _melds(scan)
            return ("melds",)
        if scan.word("spread"):
            self._spread(scan)
            return "cards", "melds"
        return self._of_knock(scan) if knock else self._of_show(scan)

    def _of_knock(self, scan: Scanner) -> tuple[str, ...]:
        if scan.word(*MINUS):
            self.discard = need_card(scan)
            return ("discard",)
        if scan.word("upcard", "up"):
            self.upcard = need_card(scan)
            return ("upcard",)
        if scan.word("call"):
            if not scan.word("knock"):
                raise scan.expected("call knock")
            self.calls_knock = True
            return ("call",)
        return ()

    def _of_show(self, scan: Scanner) -> tuple[str, ...]:
        if scan.word("lays"):
            self.layoffs = _layoffs(scan)
            return ("layoffs",)
        if scan.word("held"):
            self.held = need_number(scan)
            return ("held",)
        return ()

    def _spread(self, scan: Scanner) -> None:
        self.melds = _melds(scan)
        loose = scan.cards() if scan.word("|") else ()
        self.cards = (*(card for meld in self.melds for card in meld), *loose)


def _read_clauses(scan: Scanner, *, knock: bool) -> _Clauses:
    """Read clauses until something else stands; commas between them are optional."""
    clauses, said = _Clauses(), set[str]()
    while True:
        start = scan.place
        scan.word(",")
        place = scan.place
        about = clauses.clause(scan, knock=knock)
        if not about:
            scan.place = start
            return clauses
        if said.intersection(about):
            raise said_twice(scan, place, about[0])
        said.update(about)


def said_twice(scan: Scanner, place: int, what: str) -> Unreadable:
    """Return the refusal of what stands at ``place`` for the second time."""
    return refuse(scan.line, place + 1, f"{what} is said twice")


def knock(scan: Scanner, play: Knock) -> Knock:
    """Read what stands after a knock, gin or big gin."""
    said = _read_clauses(scan, knock=True)
    return replace(
        play,
        discard=said.discard,
        cards=said.cards,
        melds=said.melds,
        count=said.count,
        call="knock" if said.calls_knock else play.call,
        upcard=said.upcard,
    )


def show(scan: Scanner, play: Show) -> Show:
    """Read what stands after ``shows``."""
    said = _read_clauses(scan, knock=False)
    return replace(
        play,
        cards=said.cards,
        melds=said.melds,
        layoffs=said.layoffs,
        count=said.count,
        held=said.held,
    )


def _melds(scan: Scanner) -> Melds:
    """Read melds parted by ``/``; ``none`` says that none was laid."""
    if scan.word("none"):
        return ()
    melds = [scan.cards()]
    while scan.word("/"):
        melds.append(scan.cards())
    if () in melds:
        raise scan.expected("the cards of a meld, or none")
    return tuple(melds)


def _layoffs(scan: Scanner) -> tuple[LayOff, ...]:
    """Read lay-offs, each ``CARD on NUMBER``; the knocker's first meld is 1."""
    if scan.word("none"):
        return ()
    layoffs = [_layoff(scan)]
    while scan.word("/"):
        layoffs.append(_layoff(scan))
    return tuple(layoffs)


def _layoff(scan: Scanner) -> LayOff:
    card = need_card(scan)
    if not scan.word("onto", "on"):
        raise scan.expected("on, and the number of a meld")
    return LayOff(card, need_number(scan) - 1)
