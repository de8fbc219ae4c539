"""The page on notation shows texts that are read, and every word that is."""

import re

import pytest

from referee.notation import read_hands, write_hands
from tests.docs.pages import HERE, blocks, page

TEXTS = blocks(page("docs/notation.md"), "text")
WORDS = {
    word
    for path in (HERE / "referee" / "notation").glob("*.py")
    for call in re.findall(r"scan\.word\(([^)]*)\)", path.read_text(encoding="utf-8"))
    for word in re.findall(r'"([^"]+)"', call)
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_on_the_page_is_read_and_written_back(text):
    hands = read_hands(text)
    assert hands
    assert read_hands(write_hands(hands)) == hands


def test_the_first_text_is_written_as_it_stands():
    assert write_hands(read_hands(TEXTS[0])) == TEXTS[0]


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_word_that_is_read_stands_in_the_grammar(word):
    (grammar,) = blocks(page("docs/notation.md"), "ebnf")
    assert f'"{word}"' in grammar.lower()
