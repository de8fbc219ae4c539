"""``changed`` is ``replace``, and names only fields that exist."""

import ast
from dataclasses import fields, replace
from pathlib import Path

from referee.changed import changed
from referee.game.state import Game, Hand

REFEREE = Path(__file__).parents[2] / "referee"


def test_it_is_replace():
    hand = Hand(3, "A")
    assert changed(hand, phase="open", stock=4) == replace(hand, phase="open", stock=4)
    assert hand == Hand(3, "A")


def test_every_name_changed_is_a_field():
    names = {field.name for kind in (Game, Hand) for field in fields(kind)}
    used = {
        keyword.arg
        for path in REFEREE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "changed"
        for keyword in node.keywords
        if keyword.arg is not None
    }
    assert used
    assert used <= names
