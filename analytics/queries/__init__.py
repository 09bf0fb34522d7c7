"""SQL that somebody asks: what it may do, how much memory it takes, and its results as other programs read them.

Reports, which are SQL of ours with a name, are in `analytics.reports`.
"""
