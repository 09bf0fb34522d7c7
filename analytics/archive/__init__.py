"""The DuckDB file beside the store: made, caught up, and known again."""
