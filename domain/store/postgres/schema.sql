-- The tables and indexes of a store on a server; the library makes stored_events itself.

-- name: heads
-- Where each match and each tournament stands. Ids are compared by their bytes, as SQLite does, whatever the language.
CREATE TABLE IF NOT EXISTS heads (match text COLLATE "C" PRIMARY KEY, version bigint, digest text, game text,
steps bigint, over integer, result text)

-- name: ludograph
-- One row: the layout, and how many events were ever recorded, for numbers that are given in order may have gaps.
CREATE TABLE IF NOT EXISTS ludograph (layout integer NOT NULL, events bigint NOT NULL)

-- name: first_row
-- That row; a store may have been made meanwhile, and its count is not begun again.
INSERT INTO ludograph SELECT ?, (SELECT count(*) FROM stored_events) WHERE NOT EXISTS (SELECT FROM ludograph)

-- name: first_events
-- First events in the order in which they were recorded.
CREATE INDEX IF NOT EXISTS first_events ON stored_events (notification_id) WHERE originator_version = 1

-- name: heads_of_tournaments
-- Tournaments, which are few among many matches.
CREATE INDEX IF NOT EXISTS heads_of_tournaments ON heads (match) WHERE game = 'tournament'

-- name: requests
-- Idempotency keys: what was answered to a request.
CREATE TABLE IF NOT EXISTS requests
(key TEXT, match TEXT, version INTEGER, asked TEXT, PRIMARY KEY (match, key))

-- name: tokens
-- Who may do what through the service; of a token only its digest is kept.
CREATE TABLE IF NOT EXISTS tokens
(id TEXT PRIMARY KEY, digest TEXT UNIQUE, role TEXT, match TEXT, tournament TEXT, observer TEXT,
made_at TEXT, until TEXT, revoked_at TEXT)

-- name: token_seats
-- The seats to which players' tokens are bound.
CREATE TABLE IF NOT EXISTS token_seats (token TEXT PRIMARY KEY, seat INTEGER)

-- name: links
-- The digest of the code by which a link opens on further devices.
CREATE TABLE IF NOT EXISTS links (token TEXT PRIMARY KEY, code TEXT)

-- name: devices
-- Browsers that opened the link of a token, and those that were refused, which have no digest.
CREATE TABLE IF NOT EXISTS devices
(id TEXT PRIMARY KEY, token TEXT, digest TEXT UNIQUE, attempt TEXT, browser TEXT, made_at TEXT,
ended_at TEXT)
