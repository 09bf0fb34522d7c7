"""Steps of a match as a film: a picture for each beat, shown as long as it takes to read what is told under it.

All of it is worked out from what one observer knows.
"""
