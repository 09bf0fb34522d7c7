"""Experiments of designers: variants of a game played on the same deals and luck, and rules changed in a file.

Nothing is recorded. What is stored of a game does not change with a file of rules: facts and their fields are storage.
"""
