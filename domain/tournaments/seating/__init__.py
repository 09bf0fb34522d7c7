"""Who sits where: tables, byes and seats of the rounds of a tournament, worked out by a constraint solver.

It knows no store and no game. The door is `seat` with `Asked` and `Seated`, in `domain.tournaments.seating.methods`.
"""
