"""What all pages have alike: the emblem and the accent colour of each game."""
