"""What all tests need of the process they run in."""

import signal

# A program started in the background of a script ignores Ctrl-C and hands that on to what it starts; the tests that
# press Ctrl-C want to see what happens otherwise.
signal.signal(signal.SIGINT, signal.default_int_handler)
