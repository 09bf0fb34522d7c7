"""Whether what is stored is what was recorded: digests, every action decided again, anchors kept elsewhere.

Rows that a broken file still gives are read by `domain.store`.
"""
