"""A store on a PostgreSQL server: connections, deadlines, notifications, and its errors as sentences."""
