-- Statements that are the same for every database: `?` stands for a value, and ids of matches are 32 digits.
-- `{position}` is the column by which events lie in the order in which they were recorded, as each database has it.
-- `domain/store/statements.py` reads this file.

-- name: upsert_head
-- Where a match stands now; its id and its game never change.
INSERT INTO heads (match, version, digest, game, steps, over, result) VALUES (?,?,?,?,?,?,?)
ON CONFLICT (match) DO UPDATE SET version=excluded.version, digest=excluded.digest,
steps=excluded.steps, over=excluded.over, result=excluded.result

-- name: newest_version
-- The newest event of a match and the digest of that, as its head has them: what the next event must follow.
SELECT version, digest FROM heads WHERE match = ?

-- name: count_tournaments
-- How many tournaments there are: whoever opens another has looked at so many names.
SELECT count(*) FROM heads WHERE game = 'tournament'

-- name: events
-- The events of a match after a version and up to a position, in their order.
SELECT originator_version, topic, state FROM stored_events
WHERE originator_id = ? AND originator_version > ? AND {position} <= ? ORDER BY originator_version

-- name: next_position
-- The position of the first event of a match after a position.
SELECT min({position}) FROM stored_events WHERE originator_id = ? AND {position} > ?

-- name: versions_after
-- What was recorded after a position: of each match or tournament the first version.
SELECT originator_id, min(originator_version) FROM stored_events WHERE {position} > ? GROUP BY originator_id

-- name: event
-- One event of a match.
SELECT topic, state FROM stored_events WHERE originator_id = ? AND originator_version = ?

-- name: rewrite_event
-- Another text in the place of an event, where a name is forgotten: the only change that is ever made to one.
UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?

-- name: append_event
-- The event that tells of that.
INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)

-- name: heads
-- Where everything stands whose id lies between two; every column, for a store may have others than we know.
SELECT * FROM heads WHERE match >= ? AND match < ? ORDER BY match

-- name: tournament_heads
-- The tournaments among them. The game is a literal, for only so the index heads_of_tournaments is used.
SELECT * FROM heads WHERE game = 'tournament' AND match >= ? AND match < ? ORDER BY match

-- name: heads_of
-- Where these matches stand.
SELECT * FROM heads WHERE match IN ({ids})

-- name: id_before
-- The neighbour of an id, which says how many of its digits name it alone.
SELECT match FROM heads WHERE match < ? ORDER BY match DESC LIMIT 1

-- name: id_after
-- The neighbour on its other side.
SELECT match FROM heads WHERE match > ? ORDER BY match LIMIT 1

-- name: head_ids
-- Whatever stands in the place of ids in the table of heads.
SELECT match FROM heads ORDER BY match

-- name: corrected_matches
-- The matches whose start was put right: what is kept of them says so.
SELECT match FROM heads WHERE result LIKE '%"start":%'

-- name: first_topic
-- What the first event of a match that is left says of its kind.
SELECT topic FROM stored_events WHERE originator_id = ? ORDER BY originator_version LIMIT 1

-- name: newest_events
-- Of each match its newest event, and how many there are: one statement, and so of one moment.
SELECT held.originator_id, held.originator_version, found.events, held.topic, held.state FROM (
SELECT originator_id AS id, max(originator_version) AS version, count(*) AS events
FROM stored_events GROUP BY originator_id) AS found
JOIN stored_events AS held ON held.originator_id = found.id AND held.originator_version = found.version

-- name: forgettings
-- The events of a match after a version that say that a name was forgotten.
SELECT originator_version, state FROM stored_events WHERE originator_id = ? AND originator_version > ?
AND topic LIKE '%.name-forgotten' ORDER BY originator_version

-- name: first_events
-- The first event of every match, in the order in which they were recorded.
SELECT {position}, originator_id, originator_version, topic, state FROM stored_events
WHERE originator_version = 1 AND substr(coalesce(topic, ''), 1, 11) <> 'tournament.' ORDER BY {position}

-- name: newest_first_events
-- Some of them from a position backwards, the newest first.
SELECT {position}, originator_id, originator_version, topic, state FROM stored_events
WHERE originator_version = 1 AND substr(coalesce(topic, ''), 1, 11) <> 'tournament.' AND {position} <= ?
ORDER BY {position} DESC LIMIT ?

-- name: newest_of_first
-- Of each match its newest event among the events that were recorded first: so many as an anchor counted.
SELECT held.originator_id, held.originator_version, found.events, held.topic, held.state FROM (
SELECT originator_id AS id, max(originator_version) AS version, count(*) AS events
FROM (SELECT * FROM stored_events ORDER BY {position} LIMIT ?) AS early GROUP BY originator_id) AS found
JOIN stored_events AS held ON held.originator_id = found.id AND held.originator_version = found.version

-- name: event_batch
-- Some events after a position, of whatever match.
SELECT {position}, originator_id, originator_version, topic, state FROM stored_events WHERE {position} > ?
ORDER BY {position} LIMIT ?

-- name: newest_states
-- The newest events after a position, so many at most: what they say of when they were recorded.
SELECT {position}, state FROM stored_events WHERE {position} > ? ORDER BY {position} DESC LIMIT ?

-- name: last_token
-- When the newest token was made.
SELECT max(made_at) FROM tokens

-- name: last_position
-- The position of the newest event.
SELECT coalesce(max({position}), 0) FROM stored_events

-- name: event_ids
-- Whatever stands in the place of ids of matches, in the order in which they began.
SELECT originator_id FROM stored_events GROUP BY originator_id ORDER BY min({position})
