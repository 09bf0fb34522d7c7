"""The calls by which programs ask the archive: `ludograph.open` and what it gives; commands are clients of them."""
