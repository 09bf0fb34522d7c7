"""How a game works, whichever it is: cards, what a game is made of, the engine, chance, and what is withheld."""
