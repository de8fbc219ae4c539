"""``changed`` is ``replace``; what it and a replay change are fields that exist."""

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


NAMES = {field.name for kind in (Game, Hand) for field in fields(kind)}


def test_every_name_changed_is_a_field():
    used = {
        keyword.arg
        for path in REFEREE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "changed"
        for keyword in node.keywords
        if keyword.arg is not None
    }
    assert used
    assert used <= NAMES


def test_every_name_changed_in_place_is_a_field():
    """The keys of what ``evolve`` and its turns change: mypy does not look at them."""
    used = {
        key.value
        for name in ("evolve.py", "turns.py")
        for node in ast.walk(ast.parse((REFEREE / "game" / name).read_text()))
        for key in keys_of(node)
        if isinstance(key, ast.Constant)
    }
    assert {"phase", "stock", "version"} <= used
    assert used <= NAMES


def keys_of(node):
    """Return the keys that a dict is written with, or that is set in one."""
    if isinstance(node, ast.Dict):
        return node.keys
    written = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    return [node.slice] if written else []
