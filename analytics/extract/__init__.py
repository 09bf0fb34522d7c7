"""Events out of a store: read in batches, parsed, checked and concealed, before they become rows."""
