"""Events out of a store: read in batches, parsed, checked and concealed, before they become rows.

Nothing here writes: how rows become tables is for `analytics.archive`.
"""
