"""The named reports, and how their rows are drawn.

Their SQL is in `analytics/sql/reports`; how results are written for other programs, in `analytics.queries`.
"""
