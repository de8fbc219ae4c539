"""A client written by a program from the OpenAPI document, and from nothing else.

Each call of the document becomes a method: what stands in its path comes first, then
``body`` where it takes one, and the rest by name.
"""

import re
from typing import Any

HEAD = """import json
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class Client:
    def __init__(self, server, key=None):
        self.server, self.key = server, key

    def _ask(self, method, path, query, headers, body, kind):
        query = {name: value for name, value in query.items() if value is not None}
        headers = {name: value for name, value in headers.items() if value is not None}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        if body is not None:
            headers["Content-Type"] = kind
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        url = self.server + path + (f"?{urlencode(query)}" if query else "")
        with urlopen(Request(url, body, headers, method=method.upper())) as answer:
            text = answer.read()
            is_json = answer.headers.get_content_type() == "application/json"
            return json.loads(text) if is_json else text.decode()
"""
CALL = '''
    def {name}({given}):
        """{summary}"""
        return self._ask({method!r}, f{path!r}, {query}, {headers}, {body}, {kind!r})
'''


def plain(name: str) -> str:
    return re.sub(r"\W", "_", name).lower()


def dict_of(names: list[str]) -> str:
    return "{" + ", ".join(f"{name!r}: {plain(name)}" for name in names) + "}"


def method_of(path: str, method: str, call: dict[str, Any], shared: list[Any]) -> str:
    every = [*shared, *call.get("parameters", ())]
    named = {
        place: [each["name"] for each in every if each["in"] == place]
        for place in ("path", "query", "header")
    }
    content = call.get("requestBody", {}).get("content", {})
    given = ["self"] + [plain(name) for name in named["path"]]
    given += ["body"] if content else []
    optional = [f"{plain(name)}=None" for name in named["query"] + named["header"]]
    return CALL.format(
        name=call["operationId"],
        given=", ".join([*given, "*", *optional] if optional else given),
        summary=call.get("summary", ""),
        method=method,
        path=re.sub(r"\{(\w+)\}", r"{quote(str(\1))}", path),
        query=dict_of(named["query"]),
        headers=dict_of(named["header"]),
        body="body" if content else "None",
        kind=next(iter(content), ""),
    )


def source_of(spec: dict[str, Any]) -> str:
    """Return the source of a module with a class ``Client``."""
    parts = [HEAD]
    for path, calls in spec["paths"].items():
        shared = calls.get("parameters", [])
        for method, call in calls.items():
            if method != "parameters":
                parts.append(method_of(path, method, call, shared))
    return "".join(parts)
