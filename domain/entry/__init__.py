"""What somebody at a table enters, however little they write: who, what, and what they did not see."""
