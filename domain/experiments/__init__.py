"""Experiments of designers: variants of a game played on the same deals and luck. Nothing is recorded."""
