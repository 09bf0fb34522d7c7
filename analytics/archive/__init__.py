"""The DuckDB file beside the store: made, caught up, and known again.

What its tables are is in `analytics.tables`, and what a user asks of them in `analytics.queries`.
"""
