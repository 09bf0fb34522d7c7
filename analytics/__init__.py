"""Questions about everything ever recorded: the event log as typed tables in DuckDB, views, reports, and a lake."""
