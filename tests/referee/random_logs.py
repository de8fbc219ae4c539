"""Random logs for ``deal_model``: true deals, partly hidden and partly mistyped."""

import random
from dataclasses import dataclass, field
from typing import Any

from tests.referee.deal_model import CARDS, Move

OTHER = {"A": "B", "B": "A"}
SEEN = {
    # How likely it is that a name is on record, by what it names.
    "open": {"hands": 1.0, "draw": 1.0, "pile": 1.0, "shown": 1.0},
    "public": {"hands": 0.0, "draw": 0.0, "pile": 1.0, "shown": 1.0},
    "one hand": {"hands": 0.5, "draw": 0.5, "pile": 1.0, "shown": 0.9},
    "gaps": {"hands": 0.6, "draw": 0.4, "pile": 0.85, "shown": 0.9},
    "murky": {"hands": 0.7, "draw": 0.5, "pile": 0.35, "shown": 0.9},
    "own hand": {"hands": 0.9, "draw": 0.9, "pile": 0.7, "shown": 0.9},
}
WEIGHTS = (3, 1, 2, 2, 2, 4)


@dataclass
class Play:
    """A true deal being played out and written down."""

    chance: random.Random
    eleven: bool
    dealer: str
    hands: dict[str, list[str]] = field(default_factory=dict)
    stock: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    log: list[Move] = field(default_factory=list)

    def write(self, move: str, **facts: Any) -> None:
        self.log.append({"entry": len(self.log) + 2, "move": move, **facts})

    def chances(self, likely: float) -> bool:
        return self.chance.random() < likely

    def deal(self, more: dict[str, int]) -> None:
        deck = list(CARDS)
        self.chance.shuffle(deck)
        sizes = {"A": 10, "B": 10}
        sizes[OTHER[self.dealer]] += self.eleven
        for player, size in sizes.items():
            self.hands[player] = [deck.pop() for _ in range(size + more[player])]
        facts: dict[str, Any] = {"turned": not self.eleven}
        if not self.eleven:
            self.pile = [deck.pop()]
            facts["upcard"] = self.pile[0]
        self.stock = deck
        hands = {player: list(cards) for player, cards in self.hands.items()}
        for player, extra in more.items():
            if extra > 0:
                hands[player] = hands[player][:-1]
            if extra < 0:
                del hands[player]
        self.write("deal", dealer=self.dealer, sizes=sizes, hands=hands, **facts)

    def draw(self, player: str) -> None:
        if self.pile and (self.chances(0.35) or len(self.stock) < 3):
            card, move = self.pile.pop(), "take"
        else:
            card, move = self.stock.pop(), "draw"
        self.hands[player].append(card)
        self.write(move, player=player, card=card)

    def discard(self, player: str) -> None:
        hand = self.hands[player]
        card = hand.pop(self.chance.randrange(len(hand)))
        self.pile.append(card)
        self.write("discard", player=player, card=card)

    def extra(self) -> None:
        self.pile.append(self.stock.pop())
        self.write("extra", card=self.pile[-1])

    def turn(self, player: str) -> None:
        early = False
        if len(self.hands[player]) < 11:
            self.draw(player)
            if self.chances(0.03) and self.stock:
                self.extra()
            if self.chances(0.05) and len(self.hands[OTHER[player]]) < 11:
                early = True
        if early:
            self.draw(OTHER[player])
        if len(self.hands[player]) > 10:
            self.discard(player)

    def knock(self, player: str) -> None:
        hand = self.hands[player]
        card = hand.pop(self.chance.randrange(len(hand)))
        self.pile.append(card)
        self.write("knock", player=player, lays=True, discard=card, cards=list(hand))

    def show(self, player: str) -> None:
        self.write("show", player=player, cards=list(self.hands[player]))

    def only_shown(self) -> None:
        """Nothing but the knock and the show is written down."""
        sizes = {"A": 10, "B": 10}
        facts: dict[str, Any] = {"turned": True, "hands": {}, "implied": True}
        self.log = []
        self.write("deal", dealer=self.dealer, sizes=sizes, **facts)
        self.knock("A")
        self.write("show", player="B", cards=self.hands["B"][:10])

    def end(self, player: str) -> None:
        """Somebody knocks or lays all eleven cards, and the other shows."""
        if len(self.hands[player]) == 10:
            self.draw(player)
        if len(self.hands[player]) == 11:
            if self.chances(0.1):
                facts = {"lays": False, "discard": None}
                self.write("knock", player=player, cards=self.hands[player], **facts)
            else:
                self.knock(player)
            if len(self.hands[OTHER[player]]) in (10, 11):
                self.show(OTHER[player])

    def lost_track(self, player: str) -> None:
        self.write("untrack")
        for _ in range(self.chance.randrange(4)):
            player = OTHER[player]
            if len(self.hands[player]) == 10:
                hidden = len(self.log)
                self.draw(player)
                self.discard(player)
                del self.log[hidden:]
        hand, other = self.hands[player], self.hands[OTHER[player]]
        if self.chances(0.2):
            self.write("knock", player=player, lays=True, discard=None, cards=hand[:10])
            self.write("go_on", player=player)
        facts = {"discard": self.pile[-1], "cards": hand[:10]}
        self.write("knock", player=player, lays=True, **facts)
        self.write("show", player=OTHER[player], cards=other[:10])


def play_out(chance: random.Random) -> list[Move]:
    """Play a true deal and write down everything."""
    play = Play(chance, eleven=chance.random() < 0.15, dealer=chance.choice("AB"))
    more = {"A": 0, "B": 0}
    wrong = chance.choice("AB") if play.chances(0.06) else None
    if wrong:
        more[wrong] = chance.choice((-1, 1))
    play.deal(more)
    if play.chances(0.04):
        play.draw("A")
        play.only_shown()
        return play.log
    player = OTHER[play.dealer]
    turns = chance.choice((1, 2, 3, 4, 6, 8, 12, 16))
    for turn in range(turns):
        if wrong and turn == turns // 2:
            play.write("count", player=wrong, more=more[wrong])
        if len(play.stock) > 4:
            play.turn(player)
            player = OTHER[player]
    ending = chance.random()
    if ending < 0.12:
        play.lost_track(player)
    elif ending < 0.75 and play.stock:
        play.end(player)
        gone_on = play.log[-1]["move"] == "show" and play.log[-2]["lays"]
        if gone_on and play.chances(0.15):
            del play.log[-1]
            play.turn(OTHER[player])
            play.turn(player)
    return play.log


def hide(chance: random.Random, log: list[Move]) -> str:
    """Take names out of a log that nobody wrote down."""
    profile = chance.choices(list(SEEN), WEIGHTS)[0]
    likely = SEEN[profile]
    for move in log:
        kind = move["move"]
        if kind == "deal":
            if chance.random() > max(likely["pile"], 0.7):
                move["upcard"] = None
            for player, cards in list(move["hands"].items()):
                if chance.random() > likely["hands"]:
                    del move["hands"][player]
                elif profile == "murky" and chance.random() < 0.3:
                    move["hands"][player] = chance.sample(cards, len(cards) // 2)
        elif kind in ("draw", "take", "discard", "extra"):
            at = "draw" if kind == "draw" else "pile"
            seen = likely[at] if kind != "take" else min(likely[at], 0.6)
            if chance.random() > seen:
                move["card"] = None
        elif kind in ("knock", "show"):
            big_gin = kind == "knock" and not move["lays"]
            if chance.random() > likely["shown"] and not big_gin:
                move["cards"] = []
            if kind == "knock" and chance.random() > likely["pile"]:
                move["discard"] = None
    return profile


def slots(log: list[Move]) -> list[tuple[dict[Any, Any] | list[Any], Any, Move]]:
    """Every place of a log where a card is named."""
    found: list[tuple[dict[Any, Any] | list[Any], Any, Move]] = []
    for move in log:
        for name in ("upcard", "card", "discard"):
            if move.get(name):
                found.append((move, name, move))
        for cards in (*move.get("hands", {}).values(), move.get("cards", [])):
            found += [(cards, n, move) for n in range(len(cards))]
    return found


def named(move: Move) -> set[str]:
    cards = {move[name] for name in ("upcard", "card", "discard") if move.get(name)}
    for listed in (*move.get("hands", {}).values(), move.get("cards", [])):
        cards.update(listed)
    return cards


def mistype(chance: random.Random, log: list[Move]) -> None:
    """Put another card in place of one that is named."""
    found = slots(log)
    if not found:
        return
    if chance.random() < 0.7:
        found = [slot for slot in found if slot[2]["move"] not in ("deal", "show")]
    if not found:
        return
    holder, key, move = chance.choice(found)
    others = [card for card in CARDS if card not in named(move)]
    elsewhere = set().union(*(named(m) for m in log))
    if chance.random() < 0.2:
        others = [card for card in others if card in elsewhere] or others
    holder[key] = chance.choice(others)


def random_log(seed: int) -> tuple[list[Move], str]:
    """Return a log and how openly it was written down."""
    chance = random.Random(seed)
    log = play_out(chance)
    profile = hide(chance, log)
    if chance.random() < 0.7:
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            mistype(chance, log)
    return log, profile
