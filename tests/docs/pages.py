"""The documents as tests read them."""

import re
from pathlib import Path

HERE = Path(__file__).parents[2]
PAGES = sorted(
    [*HERE.glob("*.md"), *(HERE / "docs").rglob("*.md")],
    key=lambda path: path.relative_to(HERE).as_posix(),
)


def name_of(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


def page(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.M | re.S)


def sections(text: str) -> dict[str, str]:
    """Return what stands under each heading of the form ``### `name```."""
    parts = re.split(r"^(#+ .*)$", text, flags=re.M)
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    named = (
        (re.fullmatch(r"### `(\w+)`", heading), body.strip()) for heading, body in pairs
    )
    return {found[1]: body for found, body in named if found}


def first_column(text: str) -> list[str]:
    """Return every name in the first column of the tables of a section."""
    cells = re.findall(r"^\| ([^|]*) \|", text, flags=re.M)
    return [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
