"""What one match costs as the store grows, and as the match grows."""
