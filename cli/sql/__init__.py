"""Asking the archive from the command line: opening it, the shell, and how results are printed."""
