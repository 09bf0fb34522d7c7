"""Match files into the store and out of it again; a match with real cards is set up here too.

Records with their digests are moved by `domain.merge`.
"""
