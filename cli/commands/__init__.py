"""The commands, one file each: a click function, then a plain function that does the work."""
