"""Rules that a designer changes in a file: which names of a game there are to change, and what puts them in force.

What is stored of a game does not change with a file: facts and their fields are storage.
"""
