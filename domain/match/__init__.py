"""The aggregate of a match: its events, what they fold to, what may be decided, and what each observer knows of it.

Everything here works in memory: what reads or writes a store is in `domain.store`.
"""
