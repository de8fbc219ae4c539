"""A browser without script: pages are read, forms are filled and sent."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

SITE = "http://localhost"
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta"}


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)
    sends: list[tuple[str, str]] = field(default_factory=list)


class Reader(HTMLParser):
    """Reads a page into its words, forms, links and headings."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self.words: list[str] = []
        self.open: list[tuple[str, dict[str, str]]] = []
        self._link: tuple[str, list[str]] | None = None
        self.feed(html)
        self.close()
        self.unclosed = [tag for tag, _ in self.open]

    @property
    def text(self) -> str:
        text = re.sub(r"\s+", " ", " ".join(self.words)).strip()
        return re.sub(r"(?<=\]) (?=[,.:])", "", text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID and tag not in ("use", "path"):
            self.open.append((tag, given))
        if "aria-label" in given and given.get("role") == "img":
            self.words.append(f"[{given['aria-label']}]")
            self._press(f"[{given['aria-label']}]")
        if tag == "form":
            method = given.get("method", "get")
            self.forms.append(Form(given.get("action", ""), method))
        elif tag == "a":
            self._link = (given.get("href", ""), [given.get("aria-label", "")])
        elif self.forms:
            self._field(tag, given)

    def _press(self, text: str) -> None:
        """Add to the words of the button that is open."""
        inside = [tag for tag, _ in self.open]
        if "button" in inside and self.forms and text.strip():
            buttons = self.forms[-1].buttons
            buttons[-1] = f"{buttons[-1]} {text.strip()}".strip()

    def _field(self, tag: str, given: dict[str, str]) -> None:
        form, name = self.forms[-1], given.get("name", "")
        if tag == "button":
            form.buttons.append("")
            form.sends.append((name, given.get("value", "")))
        if tag == "input" and given.get("type") in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(given.get("value", "on"))
            if "checked" in given:
                form.fields[name] = given.get("value", "on")
        elif tag == "input" and name:
            form.fields[name] = given.get("value", "")
        elif tag in ("textarea", "select"):
            form.fields[name] = ""
        elif tag == "option":
            name = next(a["name"] for t, a in reversed(self.open) if t == "select")
            form.choices.setdefault(name, []).append(given["value"])
            if "selected" in given or not form.choices[name][1:]:
                form.fields[name] = given["value"]

    def handle_endtag(self, tag: str) -> None:
        while self.open and tag not in VOID and tag not in ("use", "path"):
            last, _ = self.open.pop()
            if last == tag:
                break
        if tag == "a" and self._link:
            href, words = self._link
            self.links[" ".join(" ".join(words).split())] = href
            self._link = None

    def handle_data(self, data: str) -> None:
        if any(attrs.get("role") == "img" for _, attrs in self.open):
            return
        self.words.append(data)
        if self._link:
            self._link[1].append(data)
        self._press(data)
        inside = [tag for tag, _ in self.open]
        if inside and inside[-1] == "textarea":
            self.forms[-1].fields[self.open[-1][1]["name"]] += data


class Phone:
    """One browser: its cookies, the page it shows, and where that is."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.url = "/"
        self.page = Reader("")
        self.html = ""
        self.status = 0
        self.response: TestResponse

    def open(self, url: str, **query: Any) -> "Phone":
        return self._see(self.client.get(url, query_string=query or None))

    def click(self, name: str) -> "Phone":
        """Follow a link; a part of its words is enough."""
        links = self.page.links
        found = [href for words, href in links.items() if name in words]
        assert found, f"no link {name!r} in {list(links)}"
        return self.open(links.get(name) or found[0])

    def links_to(self, name: str) -> bool:
        return any(name in words for words in self.page.links)

    def form(self, button: str) -> Form:
        """Find the form that has a button; a part of its words is enough."""
        found = [
            form for form in self.page.forms if any(button in b for b in form.buttons)
        ]
        assert found, f"no button {button!r} in {[f.buttons for f in self.page.forms]}"
        return found[0]

    def has(self, button: str) -> bool:
        return any(button in b for form in self.page.forms for b in form.buttons)

    def press(self, button: str, **values: str) -> "Phone":
        """Fill a form's fields, and press its button."""
        form = self.form(button)
        given = {name.replace("__", "."): v for name, v in values.items()}
        index = next(i for i, each in enumerate(form.buttons) if button in each)
        name, value = form.sends[index]
        if name:
            form.fields[name] = value
        return self.send(form, given)

    def send(self, form: Form, values: dict[str, str]) -> "Phone":
        for name, value in values.items():
            assert name in form.fields or value in form.choices.get(name, ()), name
        data = form.fields | values
        url = form.action or self.url
        if form.method == "get":
            return self._see(self.client.get(url, query_string=data))
        headers = {"Origin": SITE}
        return self._see(self.client.post(url, data=data, headers=headers))

    def _see(self, response: TestResponse) -> "Phone":
        self.response = response
        self.status = response.status_code
        if self.status == 303:
            return self.open(response.headers["Location"])
        self.url = response.request.path
        self.html = response.get_data(as_text=True)
        self.page = Reader(self.html)
        return self

    @property
    def text(self) -> str:
        return self.page.text

    def start(self, a: str = "Ann", b: str = "Bob", **values: str) -> str:
        """Start a game in a new book, holding it as the scorekeeper; return its id."""
        given = {"dealer": "B", "holder": "referee"} | values
        self.open("/", book="new").press("Start game", a=a, b=b, **given)
        assert self.url.endswith("/keep"), self.text
        self.press("I kept it")
        return self.url.removeprefix("/g/")

    def hand(self, knocker: str, count: str, other: str, **more: str) -> "Phone":
        """Record a hand by its counts, from the game's page."""
        self.press("Show the sum", knocker=knocker, count=count, other=other, **more)
        return self.press("Record")
