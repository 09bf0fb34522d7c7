"""Matches with bots: they are begun here, people play their own seats on phones, and bots move by themselves."""
