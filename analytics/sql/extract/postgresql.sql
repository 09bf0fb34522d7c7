-- What is asked of a store on a server, in the words of PostgreSQL.
-- The server keeps types itself, but what stands in a state may be no text. Tables are named with their schema, for
-- the search path is the user's to set.

-- events: The events from {after} to {last}, at most {batch}; tournaments are none of the archive's matches.
SELECT notification_id AS position, replace(CAST(originator_id AS text), '-', '') AS match,
    originator_version AS version, split_part(topic, '.', 1) AS game,
    substr(topic, strpos(topic, '.') + 1) AS kind, topic, convert_from(state, 'UTF8') AS state
FROM public.stored_events
WHERE notification_id > {after} AND notification_id <= {last} AND coalesce(topic, '') NOT LIKE 'tournament.%'
ORDER BY notification_id LIMIT {batch};

-- events_of: All events of matches or tournaments, by their ids.
SELECT notification_id AS position, replace(CAST(originator_id AS text), '-', '') AS match,
    originator_version AS version, split_part(topic, '.', 1) AS game,
    substr(topic, strpos(topic, '.') + 1) AS kind, topic, convert_from(state, 'UTF8') AS state
FROM public.stored_events
WHERE originator_id IN (SELECT CAST(value AS uuid) FROM json_array_elements_text(CAST($1 AS json)))
ORDER BY originator_id, originator_version;

-- notes: The notes on matches, by their ids.
SELECT notification_id AS position, replace(CAST(originator_id AS text), '-', '') AS match,
    originator_version AS version, split_part(topic, '.', 1) AS game,
    substr(topic, strpos(topic, '.') + 1) AS kind, topic, convert_from(state, 'UTF8') AS state
FROM public.stored_events
WHERE originator_id IN (SELECT CAST(value AS uuid) FROM json_array_elements_text(CAST($1 AS json)))
    AND topic LIKE '%.note-added'
ORDER BY notification_id;

-- heads: Where matches stand, by their ids; {result} is the column that holds it, or NULL in a store of an older layout.
SELECT match, CASE WHEN version BETWEEN 0 AND 2147483647 THEN CAST(version AS bigint) END AS events,
    CASE WHEN steps BETWEEN 0 AND 2147483647 THEN CAST(steps AS bigint) END AS steps,
    CASE WHEN over BETWEEN 0 AND 2147483647 THEN CAST(over AS bigint) END AS over, {result} AS result, digest
FROM public.heads
WHERE match IN (SELECT value FROM json_array_elements_text(CAST($1 AS json)))
ORDER BY match;

-- digests: The digests of events, by pairs of id and version.
SELECT convert_to(replace(CAST(originator_id AS text), '-', ''), 'UTF8') AS match,
    originator_version AS version, substr(state, length(state) - 65, 64) AS digest
FROM json_array_elements(CAST($1 AS json)) AS wanted
JOIN public.stored_events ON originator_id = CAST(wanted ->> 0 AS uuid)
    AND originator_version = CAST(wanted ->> 1 AS bigint);

-- digest_at: The digest of the event at {position}.
SELECT upper(encode(substr(state, length(state) - 65, 64), 'hex')) AS digest
FROM public.stored_events
WHERE notification_id = {position};

-- until: How many events each match has, how many of them were recorded until {time}, and when the first was.
SELECT replace(CAST(originator_id AS text), '-', '') AS match, count(*) AS events,
    count(*) FILTER (WHERE at <= '{time}') AS known, coalesce(min(at), '') AS first
FROM (SELECT originator_id, rtrim(substring(encode(state, 'escape') FROM '"recorded_at":"([^"]*)"'), 'Z') COLLATE "C" AS at
    FROM public.stored_events) AS dated
GROUP BY originator_id;

-- last: The position of the newest event.
SELECT coalesce(max(notification_id), 0) AS n
FROM public.stored_events;

-- tournaments: The tournaments of the store.
SELECT match
FROM public.heads
WHERE game = 'tournament'
ORDER BY match;

-- forgotten: How many events after {position} say that a name was forgotten.
SELECT count(*) AS n
FROM public.stored_events
WHERE notification_id > {position} AND topic LIKE '%.name-forgotten';

-- columns: The columns of the table of heads, which an older store has not all.
SELECT CAST(column_name AS text)
FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = 'heads';

-- begin: All questions are answered from one state of the database, whatever is recorded meanwhile.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;

-- savepoint: Before each question: an error would end the transaction, and with it the state that is read.
SAVEPOINT one;

-- release: After each question.
RELEASE SAVEPOINT one;

-- rollback: After one that went wrong.
ROLLBACK TO SAVEPOINT one;
