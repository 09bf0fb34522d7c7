"""A store in a file of SQLite: connections, and the statements in its dialect."""
