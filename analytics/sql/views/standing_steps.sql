-- One row per step that stands: `steps` without those that were taken back or put right.
SELECT * FROM steps WHERE NOT superseded
