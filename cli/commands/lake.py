"""`lake`: the whole archive as Parquet files."""

from pathlib import Path

import click

from cli.arguments import json_option
from cli.errors import Failure, sentences_for_errors
from cli.printing.files import spare, spare_within
from cli.printing.json import print_json
from cli.printing.terminal import progress, say
from cli.sql.bounds import MEMORY, TIMEOUT
from cli.sql.opening import OPTIONS, Asked, open_archive

AS, CACHE, REBUILD, _ = OPTIONS


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@AS
@CACHE
@REBUILD
@MEMORY
@TIMEOUT
@json_option
@sentences_for_errors
def command(
    folder: Path,
    observer: str,
    cache: Path | None,
    rebuild: bool,
    memory: str | None,
    timeout: float | None,
    as_json: bool,
) -> None:
    """Writes everything ever recorded as Parquet files into DIR, by table, game and month.

    The next time only what is new is written, and matches that have gone on since. The file manifest.json in DIR
    names all files with their rows and digests. DuckDB, Spark and pandas read them: see docs/lake.md.
    """
    from analytics.lake import OWN, LakeError, Written, write_lake
    from analytics.made import MADE
    from domain.records.recorder import Sources

    spare_within(folder)
    for name in OWN:
        spare(folder / name)
    asked = Asked(observer, cache, rebuild, True, needs=frozenset(MADE), memory=memory, timeout=timeout)
    with open_archive(asked) as found:
        try:
            with progress("Writing", 1) as bar:
                written: Written = write_lake(
                    found.connection, folder, observer.strip().casefold(), Sources().now(), bar
                )
        except LakeError as wrong:
            raise Failure(str(wrong)) from wrong
    if as_json:
        print_json({"folder": str(folder), **written._asdict()})
    else:
        say(
            f"{folder} holds {written.rows:,} rows in {written.files:,} files ({written.bytes / 1e6:.1f} MB): "
            f"{written.new:,} are new, {written.removed:,} were removed."
        )
