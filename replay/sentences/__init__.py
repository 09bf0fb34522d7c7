"""What happened, in sentences: steps, remarks, corrections, choices and endings."""
