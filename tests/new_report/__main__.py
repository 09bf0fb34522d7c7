"""Writes the files of a new report, and says what is to be done then: see "Adding a report" in CONTRIBUTING.

What is written is a whole report, a small one: it runs, and all tests of reports hold for it. FILL IN stands where it
is to become another.
"""

from argparse import ArgumentParser
from pathlib import Path
from string import Template
from typing import Final

from ludograph.analytics.reports.reports import reports
from ludograph.analytics.tables.definitions import schema_of
from ludograph.domain.games import GAMES

ROOT: Final = Path(__file__).parents[2]
SKELETON: Final = Path(__file__).parent / "skeleton"
NEXT: Final = """\
Now:
1. Fill in the question: {report}
2. Work it out a second time, in plain Python from what the commands print, and not from the SQL: {recount}
   A report is trivial if it only counts or lists the rows of one table. Such a one goes into TRIVIAL in
   tests/recount/registry.py with its reason, and needs no second computation: delete the file.
3. Say what it should tell of a match that can be looked through by hand: {test}
4. .venv/bin/python -m pytest -q -k "reports or recount or {name}"
5. .venv/bin/python -m tests.generate documents, which names it in docs/reports.md. Look at `ludograph report
   {full_name} --plot` with a store of some hundred simulated matches.
"""


def paths(game: str | None, name: str) -> dict[str, str]:
    """Where each part of a report lies: the question, its second computation, its test."""
    folder = f"{schema_of(game)}/" if game else ""
    whole = f"{schema_of(game)}_{name}" if game else name
    return {
        "report": f"analytics/sql/reports/{folder}{name}.sql",
        "recount": f"tests/recount/{whole}_report.py",
        "test": f"tests/analytics/test_{whole}_report.py",
    }


def write(root: Path, game: str | None, name: str) -> None:
    """Writes the three files of a report about a game, or about all of them."""
    filled = {
        "full_name": full_name(game, name),
        "game": game or next(iter(GAMES)),
        "of_game": f" l.game = '{game}' AND" if game else "",
        "only": "" if game is None else f'\n    found = (record for record in found if record.game == "{game}")',
    }
    for part, path in paths(game, name).items():
        (source,) = SKELETON.glob(f"{part}.*")
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(Template(source.read_text()).substitute(filled))


def full_name(game: str | None, name: str) -> str:
    """What it is called on the command line."""
    called = name.replace("_", "-")
    return f"{game}/{called}" if game else called


def main() -> None:
    """Writes a report that is not there yet."""
    parser = ArgumentParser(prog="python -m tests.new_report", description=__doc__)
    parser.add_argument("name", help="Small letters and hyphens: auction-prices.")
    parser.add_argument("--game", choices=list(GAMES), help="The game that it is about; by default all.")
    given = parser.parse_args()
    name = given.name.replace("-", "_")
    if not (name.isidentifier() and name.islower()):
        parser.error("A report is named in small letters, with hyphens between words.")
    if full_name(given.game, name) in {report.full_name for report in reports()}:
        parser.error(f"There is a report {full_name(given.game, name)} already.")
    write(ROOT, given.game, name)
    print(NEXT.format(name=name, full_name=full_name(given.game, name), **paths(given.game, name)), end="")


if __name__ == "__main__":
    main()
