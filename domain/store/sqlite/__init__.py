"""A store in a file of SQLite: connections, and the statements in its dialect.

What both dialects share is in `domain.store.base`.
"""
