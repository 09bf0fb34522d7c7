"""Replays: a match step by step, as somebody knows it."""
