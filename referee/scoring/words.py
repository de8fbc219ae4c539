"""The rules of one game in words, made from its own ``Rules`` and from nothing else."""

from referee.rules import Rules


def rules_in_words(rules: Rules) -> list[str]:
    """Return the rules as short sentences, in the order of a game.

    Every field that can matter in this game is said; one that cannot (the ace of
    Oklahoma where Oklahoma is not played) is left out.
    """
    return [sentence for _, sentence in rules_by_name(rules)]


def rules_by_name(rules: Rules) -> list[tuple[str, str]]:
    """Return the sentences of ``rules_in_words``, each with the rule it belongs to.

    That is a heading of ``docs/rules.md`` in lower case, as a line of a ruling has it.
    """
    said = (
        ("the end", _target(rules)),
        ("the deal", _deal(rules)),
        ("oklahoma" if rules.oklahoma else "knock", _limit(rules)),
        ("gin", _gin(rules)),
        ("big gin", _big_gin(rules)),
        ("undercut", _undercut(rules)),
        ("boxes", _boxes(rules)),
        ("boxes", _extra_boxes(rules)),
        ("spades", _spades(rules)),
        ("the end", _game(rules)),
        ("shutout", _shutout(rules)),
        ("the end", _winner(rules)),
        ("the deal", _dealers(rules)),
        ("the wall", _wall(rules)),
        ("the turn", _pile(rules)),
        ("melds", _declared(rules)),
        ("the stake", _stake(rules)),
    )
    return [(name, sentence) for name, sentence in said if sentence]


def _target(rules: Rules) -> str:
    if not rules.hollywood:
        return f"The game is to {rules.target} points."
    third = ", the third counting double" if rules.third_column == 2 else ""
    return f"Hollywood: three columns, each to {rules.target} points{third}."


def _deal(rules: Rules) -> str:
    if rules.deal == "eleven":
        return "The non-dealer gets eleven cards and begins by discarding."
    return (
        "Ten cards each; the upcard is offered to the non-dealer, then to the dealer."
    )


def _limit(rules: Rules) -> str:
    if rules.oklahoma:
        ace = "gin only" if rules.oklahoma_ace == "gin_only" else "one"
        return (
            "Oklahoma: the upcard's value is the most a knock may leave, ten and faces "
            f"10, an ace {ace}, never above {rules.knock_limit}."
        )
    if rules.knock_limit == 0:
        return "Straight gin: nobody may knock with deadwood."
    return f"A knock may leave {rules.knock_limit} or less."


def _gin(rules: Rules) -> str:
    gin = f"Gin pays {rules.gin_bonus}."
    if rules.knock_bonus == 0:
        return gin
    return f"{gin} A knock that wins pays {rules.knock_bonus} more."


def _big_gin(rules: Rules) -> str:
    if rules.big_gin_bonus is None:
        return "Big gin is not played: discard one for gin."
    return f"Big gin pays {rules.big_gin_bonus}."


def _undercut(rules: Rules) -> str:
    tie = {
        "defender": "equal deadwood is an undercut",
        "knocker": "with equal deadwood the knocker wins 0",
    }[rules.tie]
    return f"An undercut pays {rules.undercut_bonus}; {tie}."


def _boxes(rules: Rules) -> str:
    if rules.boxes_at_once:
        return (
            f"Each hand won is a box of {rules.box_bonus}, paid with the hand and "
            "counted toward the target."
        )
    if rules.box_bonus == 0:
        return "Boxes pay nothing."
    return f"Each hand won is a box of {rules.box_bonus}, added at the end."


def _extra_boxes(rules: Rules) -> str:
    extra = rules.extra_boxes
    if not (extra.gin or extra.undercut or extra.gin_off):
        return ""
    return (
        f"Extra boxes: {extra.gin} for gin, {extra.undercut} for an undercut, "
        f"{extra.gin_off} for a gin-off."
    )


def _spades(rules: Rules) -> str:
    return {
        "off": "",
        "points": "A spade upcard doubles the hand's points, bonus included.",
        "points_and_extra_boxes": (
            "A spade upcard doubles the hand's points, bonus included, and extra boxes."
        ),
    }[rules.spades_double]


def _game(rules: Rules) -> str:
    if rules.game_bonus == 0:
        return "There is no game bonus."
    return f"Who reaches the target gets {rules.game_bonus}."


def _shutout(rules: Rules) -> str:
    if rules.shutout == "none":
        return ""
    loser = {
        "no_points": "scored nothing",
        "no_hand": "won no hand",
    }[rules.shutout_when]
    pays = {
        "bonus": f"the winner gets {rules.shutout_bonus} more",
        "double_points": "the winner's points are doubled before bonuses",
        "double_points_and_game": "the winner's points and game bonus are doubled",
        "double_all": "everything the winner has is doubled, boxes too",
    }[rules.shutout]
    return f"Shutout: if the loser {loser}, {pays}."


def _winner(rules: Rules) -> str:
    if rules.hollywood:
        column = {
            "first_to_target": "A column goes to who reaches the target first",
            "grand_total": "A column goes to the higher total",
        }[rules.winner]
        return f"{column}; the game goes to the higher sum of the three."
    return {
        "first_to_target": "The game goes to who reaches the target first.",
        "grand_total": "The game goes to the higher grand total, bonuses included.",
    }[rules.winner]


def _dealers(rules: Rules) -> str:
    after = {
        "alternate": "The deal alternates",
        "winner": "The winner of a hand deals the next",
        "loser": "The loser of a hand deals the next",
    }[rules.next_dealer]
    void = {
        "same": "the same dealer deals again",
        "alternate": "the other player deals",
    }[rules.void_dealer]
    return f"{after}; after a void hand {void}."


def _wall(rules: Rules) -> str:
    if rules.stock_end == "void":
        return "A discard that leaves two cards in the stock ends the hand: void."
    return (
        "A discard that leaves two cards in the stock may still be taken to go out; "
        "else the hand is void."
    )


def _pile(rules: Rules) -> str:
    throw = {
        "forbidden": "may not be discarded on the same turn",
        "allowed": "may be discarded on the same turn",
    }[rules.throw_back]
    look = {
        "allowed": "earlier discards may be looked at",
        "forbidden": "earlier discards may not be looked at",
    }[rules.look_back]
    return f"A card taken from the discard pile {throw}; {look}."


def _declared(rules: Rules) -> str:
    melds = {
        "best": "Melds that are not laid are worked out",
        "declared": "Only melds that are laid count",
    }[rules.melds]
    layoffs = {
        "best": "lay-offs that are not named are worked out",
        "declared": "only lay-offs that are made count",
    }[rules.layoffs]
    return f"{melds}; {layoffs}."


def _stake(rules: Rules) -> str:
    return "" if rules.stake is None else f"The stake is {rules.stake} a point."
