"""What commands print: JSON shapes, text for a terminal, errors as sentences, and files."""
