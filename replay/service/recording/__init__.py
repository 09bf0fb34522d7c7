"""What can be recorded through the API: entries, corrections, rulings, and what directors decide."""
