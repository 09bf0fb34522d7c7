-- Statements in the dialect of SQLite. A row's number (rowid) is its position: rows are only ever added, so that they
-- lie in the order in which they were recorded.

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
