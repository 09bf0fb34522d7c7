"""The aggregate of a match, and what each observer knows of it.

Its skeleton is that of `domain.tournaments`: `events` (what is stored), `state` (the fold), `aggregate` (the simple
decisions, one event each), `decisions` and `official_decisions` (those that ask the rules, or who may), and the
service, which is `domain.store.recorder`: everything here works in memory, and nothing reads or writes a store.
"""
