"""Pages that explain the API: ``/api/docs`` from its OpenAPI document, and ``/docs``
from our Markdown. Nothing in them comes from another host.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, render_template_string
from markdown_it import MarkdownIt
from markupsafe import Markup

from web.errors import not_found
from web.server import ROOT

blp = Blueprint("documents", __name__)

DOCS = ROOT / "docs"
_NAME = re.compile(r"[a-z0-9-]+(?:/[a-z0-9-]+)?")
_WORD = re.compile(r"[^a-z0-9_]+")
_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'"

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }} · Upcard</title>
{% for name in ("upcard", "docs") %}
<link rel="stylesheet" href="{{ url_for('static', filename=name ~ '.css') }}">
{% endfor %}
</head>
<body class="docs">
<nav><a href="/">Upcard</a><a href="/docs/">Docs</a><a href="/api/docs">API</a></nav>
<main>
{{ body | safe }}
</main>
</body>
</html>
"""

_API = """<h1>{{ spec.info.title }} API</h1>
<p>{{ spec.info.description }}</p>
<p>Machine-readable: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.
With examples: <a href="/docs/api">how to use it</a>.
Refusals: <a href="/docs/errors">every code</a>.</p>
{% for path, methods in spec.paths.items() %}
{% for method, call in methods.items() if method != "parameters" %}
<section>
<h2 id="{{ method }}-{{ path }}"><code>{{ method|upper }} {{ path }}</code></h2>
<p>{{ call.summary }}</p>
{% if call.security == [{}] %}<p>Needs no key.</p>{% endif %}
{% if call.parameters %}<ul>
{% for each in call.parameters %}
<li>{{ each.in }} <code>{{ each.name }}</code>{% if each.required %}, needed{% endif %}
{{ each.description }}</li>
{% endfor %}</ul>{% endif %}
{% for content in (call.requestBody.content if call.requestBody else {}).values() %}
<p>Takes {{ shape(content.schema) }}.</p>
{% endfor %}
<ul>{% for status, response in call.responses.items() if status != "default" %}
<li>{{ status }}{% for content in (response.content or {}).values() %}:
{{ shape(content.schema) }}{% endfor %}</li>
{% endfor %}</ul>
</section>
{% endfor %}
{% endfor %}
<h1>Shapes</h1>
{% for name, schema in spec.components.schemas.items() %}
<section>
<h2 id="{{ name }}">{{ name }}</h2>
<p>{{ schema.description }}</p>
{% if schema.oneOf %}<ul>{% for each in schema.oneOf %}<li>{{ shape(each) }}</li>
{% endfor %}</ul>{% endif %}
{% if schema.properties %}<table>
<thead><tr><th>field</th><th>what</th><th></th></tr></thead>
<tbody>{% for field, inner in schema.properties.items() %}
<tr><td><code>{{ field }}</code></td><td>{{ shape(inner) }}</td>
<td>{% if field in (schema.required or []) %}needed{% endif %}</td></tr>
{% endfor %}</tbody></table>{% endif %}
</section>
{% endfor %}
"""


@blp.route("/api/docs")
def get_api_docs() -> Response:
    """Show the API's calls and shapes, from the OpenAPI document."""
    spec = current_app.extensions["upcard_api"].spec.to_dict()
    body = render_template_string(_API, spec=spec, shape=_shape)
    return _page("API", Markup(body))


@blp.route("/<any(README, CONTRIBUTING, CHANGELOG, SECURITY):name>.md")
def get_top_document(name: str) -> Response:
    """Show a document that stands beside ``docs/`` and that its pages link to."""
    return _page(name.capitalize(), Markup(_html(ROOT / f"{name}.md")))


@blp.route("/docs/")
@blp.route("/docs/<path:name>")
def get_docs(name: str = "index") -> Response:
    """Show one of our documents."""
    plain = name.removesuffix(".md")
    path = DOCS / f"{plain}.md"
    if not _NAME.fullmatch(plain) or not path.is_file():
        raise not_found("page")
    return _page(path.stem.capitalize(), Markup(_html(path)))


def _page(title: str, body: Markup) -> Response:
    html = render_template_string(_PAGE, title=title, body=_reached(body))
    response = Response(html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["Cache-Control"] = "no-cache"
    return response


def _reached(body: Markup) -> str:
    """Let a keyboard reach what may be wider than the screen, to scroll it."""
    return re.sub(r"<(pre|table)>", r'<\1 tabindex="0">', str(body))


@cache
def _html(path: Path) -> str:
    """Return a Markdown file as HTML; each heading can be linked to."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    for token, inner in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(inner.content))
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def anchor(heading: str) -> str:
    """Return the anchor of a heading: ``upcard_needed`` for an error's code."""
    return _WORD.sub("-", heading.replace("`", "").lower()).strip("-")


def _shape(schema: Any) -> Markup:
    """Name a schema in one phrase, linked to its section where it has one."""
    if not schema:
        return Markup("anything")
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return Markup('<a href="#{0}">{0}</a>').format(name)
    if "oneOf" in schema:
        return Markup(" or ").join(_shape(each) for each in schema["oneOf"])
    if "enum" in schema:
        words = (Markup("<code>{}</code>").format(_word(w)) for w in schema["enum"])
        return Markup(", ").join(words)
    if schema.get("type") == "array":
        return Markup("list of {}").format(_shape(schema.get("items")))
    if schema.get("properties"):
        fields = (
            Markup("<code>{}</code>: {}").format(name, _shape(inner))
            for name, inner in schema["properties"].items()
        )
        return Markup("{{{}}}").format(Markup(", ").join(fields))
    kind = schema.get("type", "anything")
    plain = " or ".join(kind) if isinstance(kind, list) else kind
    return Markup("{} {}").format(plain, _range(schema))


def _word(word: Any) -> str:
    return "null" if word is None else str(word)


def _range(schema: dict[str, Any]) -> str:
    for low, high in (("minimum", "maximum"), ("minLength", "maxLength")):
        if low in schema:
            unit = " characters" if low == "minLength" else ""
            return f"{schema[low]}-{schema[high]}{unit}"
    return ""
