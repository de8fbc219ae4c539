"""``upcard demo``: a book to look around in, played through the referee."""

import re

from click.testing import CliRunner

from tests.web.conftest import make_app
from tests.web.phone import Phone
from web.cli import main


def test_the_demo_fills_a_book_whose_links_open(tmp_path):
    env = {"UPCARD_DB": str(tmp_path / "upcard.db")}
    made = CliRunner().invoke(main, ["demo", "--url", "http://localhost"], env=env)
    assert made.exit_code == 0, made.output
    links = dict(re.findall(r"^(\w+) +http://localhost(/k/\w+)$", made.output, re.M))
    assert set(links) == {"referee", "Ann", "Bob", "Cy", "watch"}

    app = make_app(tmp_path)
    phone = Phone(app.test_client()).open(links["referee"]).press("Open")
    phone.open("/history")
    assert "Ann v Bob" in phone.text
    assert "Put away" in phone.text
    links_there = phone.page.links.values()
    games = {href for href in links_there if re.fullmatch("/g/\\w+", href)}
    assert len(games) == 4
    for game in games:
        assert phone.open(game).status == 200
        assert phone.open(f"{game}?at=1").status == 200
        assert phone.open(f"{game}/hands/1").status == 200
        assert phone.open(f"{game}/1/1").status == 200
    app.extensions["upcard"].store.close()

    for command in ("verify", "audit"):
        assert CliRunner().invoke(main, [command], env=env).exit_code == 0


def test_the_demo_is_not_written_while_a_server_has_the_file(tmp_path):
    from events.store import Store

    store = Store(tmp_path / "upcard.db")
    store.lock("upcard serve")
    env = {"UPCARD_DB": str(tmp_path / "upcard.db")}
    made = CliRunner().invoke(main, ["demo"], env=env)
    store.close()

    assert made.exit_code == 75
    assert "upcard serve" in made.output
