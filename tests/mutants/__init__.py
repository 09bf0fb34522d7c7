"""Small faults put into the program, to see which of them no test would notice: `python -m tests.mutants --help`."""
