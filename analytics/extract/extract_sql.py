"""The SQL by which events leave a store for the archive: the same questions in the words of each database.

Ids of matches are 32 digits in the answers, and states text.
"""

from typing import Final, NamedTuple

from ludograph.domain.match.events import TOPICS, TOURNAMENT, NameForgotten, NoteAdded

NOTE: Final = TOPICS[NoteAdded]
FORGOTTEN: Final = TOPICS[NameForgotten]


class Words(NamedTuple):
    """What is asked of a store. In `{}` stand numbers and names of columns; lists are given as one value, a JSON text.

    `alone` and `again` go before and after each question where one that fails would spoil those after it, and `back`
    takes it back.
    """

    events: str
    """Those in `{after}` to `{last}`, at most `{batch}`: position, match, version, game, kind, topic and state."""
    events_of: str
    """Those of matches, by their ids."""
    remarks: str
    """The remarks on matches, by their ids."""
    heads: str
    """Where matches stand, by their ids; `{result}` is the column that holds it."""
    digests: str
    """The digests of events, by pairs of id and version."""
    digest_at: str
    """That of the event at `{position}`."""
    until: str
    """How many events each match has, and how many of them until `{time}`."""
    last: str
    """The position of the newest event."""
    tournaments: str
    forgotten: str
    """How many events after `{position}` say that a name was forgotten."""
    columns: str
    """Those of the table of heads."""
    begin: tuple[str, ...] = ()
    alone: str = ""
    again: str = ""
    back: str = ""


def _file() -> Words:
    """As SQLite has them; whoever can write to the file may have left anything in it, so that nothing is believed."""
    row = (
        "SELECT rowid AS position, CAST(originator_id AS TEXT) AS match, "
        "CAST(originator_version AS INTEGER) AS version, "
        "CAST(substr(topic, 1, instr(topic, '.') - 1) AS TEXT) AS game, "
        "CAST(substr(topic, instr(topic, '.') + 1) AS TEXT) AS kind, "
        "CAST(topic AS TEXT) AS topic, CAST(state AS TEXT) AS state FROM stored_events "
    )
    count = "CASE WHEN typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 2147483647 THEN {0} END"
    recorded = (
        "CASE WHEN json_valid(CAST(state AS TEXT)) "
        "THEN rtrim(json_extract(CAST(state AS TEXT), '$.recorded_at'), 'Z') END"
    )
    asked = "WHERE originator_id IN (SELECT value FROM json_each(?))"
    return Words(
        events=f"{row}NOT INDEXED WHERE rowid > {{after}} AND rowid <= {{last}} "
        f"AND coalesce(topic, '') NOT GLOB '{TOURNAMENT}.*' ORDER BY rowid LIMIT {{batch}}",
        events_of=f"{row}{asked} ORDER BY originator_id, originator_version",
        remarks=f"{row}{asked} AND topic LIKE '%.{NOTE}' ORDER BY rowid",
        heads=f"SELECT CAST(match AS TEXT) AS match, {count.format('version')} AS events, {count.format('steps')} AS "
        f"steps, {count.format('over')} AS over, CAST({{result}} AS TEXT) AS result, CAST(digest AS TEXT) AS digest "
        "FROM heads WHERE match IN (SELECT value FROM json_each(?)) ORDER BY match",
        digests="SELECT CAST(originator_id AS BLOB) AS match, originator_version AS version, "
        "CAST(substr(CAST(state AS BLOB), -66, 64) AS BLOB) AS digest "
        "FROM json_each(?) AS wanted CROSS JOIN stored_events "
        "WHERE originator_id = json_extract(value, '$[0]') AND originator_version = json_extract(value, '$[1]')",
        digest_at="SELECT hex(substr(CAST(state AS BLOB), -66, 64)) AS digest FROM stored_events NOT INDEXED "
        "WHERE rowid = {position}",
        until="SELECT CAST(originator_id AS TEXT) AS match, count(*) AS events, "
        "coalesce(sum(at <= '{time}'), 0) AS known, coalesce(min(at), '') AS first "
        f"FROM (SELECT originator_id, {recorded} AS at FROM stored_events NOT INDEXED) GROUP BY originator_id",
        last="SELECT coalesce(max(rowid), 0) AS n FROM stored_events",
        tournaments=f"SELECT match FROM heads WHERE game = '{TOURNAMENT}' ORDER BY match",
        forgotten="SELECT count(*) AS n FROM stored_events NOT INDEXED "
        f"WHERE rowid > {{position}} AND topic LIKE '%.{FORGOTTEN}'",
        columns="SELECT name FROM pragma_table_info('heads')",
    )


def _server() -> Words:
    """As PostgreSQL has them; it keeps types itself, but what stands in a state may be no text."""
    events, match = "public.stored_events", "replace(CAST(originator_id AS text), '-', '')"
    row = (
        f"SELECT notification_id AS position, {match} AS match, originator_version AS version, "
        "split_part(topic, '.', 1) AS game, substr(topic, strpos(topic, '.') + 1) AS kind, topic, "
        f"convert_from(state, 'UTF8') AS state FROM {events} "
    )
    count = "CASE WHEN {0} BETWEEN 0 AND 2147483647 THEN CAST({0} AS bigint) END"
    digest = "substr(state, length(state) - 65, 64)"
    recorded = """rtrim(substring(encode(state, 'escape') FROM '"recorded_at":"([^"]*)"'), 'Z') COLLATE "C\""""
    given = "CAST($1 AS json)"
    asked = f"WHERE originator_id IN (SELECT CAST(value AS uuid) FROM json_array_elements_text({given}))"
    return Words(
        events=f"{row}WHERE notification_id > {{after}} AND notification_id <= {{last}} "
        f"AND coalesce(topic, '') NOT LIKE '{TOURNAMENT}.%' ORDER BY notification_id LIMIT {{batch}}",
        events_of=f"{row}{asked} ORDER BY originator_id, originator_version",
        remarks=f"{row}{asked} AND topic LIKE '%.{NOTE}' ORDER BY notification_id",
        heads=f"SELECT match, {count.format('version')} AS events, {count.format('steps')} AS steps, "
        f"{count.format('over')} AS over, {{result}} AS result, digest FROM public.heads "
        f"WHERE match IN (SELECT value FROM json_array_elements_text({given})) ORDER BY match",
        digests=f"SELECT convert_to({match}, 'UTF8') AS match, originator_version AS version, {digest} AS digest "
        f"FROM json_array_elements({given}) AS wanted JOIN {events} ON originator_id = CAST(wanted ->> 0 AS uuid) "
        "AND originator_version = CAST(wanted ->> 1 AS bigint)",
        digest_at=f"SELECT upper(encode({digest}, 'hex')) AS digest FROM {events} WHERE notification_id = {{position}}",
        until=f"SELECT {match} AS match, count(*) AS events, count(*) FILTER (WHERE at <= '{{time}}') AS known, "
        f"coalesce(min(at), '') AS first FROM (SELECT originator_id, {recorded} AS at FROM {events}) AS told "
        "GROUP BY originator_id",
        last=f"SELECT coalesce(max(notification_id), 0) AS n FROM {events}",
        tournaments=f"SELECT match FROM public.heads WHERE game = '{TOURNAMENT}' ORDER BY match",
        forgotten=f"SELECT count(*) AS n FROM {events} "
        f"WHERE notification_id > {{position}} AND topic LIKE '%.{FORGOTTEN}'",
        columns="SELECT CAST(column_name AS text) FROM information_schema.columns "
        "WHERE table_schema = 'public' AND table_name = 'heads'",
        begin=("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",),
        alone="SAVEPOINT one",
        again="RELEASE SAVEPOINT one",
        back="ROLLBACK TO SAVEPOINT one",
    )


FILE: Final = _file()
SERVER: Final = _server()
