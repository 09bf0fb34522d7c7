"""What if: a match that is over goes on otherwise, worked out at each request; only a scribe may have it recorded."""
