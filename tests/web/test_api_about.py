"""Presets, the OpenAPI document, the documents, metrics, settings, limits."""

import re
from pathlib import Path
from urllib.parse import urljoin

import openapi_spec_validator
import pytest

from referee.plays import PLAY_TYPES
from referee.presets import PRESETS
from tests.web.conftest import Person, code_of, make_app, own_app
from web.api.documents import anchor
from web.config import VARIABLES, BadSetting, Settings
from web.limits import MOST_ADDRESSES, Limit


@pytest.fixture
def app(tmp_path):
    """A record of the test's own, since tests here break it or count."""
    with own_app(tmp_path) as app:
        yield app


@pytest.fixture
def client(app):
    return app.test_client(use_cookies=False)


def test_presets_are_listed_with_what_is_assumed(book):
    answer = book.nobody.get("/presets")

    presets = answer.json["presets"]
    assert [preset["id"] for preset in presets] == [preset.id for preset in PRESETS]
    first = presets[0]
    assert first["aliases"] == ["standard", "standard-100"]
    assert set(first["assumed"]) <= set(first["rules"])
    assert first["assumed"]
    known = {"If-None-Match": answer.headers["ETag"]}
    assert book.nobody.get("/presets", headers=known).status_code == 304


def test_the_openapi_document_is_one(book):
    spec = book.nobody.get("/openapi.json").json

    openapi_spec_validator.validate(spec)
    assert spec["openapi"].startswith("3.1")


def test_the_openapi_document_lists_every_route(book, app):
    spec = book.nobody.get("/openapi.json").json
    routes = {
        (re.sub(r"<(?:[^:>]+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/v1")
    }
    documented = {
        (path, method)
        for path, methods in spec["paths"].items()
        for method in methods
        if method != "parameters"
    }

    assert routes - documented == {("/api/v1/openapi.json", "get")}
    assert documented <= routes


def test_the_openapi_document_knows_every_play(book):
    schemas = book.nobody.get("/openapi.json").json["components"]["schemas"]
    plays = schemas["Play"]

    assert set(plays["discriminator"]["mapping"]) == set(PLAY_TYPES)
    assert len(plays["oneOf"]) == len(PLAY_TYPES)
    for name, reference in plays["discriminator"]["mapping"].items():
        schema = schemas[reference.rsplit("/", 1)[1]]
        assert schema["properties"]["type"]["enum"] == [name]
        assert schema["additionalProperties"] is False
        assert "type" in schema["required"]


def test_every_call_of_the_document_says_how_it_is_refused(book):
    spec = book.nobody.get("/openapi.json").json
    for methods in spec["paths"].values():
        for method, call in methods.items():
            if method != "parameters":
                assert "default" in call["responses"]
                assert call["summary"]
    (kind,) = spec["components"]["responses"]["DEFAULT_ERROR"]["content"]
    assert kind == "application/problem+json"


def test_the_readable_document_needs_no_other_host(book, client):
    answer = client.get("/api/docs")
    html = answer.get_data(as_text=True)
    spec = book.nobody.get("/openapi.json").json

    assert answer.status_code == 200
    assert "script" not in html
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', html)
    for path in spec["paths"]:
        assert path in html
    for name in spec["components"]["schemas"]:
        assert f'id="{name}"' in html


@pytest.mark.parametrize(
    "path", ["/docs/", "/docs/errors", "/docs/errors.md", "/README.md"]
)
def test_a_document_is_shown_as_a_page(client, path):
    answer = client.get(path)

    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    assert "<h1" in answer.get_data(as_text=True)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["nothing", "..%2fREADME", "%2e%2e", "a b", "ERRORS"])
def test_only_documents_are_shown(client, name):
    assert client.get(f"/docs/{name}").status_code == 404


def test_a_heading_can_be_linked_to():
    assert anchor("`upcard_needed`") == "upcard_needed"
    assert anchor("Books and keys") == "books-and-keys"


@pytest.mark.parametrize("path", ["/metrics", "/api/v1/metrics"])
def test_this_machine_reads_the_metrics(client, book, path):
    book.ann.get(f"/books/{book.id}")
    answer = client.get(path)

    assert answer.mimetype == "text/plain"
    text = answer.get_data(as_text=True)
    assert 'upcard_requests_total{method="POST",status="201"} 1' in text
    assert 'upcard_requests_total{method="GET",status="200"} 1' in text


def test_another_machine_reads_the_metrics_with_the_token_only(tmp_path):
    app = make_app(tmp_path, metrics_token="m" * 16)
    far = app.test_client()
    far.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    good = far.get("/metrics", headers={"Authorization": "Bearer " + "m" * 16})
    wrong = far.get("/metrics", headers={"Authorization": "Bearer " + "n" * 16})
    none = far.get("/metrics")
    app.extensions["upcard"].store.close()

    assert good.status_code == 200
    assert (wrong.status_code, code_of(wrong)) == (401, "key_needed")
    assert (none.status_code, code_of(none)) == (404, "not_found")


def test_without_settings_there_are_defaults():
    assert Settings.from_env({}) == Settings()
    assert Settings().db == Path("upcard.db")
    assert Settings.from_env({"UPCARD_LOG": " "}) == Settings()


def test_every_setting_is_read(tmp_path):
    settings = Settings.from_env(
        {
            "UPCARD_DB": str(tmp_path / "my.db"),
            "UPCARD_BASE_URL": "https://gin.example/",
            "UPCARD_TRUSTED_PROXY": "127.0.0.1",
            "UPCARD_OPEN_BOOKS": "off",
            "UPCARD_RATE_LIMIT": "off",
            "UPCARD_LOG": "json",
            "UPCARD_METRICS_TOKEN": "0123456789abcdef",
            "PATH": "/bin",
        }
    )

    assert settings == Settings(
        db=tmp_path / "my.db",
        base_url="https://gin.example",
        trusted_proxy="127.0.0.1",
        open_books=False,
        rate_limit=False,
        log="json",
        metrics_token="0123456789abcdef",
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("UPCARD_DB", "."),
        ("UPCARD_DB", "/no/such/folder/upcard.db"),
        ("UPCARD_BASE_URL", "gin.example"),
        ("UPCARD_BASE_URL", "ftp://gin.example"),
        ("UPCARD_BASE_URL", "https://gin.example/scores"),
        ("UPCARD_BASE_URL", "https://gin.example?x=1"),
        ("UPCARD_TRUSTED_PROXY", "10.0.0.1, 10.0.0.2"),
        ("UPCARD_TRUSTED_PROXY", "10.0.0.0/8"),
        ("UPCARD_TRUSTED_PROXY", "proxy.example"),
        ("UPCARD_OPEN_BOOKS", "yes"),
        ("UPCARD_RATE_LIMIT", "0"),
        ("UPCARD_LOG", "xml"),
        ("UPCARD_METRICS_TOKEN", "short"),
        ("UPCARD_METRICS_TOKEN", "with a space in it"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(name, value):
    assert name in VARIABLES
    with pytest.raises(BadSetting, match=name):
        Settings.from_env({name: value})


def test_a_limit_lets_so_many_through_and_says_how_long_to_wait():
    now = [100.0]
    limit = Limit(2, 60, clock=lambda: now[0])

    assert [limit.hit("a") for _ in range(3)] == [0, 0, 60]
    assert limit.hit("b") == 0
    now[0] += 45
    assert limit.hit("a") == 15
    now[0] += 15
    assert limit.hit("a") == 0


def test_a_limit_forgets_the_oldest_address_when_there_are_too_many():
    limit = Limit(1, 60, clock=lambda: 100.0)
    limit.hit("first")
    for number in range(MOST_ADDRESSES):
        limit.hit(str(number))

    assert limit.hit("first") == 0


def test_rulings_are_limited(tmp_path):
    app = make_app(tmp_path, rate_limit=True)
    nobody = Person(app.test_client(), None)
    statuses = [nobody.post("/rulings/hand", {}).status_code for _ in range(121)]
    app.extensions["upcard"].store.close()

    assert statuses == [422] * 120 + [429]


def test_no_link_of_a_document_leads_nowhere(client):
    seen, waiting = set(), ["/docs/"]
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code == 200, path
        html = answer.get_data(as_text=True)
        for link in re.findall(r'href="([^"#:]+)', html):
            target = urljoin(path, link)
            if target.endswith(".md") and target not in seen:
                waiting.append(target)
    assert len(seen) > 10
