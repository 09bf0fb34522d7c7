"""What is stored: the events of a match, the aggregate, the store, and what goes in and out of it."""
