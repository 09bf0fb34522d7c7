"""Somebody is forgotten: a pseudonym takes the place of a name in all that a store holds."""
