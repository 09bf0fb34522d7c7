"""Anchors in a file, a line of JSON each: what stood then, or in a line after others what is other than in those."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, NamedTuple
from uuid import UUID

from msgspec import DecodeError, Meta, Struct
from msgspec import json as msgspec_json
from msgspec.structs import asdict

from ludograph.domain.match.events import TOURNAMENT
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.sidecar_files import LOCK
from ludograph.domain.verify.anchor import Anchor, AnchoredStream, anchor_digest

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
SHORT: Final = re.compile(r"([0-9]{1,18}):([0-9a-f]{64})")
PATIENCE: Final = 10
"""Seconds to wait for another service that writes an anchor."""


class AnchorLine(Struct, frozen=True):
    """An anchor as a line has it: whoever writes one by hand from a slip needs the first two."""

    anchor: Digest
    events: Annotated[int, Meta(ge=0)]
    matches: int = 0
    tournaments: int = 0
    recorded_at: datetime | None = None
    stood: tuple[AnchoredStream, ...] | None = None
    """Each match and tournament that is not as in the lines before, one that is gone with event 0.

    None where only the digest is known.
    """


class Anchors(NamedTuple):
    """The anchors of a file, and what is wrong with the file itself, in sentences."""

    written: Sequence[AnchorLine]
    flaws: Sequence[str]


def parse_short_anchor(text: str) -> Anchors | None:
    """The anchor that somebody typed as it is printed, EVENTS:DIGEST; None where it is none."""
    found = SHORT.fullmatch("".join(text.split()).lower())
    return None if found is None else Anchors([AnchorLine(found[2], int(found[1]))], ())


def parse_anchors(data: bytes) -> Anchors:
    """The anchors of a file by what is in it. Raises `StoreError` where there is none."""
    *lines, torn = data.split(b"\n")
    written, flaws = [], []
    for number, line in enumerate([*lines, torn], start=1):
        try:
            written += [_LINE.decode(line)] if line.strip() else []
        except DecodeError as wrong:
            if number <= len(lines):  # a last line without its end was cut off while it was written, and never told
                flaws.append(f"Line {number} is no anchor: {wrong}.")
    if not written:
        raise StoreError(flaws[0] if flaws else "There is no anchor in this file.")
    flaws += _miscounted(written)
    last = written[-1]
    if last.stood is not None and anchor_digest(_standing(written).values()) != last.anchor:
        flaws.append("What its lines say stood does not come to the digest of the last: the file was altered.")
    return Anchors(written, flaws)


def _miscounted(written: Sequence[AnchorLine]) -> Iterator[str]:
    """The first anchor that is of another number of events than what stood comes to, in a sentence."""
    standing: dict[UUID, AnchoredStream] = {}
    events, records = 0, Counter[str]()
    for line in written:
        for one in line.stood or ():
            before = standing.pop(one.id, None)
            events += one.event - (before.event if before else 0)
            if before is not None:
                records[before.noun] -= 1
            if one.event:
                standing[one.id] = one
                records[one.noun] += 1
        tournaments = records[TOURNAMENT]
        matches = records.total() - tournaments
        if line.stood is not None and (line.matches, line.tournaments, line.events) != (matches, tournaments, events):
            said = f"{line.events} events, {line.matches} matches and {line.tournaments} tournaments"
            yield (
                f"The anchor {line.anchor} says that it is of {said}; by its lines these are {events}, {matches} and "
                f"{tournaments}: the file was altered."
            )
            return


def anchor_line(anchor: Anchor, stood: Sequence[AnchoredStream]) -> bytes:
    """The line of an anchor, and what it is made of, as far as that is new."""
    return msgspec_json.encode(AnchorLine(**asdict(anchor), stood=tuple(stood))) + b"\n"


def anchors_of_file(file: Path) -> list[Anchor]:
    """The anchors of a file that a service writes, none where it is not there. Raises `OSError`."""
    return [
        Anchor(one.anchor, one.matches, one.tournaments, one.events, one.recorded_at)
        for one in _written(file)
        if one.recorded_at is not None
    ]


def append_anchor(file: Path, anchor: Anchor, stood: Sequence[AnchoredStream]) -> None:
    """Writes one more anchor into a file, which is made if it is not there. Raises `OSError`."""
    from filelock import FileLock  # only a service writes anchors: start-up time

    file.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(file.with_name(file.name + LOCK), timeout=PATIENCE):
        known = _standing(_written(file))
        with file.open("ab") as out:
            # Half a line, of a machine that lost its power, was never confirmed: it goes, and what stands before stays.
            os.truncate(file, _whole(file))
            out.write(anchor_line(anchor, _changed(known, stood)))
            out.flush()
            os.fsync(out.fileno())


def _written(file: Path) -> list[AnchorLine]:
    """The anchors of a file, without those that cannot be read."""
    try:
        return list(parse_anchors(file.read_bytes()).written)
    except (FileNotFoundError, StoreError):
        return []


def _standing(written: Sequence[AnchorLine]) -> dict[UUID, AnchoredStream]:
    """Where everything stood after the last of these lines."""
    newest = {one.id: one for line in written for one in line.stood or ()}
    return {id: one for id, one in newest.items() if one.event}


def _changed(known: Mapping[UUID, AnchoredStream], stood: Sequence[AnchoredStream]) -> list[AnchoredStream]:
    """What stands otherwise than it was known to, and what stands no more."""
    there = {one.id for one in stood}
    gone = [one._replace(event=0, head="") for id, one in known.items() if id not in there]
    return [*(one for one in stood if known.get(one.id) != one), *gone]


def _whole(file: Path) -> int:
    """How much of a file is whole lines."""
    return file.read_bytes().rfind(b"\n") + 1


_LINE = msgspec_json.Decoder(AnchorLine)
