"""Corrections of a match: what a changed entry does to all after it, who may see that, and why it is refused."""
