"""The command line: one command per file, a thin click function and a plain function that does the work."""
