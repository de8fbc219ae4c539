from collections.abc import Callable
from hashlib import sha256

import pytest

from events import registry
from events.errors import NoSuchGame, RequestReused, StoreUnavailable
from events.registry import Answered, Book, Key, Request, games, requests
from events.store import Store
from referee.errors import Unreadable
from tests.events.conftest import AT, numbered

Make = Callable[[], str]
LATER = "2026-03-14T21:30:00Z"


def asked(key: str = "k1", fingerprint: str = "f", scope: str = "server") -> Request:
    return Request(scope, "", key, fingerprint)


@pytest.fixture
def book(store: Store, ids: Make, secrets: Make) -> Book:
    opened = registry.open_book(
        store, name="Home", players=["Ann", "Bob"], at=AT, ids=ids, secrets=secrets
    )
    return opened.book


# Requests ---------------------------------------------------------------------------


def test_a_request_is_found_again(store: Store) -> None:
    first, second = asked(), asked("k2")
    with store.writing() as conn:
        requests.keep(conn, first, Answered(3, 5, None))
        requests.keep(conn, second, Answered(None, None, "b1"))
        requests.keep(conn, None, Answered(1, 1, None))
    assert registry.find_answer(store, first) == Answered(3, 5, None)
    assert registry.find_answer(store, second) == Answered(None, None, "b1")
    assert registry.find_answer(store, asked("k3")) is None
    assert registry.find_answer(store, asked(scope="game:g")) is None


def test_a_request_with_another_body_is_refused(store: Store) -> None:
    with store.writing() as conn:
        requests.keep(conn, asked(), Answered(3, 5, None))
    with pytest.raises(RequestReused):
        registry.find_answer(store, asked(fingerprint="other"))


# Books ------------------------------------------------------------------------------


def test_a_book_opens_with_its_players_and_keys(
    store: Store, ids: Make, secrets: Make
) -> None:
    opened = registry.open_book(
        store, name="Home", players=["Ann", "Bob"], at=AT, ids=ids, secrets=secrets
    )
    book = opened.book
    assert (book.name, book.created, book.revision) == ("Home", AT, 0)
    ann, bob = book.players
    assert (ann.name, bob.name) == ("Ann", "Bob")
    assert book.name_of(bob.id) == "Bob"
    assert [(key.role, key.player) for key in opened.keys] == [
        ("referee", None),
        ("player", ann.id),
        ("player", bob.id),
        ("watch", None),
    ]
    assert not opened.repeated
    assert opened.secrets is not None
    assert len(set(opened.secrets.values())) == 4
    assert registry.find_book(store, book.id) == book
    assert registry.keys_of(store, book.id) == opened.keys


def test_a_book_is_opened_once_for_one_request(
    store: Store, ids: Make, secrets: Make
) -> None:
    def opened(name: str, fingerprint: str) -> registry.OpenedBook:
        return registry.open_book(
            store,
            name=name,
            players=["Ann", "Bob"],
            at=AT,
            ids=ids,
            secrets=secrets,
            request=asked(fingerprint=fingerprint),
        )

    first = opened("Home", "f")
    again = opened("Home", "f")
    assert again.repeated
    assert again.secrets is None
    assert (again.book, again.keys) == (first.book, first.keys)
    with pytest.raises(RequestReused):
        opened("Elsewhere", "g")


def test_an_unknown_book_is_none(store: Store) -> None:
    assert registry.find_book(store, "nothing") is None


@pytest.mark.parametrize("second", ["Ann", "ANN", "ａｎｎ"])
def test_two_players_of_a_book_have_two_names(
    store: Store, ids: Make, secrets: Make, second: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        registry.open_book(
            store, name="Home", players=["Ann", second], at=AT, ids=ids, secrets=secrets
        )
    assert caught.value.code == "same_name"
    with store.reading() as conn:
        assert conn.execute("SELECT count(*) FROM books").fetchone() == (0,)


def test_a_player_joins_a_book_once_for_one_request(
    store: Store, book: Book, ids: Make
) -> None:
    made = registry.add_player(store, book.id, "Cat", at=AT, ids=ids, request=asked())
    again = registry.add_player(store, book.id, "Cat", at=AT, ids=ids, request=asked())
    assert (made.repeated, again.repeated) == (False, True)
    assert made.player == again.player
    found = registry.find_book(store, book.id)
    assert found is not None
    assert [player.name for player in found.players] == ["Ann", "Bob", "Cat"]
    assert found.revision == book.revision + 1
    with pytest.raises(Unreadable, match="Cat already"):
        registry.add_player(store, book.id, "Cat", at=AT, ids=ids)


def test_a_player_is_renamed(store: Store, book: Book) -> None:
    ann = book.players[0]
    renamed = registry.rename_player(store, book.id, ann.id, "Anna")
    assert renamed is not None
    assert (renamed.id, renamed.name) == (ann.id, "Anna")
    found = registry.find_book(store, book.id)
    assert found is not None
    assert found.name_of(ann.id) == "Anna"
    assert found.players[0].renamed == 1
    assert found.revision == book.revision + 1


def test_a_name_may_change_its_case(store: Store, book: Book) -> None:
    assert registry.rename_player(store, book.id, book.players[0].id, "ANN")


def test_a_name_that_is_taken_is_refused(store: Store, book: Book) -> None:
    with pytest.raises(Unreadable) as caught:
        registry.rename_player(store, book.id, book.players[0].id, "bob")
    assert caught.value.code == "same_name"


def test_an_unknown_player_cannot_be_renamed(store: Store, book: Book) -> None:
    assert registry.rename_player(store, book.id, "nobody", "Zed") is None


# Keys -------------------------------------------------------------------------------


def made(
    store: Store, book: Book, ids: Make, request: Request | None = None
) -> registry.MadeKey:
    return registry.make_key(
        store,
        book.id,
        role="watch",
        label="kitchen",
        at=AT,
        ids=ids,
        secrets=numbered("hush"),
        request=request,
    )


def test_a_key_is_made_and_found_by_its_secret(
    store: Store, book: Book, ids: Make
) -> None:
    key = made(store, book, ids)
    assert key.secret == "hush1"
    assert key.key.label == "kitchen"
    assert registry.find_key(store, "hush1") == key.key
    assert registry.find_key(store, "hush2") is None
    assert registry.find_key(store, "\ud800") is None
    assert registry.keys_of(store, book.id)[-1] == key.key


def test_a_player_key_names_its_player(store: Store, book: Book, ids: Make) -> None:
    bob = book.players[1].id
    key = registry.make_key(
        store, book.id, role="player", player=bob, at=AT, ids=ids, secrets=lambda: "x"
    )
    assert key.key.player == bob


def test_only_the_hash_of_a_secret_is_kept(store: Store, book: Book, ids: Make) -> None:
    made(store, book, ids)
    store.close()
    kept = store.path.read_bytes()
    assert b"hush1" not in kept
    assert sha256(b"hush1").hexdigest().encode() in kept


def test_a_key_is_made_once_for_one_request(
    store: Store, book: Book, ids: Make
) -> None:
    first, again = made(store, book, ids, asked()), made(store, book, ids, asked())
    assert (again.key, again.secret, again.repeated) == (first.key, None, True)


def test_a_revoked_key_is_gone(store: Store, book: Book, ids: Make) -> None:
    key = made(store, book, ids).key
    assert registry.revoke_key(store, book.id, key.id, at=LATER)
    assert registry.find_key(store, "hush1") is None
    assert key not in registry.keys_of(store, book.id)
    assert not registry.revoke_key(store, book.id, key.id, at=LATER)


def test_a_key_of_another_book_is_not_revoked(
    store: Store, book: Book, ids: Make
) -> None:
    key = made(store, book, ids).key
    assert not registry.revoke_key(store, "another", key.id, at=LATER)
    assert registry.find_key(store, "hush1") == key


def last_used(store: Store) -> str | None:
    key = registry.find_key(store, "hush1")
    assert key is not None
    return key.last_used


def test_last_use_is_noted_once_an_hour(store: Store, book: Book, ids: Make) -> None:
    made(store, book, ids)

    def use(at: str) -> Key:
        key = registry.find_key(store, "hush1")
        assert key is not None
        registry.note_use(store, key, at=at)
        return key

    use(AT)
    assert last_used(store) == AT
    use("2026-03-14T20:59:59Z")
    assert last_used(store) == AT
    use(LATER)
    assert last_used(store) == LATER


def test_a_use_that_cannot_be_noted_is_no_error(
    store: Store, book: Book, ids: Make
) -> None:
    key = made(store, book, ids).key
    store._writer.execute("PRAGMA query_only = ON")
    registry.note_use(store, key, at=AT)
    assert last_used(store) is None
    with pytest.raises(StoreUnavailable):
        registry.revoke_key(store, book.id, key.id, at=AT)


# Games ------------------------------------------------------------------------------


def listed(store: Store, book: Book, count: int) -> list[str]:
    uids = [f"g{number}" for number in range(1, count + 1)]
    ann, bob = book.players
    with store.writing() as conn:
        for uid in uids:
            seats = {"A": bob.id, "B": ann.id}
            number = games.insert(conn, uid, book.id, seats, at=AT)
            conn.execute(
                """INSERT INTO game_summaries VALUES
                (?, 9, 'over', 'A', 100, 'jpgames', 4, 104, 4, 304, 60, 2, 110, ?)""",
                (number, LATER),
            )
    return uids


def test_a_game_is_found(store: Store, book: Book) -> None:
    listed(store, book, 1)
    game = registry.find_game(store, "g1")
    assert game is not None
    assert (game.uid, game.book, game.created) == ("g1", book.id, AT)
    assert game.players == {"A": book.players[1].id, "B": book.players[0].id}
    assert not game.imported
    assert registry.find_game(store, "g2") is None
    with store.reading() as conn:
        assert games.load(conn, "g1") == (1, game)
        assert games.load_all(conn) == [(1, game)]
        with pytest.raises(NoSuchGame):
            games.load(conn, "g2")


def test_a_books_games_are_listed_newest_first(store: Store, book: Book) -> None:
    uids = listed(store, book, 5)
    seen: list[str] = []
    after: str | None = None
    for size in (2, 2, 1):
        page = registry.games_of(store, book.id, after=after, limit=2)
        assert len(page.games) == size
        seen += [each.game.uid for each in page.games]
        after = page.next
    assert after is None
    assert seen == uids[::-1]


def test_a_listed_game_says_how_it_stands(store: Store, book: Book) -> None:
    listed(store, book, 1)
    (game,) = registry.games_of(store, book.id).games
    assert (game.version, game.status, game.winner) == (9, "over", "A")
    assert (game.target, game.preset, game.hands) == (100, "jpgames", 4)
    assert game.score["A"] == {"points": 104, "boxes": 4, "total": 304}
    assert game.score["B"] == {"points": 60, "boxes": 2, "total": 110}
    assert game.changed == LATER


def test_games_of_another_book_are_not_listed(store: Store, book: Book) -> None:
    listed(store, book, 2)
    assert registry.games_of(store, "another").games == ()
    assert registry.games_of(store, book.id, after="nothing").games == ()
    assert registry.games_of(store, "another", after="g2").games == ()


def test_a_game_is_archived_and_restored(store: Store, book: Book) -> None:
    listed(store, book, 1)

    assert registry.archive_game(store, "g1", at=LATER)
    archived = registry.find_game(store, "g1")
    assert archived is not None
    assert archived.archived == LATER
    (game,) = registry.games_of(store, book.id).games
    assert game.game.archived == LATER

    assert registry.archive_game(store, "g1", at=None)
    restored = registry.find_game(store, "g1")
    assert restored is not None
    assert restored.archived is None


def test_a_game_that_is_not_there_is_not_archived(store: Store) -> None:
    assert not registry.archive_game(store, "nothing", at=LATER)
