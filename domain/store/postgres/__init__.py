"""A store on a PostgreSQL server: connections, deadlines, notifications, and its errors as sentences.

What both dialects share is in `domain.store.base`.
"""
