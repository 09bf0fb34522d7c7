"""Where events are kept: the recorder, and what every store has, whether a file of SQLite or on a PostgreSQL server.

What a match is stands in `domain.match`; whether what is stored is sound, in `domain.verify`.
"""
