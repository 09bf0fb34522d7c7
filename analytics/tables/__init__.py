"""What tables and views the archive has: their rows, columns and comments, and the SQL that makes them.

How they are filled is in `analytics.archive`; those that SQL alone cannot fill are in `analytics.derived`.
"""
