"""Every report worked out again, slowly, from what the commands print: `python -m tests.recount`.

A module for each group of reports counts in plain Python, from `log --json`, `result --json` and the like (`records`),
and looks at no table and no SQL. What a report should count it takes from what `docs/reports.md` says of it.
"""
