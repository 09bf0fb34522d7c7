"""Tournaments between stores: files that hold one whole, and what becomes of decisions made in two places.

Matches are taken over by `domain/merge`; what is decided within one store is not in here.
"""
