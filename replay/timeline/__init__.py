"""A match step by step as an observer knows it, and the scoreboard at each step.

Nothing here is told or drawn.
"""
