"""The shapes of JSON that other programs rely on, whoever prints or serves them: keys may be added, never changed."""
