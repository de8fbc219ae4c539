import json
from hashlib import sha256

import pytest

from events.chain import FIRST, check, digest_of, hash_of
from events.log import Row

UID = "4k2m7qxw5n3abcde"
GIVEN = "2026-03-14T20:00:00Z"


def chained(count: int, *, uid: str = UID) -> list[Row]:
    rows, prev = [], FIRST
    for seq in range(1, count + 1):
        data, salt = json.dumps({"hand": seq}), f"{seq:032x}"
        digest = digest_of(salt, data)
        prev = hash_of(
            prev,
            uid,
            seq=seq,
            entry=seq,
            type_="upcard_passed",
            schema=1,
            at=GIVEN,
            by="A",
            digest=digest,
        )
        row = Row(seq, seq, "upcard_passed", 1, GIVEN, "A", data, digest, salt, prev)
        rows.append(row)
    return rows


def found(rows: list[Row]) -> list[tuple[int, str]]:
    return [(each.seq, each.kind) for each in check(UID, rows)]


def test_the_recipe_is_the_documented_one() -> None:
    (row,) = chained(1)
    digest = sha256((row.salt + row.data).encode()).hexdigest()
    text = "\n".join(
        ["0" * 64, UID, "1", "1", "upcard_passed", "1", GIVEN, "A", digest]
    )
    assert row.digest == digest
    assert row.hash == sha256(text.encode()).hexdigest()


def test_a_whole_log_is_sound() -> None:
    assert check(UID, chained(9)) == []
    assert check(UID, []) == []


def test_a_cut_tail_is_not_seen() -> None:
    assert check(UID, chained(9)[:5]) == []


@pytest.mark.parametrize("index", [0, 4, 8])
def test_changed_data_is_named(index: int) -> None:
    rows = chained(9)
    rows[index] = rows[index]._replace(data='{"hand":77}')
    assert found(rows) == [(index + 1, "edited")]


@pytest.mark.parametrize("index", [0, 4, 8])
@pytest.mark.parametrize(
    "change",
    [
        {"entry": 7777},
        {"type": "hand_voided"},
        {"schema": 2},
        {"at": "2027"},
        {"by": "B"},
        {"hash": "f" * 64},
    ],
)
def test_any_changed_field_is_named(index: int, change: dict[str, object]) -> None:
    rows = chained(9)
    rows[index] = rows[index]._replace(**change)
    assert (index + 1, "edited") in found(rows)


def test_changed_data_with_a_digest_to_fit_is_named() -> None:
    rows = chained(9)
    data = '{"hand":77}'
    changed = rows[4]._replace(data=data, digest=digest_of(rows[4].salt, data))
    rows[4] = changed
    assert found(rows) == [(5, "edited")]


def test_changed_data_with_digest_and_hash_to_fit_breaks_what_follows() -> None:
    rows = chained(9)
    data = '{"hand":77}'
    digest = digest_of(rows[4].salt, data)
    hash_ = hash_of(
        rows[3].hash,
        UID,
        seq=5,
        entry=5,
        type_="upcard_passed",
        schema=1,
        at=GIVEN,
        by="A",
        digest=digest,
    )
    rows[4] = rows[4]._replace(data=data, digest=digest, hash=hash_)
    assert found(rows) == [(6, "edited")]


@pytest.mark.parametrize(("gone", "words"), [([4], "5 is gone"), ([3, 4], "4 to 5")])
def test_a_missing_event_is_named(gone: list[int], words: str) -> None:
    rows = [row for index, row in enumerate(chained(9)) if index not in gone]
    (first, *rest) = check(UID, rows)
    assert (first.seq, first.kind) == (6, "missing")
    assert words in first.detail
    assert rest == []


def test_a_missing_beginning_is_named() -> None:
    (only,) = check(UID, chained(9)[2:])
    assert (only.seq, only.kind) == (3, "missing")


def test_an_event_taken_out_and_the_rest_renumbered_is_named() -> None:
    rows = chained(9)
    del rows[4]
    rows = [row._replace(seq=seq) for seq, row in enumerate(rows, 1)]
    assert found(rows) == [(5, "edited")] + [(seq, "reordered") for seq in (6, 7, 8)]
    assert "seq 6 was recorded as seq 7" in check(UID, rows)[1].detail


def test_two_events_that_changed_places_are_named() -> None:
    rows = chained(9)
    rows[4], rows[5] = rows[5]._replace(seq=5), rows[4]._replace(seq=6)
    assert found(rows) == [(5, "reordered"), (6, "reordered")]


def test_two_distant_events_that_changed_places_are_named() -> None:
    rows = chained(40)
    rows[4], rows[35] = rows[35]._replace(seq=5), rows[4]._replace(seq=36)
    assert found(rows) == [(5, "reordered"), (36, "reordered")]


def test_a_log_put_under_another_game_is_named() -> None:
    assert found(chained(3, uid="another")) == [
        (1, "edited"),
        (2, "edited"),
        (3, "edited"),
    ]
