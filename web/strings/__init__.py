"""Every sentence the pages say, in one catalogue, so that a language can be added.

Keys are dotted: page, then what it is. Facts go in by name: ``{name}``. Sentences of
the referee (rulings, refusals, rules in words) are made in ``referee/`` from data.
"""

from typing import Final

from web.strings.law import LAW
from web.strings.pages import PAGES
from web.strings.phone import PHONE
from web.strings.rules import RULES
from web.strings.said import SAID
from web.strings.statistics import STATISTICS
from web.strings.table import TABLE

__all__ = ["ENGLISH", "say", "sentences"]

ENGLISH: Final[dict[str, str]] = {
    **LAW,
    **PAGES,
    **PHONE,
    **RULES,
    **SAID,
    **STATISTICS,
    **TABLE,
}


def say(key: str, **facts: object) -> str:
    """Return one sentence with its facts filled in; not escaped.

    Raises ``KeyError`` for a sentence that is not in the catalogue.
    """
    text = ENGLISH[key]
    return text.format(**facts) if facts else text


def sentences(*beginnings: str) -> dict[str, str]:
    """Return all sentences whose keys begin so, for a script that fills them in."""
    return {key: text for key, text in ENGLISH.items() if key.startswith(beginnings)}
