"""Spark over a lake: its tables and views, the named reports, any SQL, and every match decided again."""
