"""The statements that are asked of a store."""

import pytest

from ludograph.analytics.extract.extract_sql import extract_queries
from ludograph.domain.match.events import TOPICS, TOURNAMENT, NameForgotten, NoteAdded


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_statements_name_events_by_their_topics(database: str) -> None:
    queries = extract_queries(database)
    assert f"LIKE '%.{TOPICS[NoteAdded]}'" in queries.notes
    assert f"LIKE '%.{TOPICS[NameForgotten]}'" in queries.forgotten
    assert f"'{TOURNAMENT}." in queries.events
    assert f"game = '{TOURNAMENT}'" in queries.tournaments


def test_both_databases_are_asked_the_same_but_for_what_one_does_not_need() -> None:
    lite, server = (extract_queries(database)._asdict() for database in ("sqlite", "postgresql"))
    assert [name for name, sql in lite.items() if not sql] == ["begin", "savepoint", "release", "rollback"]
    assert all(server.values())
