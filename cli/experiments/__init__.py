"""What the commands of designers share: variants as they are written, and what came of them in words."""
