"""Ludograph under its one name: `domain`, `cli`, `replay` and `analytics` are packages of it, wherever it is installed.

In the repository the four are folders beside this one, to which links lead; the wheel has them in here.

From Python everything recorded is asked by `open`:

    import ludograph

    with ludograph.open("matches.sqlite") as archive:
        archive.query("SELECT player, count(*) AS won FROM results WHERE won GROUP BY player").df()
"""

from time import time_ns
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from ludograph.analytics.api.archive_reader import ArchiveReader
    from ludograph.analytics.api.recorded_match import RecordedMatch
    from ludograph.analytics.api.store_opening import (
        JoinedVariantsWarning,
        LeftOutWarning,
        UnknownNameWarning,
    )
    from ludograph.analytics.queries.errors import SqlError
    from ludograph.analytics.queries.result_set import ResultSet
    from ludograph.analytics.reports.reports import ReportError
    from ludograph.analytics.tables.errors import ArchiveError
    from ludograph.domain.judging.judged_match import JudgedMatch
    from ludograph.domain.judging.judgement import NotJudged
    from ludograph.domain.store.errors import StoreError
    from ludograph.domain.store.recorder import NotFound

LOADED_AT: Final = time_ns()
"""Before anything else of the program was loaded: files that changed since may be others than those that run."""
_FOUND_IN: Final = {
    "ArchiveReader": "analytics.api.archive_reader",
    "RecordedMatch": "analytics.api.recorded_match",
    "JoinedVariantsWarning": "analytics.api.store_opening",
    "LeftOutWarning": "analytics.api.store_opening",
    "UnknownNameWarning": "analytics.api.store_opening",
    "ResultSet": "analytics.queries.result_set",
    "ArchiveError": "analytics.tables.errors",
    "ReportError": "analytics.reports.reports",
    "SqlError": "analytics.queries.errors",
    "JudgedMatch": "domain.judging.judged_match",
    "NotJudged": "domain.judging.judgement",
    "StoreError": "domain.store.errors",
    "NotFound": "domain.store.recorder",
}
"""Where the names are defined that are loaded when somebody asks for them: `import ludograph` itself loads nothing."""


def open(
    store: "str | Path",
    as_: str = "judge",
    *,
    cache: "str | Path | None" = None,
    as_of: "datetime | None" = None,
    fresh: bool = False,
    allow_files: bool = False,
    memory: str | None = None,
    forks: bool = False,
    progress: "Callable[[float], None] | None" = None,
) -> "ArchiveReader":
    """Opens a store for questions: a path, or the URL of a database. Raises `StoreError` where there is none.

    `as_` is with whose eyes questions are asked: a player's name, a seat number, `table` or `judge`. With `as_of`
    answers are of what was recorded until then. Where another program takes in what is new, answers are of the state
    before that, unless they are to be `fresh`. `cache` names the DuckDB file, by default one beside the store. SQL
    reaches no files unless `allow_files`, and takes no more `memory` than that. With `forks` those are among the
    matches too. `progress` is told from 0 to 1 how far the archive has caught up; without it the logger `ludograph`
    says so where that takes long.
    """
    from ludograph.analytics.api.store_opening import open_reader

    return open_reader(
        *(store, as_),
        cache=cache,
        as_of=as_of,
        fresh=fresh,
        allow_files=allow_files,
        memory=memory,
        forks=forks,
        progress=progress,
    )


def __getattr__(name: str) -> Any:
    if name not in _FOUND_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_FOUND_IN[name]}"), name)


__all__ = [
    "ArchiveError", "ArchiveReader", "JoinedVariantsWarning", "JudgedMatch", "LeftOutWarning", "NotFound", "NotJudged",
    "RecordedMatch", "ReportError", "ResultSet", "SqlError", "StoreError", "UnknownNameWarning", "open",
]  # fmt: skip
