"""Works every report out again on many matches: `python -m tests.recount --matches 300 [REPORT...]`; not in CI."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.derived.derived_tables import TABLES
from ludograph.analytics.reports.reports import reports
from tests.recount.comparing import compare
from tests.recount.judging import judge_some
from tests.recount.records import records
from tests.recount.registry import RECOUNTS
from tests.recount.splitting import OF_TOURNAMENTS, compare_split
from tests.recount.world import record_world


def main() -> None:
    """Prints a line for each report: how many rows were compared, and whether they are equal, or what is not."""
    parser = ArgumentParser(prog="python -m tests.recount", description=main.__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="Prints every difference, not only the first.")
    parser.add_argument("--split", action="store_true", help="By options and other groups, in the place of parameters.")
    parser.add_argument("report", nargs="*", help="By default all.")
    given = parser.parse_args()
    wrong = 0
    with TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        record_world(store, given.matches, given.seed)
        found = records(store)
        judge_some(store, found)
        with archive(ArchiveSpec(store, needs=frozenset(TABLES))) as opened:
            for name in given.report or [report.full_name for report in reports()]:
                if name not in RECOUNTS:
                    print(f"{name}: not counted again", flush=True)
                    continue
                if given.split and name in OF_TOURNAMENTS:
                    print(f"{name}: of whole tournaments, not split", flush=True)
                    continue
                counting = compare_split if given.split else compare
                compared = counting(opened.connection, found, name, RECOUNTS[name])
                wrong += bool(compared.differences)
                shown = compared.differences if given.all else compared.differences[:1]
                told = "equal" if not shown else f"{len(compared.differences)} differences: " + "\n  ".join(shown)
                print(f"{name}: {compared.rows} rows of {compared.runs} runs, {told}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
