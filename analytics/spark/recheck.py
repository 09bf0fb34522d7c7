"""The whole archive decided again, match by match on the executors, out of the raw events of a lake."""

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
from msgspec import json

from ludograph.analytics.lake.raw_events import EVENTS
from ludograph.analytics.lake.reader import open_lake
from ludograph.analytics.spark.errors import SparkTrouble, sentence_of
from ludograph.analytics.spark.match_recheck import READ, RESULT, Decider
from ludograph.analytics.spark.session import quiet
from ludograph.domain.match.events import TOURNAMENT
from ludograph.domain.verify.rechecker import (
    ChangedResult,
    ChangedWinners,
    RecheckCount,
    RecheckDifference,
    RecheckResult,
    RecheckWins,
    recheck_counts,
    recheck_wins,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SCHEMA: Final = "match STRING, version BIGINT, position BIGINT, topic STRING, state STRING, game STRING"


def recheck(
    session: "SparkSession", folder: Path, decider: Decider, games: Collection[str] = (), first: int = 10
) -> RecheckResult:
    """Decides the matches of these games again, by default of all, and tells so many differences of each game.

    Raises `SparkTrouble`, or `LakeError` where there are no raw events.
    """
    from pyspark.errors import PySparkException

    def decide(events: pa.Table) -> pa.Table:
        return decider.row_of(events)

    try:
        with quiet():
            decided = _events(session, folder, games).groupBy("match").applyInArrow(decide, RESULT).persist()
        try:
            return RecheckResult(_counts(decided), _first(decided, first), _wins(decided))
        finally:
            decided.unpersist()
    except PySparkException as wrong:
        raise SparkTrouble(f"Spark cannot decide the matches again: {sentence_of(wrong)}") from wrong


def _events(session: "SparkSession", folder: Path, games: Collection[str]) -> "DataFrame":
    """The raw events of matches."""
    lake = open_lake(folder.resolve())
    rows = session.read.schema(SCHEMA).parquet(str(lake.folder / EVENTS)).select(*READ)
    return rows.where(rows.game.isin(sorted(games)) if games else rows.game != TOURNAMENT)


def _counts(decided: "DataFrame") -> tuple[RecheckCount, ...]:
    found: dict[str, dict[str, int]] = {}
    for game, outcome, number in decided.groupBy("game", "outcome").count().collect():
        found.setdefault(game, {})[outcome] = number
    return recheck_counts(found)


def _first(decided: "DataFrame", first: int) -> tuple[RecheckDifference, ...]:
    """So many differences of each game."""
    from pyspark.sql import Window
    from pyspark.sql.functions import row_number

    order = Window.partitionBy("game").orderBy("match")
    other = decided.where(decided.outcome != "same").withColumn("place", row_number().over(order))
    rows = other.where(other.place <= first).orderBy("game", "match").select(*RecheckDifference._fields).collect()
    return tuple(RecheckDifference(**{**row.asDict(), "result": _result_in(row.result)}) for row in rows)


def _result_in(text: str | None) -> ChangedResult | None:
    """A result as the executors hand it over."""
    return None if text is None else json.decode(text, type=ChangedResult)


def _wins(decided: "DataFrame") -> tuple[RecheckWins, ...]:
    """Whose wins change; how often each change of winners came is counted on the executors."""
    found: dict[str, dict[ChangedWinners, int]] = {}
    ended = decided.where(decided.after.isNotNull()).groupBy("game", "before", "after").count()
    for game, before, after, number in ended.collect():
        found.setdefault(game, {})[ChangedWinners(tuple(before), tuple(after))] = number
    return recheck_wins(found)
