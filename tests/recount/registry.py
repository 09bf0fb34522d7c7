"""Which recount belongs to which report: what the modules of this folder call `RECOUNTS`."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from tests import recount
from tests.recount.comparing import Recount

TRIVIAL: Final[dict[str, str]] = {}
"""Reports that are not worked out again, each with the reason: it only counts or lists the rows of one table."""


def _recounts() -> Iterator[tuple[str, Recount]]:
    for module in iter_modules(recount.__path__):
        if module.name not in ("__main__", "registry") and not module.name.startswith("test_"):
            yield from getattr(import_module(f"tests.recount.{module.name}"), "RECOUNTS", {}).items()


RECOUNTS: Final[dict[str, Recount]] = dict(_recounts())
"""Every report worked out again, slowly, from what the commands print: `python -m tests.recount`.

A module for each group of reports counts in plain Python, from `log --json`, `result --json` and the like (`records`),
and looks at no table and no SQL. What a report should count it takes from what `docs/reports.md` says of it.
"""
