"""What the documents promise about themselves and the project."""

import json
import re
import tomllib

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

from tests.docs.pages import HERE, PAGES, blocks, name_of, page
from web.cli import main
from web.config import VARIABLES

PROJECT = tomllib.loads(page("pyproject.toml"))
DEPENDENCIES = {
    re.match(r"[\w-]+", each)[0]
    for group in (
        PROJECT["project"]["dependencies"],
        *PROJECT["dependency-groups"].values(),
    )
    for each in group
}


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_the_examples_in_python_run(path):
    """In their order: a later one uses what an earlier one named."""
    for example in Sybil([PythonCodeBlockParser()]).parse(path).examples():
        example.evaluate()


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_an_example_in_json_is_json(path):
    for example in blocks(path.read_text(encoding="utf-8"), "json"):
        json.loads(example)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_link_inside_the_project_leads_somewhere(path):
    text = re.sub(
        r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S
    )
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)

    assert [link for link in links if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("command", main.commands)
def test_every_command_is_documented(command):
    assert f"`upcard {command}" in page("docs/cli.md")


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (command.name, option.removeprefix("--"))
        for command in main.commands.values()
        for parameter in command.params
        for option in parameter.opts
        if option.startswith("--")
    ],
)
def test_every_option_of_a_command_is_documented(command, option):
    assert f"--{option}" in page("docs/cli.md").partition(f"upcard {command}")[2]


@pytest.mark.parametrize("setting", VARIABLES)
def test_every_setting_is_documented(setting):
    assert f"`{setting}`" in page("docs/settings.md")


def test_every_dependency_has_its_reason():
    reasons = page("docs/decisions/dependencies.md")

    assert {name for name in DEPENDENCIES if f"`{name}`" not in reasons} == set()


def test_every_decision_is_in_the_index():
    index = page("docs/decisions/index.md")
    pages = {path.name for path in (HERE / "docs/decisions").glob("*.md")}

    assert {name for name in pages - {"index.md"} if f"({name})" not in index} == set()


def test_every_page_is_in_the_index():
    index = page("docs/index.md")
    pages = {path.name for path in (HERE / "docs").glob("*.md")}

    assert {name for name in pages - {"index.md"} if f"({name})" not in index} == set()


def test_every_part_of_the_referee_is_in_the_architecture():
    parts = {
        path.stem
        for path in (HERE / "referee").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    described = set(re.findall(r"`(\w+)`", page("docs/architecture.md")))

    assert parts - {"__init__"} - described == set()


def test_every_make_target_that_a_page_names_exists():
    targets = set(re.findall(r"^([a-z]+):", page("Makefile"), flags=re.M))
    named = {
        target
        for path in PAGES
        for target in re.findall(r"`make ([a-z]+)", path.read_text(encoding="utf-8"))
    }

    assert named
    assert named <= targets


def test_the_pins_hold_hashes_and_no_address():
    pins = page("constraints.txt")
    lines = [line for line in pins.splitlines() if re.match(r"[\w-]+==", line)]

    assert "://" not in pins
    assert "--index" not in pins
    assert len(lines) > 20
    assert all(line.endswith("\\") for line in lines)


def test_every_dependency_is_pinned():
    pinned = set(re.findall(r"^([\w-]+)==", page("constraints.txt"), flags=re.M))

    assert pinned >= DEPENDENCIES


def test_every_listed_mutant_is_one_of_the_code_as_it_is(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE / "tools"))
    from mutations import mutants_of

    listed = re.findall(r"^- `([^ ]+)( .*?)`:\s", page("docs/mutants.md"), flags=re.M)
    made = {
        mutant.name
        for path in {path for path, _ in listed}
        for mutant in mutants_of(path, page(path))
    }
    assert listed
    assert [path + rest for path, rest in listed if path + rest not in made] == []
