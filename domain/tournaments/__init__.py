"""Tournaments: who plays whom, what came of it, and how everybody stands, as an event-sourced aggregate of its own.

Its skeleton is that of `domain.match`: `events` (what is stored), `state` (the fold), `aggregate` (simple decisions,
one event each), `decisions` with `preconditions` (those that ask what was played), and `service` (the store).

It stands in the same store as the matches, in the same chain of digests. Standings are never stored: they are worked
out from the tournament and the results of its matches, so that a correction changes them by itself.
"""
