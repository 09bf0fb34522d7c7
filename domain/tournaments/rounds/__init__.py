"""What an organiser decides from round to round: seating, starting, the clock, names, and what stops the next round.

The aggregate records each decision; here it is worked out and checked from the matches and the standings. How two
records of a tournament are united is in `exchange`.
"""
