"""A new report, to begin with: `python -m tests.new_report NAME [--game GAME]` writes a small one to be changed."""
