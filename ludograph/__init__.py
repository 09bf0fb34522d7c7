"""Ludograph under its one name: `domain`, `cli`, `replay` and `analytics` are packages of it, wherever it is installed.

In the repository the four are folders beside this one, to which links lead; the wheel has them in here.
"""

from time import time_ns
from typing import Final

LOADED_AT: Final = time_ns()
"""Before anything else of the program was loaded: files that changed since may be others than those that run."""
