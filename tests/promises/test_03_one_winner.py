"""Promise 3: of many who saw the same version, one writes and the others are told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from events.errors import StoreUnavailable, VersionConflict
from events.projections import version_of
from events.store import Store
from tests.events.room import KNOCK, SHOW, Room
from tests.promises.record import lengths
from tests.promises.running import HAND, LONG

WRITERS, ROUNDS = 16, 50


def test_sixteen_writers_in_fifty_rounds(db, show):
    store = Store(db)
    room = Room(store, rules=LONG)
    barrier = Barrier(WRITERS)
    hand = ({**KNOCK, "count": 1}, {**SHOW, "count": 2})

    def write(_):
        told = []
        for _round in range(ROUNDS):
            barrier.wait(60)
            seen = version_of(store, room.uid)
            barrier.wait(60)
            try:
                room.play(*hand, expected=seen)
                told.append("ok")
            except VersionConflict:
                told.append("conflict")
            except StoreUnavailable:
                told.append("locked")
        return told

    with ThreadPoolExecutor(WRITERS) as pool:
        told = [each for one in pool.map(write, range(WRITERS)) for each in one]
    store.close()

    losers = ROUNDS * (WRITERS - 1)
    show(
        f"{WRITERS} writers at one version",
        f"{WRITERS}x{ROUNDS}",
        lost=ROUNDS - told.count("ok"),
        doubled=max(0, told.count("ok") - ROUNDS),
        wrong=told.count("locked") + losers - told.count("conflict"),
    )
    assert lengths(db) == {room.uid: 1 + 4 * ROUNDS}


def test_eight_phones_at_one_version_over_http(table, show):
    game = table.games[0]
    callers = [table.caller() for _ in range(8)]
    ok = conflicts = 0
    with ThreadPoolExecutor(8) as pool:
        for turn in range(5):
            head = {"If-Match": f'"{1 + 4 * turn}"'}
            told = [
                pool.submit(
                    each.ask, "POST", f"/games/{game}/plays", {"plays": HAND}, **head
                )
                for each in callers
            ]
            statuses = [each.result().status for each in told]
            ok += statuses.count(201)
            conflicts += statuses.count(412)

    show("8 phones at one version over HTTP", "8x5", wrong=40 - ok - conflicts)
    assert (ok, conflicts) == (5, 35)
