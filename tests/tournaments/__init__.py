"""Tournaments: random ones, their standings worked out a second time, and two organisers at once."""
