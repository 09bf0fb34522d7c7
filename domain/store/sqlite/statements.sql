-- Statements in the dialect of SQLite. A row's number (rowid) is its position: rows are only ever added, so that they
-- lie in the order in which they were recorded.

-- name: first_events
-- The first event of every match, in the order in which they were recorded.
SELECT rowid, originator_id, originator_version, topic, state FROM stored_events
WHERE originator_version = 1 AND substr(coalesce(topic, ''), 1, 11) <> 'tournament.' ORDER BY rowid

-- name: newest_first_events
-- Some of them from a position backwards, the newest first.
SELECT rowid, originator_id, originator_version, topic, state FROM stored_events
WHERE originator_version = 1 AND substr(coalesce(topic, ''), 1, 11) <> 'tournament.' AND rowid <= ?
ORDER BY rowid DESC LIMIT ?

-- name: newest_of_first
-- Of each match its newest event among the events that were recorded first: so many as an anchor counted.
SELECT held.originator_id, held.originator_version, found.events, held.topic, held.state FROM (
SELECT originator_id AS id, max(originator_version) AS version, count(*) AS events
FROM (SELECT * FROM stored_events ORDER BY rowid LIMIT ?) AS early GROUP BY originator_id) AS found
JOIN stored_events AS held ON held.originator_id = found.id AND held.originator_version = found.version

-- name: event_batch
-- Some events after a position, of whatever match.
SELECT rowid, originator_id, originator_version, topic, state FROM stored_events WHERE rowid > ?
ORDER BY rowid LIMIT ?

-- name: last_position
-- The position of the newest event.
SELECT coalesce(max(rowid), 0) FROM stored_events

-- name: event_ids
-- Whatever stands in the place of ids of matches, in the order in which they began.
SELECT originator_id FROM stored_events GROUP BY originator_id ORDER BY min(rowid)

-- name: stored_rows
-- Every row that the index has for a match, in its order, as the table itself holds it: the database keeps ids and
-- versions twice, and whoever altered them in one place is found by asking the other (NOT INDEXED).
SELECT held.rowid, held.originator_id, held.originator_version, held.topic, held.state
FROM stored_events AS found JOIN stored_events AS held NOT INDEXED ON held.rowid = found.rowid
WHERE found.originator_id = ? ORDER BY found.originator_version

-- name: deleted_count
-- How many rows were deleted before the newest; counted in the table, for an index may have lost some.
SELECT coalesce(max(rowid), 0) - count(*) FROM stored_events NOT INDEXED

-- name: has_table
-- Whether there is a table of this name.
SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?

-- name: columns
-- The columns of a table; none where it is gone.
SELECT name FROM pragma_table_info(?)

-- name: update_result
-- What is kept of a match that an older program recorded.
UPDATE heads SET result=? WHERE match=?

-- Of a damaged file, row by row: each is found in the table, past an index that may be damaged too.

-- name: versions
-- Where the index has the rows of a match, and in which order.
SELECT rowid, originator_version FROM stored_events WHERE originator_id = ? ORDER BY 2

-- name: row
-- One row.
SELECT rowid, originator_id, originator_version, topic, state FROM stored_events NOT INDEXED WHERE rowid = ?

-- name: row_ids
-- The rows in a range, and the matches that they are of.
SELECT rowid, originator_id FROM stored_events NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid

-- name: count_by_rows
-- How many rows there are; one of three ways that can be read, most likely.
SELECT max(rowid) FROM stored_events

-- name: count_by_index
-- The second, by the index.
SELECT max(rowid) FROM (SELECT rowid FROM stored_events WHERE originator_version > 0)

-- name: count_by_heads
-- The third, by the table of heads.
SELECT sum(version) FROM heads
