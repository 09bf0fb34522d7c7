"""Corrections of a match: what a changed entry does to all after it, who may see that, and why it is refused.

Refusals are in `refusals`, dry runs in `preview`, other options in `what_if`. Takebacks belong to `domain.match`.
"""
