"""What is played now: matches in memory, changes of the store and who is told of them, and the delayed store."""
