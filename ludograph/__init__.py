"""Ludograph under its one name: `domain`, `cli`, `replay` and `analytics` are packages of it, wherever it is installed.

In the repository the four are folders beside this one, to which links lead; the wheel has them in here.
"""
