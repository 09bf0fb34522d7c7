"""The named reports, and how their rows are drawn."""
