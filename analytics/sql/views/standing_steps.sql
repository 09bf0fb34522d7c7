-- One row per step that stands: `steps` without those that were taken back.
SELECT * FROM steps WHERE NOT superseded
