"""The commands, one file each: a click function, then a plain function that does the work.

A file is loaded when its command is asked for. What only the work needs of records, replays, bots and the archive, it
imports there: those bring the database, DuckDB or the screen with them, and --help shall not wait for that.
"""
