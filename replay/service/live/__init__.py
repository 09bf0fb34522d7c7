"""The store as a running service knows it: caches, locks, worker threads, subscriptions, and the delayed store."""
