"""Records of one store into another, row by row with their digests; of two that went apart one is made to stand.

Match files, which hold what was played and no digests, are for `domain.exchange`.
"""
