"""HTTP, whatever is asked: settings, limits, connections, and how requests are answered."""
