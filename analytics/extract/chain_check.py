"""Whether the events that were read of each match hang together: cheap enough for all of them, as digests are not."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from duckdb import DuckDBPyConnection

Spot = tuple[bytes, int]
"""A match and a version."""
Digests = Callable[[list[Spot]], dict[Spot, bytes]]
"""Looks up the digests of events wherever they lie in the store; those that are not there are left out."""

SUSPECT: Final = """WITH seals AS (
    SELECT match, CAST(TRY_CAST(version AS INTEGER) AS BIGINT) AS version, previous, digest FROM read
), chains AS (
    SELECT match, min(version) AS first, max(version) AS last, arg_min(previous, version) AS before,
        arg_max(digest, version) AS newest, count(*) AS events,
        bit_xor(xor(place(version, digest), place(version - 1, previous))) AS links
    FROM seals GROUP BY match
)
SELECT c.match, first, last, before, newest, h.events AS head, h.digest AS sealed,
    c.events = last - first + 1 AND links = xor(place(last, newest), place(first - 1, before)) AS whole
FROM chains AS c LEFT JOIN ends AS h ON h.match = c.match
WHERE whole IS DISTINCT FROM true OR first > 1 OR head IS DISTINCT FROM last OR sealed IS DISTINCT FROM newest"""
"""Matches that begin or end elsewhere, or in which something is wrong.

Each event names the digest of the one before: in a sound match every other place stands on both sides, and is gone.
"""
PLACE: Final = "CREATE OR REPLACE TEMP MACRO place(version, digest) AS hash(hash(version, digest))"
"""A hash of two values is no more than those of each laid over one another, so that swapped ones would not be seen."""


class Ends(NamedTuple):
    """The first and last event that were read of a match, and its row in the table of heads."""

    match: bytes | None
    first: int
    last: int
    before: bytes | None
    """The digest that the first event names as that of the one before."""
    newest: bytes | None
    """The digest of the last event."""
    head: int | None
    sealed: bytes | None
    whole: bool | None
    """Whether nothing is wrong between the two."""


def altered(
    connection: DuckDBPyConnection, events: pa.Table, heads: pa.Table, digests: Digests
) -> frozenset[bytes | None]:
    """The matches, as they are stored, in which events are missing or do not follow each other, or the head is wrong.

    `events` has match, version and state; `heads` match, events and digest.
    """
    found = _suspects(connection, events, heads)
    # A match that goes on from an earlier batch looks like one whose beginning is gone: the digests before and behind
    # what was read are looked up in the store, for all of them at once.
    suspects = [ends for ends in found if _may_fit(ends)]
    held = digests([*_places(suspects)])
    return frozenset(ends.match for ends in found) - {ends.match for ends in suspects if _fits(ends, held)}


def _suspects(connection: DuckDBPyConnection, events: pa.Table, heads: pa.Table) -> list[Ends]:
    state = events.column("state").cast(pa.binary())
    seals = {
        "match": events.column("match").cast(pa.binary()),
        "version": events.column("version"),
        "previous": pc.binary_slice(state, -142, -78),  # a stored event ends: "previous":"...","digest":"..."}
        "digest": pc.binary_slice(state, -66, -2),
    }
    newest = {name: heads.column(name).cast(pa.binary()) for name in ("match", "digest")}
    # Digests stand at fixed places at the end of each event, so that nothing has to be parsed.
    connection.execute(PLACE)
    connection.register("read", pa.table(seals))
    connection.register("ends", pa.table({**newest, "events": heads.column("events")}))
    try:
        return [Ends(*row) for row in connection.execute(SUSPECT).fetchall()]
    finally:
        connection.unregister("read")
        connection.unregister("ends")


def _may_fit(ends: Ends) -> bool:
    """Whether nothing is wrong with what was read, so that it hangs on what lies elsewhere."""
    return bool(ends.whole) and ends.first >= 1 and ends.head is not None and ends.head >= ends.last


def _places(suspects: Iterable[Ends]) -> Iterator[Spot]:
    """The events before those that were read, and the newest of which more must follow."""
    for ends in suspects:
        if ends.match is not None and ends.first > 1:
            yield ends.match, ends.first - 1
        if ends.match is not None and ends.head is not None and ends.head > ends.last:
            yield ends.match, ends.head


def _fits(ends: Ends, held: dict[Spot, bytes]) -> bool:
    """Whether a match follows what lies before it, and leads to its head."""
    if ends.match is None or ends.head is None:
        return False
    follows = ends.first == 1 or held.get((ends.match, ends.first - 1)) == ends.before
    newest = ends.newest if ends.head == ends.last else held.get((ends.match, ends.head))
    return follows and newest is not None and newest == ends.sealed
