"""Tests of the archive: tables, reports, queries, the lake."""
