"""What a match was worth, step by step: luck apart from play, and the errors of players by their own knowledge.

All of it is worked out from views: of one seat, or of what all seats know together. Nothing here is ever recorded.
"""
