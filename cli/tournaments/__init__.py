"""What the commands of a tournament share: its office, what is read from a command line, and how it is printed."""
