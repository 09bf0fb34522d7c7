"""The terminal player: a match, or two with one deal, on the whole screen, step by step, with keys and mouse."""
