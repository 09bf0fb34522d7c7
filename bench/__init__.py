"""Measures how fast Ludograph is, as ratios to what it is compared with: `python -m bench`."""
