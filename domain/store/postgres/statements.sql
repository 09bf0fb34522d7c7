-- Statements in the dialect of PostgreSQL. Events are numbered by notification_id, in the order in which they were
-- recorded: writers lock the table, so that no number appears behind a higher one.

-- name: stored_rows
-- Every row that there is for a match, in the order of its events.
SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events
WHERE originator_id = ? ORDER BY originator_version

-- name: same_event
-- Whether exactly this event is recorded.
SELECT 1 FROM stored_events WHERE originator_id = ? AND originator_version = ? AND state = ?

-- name: count_events
-- How many events were ever recorded.
UPDATE ludograph SET events = events + ?

-- name: deleted_count
-- How many rows were deleted: so many more were recorded than are there.
SELECT coalesce((SELECT max(events) FROM ludograph), 0) - (SELECT count(*) FROM stored_events)

-- name: has_table
-- Whether there is a table of this name.
SELECT to_regclass(?) IS NOT NULL

-- name: columns
-- The columns of a table; none where it is gone.
SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ?

-- name: layout
-- The version of the store's layout.
SELECT layout FROM public.ludograph

-- name: may_migrate
-- Whether this role can bring a store of an older layout up here and now.
SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
AND has_table_privilege('public.heads', 'UPDATE') AND has_table_privilege('public.ludograph', 'UPDATE')

-- name: raise_layout
-- The layout of today, where the store still has an older one.
UPDATE public.ludograph SET layout = ? WHERE layout < ? RETURNING layout

-- name: update_result
-- What is kept of a match that an older program recorded, unless more was recorded since.
UPDATE public.heads SET result = ? WHERE match = ? AND version = ?

-- name: tables
-- The tables of the database that could be ours.
SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'

-- name: triggers_and_rules
-- What somebody put on tables that could change or hide what is recorded.
SELECT 'trigger', tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY(
SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY(?))
UNION ALL SELECT 'rule', rulename FROM pg_rules WHERE schemaname = 'public' AND tablename = ANY(?)

-- name: other_programs
-- Programs of ours besides this that have a connection to this database: each names itself in all of its own.
SELECT pid FROM pg_stat_activity WHERE datname = current_database()
AND application_name LIKE 'ludograph%' AND application_name <> current_setting('application_name')

-- name: lock_until_commit
-- The lock under which tables are made: CREATE TABLE IF NOT EXISTS fails where two run it at once.
SELECT pg_advisory_xact_lock(?)

-- name: lock_until_close
-- The same lock until the connection closes: for the tables of a new store, which are made on other connections.
SELECT pg_advisory_lock(?)

-- name: confirm_on_disk
-- What is confirmed is on the disk, also where the server is set up to confirm earlier; other settings say more, and stay.
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'

-- name: condition
-- Which server it is, whether it only follows another, and which of these settings are off.
SELECT current_setting('server_version'), pg_is_in_recovery(),
array(SELECT name FROM unnest(?::text[]) AS name WHERE current_setting(name) = 'off')
