"""Somebody is forgotten: a pseudonym takes the place of a name in all that a store holds.

Nothing else in the program changes what was recorded.
"""
