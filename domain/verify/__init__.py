"""Whether what is stored is what was recorded: digests, every action decided again, anchors kept elsewhere."""
