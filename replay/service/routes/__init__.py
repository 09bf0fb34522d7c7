"""What can be read through the API and on pages: matches, tournaments, the lobby, and streams of events."""
