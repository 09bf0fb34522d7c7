"""The service: one store, recorded by phones and followed from anywhere.

This folder assembles; what a request does is in `routes` (reading), `recording` and `opponents`.
"""
