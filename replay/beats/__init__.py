"""The beats of a step: what followed from it, one after the other, and what moved or changed in each.

How beats are drawn is for `replay.drawing`.
"""
