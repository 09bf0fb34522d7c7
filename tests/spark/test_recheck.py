"""A whole archive decided again by Spark, match by match on its workers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from ludograph.analytics.spark.match_recheck import Decider
from ludograph.analytics.spark.recheck import recheck
from ludograph.domain.games import GAMES
from ludograph.domain.rules_files.changed_rules import RulesFile
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.verify.rechecker import Rechecker
from ludograph.domain.verify.store_recheck import recheck_heads, recheck_store
from ludograph.domain.verify.verification import verify
from tests.spark.sparked import WITH_FOUR, World, longer_chains_pay_more


def test_under_todays_rules_it_finds_what_verify_finds(world: World, spark: Any, folder: Path) -> None:
    found = recheck(spark, folder, Decider(), first=100)
    assert [count.game for count in found.counts] == sorted(GAMES)
    assert sum(count.matches for count in found.counts) == sum(map(sum, ((c.same, c.differs) for c in found.counts)))
    assert {(one.match, one.event, one.message) for one in found.differences} == set(flaws(world)) != set()


def flaws(world: World) -> Iterator[tuple[str, int | None, str]]:
    """What `verify` finds in the store."""
    with Recorder(world.store) as recorder:
        for id in recorder.store.known_match_ids():
            finding = verify(recorder, id).finding
            if finding is not None:
                yield str(id), finding.version, finding.message


def test_one_rule_that_was_changed_is_found_where_it_came_into_play_and_nowhere_else(
    duckdb_too: DuckDBPyConnection, spark: Any, folder: Path
) -> None:
    wanted = {match for (match,) in duckdb_too.execute(WITH_FOUR).fetchall()}
    before = recheck(spark, folder, Decider(), ["aucteraden"], first=100)
    found = recheck(spark, folder, Decider(rules=longer_chains_pay_more), first=100)
    other = {one for one in found.differences if one.game == "aucteraden"} - set(before.differences)
    assert {one.match for one in other} == wanted != set()
    assert {one.message for one in other} == {"Under today's rules other facts follow from this action."}
    assert recheck(spark, folder, Decider(), ["aucteraden"], first=100) == before


@pytest.mark.parametrize("options", [None, {"sun-bid": {"equal_pawns": True}}], ids=["today", "with an option"])
def test_a_store_on_this_machine_comes_to_the_same_as_its_lake_on_spark(
    world: World, spark: Any, folder: Path, options: Any
) -> None:
    games = list(options or ())
    with Recorder(world.store) as recorder:
        ours = recheck_store(recorder, recheck_heads(recorder, [], games), Rechecker(options), first=100)
    assert ours == recheck(spark, folder, Decider(options), games, first=100)
    assert ours.differences


def test_rules_in_a_file_are_tried_on_spark_as_on_this_machine(world: World, spark: Any, folder: Path) -> None:
    rules = RulesFile("chains.py", 'GAME = "sun-bid"\nCOURT_POINTS = 5\n')
    with Recorder(world.store) as recorder:
        heads = recheck_heads(recorder, [], ["sun-bid"])
        ours = recheck_store(recorder, heads, Rechecker({"sun-bid": {}}, rules.in_force), first=100)
    assert ours == recheck(spark, folder, Decider({"sun-bid": {}}, rules.in_force), ["sun-bid"], first=100)
    assert any(one.outcome == "differs" for one in ours.differences)


def test_other_options_are_tried_on_the_matches_of_a_game(spark: Any, folder: Path) -> None:
    found = recheck(spark, folder, Decider({"sun-bid": {"equal_pawns": True}}), ["sun-bid"], first=2)
    (count,) = found.counts
    assert count.game == "sun-bid"
    assert count.matches == count.same + count.differs + count.refused
    assert count.matches > count.same
    assert len(found.differences) == 2
    assert all(one.step is not None for one in found.differences)
