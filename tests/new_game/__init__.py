"""A new game, to begin with: `python -m tests.new_game NAME [--cards DECK]` writes a small whole one to be changed."""
