"""The hash chain over a game's events.

``digest`` is SHA-256 of the salt's characters and the stored text. ``hash`` is
SHA-256 of the previous hash (64 zeros for the first), the game's public id, seq,
entry, type, schema, at, by and the digest, joined by newlines. Both are hex. Nothing
of the server that holds the record is in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from events.log import Row

FIRST = "0" * 64
"""The hash before the first event."""

_NEAR = 5
_MOST_SEARCHED = 50


def digest_of(salt: str, text: str) -> str:
    """Return the digest of an event's salt and stored text."""
    return sha256((salt + text).encode()).hexdigest()


def hash_of(
    prev: str,
    uid: str,
    seq: int,
    entry: int,
    type_: str,
    schema: int,
    at: str,
    by: str,
    digest: str,
) -> str:
    """Return the hash of an event whose predecessor has the hash ``prev``.

    Not keyword-only, as it is asked for every event of a file.
    """
    joined = f"{prev}\n{uid}\n{seq}\n{entry}\n{type_}\n{schema}\n{at}\n{by}\n{digest}"
    return sha256(joined.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Break:
    """One place where the chain does not hold, and what seems to have been done."""

    seq: int
    kind: Literal["edited", "missing", "reordered"]
    detail: str


def check(uid: str, rows: Sequence[Row]) -> list[Break]:
    """Return every break in a game's whole log, in order of seq; ``[]`` is sound.

    A tail cut off cleanly is not seen.
    """
    broken = list(_broken(uid, rows, FIRST, 1))
    if not broken:
        return []
    return list(_explained(uid, rows, broken))


def first_broken(
    uid: str, rows: Sequence[Row], *, after: Row | None = None
) -> int | None:
    """Return the first seq at which rows do not follow from ``after``, or ``None``.

    Without ``after`` they are a log from its beginning. What was done to it is for
    ``check`` to say, on the whole log.
    """
    prev, first = (FIRST, 1) if after is None else (after.hash, after.seq + 1)
    broken = next(_broken(uid, rows, prev, first), None)
    return None if broken is None else first + broken


def _broken(uid: str, rows: Sequence[Row], prev: str, first: int) -> Iterator[int]:
    """Indexes of the rows that do not follow from the row before them."""
    for seq, row in enumerate(rows, first):
        own, entry, type_, schema, at, by, data, digest, salt, hash_ = row
        if (
            own != seq
            or digest_of(salt, data) != digest
            or hash_of(prev, uid, own, entry, type_, schema, at, by, digest) != hash_
        ):
            yield seq - first
        prev = hash_


def _hash_at(uid: str, row: Row, prev: str, seq: int) -> str:
    return hash_of(
        prev,
        uid,
        seq=seq,
        entry=row.entry,
        type_=row.type,
        schema=row.schema,
        at=row.at,
        by=row.by,
        digest=row.digest,
    )


def _explained(uid: str, rows: Sequence[Row], broken: list[int]) -> Iterator[Break]:
    """Say of each broken row what was done to it, or nothing where only its
    predecessor was touched.
    """
    prevs = {FIRST, *(row.hash for row in rows)}
    near = {rows[index].seq for index in broken[:_MOST_SEARCHED]}
    for index in broken:
        row = rows[index]
        before = rows[index - 1] if index else None
        last = before.seq if before else 0
        if row.seq != last + 1:
            yield Break(row.seq, "missing", _gap(last + 1, row.seq - 1))
        if digest_of(row.salt, row.data) != row.digest:
            yield Break(row.seq, "edited", f"seq {row.seq}: its data was changed")
            continue
        if _hash_at(uid, row, before.hash if before else FIRST, row.seq) == row.hash:
            continue
        places = near | set(range(row.seq - _NEAR, row.seq + _NEAR + 1))
        placed = _recorded_as(uid, row, prevs, sorted(places))
        if placed is None and row.seq == last + 1:
            yield Break(row.seq, "edited", f"seq {row.seq}: not as it was recorded")
        elif placed is not None and placed != row.seq:
            detail = f"seq {row.seq} was recorded as seq {placed}"
            yield Break(row.seq, "reordered", detail)


def _gap(first: int, last: int) -> str:
    if first == last:
        return f"seq {first} is gone"
    return f"seq {first} to {last} are gone"


def _recorded_as(
    uid: str, row: Row, prevs: set[str], places: Sequence[int]
) -> int | None:
    """Find the seq at which a row's hash is right after some other row."""
    own_first = sorted(places, key=lambda seq: seq != row.seq)
    for seq in own_first:
        if any(_hash_at(uid, row, prev, seq) == row.hash for prev in prevs):
            return seq
    return None
