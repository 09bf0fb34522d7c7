"""What a match file says of remarks: version 1 one text, version 2 who wrote each and who may read it."""

import json
from datetime import UTC, datetime
from io import BytesIO
from random import Random
from typing import Any

import pytest

from ludograph.domain.corrections.amend import Reason, corrected_match, rewritten_file
from ludograph.domain.exchange.exporter import exported, match_file_text
from ludograph.domain.exchange.importer import Builder, difference_of
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.history import standing_steps
from ludograph.domain.notation.matchfile import chunks
from tests.analytics.histories import history
from tests.worlds import observers, stamp

LATER = Stamp(datetime(2026, 11, 21, tzinfo=UTC), "11" * 16)


def chunk_of(match: Match, observer: Observer, form: str, version: int | None = None) -> Any:
    """The match file of a match, ready to be read."""
    lines = exported(match, observer, version)
    told = match_file_text(match, lines) if form == "text" else (json.dumps(line) for line in lines)
    (chunk,) = chunks(BytesIO("".join(f"{line}\n" for line in told).encode()))
    return chunk


def read(match: Match, observer: Observer, form: str, version: int | None = None) -> Match:
    """What comes in again of what went out."""
    return Builder(chunk_of(match, observer, form, version), stamp).match()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["sun-bid", "aucteraden", "fools-down"])
def test_what_goes_out_comes_in_and_goes_out_the_same(game: str, seed: int) -> None:
    match = history(GAMES[game], Random(f"{game}/{seed}"), 20)
    for form in ("jsonl", "text"):
        again = read(match, JUDGE, form)
        assert list(exported(again)) == list(exported(match))
        assert difference_of(match, again) is None
        assert difference_of(match, read(match, JUDGE, form, 1), 1) is None
        for observer in observers(match)[1:]:
            (head, *lines), (there, *others) = exported(match, observer), exported(read(match, observer, form))
            assert [head | {"id": ""}, *lines] == [there | {"id": ""}, *others]


@pytest.mark.parametrize("seed", range(6))
def test_nobody_else_gets_private_remarks_and_public_ones_are_signed(seed: int) -> None:
    match = history(GAMES["sun-bid"], Random(seed), 20)
    public = sorted(note.text for told in standing_steps(match) for note in told.added_notes(JUDGE) if note.public)
    for observer in observers(match)[1:]:
        lines = list(exported(match, observer))
        notes = [note for line in lines for note in line.get("notes", [])]
        assert sorted(note["text"] for note in notes) == public
        assert all(note.keys() - {"by"} == {"text", "public"} for note in notes)
        assert not [line for line in lines if "by" in line or "note" in line]
        assert {"version 2": bool(public)} == {"version 2": lines[0]["ludograph"] == 2}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("version", [None, 1])
def test_a_file_that_went_out_and_was_not_changed_amends_nothing(seed: int, version: int | None) -> None:
    match = history(GAMES["sun-bid"], Random(seed), 20)
    amendment = corrected_match(
        match, rewritten_file(match, chunk_of(match, JUDGE, "jsonl", version)), Reason("why"), LATER
    )
    assert amendment.at is None


@pytest.mark.parametrize("seed", range(6))
def test_a_corrected_file_keeps_the_remarks_of_entries_that_it_leaves_alone(seed: int) -> None:
    random = Random(seed)
    match = history(GAMES["sun-bid"], random, 20)
    if not match.steps:
        return
    number = len(match.steps)
    noted = match.annotate(number, "said by Eve", stamp(), public=True, by="Eve")
    lines = list(exported(noted))
    lines[-1] |= {"note": "another", "notes": [{"text": "for all", "by": "Zoe", "public": True}]}
    (chunk,) = chunks(BytesIO("".join(f"{json.dumps(line)}\n" for line in lines).encode()))
    amendment = corrected_match(noted, rewritten_file(noted, chunk), Reason("why"), LATER)
    assert amendment.at == number
    assert list(exported(amendment.match)) == lines
