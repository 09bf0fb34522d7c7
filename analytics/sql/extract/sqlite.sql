-- What is asked of a store in a file, in the words of SQLite.
-- Whoever can write to the file may have left anything in it: SQLite keeps any value in any column, so that every value
-- is cast to the type that is expected, and what cannot be read is sorted out later (`quarantine`).
-- NOT INDEXED: an index may be damaged, or say otherwise than the table; rows are read in the order in which they lie.

-- events: The events from {after} to {last}, at most {batch}; tournaments are none of the archive's matches.
SELECT rowid AS position, CAST(originator_id AS TEXT) AS match, CAST(originator_version AS INTEGER) AS version,
    CAST(substr(topic, 1, instr(topic, '.') - 1) AS TEXT) AS game,
    CAST(substr(topic, instr(topic, '.') + 1) AS TEXT) AS kind, CAST(topic AS TEXT) AS topic,
    CAST(state AS TEXT) AS state
FROM stored_events NOT INDEXED
WHERE rowid > {after} AND rowid <= {last} AND coalesce(topic, '') NOT GLOB 'tournament.*'
ORDER BY rowid LIMIT {batch};

-- events_of: All events of matches or tournaments, by their ids.
SELECT rowid AS position, CAST(originator_id AS TEXT) AS match, CAST(originator_version AS INTEGER) AS version,
    CAST(substr(topic, 1, instr(topic, '.') - 1) AS TEXT) AS game,
    CAST(substr(topic, instr(topic, '.') + 1) AS TEXT) AS kind, CAST(topic AS TEXT) AS topic,
    CAST(state AS TEXT) AS state
FROM stored_events
WHERE originator_id IN (SELECT value FROM json_each(?))
ORDER BY originator_id, originator_version;

-- notes: The notes on matches, by their ids.
SELECT rowid AS position, CAST(originator_id AS TEXT) AS match, CAST(originator_version AS INTEGER) AS version,
    CAST(substr(topic, 1, instr(topic, '.') - 1) AS TEXT) AS game,
    CAST(substr(topic, instr(topic, '.') + 1) AS TEXT) AS kind, CAST(topic AS TEXT) AS topic,
    CAST(state AS TEXT) AS state
FROM stored_events
WHERE originator_id IN (SELECT value FROM json_each(?)) AND topic LIKE '%.note-added'
ORDER BY rowid;

-- heads: Where matches stand, by their ids; {result} is the column that holds it, or NULL in a store of an older layout.
SELECT CAST(match AS TEXT) AS match,
    CASE WHEN typeof(version) = 'integer' AND version BETWEEN 0 AND 2147483647 THEN version END AS events,
    CASE WHEN typeof(steps) = 'integer' AND steps BETWEEN 0 AND 2147483647 THEN steps END AS steps,
    CASE WHEN typeof(over) = 'integer' AND over BETWEEN 0 AND 2147483647 THEN over END AS over,
    CAST({result} AS TEXT) AS result, CAST(digest AS TEXT) AS digest
FROM heads
WHERE match IN (SELECT value FROM json_each(?))
ORDER BY match;

-- digests: The digests of events, by pairs of id and version.
SELECT CAST(originator_id AS BLOB) AS match, originator_version AS version,
    CAST(substr(CAST(state AS BLOB), -66, 64) AS BLOB) AS digest
FROM json_each(?) AS wanted
CROSS JOIN stored_events
WHERE originator_id = json_extract(value, '$[0]') AND originator_version = json_extract(value, '$[1]');

-- digest_at: The digest of the event at {position}.
SELECT hex(substr(CAST(state AS BLOB), -66, 64)) AS digest
FROM stored_events NOT INDEXED
WHERE rowid = {position};

-- until: How many events each match has, how many of them were recorded until {time}, and when the first was.
SELECT CAST(originator_id AS TEXT) AS match, count(*) AS events, coalesce(sum(at <= '{time}'), 0) AS known,
    coalesce(min(at), '') AS first
FROM (SELECT originator_id, CASE WHEN json_valid(CAST(state AS TEXT))
        THEN rtrim(json_extract(CAST(state AS TEXT), '$.recorded_at'), 'Z') END AS at
    FROM stored_events NOT INDEXED)
GROUP BY originator_id;

-- last: The position of the newest event.
SELECT coalesce(max(rowid), 0) AS n
FROM stored_events;

-- tournaments: The tournaments of the store.
SELECT match
FROM heads
WHERE game = 'tournament'
ORDER BY match;

-- forgotten: How many events after {position} say that a name was forgotten.
SELECT count(*) AS n
FROM stored_events NOT INDEXED
WHERE rowid > {position} AND topic LIKE '%.name-forgotten';

-- columns: The columns of the table of heads, which an older store has not all.
SELECT name
FROM pragma_table_info('heads');
