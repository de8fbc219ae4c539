"""An application of a test's own, and how often Flask was asked."""

import pytest

from tests.web.conftest import own_app


@pytest.fixture
def app(tmp_path):
    with own_app(tmp_path) as app:
        yield app


@pytest.fixture
def client(app):
    return app.test_client(use_cookies=False)


@pytest.fixture
def store(app):
    return app.extensions["upcard"].store


@pytest.fixture
def asked(app, monkeypatch):
    """How often Flask was asked."""
    times = []
    inner = app.wsgi_app._flask
    monkeypatch.setattr(
        app.wsgi_app, "_flask", lambda *given: (times.append(1), inner(*given))[1]
    )
    return times


def headers_of(answer):
    return {n: v for n, v in answer.headers.items() if n != "X-Request-Id"}
