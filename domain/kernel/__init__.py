"""How a game works, whichever it is: cards, what a game is made of, the engine, chance, and what is withheld.

Nothing here knows a particular game, a store or a clock.
"""
