"""What tables came to: results, what they are worth, and who stands where."""
