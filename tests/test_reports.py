"""Every reported case is run by a test, waits for an issue, or does not apply."""

import ast
import json
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CASES = json.loads(
    (ROOT / "tests" / "data" / "reports.json").read_text(encoding="utf-8")
)["cases"]
ANSWERS = ("tests", "issue", "not_applicable")
LATER = {3, 4, 5, 6}
"""Issues that are still to come; what they have resolved names its tests."""


@cache
def names_in(path: str) -> frozenset[str]:
    """Names of the tests of a file, those of classes as ``Class::test``."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{name}" for name in functions(node.body)}
    return frozenset(found | functions(tree.body))


def functions(body: list[ast.stmt]) -> set[str]:
    return {
        node.name
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    }


def missing(node_id: str) -> bool:
    """Whether a named test does not exist; a parameter in brackets is not looked at."""
    path, _, name = node_id.partition("::")
    return not (ROOT / path).is_file() or name.partition("[")[0] not in names_in(path)


def test_there_are_120_cases_each_once():
    assert len(CASES) == 120
    assert len({case["n"] for case in CASES}) == 120


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['n']}-{case['kind']}")
def test_every_case_is_answered_once(case):
    (answer,) = [name for name in ANSWERS if name in case]
    match answer:
        case "tests":
            assert case["tests"]
            assert [name for name in case["tests"] if missing(name)] == []
        case "issue":
            assert case["issue"] in LATER
        case _:
            assert case["not_applicable"].strip()


def test_a_test_that_is_missing_would_be_noticed():
    here = "tests/test_reports.py"
    assert not missing(f"{here}::test_there_are_120_cases_each_once")
    assert missing(f"{here}::test_of_nothing")
    assert missing("tests/test_of_nothing.py::test_there_are_120_cases_each_once")
