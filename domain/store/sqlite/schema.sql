-- The tables and indexes of a store in a file; the library makes stored_events itself.
-- SQLite keeps these texts in the file: change none without another layout (domain/store/schema.py).

-- name: heads
-- Where each match and each tournament stands.
CREATE TABLE IF NOT EXISTS heads (match TEXT PRIMARY KEY, version INTEGER, digest TEXT, game TEXT,
steps INTEGER, over INTEGER, result TEXT) WITHOUT ROWID

-- name: first_events
-- First events; a row is found by its number as well, which every index of SQLite holds.
CREATE INDEX IF NOT EXISTS first_events ON stored_events (originator_version) WHERE originator_version = 1

-- name: heads_of_tournaments
-- Tournaments, which are few among many matches.
CREATE INDEX IF NOT EXISTS heads_of_tournaments ON heads (match) WHERE game = 'tournament'

-- name: requests
-- Idempotency keys: what was answered to a request.
CREATE TABLE IF NOT EXISTS requests
(key TEXT, match TEXT, version INTEGER, asked TEXT, PRIMARY KEY (match, key)) WITHOUT ROWID

-- name: tokens
-- Who may do what through the service; of a token only its digest is kept.
CREATE TABLE IF NOT EXISTS tokens
(id TEXT PRIMARY KEY, digest TEXT UNIQUE, role TEXT, match TEXT, tournament TEXT, observer TEXT,
made_at TEXT, until TEXT, revoked_at TEXT) WITHOUT ROWID

-- name: token_seats
-- The seats to which players' tokens are bound.
CREATE TABLE IF NOT EXISTS token_seats (token TEXT PRIMARY KEY, seat INTEGER) WITHOUT ROWID

-- name: links
-- The digest of the code by which a link opens on further devices.
CREATE TABLE IF NOT EXISTS links (token TEXT PRIMARY KEY, code TEXT) WITHOUT ROWID

-- name: devices
-- Browsers that opened the link of a token, and those that were refused, which have no digest.
CREATE TABLE IF NOT EXISTS devices
(id TEXT PRIMARY KEY, token TEXT, digest TEXT UNIQUE, attempt TEXT, browser TEXT, made_at TEXT,
ended_at TEXT) WITHOUT ROWID

-- name: add_result
-- What layout 2 has more than layout 1.
ALTER TABLE heads ADD COLUMN result TEXT
