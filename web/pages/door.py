"""What every page shares: the blueprint, rendering, headers, errors in words."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from flask import (
    Blueprint,
    Flask,
    Response,
    make_response,
    render_template,
    request,
    url_for,
)
from markupsafe import Markup, escape

from events.chance import new_id
from web.api.documents import anchor
from web.errors import Problem
from web.server import build_id
from web.strings import ENGLISH, say, sentences

pages = Blueprint("pages", __name__)

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; "
    "script-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types upcard; "
    "img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: browsers then send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "private, no-cache",
    "Vary": "Cookie",
}
MARKS = {
    name.removeprefix("mark."): text
    for name, text in ENGLISH.items()
    if name.startswith("mark.")
}
_CARD = re.compile(r"(?<![\w-])(A|[2-9]|10|[TJQK])([CDHS])(?![\w-])([.,:;!?)”]*)")

_SEAT = re.compile(r"(?<![\w-])[AB](?![\w-])")


def page(template: str, *, status: int = 200, **facts: Any) -> Response:
    """Render a page with its headers."""
    response = make_response(render_template(template, **facts), status)
    return secured(response)


def secured(response: Response) -> Response:
    """Set the headers of every page, where the view has not set its own."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def secret(response: Response) -> Response:
    """Mark a page that shows a key: it is kept nowhere."""
    response.headers["Cache-Control"] = "no-store"
    return response


def untold(response: Response) -> Response:
    """Mark a response whose address is a key: kept nowhere, told to nobody."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return secret(response)


def go(url: str) -> Response:
    """Send the browser on with a GET, so that reload and back record nothing."""
    response = Response(status=303)
    response.location = url
    return secured(response)


@cache
def _static(name: str, build: str) -> str:
    return url_for("static", filename=name, v=build)


def static_file(name: str) -> str:
    """Return the address of one of our files, new with every build."""
    return _static(name, build_id())


def card_html(name: str) -> Markup:
    """Draw one card: its rank and suit, and its name in words for a screen reader."""
    rank, suit = name[:-1], name[-1]
    short = "10" if rank == "T" else rank
    word = ENGLISH.get(f"rank.{rank}", short)
    label = say("card.name", rank=word, suit=say(f"suit.{suit}"))
    return Markup(
        '<span class="card {suit}" role="img" aria-label="{label}">{short}{sign}</span>'
    ).format(suit=suit, label=label, short=short, sign=_sign(suit))


def _sign(suit: str) -> Markup:
    return Markup('<svg aria-hidden="true"><use href="{}#{}"/></svg>').format(
        static_file("suits.svg"), suit
    )


def suit_sign(suit: str) -> Markup:
    """Draw a suit beside its name."""
    return Markup('<i class="suit {suit}">{sign}</i> {name}').format(
        suit=suit, sign=_sign(suit), name=say(f"suit.{suit}")
    )


def cards_html(names: Iterable[str]) -> Markup:
    """Draw several cards."""
    return Markup("").join(card_html(name) for name in names)


def with_cards(text: str) -> Markup:
    """Escape a sentence, then draw the cards that it names (``7S``).

    What is written right after a card stays on its line.
    """

    def drawn(found: re.Match[str]) -> str:
        rank = "T" if found[1] == "10" else found[1]
        card = card_html(rank + found[2])
        return f'<span class="joined">{card}{found[3]}</span>' if found[3] else card

    return Markup(_CARD.sub(drawn, str(escape(text))))


def why_refused(detail: str, names: Mapping[str, str] | None = None) -> str:
    """Say why something was refused: players by their names, as a sentence.

    Without ``names`` players stay ``A`` and ``B``.
    """
    people = names or {}
    text = _SEAT.sub(lambda found: people.get(found[0], found[0]), detail)
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def error_page(problem: Problem) -> Response:
    """Say in words what went wrong, and how to go on."""
    status = problem.status
    heading = ENGLISH.get(f"error.{status}", say("error.title"))
    if status >= 503:
        heading, why = say("error.503"), say("error.retry")
    else:
        why = ENGLISH.get(f"error.{status}_why", problem.detail)
    response = page("error.html", status=status, heading=heading, why=why)
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    return response


def furnish(app: Flask) -> None:
    """Give templates what they use."""
    app.jinja_env.globals.update(
        say=say,
        sentences=sentences,
        static_file=static_file,
        new_id=new_id,
        marks=MARKS,
    )
    app.jinja_env.filters.update(
        cards=cards_html,
        rule_anchor=anchor,
        suit_sign=suit_sign,
        why_refused=why_refused,
        with_cards=with_cards,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def given() -> dict[str, str]:
    """Return the fields of the request's form or query, trimmed, first of each."""
    source = request.form if request.method == "POST" else request.args
    return {name: value.strip() for name, value in source.items()}


def typed(form: dict[str, str]) -> dict[str, str]:
    """Return a form without what belongs to one sending of it."""
    return {
        name: text for name, text in form.items() if name not in ("once", "version")
    }
