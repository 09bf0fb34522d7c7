"""What happened, in sentences: steps, remarks, corrections, choices and endings.

The sentences of a game's facts and actions stand in its own `words.py`.
"""
