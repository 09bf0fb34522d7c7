"""What the commands of a tournament share: the store, what is read from a command line, and how it is printed."""
