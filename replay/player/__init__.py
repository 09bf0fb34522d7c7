"""The terminal player: a match on the whole screen, step by step, with keys and mouse."""
