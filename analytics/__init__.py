"""Questions about everything ever recorded; comes with a later release."""
