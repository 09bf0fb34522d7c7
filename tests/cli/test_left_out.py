"""A match in which rows were removed, swapped or emptied is not answered from, and `query` says so."""

import json

import pytest

from ludograph.analytics.extract.source import Source
from tests.cli.conftest import Ludograph
from tests.large import slow
from tests.stores import run_sql

WHOLE = {
    "removed": "DELETE FROM stored_events WHERE originator_id = '{0}' AND originator_version = 5",
    "first removed": "DELETE FROM stored_events WHERE originator_id = '{0}' AND originator_version = 1",
    "end removed": "DELETE FROM stored_events WHERE originator_id = '{0}' AND originator_version > 20",
    "head removed": "DELETE FROM heads WHERE match = '{0}'",
    "head exchanged": "UPDATE heads SET digest = (SELECT digest FROM heads WHERE match <> '{0}') WHERE match = '{0}'",
    "head before the end": "UPDATE heads SET version = 9 WHERE match = '{0}'",
    "other digest": 'UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), \'"digest":"\', '
    "'\"digest\":\"0') AS BLOB) WHERE originator_id = '{0}' AND originator_version = 5",
}
"""Of which nothing can be believed, for nobody knows what is missing."""
EVENTS = {
    "emptied": ("UPDATE stored_events SET state = NULL WHERE originator_id = '{0}' AND originator_version = 3",),
    "numbered": (
        "UPDATE stored_events SET originator_version = 9223372036854775807 "
        "WHERE originator_id = '{0}' AND originator_version = 5",
    ),
    "swapped": tuple(
        f"UPDATE stored_events SET originator_version = {new} WHERE originator_id = '{{0}}' "
        f"AND originator_version = {old}"
        for old, new in ((5, 999), (6, 5), (999, 6))
    ),
}
"""Of which some cannot be read."""


@pytest.fixture(params=[500_000, pytest.param(10, marks=slow)])
def three(ludograph: Ludograph, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three matches of Aucteraden, which the archive reads in one batch or in several."""
    monkeypatch.setattr(Source.batches, "__defaults__", (request.param,))
    monkeypatch.setattr("ludograph.analytics.archive.catch_up.BATCH", request.param)
    ludograph("simulate", "aucteraden", "-n", "3", "--seed", "1")
    return [line["match"] for line in ludograph.lines("matches")]


def told(ludograph: Ludograph, *more: str) -> tuple[list[str], str]:
    """The matches of which there are steps, and what was said besides."""
    result = ludograph.run("query", "--json", "SELECT DISTINCT match FROM steps ORDER BY match", *more)
    assert result.exit_code == 0, result.output
    return [json.loads(line)["match"] for line in result.stdout.splitlines()], result.stderr


@pytest.mark.parametrize("sql", WHOLE.values(), ids=WHOLE)
def test_a_match_that_does_not_hang_together_is_left_out(ludograph: Ludograph, three: list[str], sql: str) -> None:
    run_sql(ludograph.store, sql.format(three[1].replace("-", "")))
    for eyes in ("judge", "table", "1"):
        found, said = told(ludograph, "--as", eyes)
        assert found == sorted((three[0], three[2]))
        assert "1 match does not hang together and is left out: `ludograph verify --all` says where." in said
    assert ludograph.run("verify").exit_code == 1


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_that_cannot_be_read_is_left_out(ludograph: Ludograph, three: list[str], name: str) -> None:
    run_sql(ludograph.store, *(sql.format(three[1].replace("-", "")) for sql in EVENTS[name]))
    found, said = told(ludograph)
    assert found == sorted(three)
    assert "of the store cannot be read and" in said
    assert ludograph.run("verify").exit_code == 1


def test_what_came_before_a_gap_is_left_out_too(ludograph: Ludograph, recorded: str) -> None:
    steps = "SELECT max(step) AS step FROM steps"
    assert ludograph.lines("query", steps) == [{"step": 2}]
    for remark in ("one", "another"):
        ludograph("note", recorded, remark)
    run_sql(ludograph.store, "DELETE FROM stored_events WHERE originator_version = 4")
    assert ludograph.lines("query", steps) == [{"step": None}]
    assert "1 match does not hang together" in ludograph.run("query", steps).stderr


def test_a_store_without_its_heads_is_told_so(ludograph: Ludograph, three: list[str]) -> None:
    run_sql(ludograph.store, "DROP TABLE heads")
    found, said = told(ludograph)
    assert found == []
    assert "3 matches do not hang together and are left out" in said


def test_a_sound_store_is_told_without_a_word(ludograph: Ludograph, three: list[str]) -> None:
    assert told(ludograph) == (sorted(three), "")
    ludograph("note", three[0], "a remark")
    assert told(ludograph) == (sorted(three), "")
