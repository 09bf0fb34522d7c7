"""Forks: matches that begin as another one and go on otherwise, by hand, by bots, or as it was really played.

A fork is a record of its own that names its origin, and counts nowhere unless somebody asks for forks. What others did
with the same deal is looked up here too.
"""
